"""Marketgraph: market data, signals and research over REST. Generated from the table of endpoints; do not edit.

One file, standard library only, Python 3.9 or newer:

    from marketgraph import Marketgraph

    client = Marketgraph("http://127.0.0.1:4000", key="svc_demo_pro")
    print(client.get_signal("AAPL")["composite_score"])
"""

from __future__ import annotations

import hashlib
import hmac
import http.client
import json
import re
import time
import urllib.error
import urllib.parse
import urllib.request
from typing import Any, Callable, Dict, Iterator, List, Literal, Mapping, Optional, Sequence, Type, TypedDict, Union

__version__ = "0.1.0"


class MarketgraphError(Exception):
    """A refused or failed request. Each declared code has a class of its own below.

    code: for programs, such as "ticker_not_found"; "network_error" and "invalid_answer" are the client's own.
    status: of HTTP; 0 without a response. request_id: for support. extra: further keys, such as "required_tier".
    retry_after_s: seconds to wait before the next try; None if waiting does not help.
    """

    code = ""

    def __init__(
        self,
        message: str,
        *,
        code: Optional[str] = None,
        status: int = 0,
        request_id: Optional[str] = None,
        extra: Optional[Mapping[str, Any]] = None,
        retry_after_s: Optional[float] = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.code = code if code is not None else type(self).code
        self.status = status
        self.request_id = request_id
        self.extra: Dict[str, Any] = dict(extra or {})
        self.retry_after_s = retry_after_s

    def __str__(self) -> str:
        return f"{self.code}: {self.message}"


# <errors>


class WebhookError(Exception):
    """A delivery that is not from this service, not for this endpoint, or too old. Respond with 400.

    reason: "missing_header", "malformed_header", "stale_timestamp", "wrong_signature" or "malformed_body".
    """

    def __init__(self, reason: str, message: str) -> None:
        super().__init__(message)
        self.reason = reason


class WebhookEvent(TypedDict):
    """The body of a delivery. `id` is the same for all attempts; use it to ignore duplicates."""

    id: str
    type: str
    created_at: str
    api_version: str
    data: Dict[str, Any]


def verify_webhook(
    body: bytes,
    headers: Mapping[str, str],
    secret: Union[str, Sequence[str]],
    *,
    tolerance_s: float = 300,
    now: Optional[float] = None,
) -> WebhookEvent:
    """Verifies a delivery and returns its event. Raises WebhookError.

    body: the bytes as received, not JSON that was parsed and written again.
    secret: the endpoint's whole whsec_ secret; both secrets during a rotation.
    now: seconds since the epoch; the system's clock by default.
    """
    given = {name.lower(): value for name, value in headers.items()}
    timestamp = _webhook_header(given, "x-svc-timestamp", r"\d{1,12}")
    signature = _webhook_header(given, "x-svc-signature", r"v1=[0-9a-f]{64}")[3:]
    secrets = [secret] if isinstance(secret, str) else list(secret)
    signed = timestamp.encode() + b"." + body
    matches = [
        hmac.compare_digest(hmac.new(each.encode(), signed, hashlib.sha256).hexdigest(), signature) for each in secrets
    ]
    if not any(matches):
        raise WebhookError("wrong_signature", "The signature does not match the body and the secret.")
    if abs((time.time() if now is None else now) - int(timestamp)) > tolerance_s:
        raise WebhookError("stale_timestamp", f"The timestamp differs from the clock by more than {tolerance_s} seconds.")
    try:
        event = json.loads(body)
    except ValueError:
        event = None
    if not isinstance(event, dict) or not {"id", "type", "data"} <= event.keys():
        raise WebhookError("malformed_body", "The signed body is not an event.")
    return event  # type: ignore[return-value]


def _webhook_header(headers: Mapping[str, str], name: str, pattern: str) -> str:
    value = headers.get(name)
    if not value:
        raise WebhookError("missing_header", f"The delivery has no {name} header.")
    if re.fullmatch(pattern, value) is None:
        raise WebhookError("malformed_header", f"{name} is not as it should be.")
    return value


# <types>


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """A redirect would send the key to another address."""

    def redirect_request(self, *_args: Any) -> None:
        return None


_RETRIED = (429, 503)


class _Transport:
    """Sends requests: key, timeout, retries, errors."""

    def __init__(
        self,
        url: str = "http://127.0.0.1:4000",
        key: Optional[str] = None,
        *,
        timeout_s: float = 30,
        max_retries: int = 2,
        max_wait_s: float = 60,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        """url: base URL of the server. key: an API key, sent as X-API-Key.

        A request that is refused for now (429, 503) is sent again after Retry-After, at most max_retries times; a
        longer wait than max_wait_s raises the error at once. A GET is also sent again if the connection breaks.
        Raises ValueError for a url or key that cannot be sent.
        """
        if key is not None and key.strip() == "":
            raise ValueError("The key is empty; leave it out where none is needed.")
        if key is not None:
            _in_header("The key", key)
        if not _is_address(url):
            raise ValueError("url is no address of a server, such as http://127.0.0.1:4000.")
        if not 0 < timeout_s <= 86_400:
            raise ValueError("timeout_s is no number of seconds up to a day.")
        self._base = url.rstrip("/") + "/api/v1"
        self._key = key
        self._timeout_s = timeout_s
        self._max_retries = max_retries
        self._max_wait_s = max_wait_s
        self._sleep = sleep
        self._opener = urllib.request.build_opener(_NoRedirects)

    def _send(
        self,
        method: str,
        path: str,
        query: Mapping[str, Any],
        body: Optional[Mapping[str, Any]] = None,
        headers: Optional[Mapping[str, Any]] = None,
    ) -> Any:
        pairs = [(name, _in_url(value)) for name, value in query.items() if value is not None]
        url = self._base + path + ("?" + urllib.parse.urlencode(pairs) if pairs else "")
        data = None if body is None else json.dumps({k: v for k, v in body.items() if v is not None}).encode()
        sent = {"Accept": "application/json", "User-Agent": f"marketgraph-python/{__version__}"}
        if self._key is not None:
            sent["X-API-Key"] = self._key
        if data is not None:
            sent["Content-Type"] = "application/json"
        sent.update({name: _in_header(name, str(value)) for name, value in (headers or {}).items() if value is not None})
        retries = 0
        while True:
            try:
                request = urllib.request.Request(url, data, sent, method=method)
                try:
                    with self._opener.open(request, timeout=self._timeout_s) as response:
                        return _parsed(response.read(), response.status)
                except urllib.error.HTTPError as refusal:
                    with refusal:
                        error = _error_of(refusal.read(), refusal.code, refusal.headers.get("Retry-After"))
                wait = error.retry_after_s
                is_retried = error.status in _RETRIED and wait is not None and wait <= self._max_wait_s
                if not is_retried or retries >= self._max_retries:
                    raise error
            # The others are of lengths and addresses that no server may send.
            except (OSError, http.client.HTTPException, ValueError, OverflowError, MemoryError) as cause:
                if method != "GET" or retries >= self._max_retries:
                    raise MarketgraphError(f"The server is unreachable: {cause}", code="network_error") from cause
                wait = 2.0**retries
            retries += 1
            self._sleep(wait)

    def _pages(self, call: Callable[[Optional[str]], Any], rows: str, cursor: Optional[str]) -> Iterator[Any]:
        while True:
            page = call(cursor)
            entries, following = page.get(rows), page.get("next_cursor")
            is_page = isinstance(entries, list) and (following is None or isinstance(following, str))
            if not is_page or (following is not None and following == cursor):
                message = f"The response is no page of {rows}."
                raise MarketgraphError(message, code="invalid_answer", status=200)
            yield from entries
            if following is None:
                return
            cursor = following


def _in_url(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (list, tuple)):
        return ",".join(_in_url(entry) for entry in value)
    return str(value)


def _is_address(url: str) -> bool:
    if re.fullmatch(r"https?://[!-~]+", url, re.IGNORECASE) is None or "?" in url or "#" in url:
        return False
    try:
        parts = urllib.parse.urlsplit(url)
        return bool(parts.hostname) and parts.port != 0
    except ValueError:
        return False


def _in_header(name: str, value: str) -> str:
    if not (value.isascii() and value.isprintable()):
        raise ValueError(f"{name} has a character that no header can have, such as a line break; strip it.")
    return value


def _in_path(value: Any) -> str:
    text = urllib.parse.quote(str(value), safe="")
    if text.strip(".") == "":
        raise ValueError("A part of the path must not be empty.")
    return text


def _read(data: bytes) -> Any:
    """None if it is not JSON, or nested too deeply to be read."""
    try:
        return json.loads(data)
    except (ValueError, RecursionError):
        return None


def _parsed(data: bytes, status: int) -> Any:
    body = _read(data)
    if not isinstance(body, dict):
        raise MarketgraphError("The response is not a JSON object.", code="invalid_answer", status=status)
    return body


def _error_of(data: bytes, status: int, retry_after: Optional[str]) -> MarketgraphError:
    wait = float(retry_after) if retry_after is not None and re.fullmatch("[0-9]{1,9}", retry_after) else None
    body = _read(data)
    if not isinstance(body, dict) or not isinstance(body.get("error"), str):
        message = f"The server answered {status} without an error."
        return MarketgraphError(message, code="invalid_answer", status=status, retry_after_s=wait)
    code = body.pop("error")
    return ERRORS.get(code, MarketgraphError)(
        str(body.pop("message", code)),
        code=code,
        status=status,
        request_id=body.pop("request_id", None),
        extra=body,
        retry_after_s=wait,
    )


class Marketgraph(_Transport):
    """All endpoints. Answers are dicts as in the reference at /docs; optional arguments are the server's by default."""

# <methods>
