"""The curves of a machine of matchboxes: its results, the ways it still loses, its first box.

They share one axis of games. Each is drawn twice, for a wide and for a narrow page.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import log10

from games.analysis.machines.history import Machine
from games.drawing.matchboxes import bead
from games.engines.learning.menace import boxes
from games.engines.numbers import number

SPAN = 50
"""Games that results are counted over."""

LEAST = 100
"""Games that the axis has at least."""

MOST_WAYS = 18_000
RESULTS = {1: "won", 0: "drawn", -1: "lost"}


@dataclass(frozen=True, slots=True)
class ChartMeasures:
    """The measures of a drawing: its width, the margins of its curves, the heights of the three."""

    name: str
    width: int
    left: int
    right: int
    heights: tuple[int, int, int]

    @property
    def across(self) -> int:
        """The width of the curves."""
        return self.width - self.left - self.right


@dataclass(frozen=True, slots=True)
class ChartPart:
    """One of the three curves: what it is of, after which ``games``, and where it is drawn."""

    machine: Machine
    frame: ChartMeasures
    games: Sequence[int]
    top: int
    height: int

    @property
    def foot(self) -> int:
        """Where nothing, the least, lies."""
        return self.top + self.height

    def across(self, game: float) -> float:
        """Where a game lies on the common axis."""
        longest = max(LEAST, len(self.machine.results))
        return self.frame.left + self.frame.across * game / longest

    def up(self, share: float) -> float:
        """Where a share of the height lies, from 0 at the foot to 1."""
        return self.foot - self.height * share


FRAMES = (
    ChartMeasures("wide", 1000, 58, 112, (96, 132, 56)),
    ChartMeasures("narrow", 340, 54, 104, (84, 120, 56)),
)


def curves(machine: Machine) -> list[str]:
    """The drawing for each of FRAMES."""
    return [_drawn(machine, frame) for frame in FRAMES]


def shares(results: Sequence[int], after: int) -> dict[int, int]:
    """Of the last SPAN games up to game ``after`` how many had each result, in per cent."""
    some = results[max(0, after - SPAN) : after]
    return {result: round(100 * some.count(result) / max(1, len(some))) for result in RESULTS}


def label(machine: Machine) -> str:
    """What the drawing shows, in words."""
    played, ways = len(machine.results), machine.ways[-1]
    last = shares(machine.results, played)
    of_last = (
        f" Of the last {min(SPAN, played)} games it won {last[1]} %, drew {last[0]} % and lost "
        f"{last[-1]} %."
        if played
        else ""
    )
    beads = ", ".join(map(str, machine.first[-1]))
    return (
        f"After {number(played)} game{'' if played == 1 else 's'}.{of_last} It still loses in "
        f"{number(ways)} way{'' if ways == 1 else 's'}. The first box holds {beads} beads."
    )


def _drawn(machine: Machine, frame: ChartMeasures) -> str:
    played = len(machine.results)
    games = [*range(0, played, max(1, played // 300)), played]
    parts, top = [], 26
    for height in frame.heights:
        parts.append(ChartPart(machine, frame, games, top, height))
        top += height + 50
    body = "".join(draw(part) for draw, part in zip((_results, _ways, _first), parts, strict=True))
    foot, longest = top - 14, max(LEAST, played)
    ticks = "".join(
        _text(parts[0].across(longest * at / 4), foot, number(round(longest * at / 4)), "middle")
        for at in range(5)
    )
    return (
        f'<svg class="chart {frame.name}" viewBox="0 0 {frame.width} {foot + 4}" role="img" '
        f'aria-label="{label(machine)}">{body}{ticks}'
        f"{_text(frame.width, foot, 'games', 'end')}</svg>"
    )


def _results(part: ChartPart) -> str:
    frame, games, results = part.frame, part.games, part.machine.results
    drawn = [
        _caption(f"Its last {SPAN} games", part.top),
        _rule(frame, part.top, "100 %"),
        _rule(frame, part.foot, "0"),
    ]
    if len(games) > 1:
        found = [shares(results, game) for game in games[1:]]
        for result, name in RESULTS.items():
            points = zip(games[1:], (one[result] for one in found), strict=True)
            line = [(part.across(game), part.up(share / 100)) for game, share in points]
            drawn.append(f'<path class="{name}" d="{_path(line)}"/>')
        last = {name: found[-1][result] for result, name in RESULTS.items()}
        places = _apart([part.up(share / 100) for share in last.values()], 17)
        for (name, share), at in zip(last.items(), places, strict=True):
            drawn.append(_tag(frame, at, f"{name} {share} %"))
    return "".join(drawn)


def _ways(part: ChartPart) -> str:
    machine, frame, games = part.machine, part.frame, part.games
    at: Callable[[float], float] = lambda ways: part.up(log10(ways + 1) / log10(MOST_WAYS))  # noqa: E731
    told = ", counted against every reply" if frame.name == "wide" else ""
    drawn = [_caption(f"Ways it still loses{told}", part.top)]
    drawn += [_rule(frame, at(ways), number(ways)) for ways in (0, 10, 100, 1000, 10000)]
    line = f"M{part.across(0):.1f} {at(machine.ways[0]):.1f}"
    for game in games[1:]:
        line += f"H{part.across(game):.1f}V{at(machine.ways[game]):.1f}"
    drawn.append(f'<path class="ways" d="{line}"/>')
    if since := machine.safe_since:
        tick = f"M{part.across(since):.1f} {part.foot - 9}V{part.foot + 9}"
        drawn.append(f'<path class="ways" d="{tick}"/>')
    now, end = machine.ways[-1], part.across(games[-1])
    drawn.append(f'<circle class="end" cx="{end:.1f}" cy="{at(now):.1f}" r="4.5"/>')
    said = number(now) if any(machine.first[-1]) else "gives up"
    return "".join([*drawn, _tag(frame, at(now), said, "tag big")])


def _first(part: ChartPart) -> str:
    machine, frame = part.machine, part.frame
    most = max(12, *map(max, machine.first))
    at: Callable[[float], float] = lambda beads: part.up(beads / most)  # noqa: E731
    drawn = [_caption("Beads in the first box", part.top)]
    drawn += [_rule(frame, at(0), "0"), _rule(frame, at(most), number(most))]
    for move in range(len(machine.first[0])):
        line = [(part.across(game), at(machine.first[game][move])) for game in part.games]
        drawn.append(f'<path class="first f{move}" d="{_path(line)}"/>')
    kinds = [cells[0] for cells in boxes()[0].moves]
    places = _apart([at(beads) for beads in machine.first[-1]], 18)
    names = ("corner", "edge", "centre")
    for kind, beads, place, name in zip(kinds, machine.first[-1], places, names, strict=True):
        drawn.append(bead(kind, frame.width - frame.right + 16, place, 7))
        drawn.append(_tag(frame, place, f"{name} {number(beads)}", indent=29))
    if machine.emptied:
        x, y = part.across(machine.emptied), at(0)
        drawn.append(f'<path class="hollow" d="M{x - 6:.1f} {y - 6:.1f}h12v12h-12Z"/>')
    return "".join(drawn)


def _path(points: Iterable[tuple[float, float]]) -> str:
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points)


def _apart(places: Sequence[float], gap: float) -> list[float]:
    """The places, moved down where two are closer than ``gap``."""
    found = list(places)
    order = sorted(range(len(found)), key=found.__getitem__)
    for one, other in pairwise(order):
        found[other] = max(found[other], found[one] + gap)
    return found


def _rule(frame: ChartMeasures, y: float, said: str) -> str:
    right = frame.left + frame.across
    css = "rule base" if said == "0" else "rule"
    return (
        f'<path class="{css}" d="M{frame.left} {y:.1f}H{right}"/>'
        f"{_text(frame.left - 8, y + 4.5, said, 'end')}"
    )


def _caption(said: str, top: int) -> str:
    return f'<text class="cap" x="0" y="{top - 14}">{said}</text>'


def _tag(frame: ChartMeasures, y: float, said: str, css: str = "tag", indent: int = 10) -> str:
    x = frame.width - frame.right + indent
    return f'<text class="{css}" x="{x}" y="{y + 5:.1f}">{said}</text>'


def _text(x: float, y: float, said: str, anchor: str) -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{said}</text>'
