"""Runs calls of the Python client: JSON on standard input, a line of JSON for each on standard output."""
import json
import sys

import marketgraph

given = json.load(sys.stdin)
for call in given["calls"]:
    waits = []
    client = marketgraph.Marketgraph(given["url"], key=call["key"], sleep=waits.append, **call.get("options", {}))
    try:
        result = getattr(client, call["method"])(**call["arguments"])
        answer = {"answer": result if isinstance(result, dict) else list(result)}
    except marketgraph.MarketgraphError as error:
        kind = type(error).__name__
        answer = {"status": error.status, "code": error.code, "kind": kind, "message": error.message, "extra": error.extra}
    print(json.dumps({**answer, "waits": waits}))
