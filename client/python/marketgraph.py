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


class MissingParameterError(MarketgraphError):
    """400: A required parameter is missing; send the one that param names."""

    code = "missing_parameter"


class InvalidParameterError(MarketgraphError):
    """400: A parameter is invalid; the message says what it must be."""

    code = "invalid_parameter"


class OperationTooLargeError(MarketgraphError):
    """400: The operation is larger than this tier allows; split it or upgrade."""

    code = "operation_too_large"


class OperationTooDeepError(MarketgraphError):
    """400: The operation nests deeper than this tier allows; query the inner part separately or upgrade."""

    code = "operation_too_deep"


class OperationTooComplexError(MarketgraphError):
    """400: The operation costs more points than this tier allows; request shorter lists or fewer fields, or up…"""

    code = "operation_too_complex"


class PersistedQueryNotSupportedError(MarketgraphError):
    """400: No trusted document has this hash, and clients cannot register documents; send the full query."""

    code = "persisted_query_not_supported"


class BatchingNotSupportedError(MarketgraphError):
    """400: A request carries one operation, not a list; send a request for each, or one operation with all fie…"""

    code = "batching_not_supported"


class InvalidJsonError(MarketgraphError):
    """400: The body is not valid JSON; send one JSON object."""

    code = "invalid_json"


class MalformedRequestError(MarketgraphError):
    """400: The request is not valid HTTP/1.1; check the request line and the headers."""

    code = "malformed_request"


class MissingKeyError(MarketgraphError):
    """401: Send an API key in the X-API-Key header or as Authorization: Bearer <key>."""

    code = "missing_key"


class InvalidKeyError(MarketgraphError):
    """401: This API key is unknown or revoked; check it or create a new one."""

    code = "invalid_key"


class KeyInQueryUnsupportedError(MarketgraphError):
    """401: API keys are not accepted in the query string because URLs are logged; send the X-API-Key header an…"""

    code = "key_in_query_unsupported"


class InvalidCredentialsError(MarketgraphError):
    """401: The e-mail address or the password is wrong; check both, or reset the password."""

    code = "invalid_credentials"


class PaymentRequiredError(MarketgraphError):
    """402: The assistant line is not paid for yet; complete its setup at setup_url."""

    code = "payment_required"


class TierRequiredError(MarketgraphError):
    """403: This requires a higher tier; upgrade to required_tier."""

    code = "tier_required"


class HoldingsCapError(MarketgraphError):
    """403: Too many holdings for this tier; send at most cap, or upgrade."""

    code = "holdings_cap"


class AgentsCapError(MarketgraphError):
    """403: The account has reached its tier's agent limit; delete an agent, or upgrade."""

    code = "agents_cap"


class EndpointsCapError(MarketgraphError):
    """403: The account has reached its webhook limit; delete one before registering another."""

    code = "endpoints_cap"


class KeysCapError(MarketgraphError):
    """403: The account has reached its API key limit; revoke a key before creating another."""

    code = "keys_cap"


class WatchlistsCapError(MarketgraphError):
    """403: The account has reached its watchlist limit; delete one before creating another."""

    code = "watchlists_cap"


class WatchlistTickersCapError(MarketgraphError):
    """403: The watchlist would exceed its ticker limit; remove tickers first, or create another list."""

    code = "watchlist_tickers_cap"


class VaultItemsCapError(MarketgraphError):
    """403: The account has reached its limit of vault items; delete one before creating another."""

    code = "vault_items_cap"


class PaperOrdersCapError(MarketgraphError):
    """403: The paper portfolio has reached its limit of orders of 24 hours; cancel one that waits, or try agai…"""

    code = "paper_orders_cap"


class StreamsCapError(MarketgraphError):
    """403: The account has reached its tier's limit of open live streams; close one first."""

    code = "streams_cap"


class EntitlementRequiredError(MarketgraphError):
    """403: This option is not included in the tier; leave it out, or upgrade to required_tier."""

    code = "entitlement_required"


class WritesTierError(MarketgraphError):
    """403: Vault writes require the Pro tier and an item that allows writes."""

    code = "writes_tier"


class ApprovalRequiredError(MarketgraphError):
    """403: The owner must approve the next use of this item in the web app."""

    code = "approval_required"


class HostNotAllowedError(MarketgraphError):
    """403: This item must not be used with that host; its owner can allow it in the web app."""

    code = "host_not_allowed"


class DocumentNotTrustedError(MarketgraphError):
    """403: This server only runs trusted documents; send the hash of a document in its manifest."""

    code = "document_not_trusted"


class SessionRequiredError(MarketgraphError):
    """403: This requires a signed-in session; API keys are not accepted."""

    code = "session_required"


class OriginNotAllowedError(MarketgraphError):
    """403: Pages of this origin may not do this: sign in from a page of this server or of SVC_WEB_ORIGINS, and…"""

    code = "origin_not_allowed"


class HostNotKnownError(MarketgraphError):
    """403: This server does not know the host of the URL; use its address or localhost, or have its operator a…"""

    code = "host_not_known"


class PublishableKeyError(MarketgraphError):
    """403: A publishable key only reads what is the same for all accounts; use a secret key on a server, or a …"""

    code = "publishable_key"


class MemberSuspendedError(MarketgraphError):
    """403: The account may not write in the community at present; ask the operator."""

    code = "member_suspended"


class TickerNotFoundError(MarketgraphError):
    """404: No data, or too little for this answer, is stored for this ticker; check it, or take one of those t…"""

    code = "ticker_not_found"


class NotFoundError(MarketgraphError):
    """404: Nothing of the account has this id; list what it has."""

    code = "not_found"


class NoLineError(MarketgraphError):
    """404: The account has no assistant line; set one up in the web app."""

    code = "no_line"


class UnknownEndpointError(MarketgraphError):
    """404: No such endpoint; GET /api/v1/openapi lists all endpoints."""

    code = "unknown_endpoint"


class MethodNotAllowedError(MarketgraphError):
    """405: This endpoint does not support that method; the Allow header lists the supported ones."""

    code = "method_not_allowed"


class RequestTimeoutError(MarketgraphError):
    """408: The request did not arrive in time; send it again."""

    code = "request_timeout"


class RunInProgressError(MarketgraphError):
    """409: This agent is already running; wait for that run to finish."""

    code = "run_in_progress"


class EndpointDisabledError(MarketgraphError):
    """409: This webhook is disabled; delete it and register it again, then test the new one."""

    code = "endpoint_disabled"


class IdempotencyConflictError(MarketgraphError):
    """409: This idempotency key was used within 24 hours with another request; send a new key."""

    code = "idempotency_conflict"


class EmailTakenError(MarketgraphError):
    """409: An account with this e-mail address exists; sign in, or reset its password."""

    code = "email_taken"


class BodyTooLargeError(MarketgraphError):
    """413: The body is larger than 256 KiB; send less."""

    code = "body_too_large"


class UnsupportedMediaTypeError(MarketgraphError):
    """415: Send the body as JSON with Content-Type: application/json."""

    code = "unsupported_media_type"


class GuardrailBlockedError(MarketgraphError):
    """422: The message requests or contains sensitive data and was not sent; take that out."""

    code = "guardrail_blocked"


class ModerationBlockedError(MarketgraphError):
    """422: The post was rejected; change what reasons names."""

    code = "moderation_blocked"


class VaultLockedError(MarketgraphError):
    """423: The vault is locked; its owner can unlock it in the web app."""

    code = "vault_locked"


class GuidelinesNotAcceptedError(MarketgraphError):
    """428: Accept the community guidelines in the web app first."""

    code = "guidelines_not_accepted"


class RateLimitedError(MarketgraphError):
    """429: Too many requests this minute; retry after retry_after_s seconds."""

    code = "rate_limited"


class MonthlyLimitReachedError(MarketgraphError):
    """429: The monthly request quota is used up; it resets on the first of the month (UTC). Upgrade for a larg…"""

    code = "monthly_limit_reached"


class TranscriptQuotaReachedError(MarketgraphError):
    """429: The monthly transcript quota is used up; wait retry_after_s seconds, or upgrade."""

    code = "transcript_quota_reached"


class DailyTokenCapReachedError(MarketgraphError):
    """429: This key's daily AI token limit is used up; it resets at midnight UTC."""

    code = "daily_token_cap_reached"


class MonthlyTokenAllowanceReachedError(MarketgraphError):
    """429: The account's monthly AI token quota is used up; wait reset_in_s seconds, or buy credits."""

    code = "monthly_token_allowance_reached"


class SendRateLimitedError(MarketgraphError):
    """429: Too many messages this hour; retry after retry_after_s seconds."""

    code = "send_rate_limited"


class VaultRateLimitedError(MarketgraphError):
    """429: Too many vault uses this hour; retry after retry_after_s seconds."""

    code = "vault_rate_limited"


class PostRateLimitedError(MarketgraphError):
    """429: Too many posts this hour; retry after retry_after_s seconds."""

    code = "post_rate_limited"


class HeadersTooLargeError(MarketgraphError):
    """431: The URL and headers are larger than 16 KiB; shorten them, or send a POST body."""

    code = "headers_too_large"


class InternalErrorError(MarketgraphError):
    """500: Internal error. Please retry; if it persists, contact support with this request_id."""

    code = "internal_error"


class UpstreamFailedError(MarketgraphError):
    """502: The upstream service failed; retry later."""

    code = "upstream_failed"


class UnavailableError(MarketgraphError):
    """503: Part of the service is temporarily unavailable; retry after Retry-After seconds."""

    code = "unavailable"


class UpstreamTimeoutError(MarketgraphError):
    """504: The upstream service timed out; retry later."""

    code = "upstream_timeout"


ERRORS: Dict[str, Type[MarketgraphError]] = {
    "missing_parameter": MissingParameterError,
    "invalid_parameter": InvalidParameterError,
    "operation_too_large": OperationTooLargeError,
    "operation_too_deep": OperationTooDeepError,
    "operation_too_complex": OperationTooComplexError,
    "persisted_query_not_supported": PersistedQueryNotSupportedError,
    "batching_not_supported": BatchingNotSupportedError,
    "invalid_json": InvalidJsonError,
    "malformed_request": MalformedRequestError,
    "missing_key": MissingKeyError,
    "invalid_key": InvalidKeyError,
    "key_in_query_unsupported": KeyInQueryUnsupportedError,
    "invalid_credentials": InvalidCredentialsError,
    "payment_required": PaymentRequiredError,
    "tier_required": TierRequiredError,
    "holdings_cap": HoldingsCapError,
    "agents_cap": AgentsCapError,
    "endpoints_cap": EndpointsCapError,
    "keys_cap": KeysCapError,
    "watchlists_cap": WatchlistsCapError,
    "watchlist_tickers_cap": WatchlistTickersCapError,
    "vault_items_cap": VaultItemsCapError,
    "paper_orders_cap": PaperOrdersCapError,
    "streams_cap": StreamsCapError,
    "entitlement_required": EntitlementRequiredError,
    "writes_tier": WritesTierError,
    "approval_required": ApprovalRequiredError,
    "host_not_allowed": HostNotAllowedError,
    "document_not_trusted": DocumentNotTrustedError,
    "session_required": SessionRequiredError,
    "origin_not_allowed": OriginNotAllowedError,
    "host_not_known": HostNotKnownError,
    "publishable_key": PublishableKeyError,
    "member_suspended": MemberSuspendedError,
    "ticker_not_found": TickerNotFoundError,
    "not_found": NotFoundError,
    "no_line": NoLineError,
    "unknown_endpoint": UnknownEndpointError,
    "method_not_allowed": MethodNotAllowedError,
    "request_timeout": RequestTimeoutError,
    "run_in_progress": RunInProgressError,
    "endpoint_disabled": EndpointDisabledError,
    "idempotency_conflict": IdempotencyConflictError,
    "email_taken": EmailTakenError,
    "body_too_large": BodyTooLargeError,
    "unsupported_media_type": UnsupportedMediaTypeError,
    "guardrail_blocked": GuardrailBlockedError,
    "moderation_blocked": ModerationBlockedError,
    "vault_locked": VaultLockedError,
    "guidelines_not_accepted": GuidelinesNotAcceptedError,
    "rate_limited": RateLimitedError,
    "monthly_limit_reached": MonthlyLimitReachedError,
    "transcript_quota_reached": TranscriptQuotaReachedError,
    "daily_token_cap_reached": DailyTokenCapReachedError,
    "monthly_token_allowance_reached": MonthlyTokenAllowanceReachedError,
    "send_rate_limited": SendRateLimitedError,
    "vault_rate_limited": VaultRateLimitedError,
    "post_rate_limited": PostRateLimitedError,
    "headers_too_large": HeadersTooLargeError,
    "internal_error": InternalErrorError,
    "upstream_failed": UpstreamFailedError,
    "unavailable": UnavailableError,
    "upstream_timeout": UpstreamTimeoutError,
}


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


