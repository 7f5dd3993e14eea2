"""The metrics of a process, and the address at which Prometheus reads them.

Each process counts for itself and answers on a port of its own (``METRICS``); Prometheus reads all
of them and adds up. Gauges with a function are computed only when read, so they cost a move
nothing. docs/operations.md explains every metric.
"""

from __future__ import annotations

import time
from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import accumulate
from typing import Any

from django.db import connections
from prometheus_client import REGISTRY, Counter, Gauge, Histogram, start_http_server
from prometheus_client.core import GaugeMetricFamily, HistogramMetricFamily
from prometheus_client.registry import Collector
from prometheus_client.utils import floatToGoString

WAITS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5)
"""Seconds; the upper bounds of histograms of short waits."""

_moves = Counter("oxo_moves", "Moves stored by this process.", ["by"])
PEOPLES_MOVES, SERVERS_MOVES = _moves.labels("person"), _moves.labels("server")


class OneThreadHistogram(Collector):
    """A histogram that one thread feeds: it needs no lock, and adds up when read.

    Prometheus' own takes ten times the instructions for every move.
    """

    def __init__(self, name: str, text: str, bounds: Sequence[float] = WAITS) -> None:
        self._name, self._text, self._bounds = name, text, bounds
        self._counts = [0] * (len(bounds) + 1)
        self._sum = 0.0
        REGISTRY.register(self)

    def observe(self, value: float) -> None:
        self._counts[bisect_left(self._bounds, value)] += 1
        self._sum += value

    def describe(self) -> Iterator[HistogramMetricFamily]:
        yield HistogramMetricFamily(self._name, self._text)

    def collect(self) -> Iterator[HistogramMetricFamily]:
        bounds = [*map(floatToGoString, self._bounds), "+Inf"]
        buckets = list(zip(bounds, accumulate(self._counts), strict=True))
        yield HistogramMetricFamily(self._name, self._text, buckets, self._sum)


ACK = OneThreadHistogram(
    "oxo_ack_seconds",
    "From an action that arrived over a socket to its ack, which the commit precedes.",
)
BATCH = OneThreadHistogram(
    "oxo_batch_size",
    "Changes that the writer stored in one transaction.",
    (1, 2, 4, 8, 16, 32, 64, 128, 256),
)
COMMIT = OneThreadHistogram("oxo_commit_seconds", "One transaction of the writer.")
REFUSALS = Counter(
    "oxo_refusals", "Requests and actions refused, by code of the protocol.", ["code"]
)
PAGE_QUEUE = Gauge("oxo_page_queue", "Expensive pages being drawn, or waiting for their turn.")
SOCKETS = Gauge("oxo_sockets", "Open sockets.", ["kind"])
HINT_LAG = Histogram(
    "oxo_hint_lag_seconds",
    "From the sending of a hint to its arrival in another process, by the clocks of both.",
    buckets=WAITS,
)
ENDED = Counter("oxo_games_ended", "Games this process ended, by reason.", ["reason"])
GAMES = Gauge("oxo_games", "Games that are open or being played. Only the sweep knows.", ["status"])
SWEPT = Counter("oxo_swept", "What the sweep did or deleted.", ["what"])
SWEEP_SECONDS = Gauge("oxo_sweep_seconds", "How long the latest round of the sweep took.")
SWEEP_LAG = Gauge(
    "oxo_sweep_lag_seconds",
    "How late the latest round of the sweep was for the game it kept waiting.",
)
SWEEP_FINISHED = Gauge(
    "oxo_sweep_finished_timestamp_seconds", "When the latest round of the sweep was finished."
)
SWEEP_FAILURES = Counter("oxo_sweep_failures", "Rounds of the sweep that broke off.")


def count_when_asked(name: str, text: str, function: Callable[[], float]) -> None:
    """Register a gauge whose value ``function`` computes when it is read, in another thread."""
    Gauge(name, text).set_function(function)


def count_games(by_status: Mapping[str, int]) -> None:
    """Record how many games are open and in play."""
    for status, count in by_status.items():
        GAMES.labels(status).set(count)


def count_swept(done: Mapping[str, int], seconds: float) -> None:
    """Record a finished round of the sweep."""
    for what, count in done.items():
        SWEPT.labels(what).inc(count)
    SWEEP_SECONDS.set(seconds)
    SWEEP_FINISHED.set(time.time())


class PoolCollector(Collector):
    """The database connections of this process, as psycopg's pools count them."""

    SAYS = {
        "pool_size": ("oxo_pool_connections", "Connections of the pool, idle ones included."),
        "pool_available": ("oxo_pool_idle", "Connections of the pool that nobody uses."),
        "pool_max": ("oxo_pool_max", "Connections that the pool may have."),
        "requests_waiting": ("oxo_pool_waiting", "Threads that wait for a connection."),
    }

    def describe(self) -> Iterator[GaugeMetricFamily]:
        for name, text in self.SAYS.values():
            yield GaugeMetricFamily(name, text, labels=["database"])

    def collect(self) -> Iterator[GaugeMetricFamily]:
        pools: dict[str, Any] = {}
        for alias in connections:
            pools |= getattr(type(connections[alias]), "_connection_pools", {})
        stats = {alias: pool.get_stats() for alias, pool in pools.items()}
        for key, (name, text) in self.SAYS.items():
            family = GaugeMetricFamily(name, text, labels=["database"])
            for alias, numbers in stats.items():
                family.add_metric([alias], numbers.get(key, 0))
            yield family


REGISTRY.register(PoolCollector())


def serve(address: tuple[str, int]) -> int:
    """Serve the metrics at ``address`` from a thread; return the port, chosen by the system for 0.

    Raises OSError with the address in its text if it cannot listen there.
    """
    host, port = address
    try:
        return int(start_http_server(port, host)[0].server_port)
    except OSError as error:
        text = f"METRICS: cannot listen on {host} port {port}: {error.strerror}"
        raise OSError(error.errno, text) from None
