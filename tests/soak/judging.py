"""What an hour has shown, as a table, and the limits that it is judged by."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import median
from typing import Any

from tests.soak.held import Held, Sample

GROWTH = 1.05
"""Memory of a process at its end, to what it had once it was warm."""

SLOWER = 1.2
"""The p99 of the last sixth, to that of the first."""

SPARE = 4
"""Handles and threads that come and go with requests under way."""

SERVERS = ("oxo@1", "oxo@2")

PER_GAME = 1_024 + 334
"""Bytes of a finished game and of its results (docs/storage.md), tables without holes."""

HOLES = 1.6
"""How much more they may take before they are vacuumed: old versions of rows, half full pages."""

OF_GAMES = (
    "games_game",
    "games_seat",
    "progress_tally",
    "progress_record",
    "progress_meeting",
    "progress_total",
)


@dataclass
class Hour:
    """What was seen. Times are seconds of one clock, ``reports`` one for each sixth."""

    began: float
    ended: float
    samples: Sequence[Sample]
    reports: Sequence[Mapping[str, Any]] = ()
    sizes: Sequence[Mapping[str, int]] = ()
    games: int = 0
    fired: Sequence[str] = ()
    complaints: Sequence[str] = ()
    leaks: Sequence[str] = ()
    span: float = field(init=False)
    window: float = field(init=False)

    def __post_init__(self) -> None:
        self.span = self.ended - self.began
        self.window = self.span / 24

    def names(self) -> list[str]:
        return sorted({sample.name for sample in self.samples})

    def held(self, name: str, share: float) -> Held | None:
        """What ``name`` held at this share of the time: the medians of a moment before it."""
        at = self.began + max(share * self.span, self.window)
        return _middle(
            sample
            for sample in self.samples
            if sample.name == name and at - self.window <= sample.at <= at
        )

    def growths(self) -> dict[str, list[float]]:
        """By name, for each life that was long enough: memory at its end to that once warm."""
        found: dict[str, list[float]] = {name: [] for name in self.names()}
        for name, life in sorted({(sample.name, sample.life) for sample in self.samples}):
            own = [one for one in self.samples if (one.name, one.life) == (name, life)]
            warm, end = own[0].at + self.span / 6, own[-1].at
            first = _middle(one for one in own if warm <= one.at <= warm + self.window)
            last = _middle(one for one in own if one.at >= end - self.window)
            if first and last and end - warm >= 2 * self.window:
                found[name].append(last.memory / first.memory)
        return found

    def used(self, name: str) -> float:
        """The share of a core that it took; of workers, which come and go, of those that stayed."""
        lives: dict[int, list[float]] = {}
        for sample in self.samples:
            if sample.name == name:
                lives.setdefault(sample.life, []).append(sample.held.used)
        return sum(max(0.0, used[-1] - used[0]) for used in lives.values()) / self.span

    def broken(self) -> Iterator[str]:
        """Each limit that was passed, in words."""
        for name, growths in self.growths().items():
            for growth in growths:
                if growth > GROWTH:
                    yield f"memory of {name} grew to {growth:.2f} of what it was warmed up"
        yield from self._held_on()
        for number, report in enumerate(self.reports, 1):
            if not report["waits"]:
                yield f"nobody moved in sixth {number}"
        first, last = self.reports[0]["p99"], self.reports[-1]["p99"]
        if last > SLOWER * first:
            yield f"p99 was {first:.0f} ms in the first sixth and {last:.0f} in the last"
        if (size := self.per_game()) > HOLES * PER_GAME:
            yield f"a game takes {size:,.0f} bytes, {PER_GAME:,} by docs/storage.md"
        if lost := self.reports[-1]["lost"]:
            yield f"{lost} acknowledged moves are lost"
        for name in self.fired:
            yield f"the alert {name} fired"
        yield from (f"in a log: {line}" for line in self.complaints)
        yield from (f"{name} stands in a log" for name in self.leaks)
        wrong = {
            what: count
            for what, count in self.reports[-1]["answers"].items()
            if what.rpartition(" ")[2] in ("500", "502", "504")
        }
        if wrong:
            yield f"answers of a site that is broken: {wrong}"

    def _held_on(self) -> Iterator[str]:
        """Handles and threads that are not given back; games move between the servers."""
        groups = {"both servers": SERVERS, **{n: (n,) for n in self.names() if n not in SERVERS}}
        for called, names in groups.items():
            for what in ("handles", "threads"):
                warm, end = (
                    sum(getattr(self.held(name, share), what, 0) for name in names)
                    for share in (1 / 6, 1)
                )
                if end > warm * 1.02 + SPARE * len(names):
                    yield f"{what} of {called}: {warm:.0f} once warm, {end:.0f} at the end"

    def per_game(self) -> float:
        """Bytes that the tables of games and results grew by, for each game begun."""
        before, after = (sum(self.sizes[at][name] for name in OF_GAMES) for at in (0, -1))
        return (after - before) / max(1, self.games)

    def table(self) -> Iterator[str]:
        """In Markdown, as docs/operations.md has it."""
        shares = (0, 1 / 6, 1 / 2, 1)
        heads = [f"{share * self.span / 60:g} min" for share in shares]
        yield f"| | {' | '.join(heads)} | end to warm | of a core |"
        yield f"|{'---|' * (len(heads) + 3)}"
        for name in self.names():
            cells = [_cell(self.held(name, share)) for share in shares]
            growths = ", ".join(f"{growth:.2f}" for growth in self.growths()[name])
            cells += [growths, f"{self.used(name):.0%}"]
            yield f"| {name}: MB, handles, threads | {' | '.join(cells)} |"
        sizes = [f"{one[''] / 1e6:.1f}" for one in self.sizes]
        yield f"| database, MB | {' | '.join(sizes)} | {self.per_game():,.0f} bytes a game | |"
        yield ""
        yield "| sixth | p50 ms | p99 ms | waits |"
        yield "|---|---|---|---|"
        for number, one in enumerate(self.reports, 1):
            yield f"| {number} | {one['p50']:.1f} | {one['p99']:.1f} | {one['waits']:,} |"
        last = self.reports[-1]
        yield ""
        yield f"games {last['games']}, moves {last['moves']:,}, lost {last['lost']}"
        yield f"sockets closed {last['closed']}, refused {last['refused']}"
        yield f"answers {last['answers']}"
        yield f"alerts that fired: {', '.join(self.fired) or 'none'}"


def _middle(samples: Iterator[Sample]) -> Held | None:
    found = [sample.held for sample in samples]
    if not found:
        return None
    memory, handles, threads, _ = zip(*found, strict=True)
    return Held(median(memory), round(median(handles)), round(median(threads)))


def _cell(held: Held | None) -> str:
    return f"{held.memory:.0f}, {held.handles}, {held.threads}" if held else ""