Indicators = TypedDict(
    "Indicators",
    {
        "rsi": "Optional[float]",
        "sma_20": "Optional[float]",
        "sma_50": "Optional[float]",
        "sma_200": "Optional[float]",
        "macd_histogram": "Optional[float]",
    },
)
TechnicalScore = TypedDict(
    "TechnicalScore",
    {
        "score": "float",
        "weight": "float",
        "details": "Indicators",
    },
)
MomentumDetails = TypedDict(
    "MomentumDetails",
    {
        "change_pct": "Optional[float]",
        "volume_ratio": "Optional[float]",
    },
)
MomentumScore = TypedDict(
    "MomentumScore",
    {
        "score": "float",
        "weight": "float",
        "details": "MomentumDetails",
    },
)
FundamentalsScore = TypedDict(
    "FundamentalsScore",
    {
        "score": "float",
        "weight": "float",
    },
)
FactorScore = TypedDict(
    "FactorScore",
    {
        "score": "float",
        "weight": "float",
    },
)
SignalScores = TypedDict(
    "SignalScores",
    {
        "technical": "Union[TechnicalScore, Optional[Any]]",
        "momentum": "Union[MomentumScore, Optional[Any]]",
        "fundamentals": "Union[FundamentalsScore, Optional[Any]]",
        "microstructure": "Union[FactorScore, Optional[Any]]",
        "options_flow": "Union[FactorScore, Optional[Any]]",
    },
)
Quote = TypedDict(
    "Quote",
    {
        "current": "float",
        "prev_close": "Optional[float]",
        "change": "Optional[float]",
        "change_pct": "Optional[float]",
        "vwap": "Optional[float]",
        "volume": "int",
        "after_hours": "Optional[float]",
    },
)
MicrostructureHealth = TypedDict(
    "MicrostructureHealth",
    {
        "label": "Literal['healthy', 'mixed', 'stressed']",
    },
)
MicrostructureBias = TypedDict(
    "MicrostructureBias",
    {
        "direction": "Literal['bullish', 'neutral', 'bearish']",
        "strength": "float",
    },
)
SignalMicrostructure = TypedDict(
    "SignalMicrostructure",
    {
        "score": "Optional[float]",
        "health": "Union[MicrostructureHealth, Optional[Any]]",
        "bias": "Union[MicrostructureBias, Optional[Any]]",
    },
)
SignalAnswer = TypedDict(
    "SignalAnswer",
    {
        "ticker": "str",
        "signal": "Optional[Literal['Strong Buy', 'Buy', 'Neutral', 'Sell', 'Strong Sell']]",
        "composite_score": "Optional[float]",
        "confidence": "float",
        "scores": "SignalScores",
        "price": "Quote",
        "indicators": "Indicators",
        "microstructure": "SignalMicrostructure",
        "timestamp": "str",
    },
)
YearReturn = TypedDict(
    "YearReturn",
    {
        "year": "int",
        "ret": "float",
    },
)
SeasonalMonth = TypedDict(
    "SeasonalMonth",
    {
        "month": "int",
        "label": "Literal['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']",
        "n": "int",
        "avg": "Optional[float]",
        "median": "Optional[float]",
        "win_rate": "Optional[float]",
        "best": "Union[YearReturn, Optional[Any]]",
        "worst": "Union[YearReturn, Optional[Any]]",
    },
)
SeasonalMonthAverage = TypedDict(
    "SeasonalMonthAverage",
    {
        "month": "int",
        "label": "Literal['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']",
        "avg": "float",
    },
)
SeasonalCurrent = TypedDict(
    "SeasonalCurrent",
    {
        "month": "int",
        "label": "Literal['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']",
        "avg": "Optional[float]",
        "win_rate": "Optional[float]",
        "n": "int",
        "partial_ret": "Optional[float]",
    },
)
SeasonalityAnswer = TypedDict(
    "SeasonalityAnswer",
    {
        "ticker": "str",
        "month_count": "int",
        "years_covered": "float",
        "from": "Optional[str]",
        "to": "Optional[str]",
        "months": "List[SeasonalMonth]",
        "strongest": "Union[SeasonalMonthAverage, Optional[Any]]",
        "weakest": "Union[SeasonalMonthAverage, Optional[Any]]",
        "current": "Union[SeasonalCurrent, Optional[Any]]",
        "api_version": "Literal['v1']",
    },
)
GapGroup = TypedDict(
    "GapGroup",
    {
        "n": "int",
        "fill_rate": "Optional[float]",
        "follow_rate": "Optional[float]",
        "avg_gap": "Optional[float]",
        "avg_open_close": "Optional[float]",
    },
)
GapBucket = TypedDict(
    "GapBucket",
    {
        "dir": "Literal['up', 'dn']",
        "size": "Literal['small', 'medium', 'large', 'extreme']",
        "label": "str",
        "n": "int",
        "fill_rate": "Optional[float]",
        "follow_rate": "Optional[float]",
        "avg_gap": "Optional[float]",
        "avg_open_close": "Optional[float]",
    },
)
GapRecent = TypedDict(
    "GapRecent",
    {
        "window": "str",
        "gap_count": "int",
        "up": "GapGroup",
        "dn": "GapGroup",
    },
)
Gap = TypedDict(
    "Gap",
    {
        "date": "str",
        "gap": "float",
        "dir": "Literal['up', 'dn']",
        "filled": "bool",
        "open_close": "float",
    },
)
GapStatsAnswer = TypedDict(
    "GapStatsAnswer",
    {
        "ticker": "str",
        "sessions": "int",
        "from": "Optional[str]",
        "to": "Optional[str]",
        "gap_count": "int",
        "gap_frequency": "Optional[float]",
        "up": "GapGroup",
        "dn": "GapGroup",
        "buckets": "List[GapBucket]",
        "recent": "GapRecent",
        "largest_up": "List[Gap]",
        "largest_dn": "List[Gap]",
        "last_gap": "Union[Gap, Optional[Any]]",
        "api_version": "Literal['v1']",
    },
)
SwingConviction = TypedDict(
    "SwingConviction",
    {
        "grade": "Literal['A', 'B', 'C', 'D']",
        "label": "Literal['Strong Conviction', 'Medium', 'Watchlist', 'No Trade']",
        "position_size": "Literal['full', 'half', 'quarter', 'none']",
        "hold_period": "Literal['2-4 weeks', '1-2 weeks', '2-5 days', 'none']",
    },
)
SwingPillars = TypedDict(
    "SwingPillars",
    {
        "technical": "Union[FactorScore, Optional[Any]]",
        "flow": "Union[FactorScore, Optional[Any]]",
        "sentiment": "Union[FactorScore, Optional[Any]]",
    },
)
MissingSwingValue = TypedDict(
    "MissingSwingValue",
    {
        "value": "Literal['technical', 'flow', 'sentiment', 'market_cap', 'sector']",
        "reason": "str",
    },
)
SwingSignalAnswer = TypedDict(
    "SwingSignalAnswer",
    {
        "ticker": "str",
        "signal": "Literal['Strong Buy', 'Buy', 'Neutral', 'Sell', 'Strong Sell']",
        "score": "float",
        "direction": "Literal['long', 'short', 'flat']",
        "conviction": "SwingConviction",
        "pillars": "SwingPillars",
        "price": "Quote",
        "indicators": "Indicators",
        "market_cap": "Optional[float]",
        "sector": "Optional[str]",
        "missing": "List[MissingSwingValue]",
        "as_of": "str",
        "api_version": "Literal['v1']",
    },
)
DaySignalLayer = TypedDict(
    "DaySignalLayer",
    {
        "score": "float",
        "weight": "float",
        "drivers": "List[str]",
    },
)
DaySignalLayers = TypedDict(
    "DaySignalLayers",
    {
        "l1_signal": "Union[DaySignalLayer, Optional[Any]]",
        "l2_context": "Union[DaySignalLayer, Optional[Any]]",
        "l3_risk": "Union[DaySignalLayer, Optional[Any]]",
        "l4_modifiers": "Union[DaySignalLayer, Optional[Any]]",
    },
)
MarketSession = TypedDict(
    "MarketSession",
    {
        "state": "Literal['pre', 'open', 'post', 'closed', 'holiday']",
        "opens_at": "str",
        "closes_at": "str",
    },
)
VwapReading = TypedDict(
    "VwapReading",
    {
        "value": "float",
        "distance_pct": "float",
        "position": "Literal['above', 'at', 'below']",
    },
)
OpeningRange = TypedDict(
    "OpeningRange",
    {
        "minutes": "int",
        "high": "float",
        "low": "float",
        "status": "Literal['forming', 'above', 'inside', 'below']",
    },
)
ValueArea = TypedDict(
    "ValueArea",
    {
        "low": "float",
        "high": "float",
    },
)
InstitutionalFlow = TypedDict(
    "InstitutionalFlow",
    {
        "buy_pct": "float",
        "sell_pct": "float",
    },
)
VolumeLevel = TypedDict(
    "VolumeLevel",
    {
        "price": "float",
        "volume": "int",
    },
)
HourVolume = TypedDict(
    "HourVolume",
    {
        "hour": "int",
        "share": "float",
    },
)
VolumeDelta = TypedDict(
    "VolumeDelta",
    {
        "t": "str",
        "value": "int",
    },
)
MissingMetric = TypedDict(
    "MissingMetric",
    {
        "metric": "Literal['vpin', 'amihud', 'kyle_lambda', 'roll_spread', 'bid_ask_spread_bps', 'order_flow_imbalance', 'relative_volume', 'hv_30d_pct', 'intraday_vol_pct', 'point_of_control', 'value_area', 'smart_money_index', 'price_efficiency', 'variance_ratio', 'volatility_regime', 'institutional_flow', 'volume_profile', 'hourly_volume', 'cvd']",
        "reason": "str",
    },
)
Microstructure = TypedDict(
    "Microstructure",
    {
        "as_of": "str",
        "basis": "Literal['minute', 'daily']",
        "vpin": "Optional[float]",
        "amihud": "Optional[float]",
        "kyle_lambda": "Optional[float]",
        "roll_spread": "Optional[float]",
        "bid_ask_spread_bps": "Optional[float]",
        "bid_ask_spread_basis": "Optional[Literal['quotes', 'prices']]",
        "order_flow_imbalance": "Optional[float]",
        "order_flow_basis": "Optional[Literal['trades', 'prices']]",
        "relative_volume": "Optional[float]",
        "hv_30d_pct": "Optional[float]",
        "intraday_vol_pct": "Optional[float]",
        "point_of_control": "Optional[float]",
        "value_area": "Union[ValueArea, Optional[Any]]",
        "smart_money_index": "Optional[float]",
        "price_efficiency": "Optional[float]",
        "variance_ratio": "Optional[float]",
        "volatility_regime": "Optional[Literal['low', 'normal', 'high', 'extreme']]",
        "institutional_flow": "Union[InstitutionalFlow, Optional[Any]]",
        "volume_profile": "List[VolumeLevel]",
        "hourly_volume": "List[HourVolume]",
        "cvd": "List[VolumeDelta]",
        "missing": "List[MissingMetric]",
    },
)
TradePlan = TypedDict(
    "TradePlan",
    {
        "entry": "float",
        "stop": "float",
        "target": "float",
        "reward_to_risk": "float",
    },
)
DaySignalAnswer = TypedDict(
    "DaySignalAnswer",
    {
        "ticker": "str",
        "signal": "Literal['Strong Buy', 'Buy', 'Lean Buy', 'Neutral', 'Lean Sell', 'Sell', 'Strong Sell']",
        "score": "float",
        "direction": "Literal['long', 'short', 'flat']",
        "layers": "DaySignalLayers",
        "session": "MarketSession",
        "vwap": "Union[VwapReading, Optional[Any]]",
        "opening_range": "Union[OpeningRange, Optional[Any]]",
        "microstructure": "Microstructure",
        "trade_plan": "Union[TradePlan, Optional[Any]]",
        "trade_plan_reason": "Optional[str]",
        "as_of": "str",
        "api_version": "Literal['v1']",
    },
)
MicrostructureAnswer = TypedDict(
    "MicrostructureAnswer",
    {
        "ticker": "str",
        "as_of": "str",
        "basis": "Literal['minute', 'daily']",
        "vpin": "Optional[float]",
        "amihud": "Optional[float]",
        "kyle_lambda": "Optional[float]",
        "roll_spread": "Optional[float]",
        "bid_ask_spread_bps": "Optional[float]",
        "bid_ask_spread_basis": "Optional[Literal['quotes', 'prices']]",
        "order_flow_imbalance": "Optional[float]",
        "order_flow_basis": "Optional[Literal['trades', 'prices']]",
        "relative_volume": "Optional[float]",
        "hv_30d_pct": "Optional[float]",
        "intraday_vol_pct": "Optional[float]",
        "point_of_control": "Optional[float]",
        "value_area": "Union[ValueArea, Optional[Any]]",
        "smart_money_index": "Optional[float]",
        "price_efficiency": "Optional[float]",
        "variance_ratio": "Optional[float]",
        "volatility_regime": "Optional[Literal['low', 'normal', 'high', 'extreme']]",
        "institutional_flow": "Union[InstitutionalFlow, Optional[Any]]",
        "volume_profile": "List[VolumeLevel]",
        "hourly_volume": "List[HourVolume]",
        "cvd": "List[VolumeDelta]",
        "missing": "List[MissingMetric]",
        "api_version": "Literal['v1']",
    },
)
StreetEdge = TypedDict(
    "StreetEdge",
    {
        "upgrades": "Optional[float]",
        "downgrades": "Optional[float]",
    },
)
ReturnSample = TypedDict(
    "ReturnSample",
    {
        "n": "int",
        "median": "Optional[float]",
        "win_rate": "Optional[float]",
    },
)
GradeOutcomes = TypedDict(
    "GradeOutcomes",
    {
        "upgrades": "ReturnSample",
        "downgrades": "ReturnSample",
    },
)
StreetScoreboard = TypedDict(
    "StreetScoreboard",
    {
        "m1": "GradeOutcomes",
        "m3": "GradeOutcomes",
        "m6": "GradeOutcomes",
    },
)
StreetBaseline = TypedDict(
    "StreetBaseline",
    {
        "m1": "ReturnSample",
        "m3": "ReturnSample",
        "m6": "ReturnSample",
    },
)
StreetTargets = TypedDict(
    "StreetTargets",
    {
        "scored": "int",
        "hit_rate_12m": "Optional[float]",
        "median_implied": "Optional[float]",
        "median_realized_12m": "Optional[float]",
    },
)
FirmGrades = TypedDict(
    "FirmGrades",
    {
        "firm": "str",
        "calls": "int",
        "beat_tape": "int",
        "beat_rate": "Optional[float]",
        "last_action": "str",
    },
)
RatingAction = TypedDict(
    "RatingAction",
    {
        "date": "str",
        "firm": "str",
        "action": "Literal['upgrade', 'downgrade', 'initiation', 'reiteration', 'resumption', 'termination']",
        "rating": "str",
        "pt": "Optional[float]",
        "ret_since": "Optional[float]",
    },
)
StreetGradesAnswer = TypedDict(
    "StreetGradesAnswer",
    {
        "ticker": "str",
        "from": "Optional[str]",
        "to": "Optional[str]",
        "actions_total": "int",
        "upgrade_count": "int",
        "downgrade_count": "int",
        "firms_covered": "int",
        "read": "str",
        "edge_3m": "StreetEdge",
        "scoreboard": "StreetScoreboard",
        "baseline": "StreetBaseline",
        "targets": "StreetTargets",
        "firms": "List[FirmGrades]",
        "recent": "List[RatingAction]",
        "api_version": "Literal['v1']",
    },
)
ImpliedMove = TypedDict(
    "ImpliedMove",
    {
        "pct": "float",
        "dollars": "float",
        "expiry": "str",
        "strike": "float",
        "spot": "float",
        "straddle_mid": "float",
        "quoted_at": "str",
    },
)
AnalystRevisions = TypedDict(
    "AnalystRevisions",
    {
        "up_30d": "Optional[int]",
        "down_30d": "Optional[int]",
        "momentum": "Optional[int]",
    },
)
TargetConsensus = TypedDict(
    "TargetConsensus",
    {
        "consensus": "Optional[float]",
        "high": "Optional[float]",
        "low": "Optional[float]",
        "n": "int",
        "upside_pct": "Optional[float]",
    },
)
SetupFactors = TypedDict(
    "SetupFactors",
    {
        "technical": "Optional[float]",
        "momentum": "Optional[float]",
        "fundamentals": "Optional[float]",
        "microstructure": "Optional[float]",
        "options_flow": "Optional[float]",
    },
)
FundamentalsTrend = TypedDict(
    "FundamentalsTrend",
    {
        "revenue_yoy": "Optional[float]",
        "eps_yoy": "Optional[float]",
        "net_income_yoy": "Optional[float]",
    },
)
EarningsReport = TypedDict(
    "EarningsReport",
    {
        "fiscal_year": "int",
        "fiscal_quarter": "int",
        "period_end": "str",
        "filing_date": "Optional[str]",
        "eps_basic": "Optional[float]",
        "eps_diluted": "Optional[float]",
        "revenue": "Optional[float]",
        "net_income": "Optional[float]",
    },
)
EarningsSetupAnswer = TypedDict(
    "EarningsSetupAnswer",
    {
        "ticker": "str",
        "as_of": "Optional[str]",
        "next_earnings": "Dict[str, Any]",
        "implied_move": "Union[ImpliedMove, Optional[Any]]",
        "implied_move_reason": "Optional[Literal['no_earnings_date', 'no_live_quote', 'no_spot', 'no_strike_near_spot', 'not_read']]",
        "revisions": "AnalystRevisions",
        "targets": "TargetConsensus",
        "factors": "SetupFactors",
        "fundamentals_trend": "FundamentalsTrend",
        "recent_actuals": "List[EarningsReport]",
        "api_version": "Literal['v1']",
    },
)
PromiseCounts = TypedDict(
    "PromiseCounts",
    {
        "kept": "int",
        "missed": "int",
        "walked_back": "int",
        "pending": "int",
        "on_track": "int",
    },
)
PromiseReceipt = TypedDict(
    "PromiseReceipt",
    {
        "quarter": "str",
        "date": "Optional[str]",
        "sentence": "str",
    },
)
_ManagementPromiseRequired = TypedDict(
    "_ManagementPromiseRequired",
    {
        "id": "str",
        "quarter": "str",
        "made_on": "Optional[str]",
        "speaker": "str",
        "topic": "Literal['earnings_per_share', 'cash_flow', 'gross_margin', 'operating_profit', 'cost_savings', 'tax_rate', 'capital_spending', 'financing', 'expenses', 'revenue', 'supply', 'product', 'other']",
        "text": "str",
        "due": "Optional[str]",
        "status": "Literal['kept', 'missed', 'walked_back', 'pending']",
        "is_on_track": "bool",
    },
)
_ManagementPromiseOptional = TypedDict(
    "_ManagementPromiseOptional",
    {
        "receipt": "PromiseReceipt",
    },
    total=False,
)


class ManagementPromise(_ManagementPromiseRequired, _ManagementPromiseOptional):
    pass


