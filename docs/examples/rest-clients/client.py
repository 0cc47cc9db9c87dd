"""A Python client over classes that generate-python.mjs writes from the OpenAPI document. Python 3.7, no packages.

    python3 client.py http://127.0.0.1:4000 svc_demo_institutional
"""
import json
import sys
import urllib.error
import urllib.parse
import urllib.request

import api

BASE, KEY = (sys.argv[1:] + ["http://127.0.0.1:4000", "svc_demo_institutional"][len(sys.argv) - 1:])[:2]


def call(path, body=None, **query):
    """The parsed JSON of a successful answer; raises api.Error's text otherwise."""
    url = BASE + "/api/v1" + path + ("?" + urllib.parse.urlencode(query) if query else "")
    data = None if body is None else json.dumps(body).encode()
    headers = {"X-API-Key": KEY, "Content-Type": "application/json"}
    try:
        with urllib.request.urlopen(urllib.request.Request(url, data, headers)) as answer:
            return json.load(answer)
    except urllib.error.HTTPError as refusal:
        error = api.error_from_dict(json.load(refusal))
        raise RuntimeError(error.error.value) from None


signal = api.signal_answer_from_dict(call("/signal", ticker="AAPL"))
print(signal.ticker, "is", signal.signal.value)

months = api.seasonality_answer_from_dict(call("/seasonality", ticker="AAPL")).months
print("seasonality:", len(months), "months")

backtest = api.backtest_answer_from_dict(call("/backtest", ticker="AAPL", strategy="trend", years=1))
print("trend:", backtest.strategy_metrics.trades, "trades")

holdings = [{"ticker": "AAPL", "weight": 60}, {"ticker": "MSFT", "weight": 40}]
print("portfolio:", api.portfolio_answer_from_dict(call("/portfolio", {"holdings": holdings})).posture.value)

try:
    call("/signal", ticker="NOPE")
except RuntimeError as error:
    print("unknown:", error)
