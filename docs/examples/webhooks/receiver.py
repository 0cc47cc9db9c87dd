"""Receives webhooks with Python's standard library only.

    PORT=8080 python3 receiver.py    # then type the endpoint's whsec_ secret and press Enter

Put it behind HTTPS: endpoints are HTTPS URLs. A delivery that fails verification gets a 400 and is not processed.
"""

import hashlib
import hmac
import json
import os
import sys
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

TOLERANCE_S = 300


def verify(raw_body, headers, secret, tolerance_s=TOLERANCE_S, now=None):
    """Returns the event of a delivery, or raises ValueError. `raw_body` is the bytes as received."""
    timestamp = headers.get("X-SVC-Timestamp") or ""
    signature = headers.get("X-SVC-Signature") or ""
    if not (timestamp.isascii() and timestamp.isdigit()):
        raise ValueError("no timestamp")
    expected = "v1=" + hmac.new(secret.encode(), timestamp.encode() + b"." + raw_body, hashlib.sha256).hexdigest()
    if not hmac.compare_digest(expected.encode(), signature.encode("utf-8", "replace")):
        raise ValueError("wrong signature")
    if abs((time.time() if now is None else now) - int(timestamp)) > tolerance_s:
        raise ValueError("stale timestamp")
    return json.loads(raw_body)


class Receiver(BaseHTTPRequestHandler):
    secret = ""
    seen = set()

    def do_POST(self):
        raw_body = self.rfile.read(int(self.headers.get("Content-Length", "0")))
        try:
            event = verify(raw_body, self.headers, self.secret)
        except ValueError as error:
            return self.answer(400, f"refused: {error}")
        # An event can arrive more than once, with different delivery ids; its event id stays the same.
        is_new = event["id"] not in self.seen
        self.seen.add(event["id"])
        return self.answer(204, f"{'received' if is_new else 'known'}: {event['id']} {event['type']}")

    def answer(self, status, line):
        print(line, flush=True)
        self.send_response(status)
        self.end_headers()

    def log_message(self, *_):
        pass


if __name__ == "__main__":
    server = ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", "8080"))), Receiver)
    print(f"listening on http://127.0.0.1:{server.server_port}", flush=True)
    Receiver.secret = sys.stdin.readline().strip()
    print("ready", flush=True)
    server.serve_forever()