PromiseLedgerAnswer = TypedDict(
    "PromiseLedgerAnswer",
    {
        "ticker": "str",
        "company": "str",
        "quarters_analysed": "int",
        "credibility_index": "Optional[float]",
        "archetype": "Literal['untested', 'reliable', 'overpromiser', 'resetter', 'mixed']",
        "counts": "PromiseCounts",
        "promises": "List[ManagementPromise]",
        "demo": "bool",
        "api_version": "Literal['v1']",
    },
)
ConstituentSignal = TypedDict(
    "ConstituentSignal",
    {
        "label": "Literal['Strong Buy', 'Buy', 'Neutral', 'Sell', 'Strong Sell']",
        "composite_score": "float",
    },
)
ReadthroughConstituent = TypedDict(
    "ReadthroughConstituent",
    {
        "ticker": "str",
        "name": "str",
        "relation": "Literal['rival', 'supplier', 'investor', 'customer', 'comparable']",
        "rationale": "str",
        "weight_pct": "float",
        "signal": "Union[ConstituentSignal, Optional[Any]]",
        "source_url": "Optional[str]",
    },
)
SignalMix = TypedDict(
    "SignalMix",
    {
        "Bullish": "float",
        "Neutral": "float",
        "Bearish": "float",
    },
)
BasketFactors = TypedDict(
    "BasketFactors",
    {
        "technical": "Optional[float]",
        "momentum": "Optional[float]",
        "fundamentals": "Optional[float]",
        "microstructure": "Optional[float]",
        "options_flow": "Optional[float]",
    },
)
ReadthroughRollUp = TypedDict(
    "ReadthroughRollUp",
    {
        "composite_score": "Optional[float]",
        "signal": "Optional[Literal['Strong Buy', 'Buy', 'Neutral', 'Sell', 'Strong Sell']]",
        "signal_mix": "Union[SignalMix, Optional[Any]]",
        "factors": "Union[BasketFactors, Optional[Any]]",
        "coverage": "float",
    },
)
ReadthroughBasketAnswer = TypedDict(
    "ReadthroughBasketAnswer",
    {
        "slug": "str",
        "company": "str",
        "weighting": "Literal['equal']",
        "constituents": "List[ReadthroughConstituent]",
        "roll_up": "ReadthroughRollUp",
        "demo": "bool",
        "as_of": "Optional[str]",
        "api_version": "Literal['v1']",
    },
)
NewsSentiment = TypedDict(
    "NewsSentiment",
    {
        "label": "Literal['positive', 'neutral', 'negative']",
        "score": "float",
    },
)
NewsArticle = TypedDict(
    "NewsArticle",
    {
        "title": "str",
        "url": "str",
        "source": "str",
        "published_at": "str",
        "summary": "Optional[str]",
        "tickers": "List[str]",
        "sentiment": "NewsSentiment",
    },
)
NewsAnswer = TypedDict(
    "NewsAnswer",
    {
        "ticker": "str",
        "count": "int",
        "total": "int",
        "articles": "List[NewsArticle]",
        "next_cursor": "Optional[str]",
        "api_version": "Literal['v1']",
    },
)
FundingRound = TypedDict(
    "FundingRound",
    {
        "stage": "Optional[Literal['Pre-seed', 'Angel', 'Seed', 'Pre-Series A', 'Series A', 'Series B', 'Series C', 'Series D', 'Series E', 'Series F', 'Series G', 'Series H', 'Series I', 'Series J', 'Growth', 'Bridge', 'Debt', 'Grant', 'Secondary']]",
        "amount_usd": "Optional[float]",
        "lead_investor": "Optional[str]",
    },
)
StartupArticle = TypedDict(
    "StartupArticle",
    {
        "title": "str",
        "url": "str",
        "source": "str",
        "published_at": "str",
        "summary": "Optional[str]",
        "tickers": "List[str]",
        "sentiment": "NewsSentiment",
        "company": "Optional[str]",
        "topics": "List[Literal['ai', 'fintech', 'climate', 'health', 'space', 'defense', 'robotics', 'saas']]",
        "funding": "Union[FundingRound, Optional[Any]]",
    },
)
StartupNewsAnswer = TypedDict(
    "StartupNewsAnswer",
    {
        "count": "int",
        "total": "int",
        "articles": "List[StartupArticle]",
        "next_cursor": "Optional[str]",
        "api_version": "Literal['v1']",
    },
)
DcaPurchase = TypedDict(
    "DcaPurchase",
    {
        "date": "str",
        "price": "float",
    },
)
DcaOutcome = TypedDict(
    "DcaOutcome",
    {
        "invested": "float",
        "final_value": "float",
        "multiple": "Optional[float]",
        "xirr": "Optional[float]",
    },
)
DcaLumpSum = TypedDict(
    "DcaLumpSum",
    {
        "final_value": "float",
        "multiple": "Optional[float]",
        "xirr": "Optional[float]",
    },
)
DcaPoint = TypedDict(
    "DcaPoint",
    {
        "t": "int",
        "invested": "float",
        "value": "float",
    },
)
DcaBenchmark = TypedDict(
    "DcaBenchmark",
    {
        "ticker": "str",
        "invested": "float",
        "final_value": "float",
        "multiple": "Optional[float]",
        "xirr": "Optional[float]",
        "purchases": "int",
    },
)
DcaAnswer = TypedDict(
    "DcaAnswer",
    {
        "ticker": "str",
        "monthly_amount": "float",
        "purchases": "int",
        "from": "Optional[str]",
        "to": "Optional[str]",
        "years": "int",
        "invested": "float",
        "final_value": "float",
        "profit": "float",
        "multiple": "Optional[float]",
        "xirr": "Optional[float]",
        "max_drawdown": "Optional[float]",
        "best_purchase": "Union[DcaPurchase, Optional[Any]]",
        "worst_purchase": "Union[DcaPurchase, Optional[Any]]",
        "lucky": "Union[DcaOutcome, Optional[Any]]",
        "unlucky": "Union[DcaOutcome, Optional[Any]]",
        "lump_sum": "Union[DcaLumpSum, Optional[Any]]",
        "series": "List[DcaPoint]",
        "benchmark": "Union[DcaBenchmark, Optional[Any]]",
        "api_version": "Literal['v1']",
    },
)
StrategyDescription = TypedDict(
    "StrategyDescription",
    {
        "id": "Literal['buy_hold', 'trend', 'golden_cross', 'rsi_meanrev', 'macd']",
        "name": "str",
        "description": "str",
    },
)
MetricDescription = TypedDict(
    "MetricDescription",
    {
        "name": "str",
        "unit": "str",
        "description": "str",
    },
)
BacktestLibraryAnswer = TypedDict(
    "BacktestLibraryAnswer",
    {
        "count": "int",
        "total": "int",
        "strategies": "List[StrategyDescription]",
        "metrics": "List[MetricDescription]",
        "api_version": "Literal['v1']",
    },
)
StrategyMetrics = TypedDict(
    "StrategyMetrics",
    {
        "total_return_pct": "float",
        "cagr_pct": "Optional[float]",
        "sharpe": "Optional[float]",
        "max_drawdown_pct": "float",
        "exposure_pct": "float",
        "hit_rate_pct": "Optional[float]",
        "trades": "int",
    },
)
BuyHoldMetrics = TypedDict(
    "BuyHoldMetrics",
    {
        "total_return_pct": "float",
        "cagr_pct": "Optional[float]",
        "sharpe": "Optional[float]",
        "max_drawdown_pct": "float",
    },
)
BacktestEdge = TypedDict(
    "BacktestEdge",
    {
        "excess_return_pct": "float",
        "sharpe_delta": "Optional[float]",
        "dd_improvement_pct": "float",
    },
)
WalkForward = TypedDict(
    "WalkForward",
    {
        "train_sharpe": "Optional[float]",
        "test_sharpe": "Optional[float]",
        "train_test_ratio": "Optional[float]",
        "verdict": "Literal['OVERFIT', 'MILD_DECAY', 'ROBUST', 'NO_EDGE']",
        "positive_windows": "int",
    },
)
BacktestPoint = TypedDict(
    "BacktestPoint",
    {
        "i": "int",
        "strat": "float",
        "bh": "float",
    },
)
BacktestAnswer1 = TypedDict(
    "BacktestAnswer1",
    {
        "ok": "bool",
        "ticker": "str",
        "strategy": "Literal['buy_hold', 'trend', 'golden_cross', 'rsi_meanrev', 'macd']",
        "years": "int",
        "strategy_metrics": "StrategyMetrics",
        "buy_hold_metrics": "BuyHoldMetrics",
        "edge": "BacktestEdge",
        "walk_forward": "WalkForward",
        "curve": "List[BacktestPoint]",
        "api_version": "Literal['v1']",
    },
)
BacktestAnswer2 = TypedDict(
    "BacktestAnswer2",
    {
        "ok": "bool",
        "status": "Literal['insufficient_data']",
        "message": "str",
        "ticker": "str",
        "strategy": "Literal['buy_hold', 'trend', 'golden_cross', 'rsi_meanrev', 'macd']",
        "years": "int",
        "api_version": "Literal['v1']",
    },
)
BacktestAnswer = Union[BacktestAnswer1, BacktestAnswer2]
EarningsCalendarAnswer = TypedDict(
    "EarningsCalendarAnswer",
    {
        "ticker": "str",
        "next_earnings_is_estimate": "bool",
        "next_earnings_estimate": "Optional[str]",
        "days_until_earnings": "Optional[int]",
        "earnings_history": "List[EarningsReport]",
        "revenue_growth_yoy": "Optional[float]",
        "eps_growth_yoy": "Optional[float]",
        "total_reports": "int",
    },
)
CorporateEventsCompany = TypedDict(
    "CorporateEventsCompany",
    {
        "name": "str",
        "exchange": "Optional[str]",
        "sector": "Optional[str]",
        "industry": "Optional[str]",
        "cik": "Optional[str]",
    },
)
CorporateEventCounts = TypedDict(
    "CorporateEventCounts",
    {
        "earnings": "int",
        "dividends": "int",
        "splits": "int",
        "analyst": "int",
        "insider": "int",
        "filings": "int",
        "conferences": "int",
        "corporate": "int",
    },
)
EarningsRollUp = TypedDict(
    "EarningsRollUp",
    {
        "last_report_date": "Optional[str]",
        "next_earnings_estimate": "Optional[str]",
        "days_until_earnings": "Optional[int]",
        "revenue_growth_yoy": "Optional[float]",
        "eps_growth_yoy": "Optional[float]",
    },
)
DividendRollUp = TypedDict(
    "DividendRollUp",
    {
        "last_ex_date": "Optional[str]",
        "last_amount": "Optional[float]",
        "trailing_amount": "Optional[float]",
        "trailing_payments": "int",
        "trailing_yield": "Optional[float]",
    },
)
AnalystRollUp = TypedDict(
    "AnalystRollUp",
    {
        "window_days": "int",
        "upgrades": "int",
        "downgrades": "int",
        "initiations": "int",
        "other_actions": "int",
        "firms": "int",
        "last_action_date": "Optional[str]",
    },
)
CorporateEventsSummary = TypedDict(
    "CorporateEventsSummary",
    {
        "counts": "CorporateEventCounts",
        "earnings": "EarningsRollUp",
        "dividend": "DividendRollUp",
        "analyst": "AnalystRollUp",
    },
)
_CorporateEventRequired = TypedDict(
    "_CorporateEventRequired",
    {
        "date": "str",
        "kind": "Literal['earnings_report', 'earnings_estimate', 'earnings_release', 'dividend', 'split', 'upgrade', 'downgrade', 'initiation', 'reiteration', 'resumption', 'termination', 'insider_purchase', 'insider_sale', 'insider_grant', 'insider_exercise', 'insider_tax', 'insider_gift', 'insider_disposition', 'insider_other', 'insider_statement', 'insider_report', 'filing', 'regulation_fd', 'agreement', 'agreement_ended', 'bankruptcy', 'cybersecurity_incident', 'acquisition_or_disposition', 'financing', 'restructuring', 'impairment', 'listing', 'shareholder_rights', 'auditor_change', 'restatement', 'control_change', 'officer_change', 'bylaws_or_name', 'shareholder_vote', 'other']",
        "title": "str",
        "detail": "str",
    },
)
_CorporateEventOptional = TypedDict(
    "_CorporateEventOptional",
    {
        "value": "float",
        "source_url": "str",
    },
    total=False,
)


class CorporateEvent(_CorporateEventRequired, _CorporateEventOptional):
    pass


CorporateEventGroups = TypedDict(
    "CorporateEventGroups",
    {
        "earnings": "List[CorporateEvent]",
        "dividends": "List[CorporateEvent]",
        "splits": "List[CorporateEvent]",
        "analyst": "List[CorporateEvent]",
        "insider": "List[CorporateEvent]",
        "filings": "List[CorporateEvent]",
        "conferences": "List[CorporateEvent]",
        "corporate": "List[CorporateEvent]",
    },
)
RelatedSecurity = TypedDict(
    "RelatedSecurity",
    {
        "ticker": "str",
        "name": "str",
        "relation": "Literal['same_filer', 'same_sector']",
    },
)
MissingCorporateEvents = TypedDict(
    "MissingCorporateEvents",
    {
        "group": "Literal['earnings', 'dividends', 'splits', 'analyst', 'insider', 'filings', 'conferences', 'corporate']",
        "reason": "str",
    },
)
CorporateEventsAnswer = TypedDict(
    "CorporateEventsAnswer",
    {
        "ticker": "str",
        "company": "CorporateEventsCompany",
        "summary": "CorporateEventsSummary",
        "upcoming": "List[CorporateEvent]",
        "recent": "List[CorporateEvent]",
        "events": "CorporateEventGroups",
        "related": "List[RelatedSecurity]",
        "missing": "List[MissingCorporateEvents]",
    },
)
_CatalystRequired = TypedDict(
    "_CatalystRequired",
    {
        "date": "str",
        "type": "Literal['earnings', 'ipo', 'dividend', 'split', 'macro', 'opex', 'congress']",
        "title": "str",
        "detail": "str",
        "importance": "Literal['low', 'medium', 'high']",
        "estimate": "bool",
    },
)
_CatalystOptional = TypedDict(
    "_CatalystOptional",
    {
        "time": "str",
        "ticker": "str",
    },
    total=False,
)


class Catalyst(_CatalystRequired, _CatalystOptional):
    pass


