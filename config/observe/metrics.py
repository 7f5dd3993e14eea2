"""What a process counts of requests.

``games.observe.metrics`` counts play, ``accounts.record`` log-ins.
"""

from __future__ import annotations

import time
from typing import Any

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from prometheus_client import Counter, Histogram

REQUESTS = Counter("oxo_requests", "Requests answered.", ["route", "method", "status"])
REQUEST_SECONDS = Histogram(
    "oxo_request_seconds",
    "From a request to the beginning of its answer.",
    ["route"],
    buckets=(0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5),
)

METHODS = {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"}
"""Of what anybody may send; all others count as one."""

NO_ROUTE = "none"
"""Where requests are counted that no page is for: static files, addresses that do not exist."""


def count_requests(get_response: Any) -> Any:
    """Count every request by its route, which stands in the addresses' patterns, and time it."""

    def answer(request: HttpRequest) -> HttpResponseBase:
        started = time.perf_counter()
        response: HttpResponseBase = get_response(request)
        _count(request, response, started)
        return response

    return answer


def _count(request: HttpRequest, response: HttpResponseBase, started: float) -> None:
    match = request.resolver_match
    route = "/" + match.route if match is not None else NO_ROUTE
    method = request.method if request.method in METHODS else "other"
    REQUESTS.labels(route, method, str(response.status_code)).inc()
    REQUEST_SECONDS.labels(route).observe(time.perf_counter() - started)
