"""What the pages of trainings show: curves, the board with a learner's numbers, what it keeps.

A page is of one moment of a training. It carries all moments as frames, so that scripts can go
through them without asking again.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from math import log10
from typing import Any
from urllib.parse import urlencode

from django.urls import reverse

from games.analysis import variations
from games.analysis.machines.jobs import TrainingRun
from games.analysis.machines.trainings import (
    CellJudgement,
    LearnerSnapshot,
    TrainingKey,
    judgements,
)
from games.compute.pool import compute
from games.engines.learning.training import LEARNERS
from games.engines.numbers import number, signed
from games.rules import Board

LearnerRun = TrainingRun[LearnerSnapshot]

MOST_WAYS = 100_000
HATCHES = 9
SHOWN = 16
"""Positions for which the moments of a finished training are kept."""


@dataclass(frozen=True, slots=True)
class LearnerCard:
    """How pages introduce a learner, and its training if nobody chose another.

    ``stroke`` is how its curve is drawn, ``unit`` what its numbers are, ``memory`` what the picture
    of it shows, with ``columns`` signs in a row. Its curve is named after ``named_at`` games.
    """

    name: str
    slug: str
    title: str
    about: str
    stroke: str
    unit: str
    memory: str
    columns: int
    games: int
    named_at: int
    seed: int = 1

    @property
    def key(self) -> TrainingKey:
        """Its usual training."""
        return TrainingKey(self.slug, self.seed, self.games, LEARNERS[self.slug].DEFAULTS)


CARDS = {
    card.name: card
    for card in (
        LearnerCard(
            "boxes",
            "menace",
            "Boxes",
            "304 matchboxes that practise with Sable or Pip. They play as their beads fall.",
            "heavy",
            "share of the beads",
            "{} of 304 boxes used",
            51,
            1_000,
            6,
            seed=1961,
        ),
        LearnerCard(
            "table",
            "td",
            "Table",
            "One number for each position. It practises with itself.",
            "dashed",
            "−1 is lost, +1 is won",
            "{} positions met",
            105,
            40_000,
            60,
        ),
        LearnerCard(
            "tree",
            "mcts",
            "Tree",
            "No memory: it plays games out before each move.",
            "dotted",
            "share of the games played out",
            "{} games played out before each move",
            0,
            2_000,
            20,
        ),
        LearnerCard(
            "net",
            "net",
            "Net",
            "1,697 weights between units. It practises with itself.",
            "thin",
            "−1 is lost, +1 is won",
            "what its {} first units look for",
            0,
            81_920,
            4_000,
        ),
    )
}

MOMENTS = ("........._X", "X...O..OX_X", "XX.OO...._X")
MOMENT_NAMES = ("Empty board", "Stop a row", "Win or block?")
FOES = ("Pip", "Bruno", "Sable")
"""Who plays as each of OPPONENTS_MET."""


@dataclass(frozen=True, slots=True)
class ResultBar:
    """Results against one opponent: strokes for won, drawn and lost, and a few words."""

    name: str
    won: str
    drawn: str
    lost: str
    said: str
    words: str


@dataclass(frozen=True, slots=True)
class LearnerCell:
    """A cell with what a learner thinks of it. ``url`` goes on there."""

    index: int
    name: str
    mark: str
    url: str
    text: str
    hatch: int
    best: str


@dataclass(frozen=True, slots=True)
class LearnerMoment:
    """A learner after some games: its badge or number, its cells, results and memory."""

    games: int
    loses: str
    safe: bool
    cells: list[LearnerCell]
    unit: str
    bars: list[ResultBar]
    memory: dict[str, str]
    remembers: str


@dataclass(frozen=True, slots=True)
class LearnerSection:
    """One learner on a page: its card, the moment that is shown, and all of them for scripts."""

    card: LearnerCard
    run: LearnerRun
    safe_since: int | None
    moment: LearnerMoment | None
    rows: Sequence[Sequence[LearnerCell]]
    url: str
    state: str


@dataclass(frozen=True, slots=True)
class ChartShape:
    """The measures of the chart for a wide or a narrow page."""

    name: str
    width: int
    left: int
    right: int

    def across(self, games: int, longest: int) -> float:
        """Where a number of games lies, on a scale of powers of ten."""
        wide = self.width - self.left - self.right
        return self.left + wide * log10(max(1, games)) / log10(longest)


SHAPES = (ChartShape("wide", 1000, 62, 24), ChartShape("narrow", 340, 54, 12))
TOP, HEIGHT, ROW = 14, 140, 20


def safe_since(run: LearnerRun) -> int | None:
    """The game from which on its learner cannot be beaten; None if it can."""
    since = None
    for games, loses in reversed(run.points):
        if loses:
            break
        since = games
    return since


def address(name: str, board: str, games: int | None, chosen: dict[str, str]) -> str:
    """The address of a page of trainings: its position, its moment, and what was chosen."""
    query = dict(chosen)
    if board != MOMENTS[0]:
        query["board"] = board
    if games is not None:
        query["at"] = str(games)
    path = (
        reverse("analysis:machines") if name == "all" else reverse("analysis:training", args=[name])
    )
    return f"{path}?{urlencode(query)}" if query else path


def file_address(name: str, chosen: dict[str, str]) -> str:
    """Where the learner of a training can be downloaded."""
    if name == "all":
        return ""
    path = reverse("analysis:learner_file", args=[name])
    return f"{path}?{urlencode(chosen)}" if chosen else path


def sections(
    page: str,
    cards: Sequence[LearnerCard],
    runs: Sequence[LearnerRun],
    board: Board,
    at: int | None,
    chosen: dict[str, str],
) -> tuple[list[LearnerSection], dict[str, Any]]:
    """The learners of a page at game ``at``, or now, and their frames for scripts."""
    found, frames = [], []
    for card, run in zip(cards, runs, strict=True):
        moments = _moments(card, run, board, page, chosen)
        games = [one.games for one in moments]
        now = len(moments) if at is None else max(1, bisect_right(games, at))
        shown = moments[now - 1] if moments else None
        rows = board.SHAPE.in_rows(shown.cells) if shown else ()
        found.append(
            LearnerSection(card, run, safe_since(run), shown, rows, _own_page(card), state_of(run))
        )
        frames.append(moments)
    return found, _frames(frames, runs)


def _moments(
    card: LearnerCard, run: LearnerRun, board: Board, page: str, chosen: dict[str, str]
) -> list[LearnerMoment]:
    """What a learner shows after some games: at all its stops, while it trains at the last one."""
    known, done = (board.notation, page, tuple(chosen.items())), run.done
    if done and known in run.shown:
        kept: list[LearnerMoment] = run.shown[known]
        return kept
    some = run.snapshots if done else run.snapshots[-1:]
    views = compute(judgements, tuple(one.stored for one in some), board)
    moments = [
        _moment(card, one, judged, board, page, chosen, safe_since(run))
        for one, judged in zip(some, views, strict=True)
    ]
    if done:  # it may have ended meanwhile
        if len(run.shown) >= SHOWN:
            run.shown.clear()
        run.shown[known] = moments
    return moments


def _own_page(card: LearnerCard) -> str:
    if card.name == "boxes":
        return reverse("analysis:menace")
    return reverse("analysis:training", args=[card.name])


def state_of(run: TrainingRun[Any]) -> str:
    """How far a training is, in a sentence; empty once it is over."""
    if run.done:
        return ""
    if run.stopped:
        return f"Stopped after {number(run.games)} games."
    if run.place:
        return f"Waiting: {run.place} training{'' if run.place == 1 else 's'} before this one."
    return f"Training: {number(run.games)} of {number(run.key.games)} games."


def _moment(
    card: LearnerCard,
    one: LearnerSnapshot,
    judged: dict[int, CellJudgement] | None,
    board: Board,
    page: str,
    chosen: dict[str, str],
    since: int | None,
) -> LearnerMoment:
    safe = not one.loses
    many = sum(view.best for view in (judged or {}).values()) > 3
    cells = []
    for cell, mark in enumerate(board.marks):
        view = (judged or {}).get(cell)
        url = ""
        if not mark and not board.is_game_over():
            url = address(page, variations.slug_of(board.make_move(cell)), None, chosen)
        cells.append(
            LearnerCell(
                index=cell,
                name=board.cell_name(cell),
                mark=mark,
                url=url,
                text=_said(card, view) if view else "",
                hatch=round(view.much * HATCHES) if view else 0,
                best=("many" if many else "best") if view and view.best else "",
            )
        )
    return LearnerMoment(
        games=one.games,
        loses=number(one.loses),
        safe=safe and since is not None and one.games >= since,
        cells=cells,
        unit=_unit(card, judged, board),
        bars=[_bar(name, *shares) for name, shares in zip(FOES, one.results, strict=True)],
        memory=_memory_paths(card, one.memory),
        remembers=card.memory.format(number(one.known)),
    )


def _said(card: LearnerCard, view: CellJudgement) -> str:
    if card.slug in ("menace", "mcts"):
        return f"{round(100 * view.value)} %"
    return signed(round(view.value, 2), 2)


def _unit(card: LearnerCard, judged: dict[int, CellJudgement] | None, board: Board) -> str:
    if board.is_game_over():
        return "The game is over."
    if judged is None:
        return f"No box: it plays {board.SEATS[0]} only."
    return f"For {board.to_move}: {card.unit}"


def _bar(name: str, won: float, drawn: float, lost: float) -> ResultBar:
    """Three strokes of one line, as long as their shares."""
    shares = [won, drawn, lost]
    shown = [share for share in shares if share > 0.004]
    room, left = 190 - 9 * (len(shown) - 1), 5.0
    drawn_as: list[str] = []
    for share in shares:
        if share <= 0.004:
            drawn_as.append("")
            continue
        right = left + room * share / sum(shown)
        drawn_as.append(f"M{left:.0f} 8H{right:.0f}")
        left = right + 9
    said = "none lost" if lost < 1e-9 else f"{'< 1' if lost < 0.01 else round(100 * lost)} % lost"
    words = f"{name}: {round(100 * won)} % won, {round(100 * drawn)} % drawn, {said}"
    won_as, drawn_at, lost_as = drawn_as
    return ResultBar(name, won_as, drawn_at, lost_as, said, words)


def _memory_paths(card: LearnerCard, memory: str) -> dict[str, str]:
    """What a learner keeps as strokes: for the first side, for the other, for neither."""
    paths: dict[str, list[str]] = {"first": [], "second": [], "neither": []}
    for at, sign in enumerate(memory):
        if card.columns:
            x, y = at % card.columns * 200 / card.columns + 2, at // card.columns * 6 + 1
            key = {"+": "first", "-": "second"}.get(sign, "neither")
            paths[key].append(f"M{x:.1f} {y}v4")
        elif sign != " ":
            unit, weight = divmod(at, 18)
            cell = weight % 9
            x = unit % 16 * 12.6 + cell % 3 * 3.6 + 2
            middle = unit // 16 * 17 + cell // 3 * 4.8 + 3
            long = ("ABCDEFGHI".find(sign.upper()) + 1) * 0.42
            mine = (weight < 9) == sign.isupper()
            paths["first" if mine else "second"].append(
                f"M{x:.1f} {middle - long / 2:.1f}v{long:.1f}"
            )
    return {name: "".join(some) for name, some in paths.items()}


def _frames(
    frames: Sequence[Sequence[LearnerMoment]], runs: Sequence[LearnerRun]
) -> dict[str, Any]:
    """All moments for scripts: the stops of the slider, and what each learner shows at them."""
    games = sorted({one.games for moments in frames for one in moments})
    longest = longest_of(runs)
    return {
        "stops": [
            {
                "games": number(stop),
                "x": [round(shape.across(stop, longest), 1) for shape in SHAPES],
                "frames": [
                    max(0, bisect_right([one.games for one in moments], stop) - 1)
                    for moments in frames
                ],
            }
            for stop in games
        ],
        "learners": [
            [
                {
                    "loses": one.loses,
                    "safe": one.safe,
                    "cells": [[cell.text, cell.hatch, cell.best] for cell in one.cells],
                    "bars": [
                        [bar.won, bar.drawn, bar.lost, bar.said, bar.words] for bar in one.bars
                    ],
                    "memory": [one.memory["first"], one.memory["second"], one.memory["neither"]],
                    "remembers": one.remembers,
                }
                for one in moments
            ]
            for moments in frames
        ],
    }


def longest_of(runs: Sequence[LearnerRun]) -> int:
    """The games at the right end of the chart."""
    return max(100, *(run.key.games for run in runs))


def chart(found: Sequence[LearnerSection], at: int | None) -> list[str]:
    """Ways each still loses by games, wide and narrow."""
    return [_chart(found, shape, at) for shape in SHAPES]


def _chart(found: Sequence[LearnerSection], shape: ChartShape, at: int | None) -> str:
    runs = [one.run for one in found]
    longest, base = longest_of(runs), TOP + HEIGHT
    body = []
    for ways in (0, 10, 100, 1000, 10000):
        y = _height(ways)
        css = "rule" if ways else "rule base"
        body.append(f'<path class="{css}" d="M{shape.left} {y:.1f}H{shape.width - shape.right}"/>')
        body.append(
            f'<text x="{shape.left - 8}" y="{y + 4.5:.1f}" text-anchor="end">{number(ways)}</text>'
        )
    flags = []
    for one in found:
        points = one.run.points
        if not points:
            continue
        line = ""
        for games, loses in points:
            x, y = shape.across(games, longest), _height(loses)
            line += f"H{x:.1f}V{y:.1f}" if line else f"M{x:.1f} {y:.1f}"
        body.append(f'<path class="line {one.card.stroke}" d="{line}"/>')
        if len(found) > 1:
            games = min(points[-1][0], one.card.named_at)
            loses = points[bisect_right(points, (games, 10**9)) - 1][1]
            below = 20 if one.card.slug == "mcts" else -8
            body.append(
                f'<text class="name" x="{shape.across(games, longest) + 6:.1f}" '
                f'y="{_height(loses) + below:.1f}">{one.card.title}</text>'
            )
        flags.append((one.safe_since if one.safe_since is not None else points[-1][0], one))
    body.append(_flags(flags, shape, longest))
    if not flags:
        body.append(
            f'<text class="name" x="{shape.across(1, longest) + 8:.1f}" y="{base - 8}">'
            f"{NOTHING_YET}</text>"
        )
    rows = len(found)
    foot = base + 12 + ROW * rows + 14
    for games in (1, 10, 100, 1000, 10000):
        if games <= longest:
            x = shape.across(games, longest)
            body.append(f'<text x="{x:.1f}" y="{foot}" text-anchor="middle">{number(games)}</text>')
    x = shape.across(at if at is not None else longest, longest)
    body.append(f'<path class="now" transform="translate({x:.1f} 0)" d="M0 {TOP - 8}V{base + 4}"/>')
    return (
        f'<svg class="chart {shape.name}" viewBox="0 0 {shape.width} {foot + 4}" role="img" '
        f'aria-label="{summary(found)}">{"".join(body)}</svg>'
    )


def _flags(flags: Sequence[tuple[int, LearnerSection]], shape: ChartShape, longest: int) -> str:
    """Below the axis, one below the other: since when each cannot be beaten."""
    body, base = [], TOP + HEIGHT
    for row, (games, one) in enumerate(sorted(flags, key=lambda flag: flag[0])):
        x, y = shape.across(games, longest), base + 22 + ROW * row
        safe = one.safe_since is not None
        said = f"{one.card.title} {number(games)}" if safe else f"{one.card.title}: not yet"
        left = x > shape.width * 0.6
        if safe:
            body.append(f'<path class="pole" d="M{x:.1f} {base - 7}V{y}"/>')
        body.append(
            f'<text class="flag" x="{x + (-8 if left else 8):.1f}" y="{y}" '
            f'text-anchor="{"end" if left else "start"}">{"✓ " if safe else ""}{said}</text>'
        )
    return "".join(body)


def _height(ways: int) -> float:
    return TOP + HEIGHT - HEIGHT * log10(ways + 1) / log10(MOST_WAYS)


def summary(found: Sequence[LearnerSection]) -> str:
    """The end of each curve in words."""
    said = []
    for one in found:
        if one.safe_since is not None:
            said.append(f"{one.card.title} never loses since {number(one.safe_since)}")
        elif one.run.points:
            ways = one.run.points[-1][1]
            said.append(f"{one.card.title} loses in {number(ways)} way{'' if ways == 1 else 's'}")
    return f"Ways each still loses, by games: {'; '.join(said) or NOTHING_YET}."


RESULT_STROKES = ("heavy", "dotted", "thin")
"""How the curves of FOES are drawn."""


def results_chart(one: LearnerSection) -> list[str]:
    """The share of games that a learner loses to each opponent, by games, wide and narrow."""
    return [_results_chart(one.run, shape) for shape in SHAPES] if one.run.snapshots else []


def _results_chart(run: LearnerRun, shape: ChartShape) -> str:
    longest, base, end = longest_of([run]), TOP + HEIGHT, shape.width - shape.right
    body = []
    for percent in (0, 50, 100):
        y = base - HEIGHT * percent / 100
        css = "rule" if percent else "rule base"
        body.append(f'<path class="{css}" d="M{shape.left} {y:.1f}H{end}"/>')
        body.append(
            f'<text x="{shape.left - 8}" y="{y + 4.5:.1f}" text-anchor="end">{percent} %</text>'
        )
    names = []
    for number_, stroke in enumerate(RESULT_STROKES):
        line = [
            (
                shape.across(each.games, longest),
                base - HEIGHT * each.results[number_][2],
            )
            for each in run.snapshots
        ]
        path = "L".join(f"{x:.1f} {y:.1f}" for x, y in line)
        body.append(f'<path class="line {stroke}" d="M{path}"/>')
        names.append((line[0], FOES[number_]))
    names.sort(key=lambda one: one[0][1])
    above = 0.0
    for (x, y), name in names:
        above = max(above + 17, y + 16)
        body.append(f'<text class="name" x="{x + 6:.1f}" y="{above:.1f}">{name}</text>')
    ends = ", ".join(
        f"{name} {round(100 * shares[2])} %"
        for name, shares in zip(FOES, run.snapshots[-1].results, strict=True)
    )
    return (
        f'<svg class="chart {shape.name}" viewBox="0 0 {shape.width} {base + 8}" role="img" '
        f'aria-label="Share of games lost, by games. At the end: {ends}.">{"".join(body)}</svg>'
    )


NOTHING_YET = "no game yet"

TABLE_STOPS = (0, 10, 100, 300, 1000, 2000, 3000, 10000, 40000, 80000)


def table(found: Sequence[LearnerSection]) -> list[tuple[str, list[str]]]:
    """The curves as rows: after how many games each loses in how many ways."""
    rows = []
    longest = longest_of([one.run for one in found])
    for stop in (*[stop for stop in TABLE_STOPS if stop < longest], longest):
        row = []
        for one in found:
            at = bisect_right(one.run.points, (stop, 10**9))
            over = not at or stop > one.run.games
            row.append("–" if over else number(one.run.points[at - 1][1]))
        rows.append((number(stop), row))
    return rows