CatalystLimits = TypedDict(
    "CatalystLimits",
    {
        "days": "int",
        "types": "List[Literal['earnings', 'ipo', 'dividend', 'split', 'macro', 'opex', 'congress']]",
    },
)
ClampedCatalysts = TypedDict(
    "ClampedCatalysts",
    {
        "days": "Optional[int]",
        "types": "List[Literal['earnings', 'ipo', 'dividend', 'split', 'macro', 'opex', 'congress']]",
    },
)
MissingCatalysts = TypedDict(
    "MissingCatalysts",
    {
        "type": "Literal['earnings', 'ipo', 'dividend', 'split', 'macro', 'opex', 'congress']",
        "reason": "str",
    },
)
CatalystsAnswer = TypedDict(
    "CatalystsAnswer",
    {
        "today": "str",
        "window_days": "int",
        "count": "int",
        "events": "List[Catalyst]",
        "tier": "Literal['free', 'starter', 'pro', 'institutional']",
        "limits": "CatalystLimits",
        "clamped": "ClampedCatalysts",
        "missing": "List[MissingCatalysts]",
    },
)
ModelCardRecord = TypedDict(
    "ModelCardRecord",
    {
        "resolved": "int",
        "wins": "int",
        "win_rate": "float",
        "base_rate": "float",
        "wilson_low": "float",
        "wilson_high": "float",
        "effective_n": "float",
        "avg_return": "float",
        "t_stat": "Optional[float]",
        "p_value": "Optional[float]",
        "sharpe_per_trade": "Optional[float]",
    },
)
CardSignificance = TypedDict(
    "CardSignificance",
    {
        "read": "str",
        "is_proven": "bool",
        "days": "int",
        "avg_daily_return": "float",
        "standard_error": "Optional[float]",
        "t_stat": "Optional[float]",
        "p_value": "Optional[float]",
        "rank_ic_t_stat": "Optional[float]",
        "rank_ic_p_value": "Optional[float]",
        "deflated_sharpe": "Optional[float]",
        "variants": "int",
    },
)
CalibrationBin = TypedDict(
    "CalibrationBin",
    {
        "from": "float",
        "to": "float",
        "n": "int",
        "predicted": "Optional[float]",
        "risen": "Optional[float]",
    },
)
CardCalibration = TypedDict(
    "CardCalibration",
    {
        "ece": "float",
        "brier": "float",
        "base_rate": "float",
        "brier_baseline": "float",
        "brier_skill": "Optional[float]",
        "bins": "List[CalibrationBin]",
    },
)
CardDiscrimination = TypedDict(
    "CardDiscrimination",
    {
        "roc_auc": "float",
        "gini": "float",
        "rank_ic": "Optional[float]",
    },
)
OutOfSampleHold = TypedDict(
    "OutOfSampleHold",
    {
        "train": "float",
        "test": "float",
        "held": "bool",
    },
)
TimeConsistency = TypedDict(
    "TimeConsistency",
    {
        "months": "int",
        "positive_share": "float",
    },
)
EdgeTrend = TypedDict(
    "EdgeTrend",
    {
        "slope": "float",
        "t_stat": "float",
    },
)
CardRobustness = TypedDict(
    "CardRobustness",
    {
        "psr": "Optional[float]",
        "min_track_record_length": "Optional[int]",
        "oos_hold": "OutOfSampleHold",
        "time_consistency": "TimeConsistency",
        "max_drawdown": "float",
        "edge_trend": "Union[EdgeTrend, Optional[Any]]",
    },
)
ModelCardValidation = TypedDict(
    "ModelCardValidation",
    {
        "significance": "Union[CardSignificance, Optional[Any]]",
        "calibration": "Union[CardCalibration, Optional[Any]]",
        "discrimination": "Union[CardDiscrimination, Optional[Any]]",
        "robustness": "Union[CardRobustness, Optional[Any]]",
    },
)
FactorHealth = TypedDict(
    "FactorHealth",
    {
        "factor": "Literal['technical', 'momentum', 'fundamentals', 'microstructure', 'options_flow']",
        "verdict": "Literal['INVERTED', 'BROKEN', 'DECAYING', 'STABLE']",
        "ic_first_half": "float",
        "ic_second_half": "float",
        "t_stat": "float",
        "p_value": "float",
        "effective_n": "float",
    },
)
MissingCardSection = TypedDict(
    "MissingCardSection",
    {
        "section": "Literal['record', 'significance', 'calibration', 'discrimination', 'robustness', 'factor_health']",
        "reason": "str",
    },
)
ModelCardAnswer = TypedDict(
    "ModelCardAnswer",
    {
        "window": "Literal['30d', '90d', '365d', 'all']",
        "as_of": "Optional[str]",
        "record": "Union[ModelCardRecord, Optional[Any]]",
        "validation": "ModelCardValidation",
        "factor_health": "Optional[List[FactorHealth]]",
        "missing": "List[MissingCardSection]",
        "api_version": "Literal['v1']",
    },
)
TopPosition = TypedDict(
    "TopPosition",
    {
        "ticker": "str",
        "weight_pct": "float",
    },
)
Concentration = TypedDict(
    "Concentration",
    {
        "hhi": "float",
        "top_position": "TopPosition",
        "effective_positions": "float",
    },
)
FactorExposure = TypedDict(
    "FactorExposure",
    {
        "technical": "Optional[float]",
        "momentum": "Optional[float]",
        "fundamentals": "Optional[float]",
        "microstructure": "Optional[float]",
        "options_flow": "Optional[float]",
    },
)
SectorWeight = TypedDict(
    "SectorWeight",
    {
        "sector": "str",
        "weight_pct": "float",
    },
)
ReviewEntry = TypedDict(
    "ReviewEntry",
    {
        "ticker": "str",
        "weight_pct": "float",
        "score": "float",
        "signal": "Literal['Strong Buy', 'Buy', 'Neutral', 'Sell', 'Strong Sell']",
    },
)
MergedTicker = TypedDict(
    "MergedTicker",
    {
        "ticker": "str",
        "entries": "int",
    },
)
PortfolioAnswer1 = TypedDict(
    "PortfolioAnswer1",
    {
        "ok": "bool",
        "as_of": "str",
        "posture": "Literal['Bullish', 'Neutral', 'Bearish']",
        "weighted_composite_score": "float",
        "n_positions": "int",
        "weight_basis": "Literal['explicit_weight', 'explicit_value', 'shares_value', 'equal_weight']",
        "signal_mix": "SignalMix",
        "concentration": "Concentration",
        "factor_exposure": "FactorExposure",
        "sector_concentration": "List[SectorWeight]",
        "risk_flags": "List[str]",
        "review_priority": "List[ReviewEntry]",
        "unresolved": "List[str]",
        "stale": "List[str]",
        "merged": "List[MergedTicker]",
        "api_version": "Literal['v1']",
    },
)
PortfolioAnswer2 = TypedDict(
    "PortfolioAnswer2",
    {
        "ok": "bool",
        "status": "Literal['no_signals']",
        "message": "str",
        "unresolved": "List[str]",
        "api_version": "Literal['v1']",
    },
)
PortfolioAnswer = Union[PortfolioAnswer1, PortfolioAnswer2]
HoldingSignal = TypedDict(
    "HoldingSignal",
    {
        "label": "Literal['Strong Buy', 'Buy', 'Neutral', 'Sell', 'Strong Sell']",
        "composite_score": "float",
    },
)
OverlayHolding = TypedDict(
    "OverlayHolding",
    {
        "ticker": "str",
        "weight_pct": "float",
        "verdict": "Literal['agree_hold', 'svc_says_sell', 'svc_says_add']",
        "action": "Literal['CLOSE', 'ADD', 'HOLD', 'WATCH']",
        "svc_signal": "HoldingSignal",
    },
)
ActionItem = TypedDict(
    "ActionItem",
    {
        "priority": "Literal['CLOSE', 'ADD', 'HOLD', 'WATCH']",
        "ticker": "str",
        "reason": "str",
    },
)
SignalGap = TypedDict(
    "SignalGap",
    {
        "ticker": "str",
        "score": "float",
    },
)
OverlaySummary = TypedDict(
    "OverlaySummary",
    {
        "avg_svc_score": "float",
        "grade": "Literal['A', 'B', 'C', 'D', 'F']",
        "weighting": "Literal['weight', 'value', 'equal']",
    },
)
MarketRegime = TypedDict(
    "MarketRegime",
    {
        "state": "Literal['calm', 'stressed']",
        "probability": "float",
        "as_of": "str",
    },
)
PortfolioOverlayAnswer1 = TypedDict(
    "PortfolioOverlayAnswer1",
    {
        "ok": "bool",
        "source": "Literal['manual']",
        "as_of": "str",
        "holdings": "List[OverlayHolding]",
        "action_items": "List[ActionItem]",
        "signal_gaps": "List[SignalGap]",
        "portfolio_summary": "OverlaySummary",
        "risk_flags": "List[str]",
        "regime": "Union[MarketRegime, Optional[Any]]",
        "unresolved": "List[str]",
        "stale": "List[str]",
        "merged": "List[MergedTicker]",
        "api_version": "Literal['v1']",
    },
)
PortfolioOverlayAnswer2 = TypedDict(
    "PortfolioOverlayAnswer2",
    {
        "ok": "bool",
        "status": "Literal['no_signals']",
        "message": "str",
        "unresolved": "List[str]",
        "api_version": "Literal['v1']",
    },
)
PortfolioOverlayAnswer = Union[PortfolioOverlayAnswer1, PortfolioOverlayAnswer2]
TerminalDistribution = TypedDict(
    "TerminalDistribution",
    {
        "mean_pct": "float",
        "p5_pct": "float",
        "p50_pct": "float",
        "p95_pct": "float",
    },
)
SimulationRegime = TypedDict(
    "SimulationRegime",
    {
        "start_state": "Literal['calm', 'stressed']",
        "shift_risk_pct": "float",
        "regime_drift_pct": "float",
    },
)
ChallengeRow = TypedDict(
    "ChallengeRow",
    {
        "model": "Literal['normal', 'student_t', 'stationary_bootstrap']",
        "p5_pct": "float",
        "p50_pct": "float",
        "var_dollar": "float",
    },
)
ModelChallenge = TypedDict(
    "ModelChallenge",
    {
        "rows": "List[ChallengeRow]",
        "read": "str",
    },
)
SimulationConfidence = TypedDict(
    "SimulationConfidence",
    {
        "level": "Literal['high', 'medium', 'low']",
        "reasons": "List[str]",
    },
)
SimulationHistory = TypedDict(
    "SimulationHistory",
    {
        "from": "str",
        "to": "str",
        "sessions": "int",
    },
)
ConePoint = TypedDict(
    "ConePoint",
    {
        "day": "int",
        "date": "str",
        "p10": "float",
        "p50": "float",
        "p90": "float",
    },
)
SimulateAnswer = TypedDict(
    "SimulateAnswer",
    {
        "terminal": "TerminalDistribution",
        "prob_positive_pct": "float",
        "var_dollar": "float",
        "cvar_dollar": "float",
        "regime": "Union[SimulationRegime, Optional[Any]]",
        "model_challenge": "ModelChallenge",
        "confidence": "SimulationConfidence",
        "horizon_sessions": "int",
        "history": "SimulationHistory",
        "cone": "List[ConePoint]",
        "api_version": "Literal['v1']",
    },
)
PrivateRound = TypedDict(
    "PrivateRound",
    {
        "date": "str",
        "date_precision": "Literal['year', 'month', 'day']",
        "stage": "str",
        "amount_usd": "Optional[float]",
        "post_money_usd": "Optional[float]",
        "lead_investors": "List[str]",
        "investors": "List[str]",
        "confidence": "Literal['disclosed', 'reported', 'indicative']",
        "source_url": "Optional[str]",
    },
)
PrivateCompaniesAnswer = TypedDict(
    "PrivateCompaniesAnswer",
    {
        "count": "int",
        "total": "int",
        "companies": "List[Dict[str, Any]]",
        "next_cursor": "Optional[str]",
    },
)
StakeHolderName = TypedDict(
    "StakeHolderName",
    {
        "ticker": "str",
        "name": "str",
    },
)
_PrivateStakeRequired = TypedDict(
    "_PrivateStakeRequired",
    {
        "slug": "str",
        "company": "str",
        "holder": "StakeHolderName",
        "basis": "str",
        "class": "Literal['disclosed', 'reported']",
        "is_committed": "bool",
        "as_of": "str",
        "as_of_precision": "Literal['year', 'month', 'day']",
        "source_url": "str",
        "exposure_per_10k_usd": "Optional[float]",
    },
)
_PrivateStakeOptional = TypedDict(
    "_PrivateStakeOptional",
    {
        "stake_pct": "float",
        "stake_value_usd": "float",
        "ipo_status": "Literal['private', 'rumored', 'filed', 'listed', 'acquired']",
    },
    total=False,
)


class PrivateStake(_PrivateStakeRequired, _PrivateStakeOptional):
    pass


StakeMapOfCompanyAnswer = TypedDict(
    "StakeMapOfCompanyAnswer",
    {
        "count": "int",
        "total": "int",
        "stakes": "List[PrivateStake]",
        "next_cursor": "Optional[str]",
    },
)
StakeHolder = TypedDict(
    "StakeHolder",
    {
        "ticker": "str",
        "name": "str",
        "stake_count": "int",
        "stake_value_usd": "Optional[float]",
        "as_of": "str",
        "stakes": "List[PrivateStake]",
    },
)
StakeMapHoldersAnswer = TypedDict(
    "StakeMapHoldersAnswer",
    {
        "count": "int",
        "total": "int",
        "holders": "List[StakeHolder]",
        "next_cursor": "Optional[str]",
    },
)
StakeMapAnswer = TypedDict(
    "StakeMapAnswer",
    {
        "count": "int",
        "total": "int",
        "stakes": "List[PrivateStake]",
        "next_cursor": "Optional[str]",
    },
)
MarkComponent = TypedDict(
    "MarkComponent",
    {
        "kind": "Literal['last_round', 'secondary_print']",
        "valuation_usd": "float",
        "weight": "float",
        "as_of": "str",
        "as_of_precision": "Literal['year', 'month', 'day']",
        "class": "Literal['disclosed', 'reported', 'indicative']",
        "source_url": "Optional[str]",
        "note": "str",
    },
)
PrivateMark = TypedDict(
    "PrivateMark",
    {
        "slug": "str",
        "name": "str",
        "valuation_usd": "float",
        "as_of": "str",
        "confidence": "Literal['high', 'medium', 'low']",
        "basis": "Literal['blended', 'secondary_led', 'comps_led', 'round_anchored']",
        "low_usd": "float",
        "high_usd": "float",
        "components": "List[MarkComponent]",
        "methodology": "str",
    },
)
PrivateMarksAnswer = TypedDict(
    "PrivateMarksAnswer",
    {
        "count": "int",
        "total": "int",
        "marks": "List[PrivateMark]",
        "next_cursor": "Optional[str]",
    },
)
_SecondaryEventRequired = TypedDict(
    "_SecondaryEventRequired",
    {
        "date": "str",
        "date_precision": "Literal['year', 'month', 'day']",
        "kind": "Literal['tender', 'block', 'indication', 'authorized_secondary']",
        "confidence": "Literal['disclosed', 'reported', 'indicative']",
        "source_url": "str",
    },
)
_SecondaryEventOptional = TypedDict(
    "_SecondaryEventOptional",
    {
        "implied_valuation_usd": "float",
        "price_per_share": "float",
        "size_usd": "float",
        "premium_pct": "float",
    },
    total=False,
)


class SecondaryEvent(_SecondaryEventRequired, _SecondaryEventOptional):
    pass


_SecondaryTapeRequired = TypedDict(
    "_SecondaryTapeRequired",
    {
        "slug": "str",
        "name": "str",
        "events": "List[SecondaryEvent]",
        "prints": "int",
        "latest": "str",
    },
)
_SecondaryTapeOptional = TypedDict(
    "_SecondaryTapeOptional",
    {
        "ipo_status": "Literal['private', 'rumored', 'filed', 'listed', 'acquired']",
    },
    total=False,
)


class SecondaryTape(_SecondaryTapeRequired, _SecondaryTapeOptional):
    pass


SecondaryTapeAnswer = TypedDict(
    "SecondaryTapeAnswer",
    {
        "count": "int",
        "total": "int",
        "tape": "List[SecondaryTape]",
        "next_cursor": "Optional[str]",
    },
)
_SecondaryTapeOfCompanyAnswerRequired = TypedDict(
    "_SecondaryTapeOfCompanyAnswerRequired",
    {
        "slug": "str",
        "name": "str",
        "events": "List[SecondaryEvent]",
        "prints": "int",
        "latest": "str",
    },
)
_SecondaryTapeOfCompanyAnswerOptional = TypedDict(
    "_SecondaryTapeOfCompanyAnswerOptional",
    {
        "ipo_status": "Literal['private', 'rumored', 'filed', 'listed', 'acquired']",
    },
    total=False,
)


class SecondaryTapeOfCompanyAnswer(_SecondaryTapeOfCompanyAnswerRequired, _SecondaryTapeOfCompanyAnswerOptional):
    pass


_LiquidityMarkRequired = TypedDict(
    "_LiquidityMarkRequired",
    {
        "date": "str",
        "date_precision": "Literal['year', 'month', 'day']",
        "implied_valuation_usd": "Optional[float]",
        "premium_to_last_round_pct": "Optional[float]",
        "kind": "Literal['tender', 'block', 'indication', 'authorized_secondary']",
        "class": "Literal['disclosed', 'reported', 'indicative']",
        "source_url": "str",
    },
)
_LiquidityMarkOptional = TypedDict(
    "_LiquidityMarkOptional",
    {
        "price": "float",
    },
    total=False,
)


class LiquidityMark(_LiquidityMarkRequired, _LiquidityMarkOptional):
    pass


LiquidityRestrictions = TypedDict(
    "LiquidityRestrictions",
    {
        "rofr": "str",
        "transfer": "str",
        "lockup": "str",
        "notes": "str",
    },
)
LiquidityTiming = TypedDict(
    "LiquidityTiming",
    {
        "expected_days": "Optional[int]",
        "basis": "str",
    },
)
_PrivateLiquidityRequired = TypedDict(
    "_PrivateLiquidityRequired",
    {
        "slug": "str",
        "name": "str",
        "marks": "List[LiquidityMark]",
        "instruments": "List[Literal['tender_offer', 'direct_sale', 'spv_interest', 'forward_contract']]",
        "restrictions": "LiquidityRestrictions",
        "timing": "LiquidityTiming",
        "data_basis": "Literal['model', 'live_feed']",
    },
)
_PrivateLiquidityOptional = TypedDict(
    "_PrivateLiquidityOptional",
    {
        "ipo_status": "Literal['private', 'rumored', 'filed', 'listed', 'acquired']",
    },
    total=False,
)


class PrivateLiquidity(_PrivateLiquidityRequired, _PrivateLiquidityOptional):
    pass


PrivateLiquidityAnswer = TypedDict(
    "PrivateLiquidityAnswer",
    {
        "count": "int",
        "total": "int",
        "companies": "List[PrivateLiquidity]",
        "next_cursor": "Optional[str]",
    },
)
_LiquidityOfCompanyAnswerRequired = TypedDict(
    "_LiquidityOfCompanyAnswerRequired",
    {
        "slug": "str",
        "name": "str",
        "marks": "List[LiquidityMark]",
        "instruments": "List[Literal['tender_offer', 'direct_sale', 'spv_interest', 'forward_contract']]",
        "restrictions": "LiquidityRestrictions",
        "timing": "LiquidityTiming",
        "data_basis": "Literal['model', 'live_feed']",
    },
)
_LiquidityOfCompanyAnswerOptional = TypedDict(
    "_LiquidityOfCompanyAnswerOptional",
    {
        "ipo_status": "Literal['private', 'rumored', 'filed', 'listed', 'acquired']",
    },
    total=False,
)


class LiquidityOfCompanyAnswer(_LiquidityOfCompanyAnswerRequired, _LiquidityOfCompanyAnswerOptional):
    pass


IpoTiming = TypedDict(
    "IpoTiming",
    {
        "window": "Optional[str]",
        "rationale": "str",
    },
)
IpoReadinessDriver = TypedDict(
    "IpoReadinessDriver",
    {
        "fact": "str",
        "detail": "str",
        "score": "float",
        "as_of": "str",
        "as_of_precision": "Literal['year', 'month', 'day']",
        "source_url": "Optional[str]",
    },
)
IpoReadinessAxis = TypedDict(
    "IpoReadinessAxis",
    {
        "score": "Optional[float]",
        "weight": "float",
        "drivers": "List[IpoReadinessDriver]",
    },
)
IpoReadinessAxes = TypedDict(
    "IpoReadinessAxes",
    {
        "signal": "IpoReadinessAxis",
        "scale": "IpoReadinessAxis",
        "maturity": "IpoReadinessAxis",
        "growth": "IpoReadinessAxis",
        "liquidity": "IpoReadinessAxis",
    },
)
IpoReadinessAnswer = TypedDict(
    "IpoReadinessAnswer",
    {
        "slug": "str",
        "name": "str",
        "sector": "Optional[str]",
        "composite": "Optional[float]",
        "band": "Literal['ready', 'approaching', 'early', 'insufficient_data', 'listed', 'acquired', 'being_acquired']",
        "timing": "IpoTiming",
        "axes": "IpoReadinessAxes",
        "rank": "Optional[int]",
    },
)
IpoReadinessRankingAnswer = TypedDict(
    "IpoReadinessRankingAnswer",
    {
        "count": "int",
        "total": "int",
        "companies": "List[Dict[str, Any]]",
        "next_cursor": "Optional[str]",
    },
)
PrivateCompany3 = TypedDict(
    "PrivateCompany3",
    {
        "slug": "str",
        "name": "str",
    },
)
NewsSource = TypedDict(
    "NewsSource",
    {
        "key": "str",
        "kind": "Literal['feed', 'search', 'stored']",
        "status": "Literal['ok', 'failed', 'pending', 'not_asked', 'off']",
        "articles": "int",
        "error": "Optional[Literal['timeout', 'unreachable', 'refused_address', 'http_status', 'too_many_redirects', 'too_large', 'not_a_feed', 'busy']]",
        "since": "Optional[str]",
    },
)
PrivateCompanyNewsAnswer = TypedDict(
    "PrivateCompanyNewsAnswer",
    {
        "count": "int",
        "total": "int",
        "articles": "List[Dict[str, Any]]",
        "sources": "List[NewsSource]",
        "next_cursor": "Optional[str]",
    },
)
LeadershipChange = TypedDict(
    "LeadershipChange",
    {
        "title": "str",
        "name": "str",
        "change": "Literal['appointed', 'departed']",
        "date": "Optional[str]",
        "date_precision": "Optional[Literal['year', 'month', 'day']]",
        "as_of": "str",
        "as_of_precision": "Literal['year', 'month', 'day']",
        "source": "str",
    },
)
FactSource = TypedDict(
    "FactSource",
    {
        "field": "str",
        "as_of": "str",
        "as_of_precision": "Literal['year', 'month', 'day']",
        "source_url": "Optional[str]",
    },
)
PrivateCompanyAnswer = TypedDict(
    "PrivateCompanyAnswer",
    {
        "slug": "str",
        "name": "str",
        "tagline": "Optional[str]",
        "sector": "Optional[str]",
        "founded": "Optional[int]",
        "hq": "Optional[str]",
        "employees": "Optional[int]",
        "ipo_status": "Optional[Literal['private', 'rumored', 'filed', 'listed', 'acquired']]",
        "succeeded_by": "Optional[str]",
        "country": "Optional[str]",
        "website": "Optional[str]",
        "ceo": "Optional[str]",
        "founders": "List[str]",
        "current_valuation_usd": "Optional[float]",
        "valuation_as_of": "Optional[str]",
        "valuation_as_of_precision": "Optional[Literal['year', 'month', 'day']]",
        "valuation_confidence": "Optional[Literal['disclosed', 'reported', 'indicative']]",
        "valuation_source": "Optional[str]",
        "leadership": "List[LeadershipChange]",
        "last_round": "Union[PrivateRound, Optional[Any]]",
        "total_raised_usd": "Optional[float]",
        "investors": "List[str]",
        "products": "List[str]",
        "competitors": "List[str]",
        "pending_acquirer": "Optional[str]",
        "rumored_ipo_year": "Optional[int]",
        "estimated_revenue_usd": "Optional[float]",
        "growth_descriptor": "Optional[str]",
        "tags": "List[str]",
        "news_topics": "List[str]",
        "facts": "List[FactSource]",
    },
)
Investor = TypedDict(
    "Investor",
    {
        "slug": "str",
        "name": "str",
        "short_name": "Optional[str]",
        "tagline": "Optional[str]",
        "firm_type": "Optional[Literal['VC', 'Growth/PE', 'Strategic/CVC', 'Sovereign']]",
        "subtype": "Optional[str]",
        "founded": "Optional[int]",
        "hq": "Optional[str]",
        "country": "Optional[str]",
        "aum_usd": "Optional[float]",
        "aum_as_of": "Optional[str]",
        "aum_as_of_precision": "Optional[Literal['year', 'month', 'day']]",
        "stage_focus": "List[str]",
        "sector_focus": "List[str]",
        "tags": "List[str]",
    },
)
InvestorsAnswer = TypedDict(
    "InvestorsAnswer",
    {
        "count": "int",
        "total": "int",
        "investors": "List[Investor]",
        "next_cursor": "Optional[str]",
    },
)
InvestorFitAxes = TypedDict(
    "InvestorFitAxes",
    {
        "pace": "Optional[float]",
        "dry_powder": "Optional[float]",
        "check_size": "Optional[float]",
        "sector": "Optional[float]",
        "stage": "Optional[float]",
        "geography": "Optional[float]",
    },
)
InvestorFitAnswer = TypedDict(
    "InvestorFitAnswer",
    {
        "count": "int",
        "total": "int",
        "investors": "List[Dict[str, Any]]",
        "next_cursor": "Optional[str]",
    },
)
ActiveFund = TypedDict(
    "ActiveFund",
    {
        "name": "str",
        "size_usd": "Optional[float]",
        "year": "Optional[int]",
    },
)
InvestorDeal = TypedDict(
    "InvestorDeal",
    {
        "company": "str",
        "slug": "Optional[str]",
        "date": "Optional[str]",
        "date_precision": "Optional[Literal['year', 'month', 'day']]",
        "stage": "Optional[str]",
        "amount_usd": "Optional[float]",
        "is_lead": "Optional[bool]",
        "as_of": "str",
        "as_of_precision": "Literal['year', 'month', 'day']",
        "source_url": "str",
    },
)
InvestorAnswer = TypedDict(
    "InvestorAnswer",
    {
        "slug": "str",
        "name": "str",
        "short_name": "Optional[str]",
        "tagline": "Optional[str]",
        "firm_type": "Optional[Literal['VC', 'Growth/PE', 'Strategic/CVC', 'Sovereign']]",
        "subtype": "Optional[str]",
        "founded": "Optional[int]",
        "hq": "Optional[str]",
        "country": "Optional[str]",
        "aum_usd": "Optional[float]",
        "aum_as_of": "Optional[str]",
        "aum_as_of_precision": "Optional[Literal['year', 'month', 'day']]",
        "stage_focus": "List[str]",
        "sector_focus": "List[str]",
        "tags": "List[str]",
        "geo_focus": "List[str]",
        "website": "Optional[str]",
        "active_fund": "Union[ActiveFund, Optional[Any]]",
        "smallest_investment_usd": "Optional[float]",
        "largest_investment_usd": "Optional[float]",
        "notable_partners": "List[str]",
        "notable_portfolio": "List[str]",
        "exits_highlight": "List[str]",
        "recent_investments": "List[InvestorDeal]",
        "news_topics": "List[str]",
        "facts": "List[FactSource]",
    },
)
AnswerSource = TypedDict(
    "AnswerSource",
    {
        "title": "str",
        "ref": "str",
        "as_of": "str",
    },
)
Answer = TypedDict(
    "Answer",
    {
        "headline": "str",
        "detail": "str",
        "sources": "List[AnswerSource]",
        "confidence": "float",
        "as_of": "str",
        "disclaimer": "str",
    },
)
AnswerUsage = TypedDict(
    "AnswerUsage",
    {
        "total_tokens": "int",
        "cost_usd": "float",
    },
)
AskAnswer = TypedDict(
    "AskAnswer",
    {
        "answer": "Answer",
        "usage": "AnswerUsage",
    },
)
Agent = TypedDict(
    "Agent",
    {
        "id": "str",
        "name": "str",
        "mode": "Literal['digest', 'alert', 'research', 'committee']",
        "task_prompt": "str",
        "context": "Optional[str]",
        "tickers": "List[str]",
        "cadence": "Literal['premarket', 'close', 'weekly', 'once', 'intraday']",
        "enabled": "bool",
        "webhook_url": "Optional[str]",
        "webhook_secret": "Optional[str]",
        "created_at": "str",
        "updated_at": "str",
        "last_run_at": "Optional[str]",
        "next_run_at": "Optional[str]",
    },
)
AgentsAnswer = TypedDict(
    "AgentsAnswer",
    {
        "count": "int",
        "total": "int",
        "agents": "Optional[List[Agent]]",
    },
)
AgentCreateAnswer = TypedDict(
    "AgentCreateAnswer",
    {
        "id": "str",
        "name": "str",
        "mode": "Literal['digest', 'alert', 'research', 'committee']",
        "task_prompt": "str",
        "context": "Optional[str]",
        "tickers": "List[str]",
        "cadence": "Literal['premarket', 'close', 'weekly', 'once', 'intraday']",
        "enabled": "bool",
        "webhook_url": "Optional[str]",
        "webhook_secret": "Optional[str]",
        "created_at": "str",
        "updated_at": "str",
        "last_run_at": "Optional[str]",
        "next_run_at": "Optional[str]",
    },
)
AgentUpdateAnswer = TypedDict(
    "AgentUpdateAnswer",
    {
        "id": "str",
        "name": "str",
        "mode": "Literal['digest', 'alert', 'research', 'committee']",
        "task_prompt": "str",
        "context": "Optional[str]",
        "tickers": "List[str]",
        "cadence": "Literal['premarket', 'close', 'weekly', 'once', 'intraday']",
        "enabled": "bool",
        "webhook_url": "Optional[str]",
        "webhook_secret": "Optional[str]",
        "created_at": "str",
        "updated_at": "str",
        "last_run_at": "Optional[str]",
        "next_run_at": "Optional[str]",
    },
)
AgentDeleteAnswer = TypedDict(
    "AgentDeleteAnswer",
    {
        "ok": "bool",
        "id": "str",
    },
)
AgentRunResult = TypedDict(
    "AgentRunResult",
    {
        "headline": "str",
        "detail": "str",
        "confidence": "float",
        "sources": "List[AnswerSource]",
        "as_of": "str",
    },
)
AnswerToolCall = TypedDict(
    "AnswerToolCall",
    {
        "tool": "str",
        "arguments": "str",
        "is_ok": "bool",
    },
)
AnswerGrounding = TypedDict(
    "AnswerGrounding",
    {
        "number_count": "int",
        "grounded_count": "int",
        "removed_count": "int",
    },
)
AgentRunAnswer = TypedDict(
    "AgentRunAnswer",
    {
        "ok": "bool",
        "fired": "Optional[bool]",
        "result": "Union[AgentRunResult, Optional[Any]]",
        "models": "List[str]",
        "tool_calls": "List[AnswerToolCall]",
        "grounding": "Union[AnswerGrounding, Optional[Any]]",
        "usage": "AnswerUsage",
        "run_id": "str",
    },
)
AgentRunStartAnswer = TypedDict(
    "AgentRunStartAnswer",
    {
        "run_id": "str",
        "poll_url": "str",
    },
)
AgentRun = TypedDict(
    "AgentRun",
    {
        "id": "str",
        "agent_id": "Optional[str]",
        "mode": "Literal['digest', 'alert', 'research', 'committee']",
        "trigger": "Literal['api', 'api_async', 'schedule']",
        "status": "Literal['pending', 'fired', 'clear', 'skipped', 'error']",
        "fired": "Optional[bool]",
        "started_at": "str",
        "finished_at": "Optional[str]",
        "summary": "Optional[str]",
        "result": "Union[AgentRunResult, Optional[Any]]",
        "models": "List[str]",
        "tool_calls": "List[AnswerToolCall]",
        "grounding": "Union[AnswerGrounding, Optional[Any]]",
        "usage": "AnswerUsage",
        "error": "Optional[str]",
    },
)
AgentRunsAnswer = TypedDict(
    "AgentRunsAnswer",
    {
        "count": "int",
        "total": "int",
        "runs": "List[AgentRun]",
        "next_cursor": "Optional[str]",
    },
)
_AgentRunDeliveryRequired = TypedDict(
    "_AgentRunDeliveryRequired",
    {
        "id": "str",
        "kind": "Literal['webhook', 'notification', 'mail']",
        "attempt": "int",
        "at": "str",
        "status": "Literal['succeeded', 'failed', 'waiting']",
        "duration_ms": "Optional[int]",
    },
)
_AgentRunDeliveryOptional = TypedDict(
    "_AgentRunDeliveryOptional",
    {
        "http_status": "int",
        "error": "str",
    },
    total=False,
)


class AgentRunDelivery(_AgentRunDeliveryRequired, _AgentRunDeliveryOptional):
    pass


AgentRunByIdAnswer = TypedDict(
    "AgentRunByIdAnswer",
    {
        "id": "str",
        "agent_id": "Optional[str]",
        "mode": "Literal['digest', 'alert', 'research', 'committee']",
        "trigger": "Literal['api', 'api_async', 'schedule']",
        "status": "Literal['pending', 'fired', 'clear', 'skipped', 'error']",
        "fired": "Optional[bool]",
        "started_at": "str",
        "finished_at": "Optional[str]",
        "summary": "Optional[str]",
        "result": "Union[AgentRunResult, Optional[Any]]",
        "models": "List[str]",
        "tool_calls": "List[AnswerToolCall]",
        "grounding": "Union[AnswerGrounding, Optional[Any]]",
        "usage": "AnswerUsage",
        "error": "Optional[str]",
        "deliveries": "Optional[List[AgentRunDelivery]]",
    },
)
_WebhookDeliveryRequired = TypedDict(
    "_WebhookDeliveryRequired",
    {
        "id": "str",
        "event_id": "str",
        "event_type": "Literal['edge_alert.fired', 'mood.band_change', 'signal.flip', 'ipo.listing', 'webhook.test']",
        "attempt": "int",
        "at": "str",
        "status": "Literal['succeeded', 'failed']",
        "duration_ms": "Optional[int]",
    },
)
_WebhookDeliveryOptional = TypedDict(
    "_WebhookDeliveryOptional",
    {
        "http_status": "int",
        "error": "str",
    },
    total=False,
)


class WebhookDelivery(_WebhookDeliveryRequired, _WebhookDeliveryOptional):
    pass


_WebhookRequired = TypedDict(
    "_WebhookRequired",
    {
        "id": "str",
        "url": "str",
        "events": "List[Literal['edge_alert.fired', 'mood.band_change', 'signal.flip', 'ipo.listing']]",
        "secret": "str",
        "created_at": "str",
        "status": "Literal['active', 'disabled']",
        "consecutive_failures": "int",
        "recent_deliveries": "List[WebhookDelivery]",
    },
)
_WebhookOptional = TypedDict(
    "_WebhookOptional",
    {
        "disabled_reason": "str",
    },
    total=False,
)


class Webhook(_WebhookRequired, _WebhookOptional):
    pass


WebhooksAnswer = TypedDict(
    "WebhooksAnswer",
    {
        "count": "int",
        "total": "int",
        "webhooks": "Optional[List[Webhook]]",
    },
)
_WebhookRegisterAnswerRequired = TypedDict(
    "_WebhookRegisterAnswerRequired",
    {
        "id": "str",
        "url": "str",
        "events": "List[Literal['edge_alert.fired', 'mood.band_change', 'signal.flip', 'ipo.listing']]",
        "secret": "str",
        "created_at": "str",
        "status": "Literal['active', 'disabled']",
        "consecutive_failures": "int",
        "recent_deliveries": "List[WebhookDelivery]",
    },
)
_WebhookRegisterAnswerOptional = TypedDict(
    "_WebhookRegisterAnswerOptional",
    {
        "disabled_reason": "str",
    },
    total=False,
)


class WebhookRegisterAnswer(_WebhookRegisterAnswerRequired, _WebhookRegisterAnswerOptional):
    pass


WebhookTestAnswer = TypedDict(
    "WebhookTestAnswer",
    {
        "ok": "bool",
        "delivery": "WebhookDelivery",
    },
)
WebhookDeleteAnswer = TypedDict(
    "WebhookDeleteAnswer",
    {
        "ok": "bool",
        "id": "str",
    },
)
VaultItem = TypedDict(
    "VaultItem",
    {
        "id": "str",
        "name": "str",
        "kind": "Literal['bearer', 'header', 'basic', 'query', 'password']",
        "allowed_hosts": "List[str]",
        "allow_writes": "bool",
        "require_approval": "bool",
    },
)
VaultAnswer = TypedDict(
    "VaultAnswer",
    {
        "count": "int",
        "total": "int",
        "items": "Optional[List[VaultItem]]",
    },
)
VaultRequestAnswer = TypedDict(
    "VaultRequestAnswer",
    {
        "status": "int",
        "headers": "Dict[str, Any]",
        "body_excerpt": "str",
        "truncated": "bool",
        "redactions": "int",
    },
)
VaultLoginCheckAnswer = TypedDict(
    "VaultLoginCheckAnswer",
    {
        "signed_in": "bool",
        "checked_at": "str",
    },
)
RequestUsage = TypedDict(
    "RequestUsage",
    {
        "used": "int",
        "limit": "Optional[int]",
        "remaining": "Optional[int]",
        "resets_at": "str",
    },
)
MinuteUsage = TypedDict(
    "MinuteUsage",
    {
        "limit": "int",
        "remaining": "int",
    },
)
TranscriptUsage = TypedDict(
    "TranscriptUsage",
    {
        "used": "int",
        "limit": "Optional[int]",
    },
)
RestEndpoint = TypedDict(
    "RestEndpoint",
    {
        "method": "Literal['GET', 'POST', 'PATCH', 'DELETE']",
        "path": "str",
        "tier": "Literal['free', 'starter', 'pro', 'institutional']",
    },
)
AiTokens = TypedDict(
    "AiTokens",
    {
        "today_used": "int",
        "daily_cap": "int",
        "remaining": "int",
        "resets_in_s": "int",
    },
)
_UsageAnswerRequired = TypedDict(
    "_UsageAnswerRequired",
    {
        "tier": "Literal['free', 'starter', 'pro', 'institutional']",
        "month": "str",
        "requests": "RequestUsage",
        "per_minute": "MinuteUsage",
        "transcripts": "TranscriptUsage",
        "endpoints": "List[RestEndpoint]",
    },
)
_UsageAnswerOptional = TypedDict(
    "_UsageAnswerOptional",
    {
        "ai_tokens": "AiTokens",
    },
    total=False,
)


class UsageAnswer(_UsageAnswerRequired, _UsageAnswerOptional):
    pass


LineAnswer = TypedDict(
    "LineAnswer",
    {
        "address": "str",
        "assistant_name": "str",
        "state": "Literal['payment_pending', 'active']",
        "autopilot": "Literal['off', 'draft', 'auto']",
        "standing_instructions": "Optional[str]",
        "unread_count": "int",
    },
)
_LineMessageRequired = TypedDict(
    "_LineMessageRequired",
    {
        "id": "str",
        "direction": "Literal['inbound', 'outbound']",
        "folder": "Literal['inbox', 'sent', 'drafts', 'all']",
        "channel": "Literal['mail', 'sms']",
        "sender": "str",
        "recipients": "List[str]",
        "subject": "str",
        "preview": "str",
        "is_read": "bool",
        "attachments": "List[str]",
        "at": "str",
        "answers_id": "Optional[str]",
        "thread_id": "str",
        "delivery_status": "Optional[Literal['waiting', 'sending', 'sent', 'failed']]",
        "delivered_at": "Optional[str]",
        "delivery_error": "Optional[str]",
    },
)
_LineMessageOptional = TypedDict(
    "_LineMessageOptional",
    {
        "agent_status": "Literal['replied', 'drafted', 'escalated']",
    },
    total=False,
)


class LineMessage(_LineMessageRequired, _LineMessageOptional):
    pass


LineInboxAnswer = TypedDict(
    "LineInboxAnswer",
    {
        "count": "int",
        "total": "int",
        "messages": "List[LineMessage]",
        "next_cursor": "Optional[str]",
    },
)
LineSentAnswer = TypedDict(
    "LineSentAnswer",
    {
        "count": "int",
        "total": "int",
        "messages": "List[LineMessage]",
        "next_cursor": "Optional[str]",
    },
)
LineSearchAnswer = TypedDict(
    "LineSearchAnswer",
    {
        "count": "int",
        "total": "int",
        "messages": "List[LineMessage]",
        "next_cursor": "Optional[str]",
    },
)
_LineMessageAnswerRequired = TypedDict(
    "_LineMessageAnswerRequired",
    {
        "id": "str",
        "direction": "Literal['inbound', 'outbound']",
        "folder": "Literal['inbox', 'sent', 'drafts', 'all']",
        "channel": "Literal['mail', 'sms']",
        "sender": "str",
        "recipients": "List[str]",
        "subject": "str",
        "preview": "str",
        "is_read": "bool",
        "attachments": "List[str]",
        "at": "str",
        "answers_id": "Optional[str]",
        "thread_id": "str",
        "delivery_status": "Optional[Literal['waiting', 'sending', 'sent', 'failed']]",
        "delivered_at": "Optional[str]",
        "delivery_error": "Optional[str]",
        "text": "str",
    },
)
_LineMessageAnswerOptional = TypedDict(
    "_LineMessageAnswerOptional",
    {
        "agent_status": "Literal['replied', 'drafted', 'escalated']",
    },
    total=False,
)


class LineMessageAnswer(_LineMessageAnswerRequired, _LineMessageAnswerOptional):
    pass


_LineSendAnswerRequired = TypedDict(
    "_LineSendAnswerRequired",
    {
        "id": "str",
        "direction": "Literal['inbound', 'outbound']",
        "folder": "Literal['inbox', 'sent', 'drafts', 'all']",
        "channel": "Literal['mail', 'sms']",
        "sender": "str",
        "recipients": "List[str]",
        "subject": "str",
        "preview": "str",
        "is_read": "bool",
        "attachments": "List[str]",
        "at": "str",
        "answers_id": "Optional[str]",
        "thread_id": "str",
        "delivery_status": "Optional[Literal['waiting', 'sending', 'sent', 'failed']]",
        "delivered_at": "Optional[str]",
        "delivery_error": "Optional[str]",
        "text": "str",
    },
)
_LineSendAnswerOptional = TypedDict(
    "_LineSendAnswerOptional",
    {
        "agent_status": "Literal['replied', 'drafted', 'escalated']",
    },
    total=False,
)


class LineSendAnswer(_LineSendAnswerRequired, _LineSendAnswerOptional):
    pass


_LineReplyAnswerRequired = TypedDict(
    "_LineReplyAnswerRequired",
    {
        "id": "str",
        "direction": "Literal['inbound', 'outbound']",
        "folder": "Literal['inbox', 'sent', 'drafts', 'all']",
        "channel": "Literal['mail', 'sms']",
        "sender": "str",
        "recipients": "List[str]",
        "subject": "str",
        "preview": "str",
        "is_read": "bool",
        "attachments": "List[str]",
        "at": "str",
        "answers_id": "Optional[str]",
        "thread_id": "str",
        "delivery_status": "Optional[Literal['waiting', 'sending', 'sent', 'failed']]",
        "delivered_at": "Optional[str]",
        "delivery_error": "Optional[str]",
        "text": "str",
    },
)
_LineReplyAnswerOptional = TypedDict(
    "_LineReplyAnswerOptional",
    {
        "agent_status": "Literal['replied', 'drafted', 'escalated']",
    },
    total=False,
)


class LineReplyAnswer(_LineReplyAnswerRequired, _LineReplyAnswerOptional):
    pass


CommunitySpace = TypedDict(
    "CommunitySpace",
    {
        "slug": "str",
        "name": "str",
    },
)
CommunityAnswer = TypedDict(
    "CommunityAnswer",
    {
        "points": "int",
        "level": "int",
        "next_level_points": "Optional[int]",
        "progress": "float",
        "standing": "Literal['good', 'suspended']",
        "can_post": "bool",
        "spaces": "List[CommunitySpace]",
    },
)
CommunityMember = TypedDict(
    "CommunityMember",
    {
        "id": "str",
        "name": "str",
    },
)
CommunityPost = TypedDict(
    "CommunityPost",
    {
        "id": "str",
        "space": "str",
        "kind": "Literal['discussion', 'question', 'analysis', 'resource']",
        "title": "str",
        "body": "str",
        "author": "Union[CommunityMember, Optional[Any]]",
        "created_at": "str",
        "score": "int",
        "comment_count": "int",
        "held": "bool",
    },
)
CommunityPostsAnswer = TypedDict(
    "CommunityPostsAnswer",
    {
        "count": "int",
        "total": "int",
        "posts": "List[CommunityPost]",
        "next_cursor": "Optional[str]",
    },
)
CommunityComment = TypedDict(
    "CommunityComment",
    {
        "id": "str",
        "body": "str",
        "author": "Union[CommunityMember, Optional[Any]]",
        "created_at": "str",
        "held": "bool",
    },
)
CommunityPostAnswer = TypedDict(
    "CommunityPostAnswer",
    {
        "count": "int",
        "id": "str",
        "space": "str",
        "kind": "Literal['discussion', 'question', 'analysis', 'resource']",
        "title": "str",
        "body": "str",
        "author": "Union[CommunityMember, Optional[Any]]",
        "created_at": "str",
        "score": "int",
        "comment_count": "int",
        "held": "bool",
        "comments": "List[CommunityComment]",
        "next_cursor": "Optional[str]",
    },
)
CommunityMember2 = TypedDict(
    "CommunityMember2",
    {
        "id": "str",
        "name": "str",
        "role": "Literal['investor', 'analyst', 'founder', 'engineer', 'student', 'other']",
        "open_to": "List[Literal['collaboration', 'hiring', 'work', 'mentoring', 'introductions']]",
        "level": "int",
    },
)
CommunityMembersAnswer = TypedDict(
    "CommunityMembersAnswer",
    {
        "count": "int",
        "total": "int",
        "members": "List[CommunityMember2]",
        "next_cursor": "Optional[str]",
    },
)
_CommunityEventRequired = TypedDict(
    "_CommunityEventRequired",
    {
        "id": "str",
        "title": "str",
        "starts_at": "str",
    },
)
_CommunityEventOptional = TypedDict(
    "_CommunityEventOptional",
    {
        "url": "str",
    },
    total=False,
)


class CommunityEvent(_CommunityEventRequired, _CommunityEventOptional):
    pass


CommunityEventsAnswer = TypedDict(
    "CommunityEventsAnswer",
    {
        "count": "int",
        "total": "int",
        "events": "List[CommunityEvent]",
        "next_cursor": "Optional[str]",
    },
)
CommunityMember3 = TypedDict(
    "CommunityMember3",
    {
        "id": "str",
        "name": "str",
        "role": "Literal['investor', 'analyst', 'founder', 'engineer', 'student', 'other']",
        "level": "int",
    },
)
CommunityLeaderboardRow = TypedDict(
    "CommunityLeaderboardRow",
    {
        "rank": "int",
        "member": "Union[CommunityMember3, Optional[Any]]",
        "points": "int",
    },
)
CommunityLeaderboardAnswer = TypedDict(
    "CommunityLeaderboardAnswer",
    {
        "count": "int",
        "total": "int",
        "leaderboard": "List[CommunityLeaderboardRow]",
        "next_cursor": "Optional[str]",
    },
)
CommunitySpace2 = TypedDict(
    "CommunitySpace2",
    {
        "slug": "str",
        "name": "str",
        "description": "str",
    },
)
CommunitySpacesAnswer = TypedDict(
    "CommunitySpacesAnswer",
    {
        "count": "int",
        "total": "int",
        "spaces": "List[CommunitySpace2]",
    },
)
CommunityArenaAnswer = TypedDict(
    "CommunityArenaAnswer",
    {
        "count": "int",
        "total": "int",
        "arena": "List[Dict[str, Any]]",
        "next_cursor": "Optional[str]",
    },
)
PaperHolding = TypedDict(
    "PaperHolding",
    {
        "ticker": "str",
        "shares": "float",
        "average_cost": "float",
        "last_close": "float",
        "value": "float",
        "weight": "Optional[float]",
        "unrealized_profit": "float",
        "unrealized_return": "Optional[float]",
    },
)
PaperPortfolioPoint = TypedDict(
    "PaperPortfolioPoint",
    {
        "date": "str",
        "value": "float",
    },
)
CommunityArenaMemberAnswer = TypedDict(
    "CommunityArenaMemberAnswer",
    {
        "rank": "Optional[int]",
        "user_id": "str",
        "name": "str",
        "score": "Optional[float]",
        "return_pct": "Optional[float]",
        "alpha_pct": "Optional[float]",
        "sharpe": "Optional[float]",
        "streak": "int",
        "xp": "int",
        "started_on": "str",
        "value": "float",
        "cash": "float",
        "holdings": "List[PaperHolding]",
        "curve": "List[PaperPortfolioPoint]",
    },
)
TraderRank = TypedDict(
    "TraderRank",
    {
        "name": "str",
        "next_rank_xp": "Optional[int]",
        "progress": "float",
    },
)
ArenaGoalProgress = TypedDict(
    "ArenaGoalProgress",
    {
        "id": "str",
        "name": "str",
        "description": "str",
        "target": "float",
        "progress": "float",
        "reached": "bool",
    },
)
CommunityArenaMeAnswer = TypedDict(
    "CommunityArenaMeAnswer",
    {
        "rank": "Optional[int]",
        "user_id": "str",
        "name": "str",
        "score": "Optional[float]",
        "return_pct": "Optional[float]",
        "alpha_pct": "Optional[float]",
        "sharpe": "Optional[float]",
        "streak": "int",
        "xp": "int",
        "started_on": "str",
        "value": "float",
        "cash": "float",
        "shared": "bool",
        "trader_rank": "TraderRank",
        "achievements": "Optional[List[ArenaGoalProgress]]",
        "weekly_quests": "Optional[List[ArenaGoalProgress]]",
    },
)
ArenaGoal = TypedDict(
    "ArenaGoal",
    {
        "id": "str",
        "name": "str",
        "description": "str",
        "target": "float",
    },
)
CommunityArenaCatalogAnswer = TypedDict(
    "CommunityArenaCatalogAnswer",
    {
        "achievements": "List[ArenaGoal]",
        "quests": "List[ArenaGoal]",
    },
)
CommunityCreatePostAnswer = TypedDict(
    "CommunityCreatePostAnswer",
    {
        "id": "str",
        "space": "str",
        "kind": "Literal['discussion', 'question', 'analysis', 'resource']",
        "title": "str",
        "body": "str",
        "author": "Union[CommunityMember, Optional[Any]]",
        "created_at": "str",
        "score": "int",
        "comment_count": "int",
        "held": "bool",
    },
)


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


    def get_signal(self, ticker: str) -> SignalAnswer:
        """Composite signal for a ticker. Lowest tier: free."""
        return self._send("GET", "/signal", {"ticker": ticker})

    def get_seasonality(self, ticker: str) -> SeasonalityAnswer:
        """Returns by calendar month. Lowest tier: free."""
        return self._send("GET", "/seasonality", {"ticker": ticker})

    def get_gap_stats(self, ticker: str) -> GapStatsAnswer:
        """Overnight gap statistics. Lowest tier: free."""
        return self._send("GET", "/gap-stats", {"ticker": ticker})

    def get_swing_signal(self, ticker: str) -> SwingSignalAnswer:
        """Signal for days to weeks. Lowest tier: institutional."""
        return self._send("GET", "/swing-signal", {"ticker": ticker})

    def get_day_signal(self, ticker: str) -> DaySignalAnswer:
        """Signal for the session at hand. Lowest tier: institutional."""
        return self._send("GET", "/day-signal", {"ticker": ticker})

    def get_microstructure(self, ticker: str) -> MicrostructureAnswer:
        """How the last session traded. Lowest tier: institutional."""
        return self._send("GET", "/microstructure", {"ticker": ticker})

    def get_street_grades(self, ticker: str) -> StreetGradesAnswer:
        """What followed analysts' rating actions. Lowest tier: free."""
        return self._send("GET", "/street-grades", {"ticker": ticker})

    def get_earnings_setup(self, ticker: str) -> EarningsSetupAnswer:
        """What is known before the next earnings report. Lowest tier: pro."""
        return self._send("GET", "/earnings-setup", {"ticker": ticker})

    def get_promise_ledger(
        self,
        *,
        ticker: Optional[str] = None,
        quarters: Optional[int] = None,
        demo: Optional[bool] = None,
    ) -> PromiseLedgerAnswer:
        """Promises of management in earnings calls. Lowest tier: free."""
        return self._send("GET", "/promise-ledger", {"ticker": ticker, "quarters": quarters, "demo": demo})

    def get_readthrough_basket(
        self,
        *,
        slug: Optional[str] = None,
        max: Optional[int] = None,
        demo: Optional[bool] = None,
    ) -> ReadthroughBasketAnswer:
        """Basket of the listed companies around a private one. Lowest tier: pro."""
        return self._send("GET", "/readthrough-basket", {"slug": slug, "max": max, "demo": demo})

    def get_news(self, ticker: str, *, limit: Optional[int] = None, cursor: Optional[str] = None) -> NewsAnswer:
        """News of a company, each story once. Lowest tier: free."""
        return self._send("GET", "/news", {"ticker": ticker, "limit": limit, "cursor": cursor})

    def iter_news(
        self,
        ticker: str,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
    ) -> Iterator[NewsArticle]:
        """The articles of all pages of get_news, each page when it is needed."""
        return self._pages(lambda cursor: self.get_news(ticker, limit=limit, cursor=cursor), "articles", cursor)

    def get_startup_news(
        self,
        *,
        q: Optional[str] = None,
        funding: Optional[bool] = None,
        topic: Optional[Literal["ai", "fintech", "climate", "health", "space", "defense", "robotics", "saas"]] = None,
        source: Optional[str] = None,
        since: Optional[str] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
    ) -> StartupNewsAnswer:
        """News of private companies and their funding rounds, each story once. Lowest tier: free."""
        return self._send(
            "GET",
            "/startup-news",
            {"q": q, "funding": funding, "topic": topic, "source": source, "since": since, "limit": limit, "cursor": cursor},
        )

    def iter_startup_news(
        self,
        *,
        q: Optional[str] = None,
        funding: Optional[bool] = None,
        topic: Optional[Literal["ai", "fintech", "climate", "health", "space", "defense", "robotics", "saas"]] = None,
        source: Optional[str] = None,
        since: Optional[str] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
    ) -> Iterator[StartupArticle]:
        """The articles of all pages of get_startup_news, each page when it is needed."""
        return self._pages(
            lambda cursor: self.get_startup_news(
                q=q,
                funding=funding,
                topic=topic,
                source=source,
                since=since,
                limit=limit,
                cursor=cursor,
            ),
            "articles",
            cursor,
        )

    def get_dca(self, ticker: str, *, monthly: Optional[int] = None, years: Optional[int] = None) -> DcaAnswer:
        """Dollar-cost-averaging backtest. Lowest tier: free."""
        return self._send("GET", "/dca", {"ticker": ticker, "monthly": monthly, "years": years})

    def get_backtest_library(self) -> BacktestLibraryAnswer:
        """Strategies and metrics of the backtest. Lowest tier: free."""
        return self._send("GET", "/backtest/library", {})

    def get_backtest(
        self,
        ticker: str,
        strategy: Literal["buy_hold", "trend", "golden_cross", "rsi_meanrev", "macd"],
        *,
        years: Optional[int] = None,
        bypass_cache: Optional[bool] = None,
    ) -> BacktestAnswer:
        """Backtest of a classic strategy. Lowest tier: starter."""
        return self._send(
            "GET",
            "/backtest",
            {"ticker": ticker, "strategy": strategy, "years": years, "bypass_cache": bypass_cache},
        )

    def post_backtest(
        self,
        ticker: str,
        strategy: Literal["buy_hold", "trend", "golden_cross", "rsi_meanrev", "macd"],
        *,
        years: Optional[int] = None,
        bypass_cache: Optional[bool] = None,
    ) -> BacktestAnswer:
        """Backtest of a classic strategy, with a JSON body. Lowest tier: starter."""
        return self._send(
            "POST",
            "/backtest",
            {},
            {"ticker": ticker, "strategy": strategy, "years": years, "bypass_cache": bypass_cache},
        )

    def get_earnings_calendar(self, ticker: str) -> EarningsCalendarAnswer:
        """Earnings reports and the next one, estimated. Lowest tier: pro."""
        return self._send("GET", "/earnings-calendar", {"ticker": ticker})

    def get_corporate_events(self, ticker: str) -> CorporateEventsAnswer:
        """Events of a company: reports, dividends, splits, rating actions, insiders, filings. Lowest tier: pro."""
        return self._send("GET", "/corporate-events", {"ticker": ticker})

    def get_catalysts(
        self,
        *,
        days: Optional[int] = None,
        types: Optional[Sequence[Literal["earnings", "ipo", "dividend", "split", "macro", "opex", "congress"]]] = None,
        ticker: Optional[str] = None,
    ) -> CatalystsAnswer:
        """Dated events of the market: reports, IPOs, dividends, splits, macro, expiries, trades of Congress. Lowest tier: free."""
        return self._send("GET", "/catalysts", {"days": days, "types": types, "ticker": ticker})

    def get_model_card(self, *, window: Optional[Literal["30d", "90d", "365d", "all"]] = None) -> ModelCardAnswer:
        """Model card of the composite signal. Lowest tier: pro."""
        return self._send("GET", "/engine/model-card", {"window": window})

    def get_portfolio(self, *, holdings: Optional[str] = None, tickers: Optional[str] = None) -> PortfolioAnswer:
        """Portfolio roll-up by signal. Lowest tier: pro."""
        return self._send("GET", "/portfolio", {"holdings": holdings, "tickers": tickers})

    def post_portfolio(self, holdings: Sequence[Mapping[str, Any]]) -> PortfolioAnswer:
        """Portfolio roll-up by signal, with a JSON body. Lowest tier: pro."""
        return self._send("POST", "/portfolio", {}, {"holdings": holdings})

    def get_portfolio_overlay(
        self,
        *,
        holdings: Optional[str] = None,
        tickers: Optional[str] = None,
    ) -> PortfolioOverlayAnswer:
        """Holdings compared with their signals. Lowest tier: free."""
        return self._send("GET", "/portfolio/overlay", {"holdings": holdings, "tickers": tickers})

    def post_portfolio_overlay(self, holdings: Sequence[Mapping[str, Any]]) -> PortfolioOverlayAnswer:
        """Holdings compared with their signals, with a JSON body. Lowest tier: free."""
        return self._send("POST", "/portfolio/overlay", {}, {"holdings": holdings})

    def simulate(
        self,
        positions: Sequence[Mapping[str, Any]],
        *,
        horizon_days: Optional[float] = None,
        lookback_years: Optional[float] = None,
        regime: Optional[Literal["auto", "stressed"]] = None,
    ) -> SimulateAnswer:
        """Monte-Carlo simulation of a portfolio. Lowest tier: institutional."""
        return self._send(
            "POST",
            "/simulate",
            {},
            {"positions": positions, "horizon_days": horizon_days, "lookback_years": lookback_years, "regime": regime},
        )

    def get_private_companies(
        self,
        *,
        sector: Optional[str] = None,
        q: Optional[str] = None,
        updated_since: Optional[str] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
    ) -> PrivateCompaniesAnswer:
        """Directory of private companies. Lowest tier: pro."""
        return self._send(
            "GET",
            "/private-companies/list",
            {"sector": sector, "q": q, "updated_since": updated_since, "limit": limit, "cursor": cursor},
        )

    def iter_private_companies(
        self,
        *,
        sector: Optional[str] = None,
        q: Optional[str] = None,
        updated_since: Optional[str] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
    ) -> Iterator[Dict[str, Any]]:
        """The companies of all pages of get_private_companies, each page when it is needed."""
        return self._pages(
            lambda cursor: self.get_private_companies(sector=sector, q=q, updated_since=updated_since, limit=limit, cursor=cursor),
            "companies",
            cursor,
        )

    def get_stake_map(
        self,
        slug: str,
        *,
        sort: Optional[Literal["value", "holders", "fresh"]] = None,
        limit: Optional[Union[int, Literal["all"]]] = None,
        cursor: Optional[str] = None,
    ) -> StakeMapOfCompanyAnswer:
        """Stakes of listed holders in one company. Lowest tier: free."""
        return self._send(
            "GET",
            "/private-companies/stake-map",
            {"slug": slug, "sort": sort, "limit": limit, "cursor": cursor},
        )

    def iter_stake_map(
        self,
        slug: str,
        *,
        sort: Optional[Literal["value", "holders", "fresh"]] = None,
        limit: Optional[Union[int, Literal["all"]]] = None,
        cursor: Optional[str] = None,
    ) -> Iterator[PrivateStake]:
        """The stakes of all pages of get_stake_map, each page when it is needed."""
        return self._pages(
            lambda cursor: self.get_stake_map(slug, sort=sort, limit=limit, cursor=cursor),
            "stakes",
            cursor,
        )

    def get_stake_map_holders(
        self,
        *,
        sort: Optional[Literal["value", "holders", "fresh"]] = None,
        limit: Optional[Union[int, Literal["all"]]] = None,
        cursor: Optional[str] = None,
    ) -> StakeMapHoldersAnswer:
        """Listed holders with their stakes. Lowest tier: pro."""
        return self._send(
            "GET",
            "/private-companies/stake-map",
            {"sort": sort, "limit": limit, "cursor": cursor, "view": "holders"},
        )

    def iter_stake_map_holders(
        self,
        *,
        sort: Optional[Literal["value", "holders", "fresh"]] = None,
        limit: Optional[Union[int, Literal["all"]]] = None,
        cursor: Optional[str] = None,
    ) -> Iterator[StakeHolder]:
        """The holders of all pages of get_stake_map_holders, each page when it is needed."""
        return self._pages(
            lambda cursor: self.get_stake_map_holders(sort=sort, limit=limit, cursor=cursor),
            "holders",
            cursor,
        )

    def get_all_stakes(
        self,
        *,
        sort: Optional[Literal["value", "holders", "fresh"]] = None,
        limit: Optional[Union[int, Literal["all"]]] = None,
        cursor: Optional[str] = None,
    ) -> StakeMapAnswer:
        """Stakes of listed holders in all companies. Lowest tier: pro."""
        return self._send("GET", "/private-companies/stake-map", {"sort": sort, "limit": limit, "cursor": cursor})

    def iter_all_stakes(
        self,
        *,
        sort: Optional[Literal["value", "holders", "fresh"]] = None,
        limit: Optional[Union[int, Literal["all"]]] = None,
        cursor: Optional[str] = None,
    ) -> Iterator[PrivateStake]:
        """The stakes of all pages of get_all_stakes, each page when it is needed."""
        return self._pages(lambda cursor: self.get_all_stakes(sort=sort, limit=limit, cursor=cursor), "stakes", cursor)

    def get_private_marks(
        self,
        *,
        confidence: Optional[Literal["high", "medium", "low"]] = None,
        basis: Optional[Literal["blended", "secondary_led", "comps_led", "round_anchored"]] = None,
        updated_since: Optional[str] = None,
        limit: Optional[Union[int, Literal["all"]]] = None,
        cursor: Optional[str] = None,
    ) -> PrivateMarksAnswer:
        """Modelled valuations of private companies. Lowest tier: institutional."""
        return self._send(
            "GET",
            "/private-companies/marks",
            {"confidence": confidence, "basis": basis, "updated_since": updated_since, "limit": limit, "cursor": cursor},
        )

    def iter_private_marks(
        self,
        *,
        confidence: Optional[Literal["high", "medium", "low"]] = None,
        basis: Optional[Literal["blended", "secondary_led", "comps_led", "round_anchored"]] = None,
        updated_since: Optional[str] = None,
        limit: Optional[Union[int, Literal["all"]]] = None,
        cursor: Optional[str] = None,
    ) -> Iterator[PrivateMark]:
        """The marks of all pages of get_private_marks, each page when it is needed."""
        return self._pages(
            lambda cursor: self.get_private_marks(
                confidence=confidence,
                basis=basis,
                updated_since=updated_since,
                limit=limit,
                cursor=cursor,
            ),
            "marks",
            cursor,
        )

    def get_secondary_tape(
        self,
        *,
        kind: Optional[Literal["tender", "block", "indication", "authorized_secondary"]] = None,
        confidence: Optional[Literal["disclosed", "reported", "indicative"]] = None,
        updated_since: Optional[str] = None,
        sort: Optional[Literal["fresh", "value", "premium", "prints"]] = None,
        limit: Optional[Union[int, Literal["all"]]] = None,
        cursor: Optional[str] = None,
    ) -> SecondaryTapeAnswer:
        """Observed events in the trade of private shares. Lowest tier: institutional."""
        return self._send(
            "GET",
            "/private-companies/secondary-tape",
            {"kind": kind, "confidence": confidence, "updated_since": updated_since, "sort": sort, "limit": limit, "cursor": cursor},
        )

    def iter_secondary_tape(
        self,
        *,
        kind: Optional[Literal["tender", "block", "indication", "authorized_secondary"]] = None,
        confidence: Optional[Literal["disclosed", "reported", "indicative"]] = None,
        updated_since: Optional[str] = None,
        sort: Optional[Literal["fresh", "value", "premium", "prints"]] = None,
        limit: Optional[Union[int, Literal["all"]]] = None,
        cursor: Optional[str] = None,
    ) -> Iterator[SecondaryTape]:
        """The tape of all pages of get_secondary_tape, each page when it is needed."""
        return self._pages(
            lambda cursor: self.get_secondary_tape(
                kind=kind,
                confidence=confidence,
                updated_since=updated_since,
                sort=sort,
                limit=limit,
                cursor=cursor,
            ),
            "tape",
            cursor,
        )

    def get_secondary_tape_of_company(
        self,
        slug: str,
        *,
        kind: Optional[Literal["tender", "block", "indication", "authorized_secondary"]] = None,
        confidence: Optional[Literal["disclosed", "reported", "indicative"]] = None,
    ) -> SecondaryTapeOfCompanyAnswer:
        """Observed events in the trade of one private company’s shares. Lowest tier: institutional."""
        return self._send(
            "GET",
            "/private-companies/secondary-tape",
            {"slug": slug, "kind": kind, "confidence": confidence},
        )

    def get_private_liquidity(
        self,
        *,
        limit: Optional[Union[int, Literal["all"]]] = None,
        cursor: Optional[str] = None,
    ) -> PrivateLiquidityAnswer:
        """Private companies with active secondary prices. Lowest tier: pro."""
        return self._send("GET", "/private-companies/liquidity", {"limit": limit, "cursor": cursor})

    def iter_private_liquidity(
        self,
        *,
        limit: Optional[Union[int, Literal["all"]]] = None,
        cursor: Optional[str] = None,
    ) -> Iterator[PrivateLiquidity]:
        """The companies of all pages of get_private_liquidity, each page when it is needed."""
        return self._pages(lambda cursor: self.get_private_liquidity(limit=limit, cursor=cursor), "companies", cursor)

    def get_liquidity_of_company(self, slug: str) -> LiquidityOfCompanyAnswer:
        """Secondary prices and usual terms of one private company. Lowest tier: pro."""
        return self._send("GET", "/private-companies/liquidity", {"slug": slug})

    def get_ipo_readiness(self, slug: str) -> IpoReadinessAnswer:
        """How near a listing one company is. Lowest tier: pro."""
        return self._send("GET", "/private-companies/ipo-readiness", {"slug": slug})

    def get_ipo_readiness_ranking(
        self,
        *,
        sector: Optional[str] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
    ) -> IpoReadinessRankingAnswer:
        """Private companies by how near a listing they are. Lowest tier: pro."""
        return self._send(
            "GET",
            "/private-companies/ipo-readiness",
            {"sector": sector, "limit": limit, "cursor": cursor},
        )

    def iter_ipo_readiness_ranking(
        self,
        *,
        sector: Optional[str] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
    ) -> Iterator[Dict[str, Any]]:
        """The companies of all pages of get_ipo_readiness_ranking, each page when it is needed."""
        return self._pages(
            lambda cursor: self.get_ipo_readiness_ranking(sector=sector, limit=limit, cursor=cursor),
            "companies",
            cursor,
        )

    def get_private_company_news(
        self,
        q: str,
        *,
        slug: Optional[str] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
    ) -> PrivateCompanyNewsAnswer:
        """News about private companies, the most relevant first. Lowest tier: pro."""
        return self._send("GET", "/private-companies/news", {"q": q, "slug": slug, "limit": limit, "cursor": cursor})

    def iter_private_company_news(
        self,
        q: str,
        *,
        slug: Optional[str] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
    ) -> Iterator[Dict[str, Any]]:
        """The articles of all pages of get_private_company_news, each page when it is needed."""
        return self._pages(
            lambda cursor: self.get_private_company_news(q, slug=slug, limit=limit, cursor=cursor),
            "articles",
            cursor,
        )

    def get_private_company(self, slug: str) -> PrivateCompanyAnswer:
        """Profile of a private company. Lowest tier: pro."""
        return self._send("GET", f"/private-companies/{_in_path(slug)}", {})

    def get_investors(
        self,
        *,
        firm_type: Optional[Literal["VC", "Growth/PE", "Strategic/CVC", "Sovereign"]] = None,
        q: Optional[str] = None,
        sort: Optional[Literal["aum", "name", "founded"]] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
    ) -> InvestorsAnswer:
        """Directory of firms that invest in private companies. Lowest tier: pro."""
        return self._send(
            "GET",
            "/investors/list",
            {"firm_type": firm_type, "q": q, "sort": sort, "limit": limit, "cursor": cursor},
        )

    def iter_investors(
        self,
        *,
        firm_type: Optional[Literal["VC", "Growth/PE", "Strategic/CVC", "Sovereign"]] = None,
        q: Optional[str] = None,
        sort: Optional[Literal["aum", "name", "founded"]] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
    ) -> Iterator[Investor]:
        """The investors of all pages of get_investors, each page when it is needed."""
        return self._pages(
            lambda cursor: self.get_investors(firm_type=firm_type, q=q, sort=sort, limit=limit, cursor=cursor),
            "investors",
            cursor,
        )

    def get_investor_fit(
        self,
        *,
        sector: Optional[str] = None,
        stage: Optional[str] = None,
        geo: Optional[str] = None,
        raising_usd: Optional[float] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
    ) -> InvestorFitAnswer:
        """Firms ranked by how well they fit a company that raises money. Lowest tier: pro."""
        return self._send(
            "GET",
            "/investors/fit",
            {"sector": sector, "stage": stage, "geo": geo, "raising_usd": raising_usd, "limit": limit, "cursor": cursor},
        )

    def iter_investor_fit(
        self,
        *,
        sector: Optional[str] = None,
        stage: Optional[str] = None,
        geo: Optional[str] = None,
        raising_usd: Optional[float] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
    ) -> Iterator[Dict[str, Any]]:
        """The investors of all pages of get_investor_fit, each page when it is needed."""
        return self._pages(
            lambda cursor: self.get_investor_fit(
                sector=sector,
                stage=stage,
                geo=geo,
                raising_usd=raising_usd,
                limit=limit,
                cursor=cursor,
            ),
            "investors",
            cursor,
        )

    def get_investor(self, slug: str) -> InvestorAnswer:
        """Profile of a firm. Lowest tier: pro."""
        return self._send("GET", f"/investors/{_in_path(slug)}", {})

    def ask(
        self,
        question: str,
        *,
        tickers: Optional[Sequence[str]] = None,
        mode: Optional[Literal["digest", "research"]] = None,
    ) -> AskAnswer:
        """A sourced answer to a question. Lowest tier: pro."""
        return self._send("POST", "/ask", {}, {"question": question, "tickers": tickers, "mode": mode})

    def list_agents(self, *, id: Optional[str] = None) -> AgentsAnswer:
        """Agents of the account. Lowest tier: pro."""
        return self._send("GET", "/agents", {"id": id})

    def create_agent(
        self,
        name: str,
        task_prompt: str,
        *,
        mode: Optional[Literal["digest", "alert", "research", "committee"]] = None,
        context: Optional[str] = None,
        tickers: Optional[Sequence[str]] = None,
        cadence: Optional[Literal["premarket", "close", "weekly", "once", "intraday"]] = None,
        enabled: Optional[bool] = None,
        webhook_url: Optional[str] = None,
    ) -> AgentCreateAnswer:
        """Create an agent. Lowest tier: pro."""
        return self._send(
            "POST",
            "/agents",
            {},
            {"name": name, "mode": mode, "task_prompt": task_prompt, "context": context, "tickers": tickers, "cadence": cadence, "enabled": enabled, "webhook_url": webhook_url},
        )

    def update_agent(
        self,
        id: str,
        *,
        name: Optional[str] = None,
        mode: Optional[Literal["digest", "alert", "research", "committee"]] = None,
        task_prompt: Optional[str] = None,
        context: Optional[str] = None,
        tickers: Optional[Sequence[str]] = None,
        cadence: Optional[Literal["premarket", "close", "weekly", "once", "intraday"]] = None,
        enabled: Optional[bool] = None,
        webhook_url: Optional[str] = None,
    ) -> AgentUpdateAnswer:
        """Change an agent. Lowest tier: pro."""
        return self._send(
            "PATCH",
            "/agents",
            {},
            {"id": id, "name": name, "mode": mode, "task_prompt": task_prompt, "context": context, "tickers": tickers, "cadence": cadence, "enabled": enabled, "webhook_url": webhook_url},
        )

    def delete_agent(self, id: str) -> AgentDeleteAnswer:
        """Delete an agent. Lowest tier: pro."""
        return self._send("DELETE", "/agents", {"id": id})

    def run_agent(self, *, id: Optional[str] = None, agent: Optional[Mapping[str, Any]] = None) -> AgentRunAnswer:
        """Run an agent and wait for the result. Lowest tier: pro."""
        return self._send("POST", "/agents/run", {}, {"id": id, "agent": agent})

    def start_agent_run(self, id: str) -> AgentRunStartAnswer:
        """Start a run of a saved agent. Lowest tier: pro."""
        return self._send("POST", "/agents/run", {}, {"id": id, "async": True})

    def list_runs(
        self,
        *,
        agent_id: Optional[str] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
    ) -> AgentRunsAnswer:
        """Runs of agents, newest first. Lowest tier: pro."""
        return self._send("GET", "/runs", {"agent_id": agent_id, "limit": limit, "cursor": cursor})

    def iter_runs(
        self,
        *,
        agent_id: Optional[str] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
    ) -> Iterator[AgentRun]:
        """The runs of all pages of list_runs, each page when it is needed."""
        return self._pages(lambda cursor: self.list_runs(agent_id=agent_id, limit=limit, cursor=cursor), "runs", cursor)

    def get_run(self, id: str) -> AgentRunByIdAnswer:
        """One run of an agent. Lowest tier: pro."""
        return self._send("GET", f"/runs/{_in_path(id)}", {})

    def list_webhooks(self, *, id: Optional[str] = None) -> WebhooksAnswer:
        """Webhooks and their latest attempts. Lowest tier: pro."""
        return self._send("GET", "/webhooks", {"id": id})

    def register_webhook(
        self,
        url: str,
        *,
        events: Optional[Sequence[Literal["edge_alert.fired", "mood.band_change", "signal.flip", "ipo.listing"]]] = None,
        idempotency_key: Optional[str] = None,
    ) -> WebhookRegisterAnswer:
        """Register a webhook. Lowest tier: pro."""
        return self._send(
            "POST",
            "/webhooks",
            {},
            {"url": url, "events": events},
            headers={"Idempotency-Key": idempotency_key},
        )

    def test_webhook(self, id: str) -> WebhookTestAnswer:
        """Send a test event. Lowest tier: pro."""
        return self._send("POST", "/webhooks", {}, {"id": id, "action": "test"})

    def delete_webhook(self, id: str) -> WebhookDeleteAnswer:
        """Delete a webhook. Lowest tier: pro."""
        return self._send("DELETE", "/webhooks", {"id": id})

    def list_vault_items(self) -> VaultAnswer:
        """Vault items that are shared with agents. Lowest tier: free."""
        return self._send("GET", "/vault", {})

    def send_vault_request(
        self,
        item_id: str,
        url: str,
        *,
        method: Optional[Literal["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"]] = None,
        json: Optional[Any] = None,
    ) -> VaultRequestAnswer:
        """Send a request with an item's credential. Lowest tier: free."""
        return self._send(
            "POST",
            "/vault",
            {},
            {"item_id": item_id, "url": url, "method": method, "json": json, "action": "request"},
        )

    def check_vault_login(self, item_id: str) -> VaultLoginCheckAnswer:
        """Check the sign-in of a password item. Lowest tier: free."""
        return self._send("POST", "/vault", {}, {"item_id": item_id, "action": "login_check"})

    def get_usage(self) -> UsageAnswer:
        """Usage and limits of the API key. Lowest tier: free."""
        return self._send("GET", "/usage", {})

    def get_line(self) -> LineAnswer:
        """State of the assistant line. Lowest tier: free."""
        return self._send("GET", "/line", {})

    def list_line_inbox(
        self,
        *,
        unread_only: Optional[bool] = None,
        before: Optional[str] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
    ) -> LineInboxAnswer:
        """Messages that arrived, newest first. Lowest tier: free."""
        return self._send(
            "GET",
            "/line",
            {"unread_only": unread_only, "before": before, "limit": limit, "cursor": cursor, "view": "inbox"},
        )

    def iter_line_inbox(
        self,
        *,
        unread_only: Optional[bool] = None,
        before: Optional[str] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
    ) -> Iterator[LineMessage]:
        """The messages of all pages of list_line_inbox, each page when it is needed."""
        return self._pages(
            lambda cursor: self.list_line_inbox(unread_only=unread_only, before=before, limit=limit, cursor=cursor),
            "messages",
            cursor,
        )

    def list_line_sent(
        self,
        *,
        before: Optional[str] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
    ) -> LineSentAnswer:
        """Messages from the line, newest first. Lowest tier: free."""
        return self._send("GET", "/line", {"before": before, "limit": limit, "cursor": cursor, "view": "sent"})

    def iter_line_sent(
        self,
        *,
        before: Optional[str] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
    ) -> Iterator[LineMessage]:
        """The messages of all pages of list_line_sent, each page when it is needed."""
        return self._pages(
            lambda cursor: self.list_line_sent(before=before, limit=limit, cursor=cursor),
            "messages",
            cursor,
        )

    def search_line(
        self,
        q: str,
        *,
        folder: Optional[Literal["inbox", "sent", "drafts", "all"]] = None,
        before: Optional[str] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
    ) -> LineSearchAnswer:
        """Messages with some words, newest first. Lowest tier: free."""
        return self._send(
            "GET",
            "/line",
            {"q": q, "folder": folder, "before": before, "limit": limit, "cursor": cursor, "view": "search"},
        )

    def iter_search_line(
        self,
        q: str,
        *,
        folder: Optional[Literal["inbox", "sent", "drafts", "all"]] = None,
        before: Optional[str] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
    ) -> Iterator[LineMessage]:
        """The messages of all pages of search_line, each page when it is needed."""
        return self._pages(
            lambda cursor: self.search_line(q, folder=folder, before=before, limit=limit, cursor=cursor),
            "messages",
            cursor,
        )

    def get_line_message(self, id: str) -> LineMessageAnswer:
        """One message with its text. Lowest tier: free."""
        return self._send("GET", "/line", {"id": id})

    def send_line_message(self, to: str, subject: str, text: str) -> LineSendAnswer:
        """Send a message. Lowest tier: free."""
        return self._send("POST", "/line", {}, {"to": to, "subject": subject, "text": text, "action": "send"})

    def reply_to_line_message(self, id: str, text: str) -> LineReplyAnswer:
        """Answer a message. Lowest tier: free."""
        return self._send("POST", "/line", {}, {"id": id, "text": text, "action": "reply"})

    def get_community(self) -> CommunityAnswer:
        """The account's standing in the community. Lowest tier: free."""
        return self._send("GET", "/community", {})

    def list_community_posts(
        self,
        *,
        space: Optional[str] = None,
        sort: Optional[Literal["new", "top", "active"]] = None,
        before: Optional[str] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
    ) -> CommunityPostsAnswer:
        """Posts of the community. Lowest tier: free."""
        return self._send(
            "GET",
            "/community",
            {"space": space, "sort": sort, "before": before, "limit": limit, "cursor": cursor, "view": "posts"},
        )

    def iter_community_posts(
        self,
        *,
        space: Optional[str] = None,
        sort: Optional[Literal["new", "top", "active"]] = None,
        before: Optional[str] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
    ) -> Iterator[CommunityPost]:
        """The posts of all pages of list_community_posts, each page when it is needed."""
        return self._pages(
            lambda cursor: self.list_community_posts(space=space, sort=sort, before=before, limit=limit, cursor=cursor),
            "posts",
            cursor,
        )

    def get_community_post(
        self,
        id: str,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
    ) -> CommunityPostAnswer:
        """One post with its comments. Lowest tier: free."""
        return self._send("GET", "/community", {"id": id, "limit": limit, "cursor": cursor, "view": "post"})

    def iter_community_post(
        self,
        id: str,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
    ) -> Iterator[CommunityComment]:
        """The comments of all pages of get_community_post, each page when it is needed."""
        return self._pages(lambda cursor: self.get_community_post(id, limit=limit, cursor=cursor), "comments", cursor)

    def list_community_members(
        self,
        *,
        role: Optional[Literal["investor", "analyst", "founder", "engineer", "student", "other"]] = None,
        open_to: Optional[Literal["collaboration", "hiring", "work", "mentoring", "introductions"]] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
    ) -> CommunityMembersAnswer:
        """Members of the community. Lowest tier: free."""
        return self._send(
            "GET",
            "/community",
            {"role": role, "open_to": open_to, "limit": limit, "cursor": cursor, "view": "members"},
        )

    def iter_community_members(
        self,
        *,
        role: Optional[Literal["investor", "analyst", "founder", "engineer", "student", "other"]] = None,
        open_to: Optional[Literal["collaboration", "hiring", "work", "mentoring", "introductions"]] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
    ) -> Iterator[CommunityMember2]:
        """The members of all pages of list_community_members, each page when it is needed."""
        return self._pages(
            lambda cursor: self.list_community_members(role=role, open_to=open_to, limit=limit, cursor=cursor),
            "members",
            cursor,
        )

    def list_community_events(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
    ) -> CommunityEventsAnswer:
        """Events of the community. Lowest tier: free."""
        return self._send("GET", "/community", {"limit": limit, "cursor": cursor, "view": "events"})

    def iter_community_events(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
    ) -> Iterator[CommunityEvent]:
        """The events of all pages of list_community_events, each page when it is needed."""
        return self._pages(lambda cursor: self.list_community_events(limit=limit, cursor=cursor), "events", cursor)

    def list_community_leaderboard(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
    ) -> CommunityLeaderboardAnswer:
        """Members by points. Lowest tier: free."""
        return self._send("GET", "/community", {"limit": limit, "cursor": cursor, "view": "leaderboard"})

    def iter_community_leaderboard(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
    ) -> Iterator[CommunityLeaderboardRow]:
        """The leaderboard of all pages of list_community_leaderboard, each page when it is needed."""
        return self._pages(
            lambda cursor: self.list_community_leaderboard(limit=limit, cursor=cursor),
            "leaderboard",
            cursor,
        )

    def list_community_spaces(self) -> CommunitySpacesAnswer:
        """Spaces of the community. Lowest tier: free."""
        return self._send("GET", "/community", {"view": "spaces"})

    def list_arena(
        self,
        *,
        sort: Optional[Literal["score", "return", "alpha", "sharpe", "streak", "xp"]] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
    ) -> CommunityArenaAnswer:
        """Shared paper portfolios, ranked. Lowest tier: free."""
        return self._send("GET", "/community", {"sort": sort, "limit": limit, "cursor": cursor, "view": "arena"})

    def iter_arena(
        self,
        *,
        sort: Optional[Literal["score", "return", "alpha", "sharpe", "streak", "xp"]] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
    ) -> Iterator[Dict[str, Any]]:
        """The arena of all pages of list_arena, each page when it is needed."""
        return self._pages(lambda cursor: self.list_arena(sort=sort, limit=limit, cursor=cursor), "arena", cursor)

    def get_arena_member(self, user_id: str) -> CommunityArenaMemberAnswer:
        """The shared paper portfolio of one member. Lowest tier: free."""
        return self._send("GET", "/community", {"user_id": user_id, "view": "arena_member"})

    def get_own_arena(self) -> CommunityArenaMeAnswer:
        """The account's own paper portfolio. Lowest tier: free."""
        return self._send("GET", "/community", {"view": "arena_me"})

    def get_arena_catalog(self) -> CommunityArenaCatalogAnswer:
        """Achievements and weekly quests of the arena. Lowest tier: free."""
        return self._send("GET", "/community", {"view": "arena_catalog"})

    def create_community_post(
        self,
        space: str,
        kind: Literal["discussion", "question", "analysis", "resource"],
        title: str,
        body: str,
    ) -> CommunityCreatePostAnswer:
        """Publish a post, from a signed-in session. Lowest tier: free."""
        return self._send("POST", "/community", {}, {"space": space, "kind": kind, "title": title, "body": body})
