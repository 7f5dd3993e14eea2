"""The page of the whole tree of a game with chance: its shape, what chance adds, and its moves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.urls import reverse

from games.analysis import variations
from games.analysis.learn.lesson import Lesson
from games.analysis.learn.played import lesson_of
from games.analysis.player.methods import methods_for
from games.analysis.tree import shape
from games.analysis.tree.counted import tree_of
from games.analysis.tree.rows import side_of
from games.analysis.tree.savings import Savings
from games.analysis.wording import large, number, signed
from games.engines import solution_of
from games.engines.sides import read, valued_for
from games.engines.solution import MoveGroup, TreeLevel, WholeTree
from games.rules import Board

EVEN = 0.00005
"""Below this an expected result is shown as 0."""


@dataclass(frozen=True, slots=True)
class MoveKind:
    """Moves that are alike as one board: how large the tree of one is, what it is worth.

    ``url`` is the tree from there, empty where the game is over.
    """

    name: str
    notation: str
    lines: tuple[int, ...]
    last: int
    side: str
    value: str
    size: str
    alike: str
    label: str
    url: str


@dataclass(frozen=True, slots=True)
class ChancePage:
    """The whole tree of a live ``board``. ``chance`` and ``games`` say what is particular to it."""

    board: Board
    url: str
    player: str
    lesson: Lesson | None
    savings: Savings
    chance: str
    games: str
    levels: Sequence[Mapping[str, Any]]
    winners: Sequence[str]
    kinds: Sequence[MoveKind]
    said: str
    sides: tuple[str, str]
    after: str = "analysis/_chance_adds.html"


def page(board: Board) -> ChancePage:
    """The tree of a counted ``board``. Raises Busy."""
    tree, slug = tree_of(board), variations.slug_of(board)
    first, second = board.RIVALS
    return ChancePage(
        board=board,
        url=variations.address(board),
        player=reverse("analysis:search", args=[slug]),
        lesson=lesson_of(methods_for(board)[0].name),
        savings=_savings(tree),
        chance=_chance(board, tree),
        games=_games(board, tree),
        levels=[_level(board, level, tree) for level in tree.levels],
        winners=board.SEATS,
        kinds=[_kind(board, branch) for branch in tree.branches],
        said=_said(board, tree),
        sides=(first, second),
    )


def _savings(tree: WholeTree) -> Savings:
    every = [level.positions for level in tree.levels]
    layers = [
        every,
        [level.kinds for level in tree.levels],
        [level.distinct for level in tree.levels],
        [level.read for level in tree.levels],
    ]
    plies = [(level.ply, level.seat) for level in tree.levels]
    return Savings(
        title=f"{large(tree.size)} positions, and {large(sum(layers[2]))} that differ",
        whole=shape.powers(layers, plies),
        core=None,
        times=1,
        uneven=shape.nested(layers) != [tuple(layer) for layer in layers],
        rungs=[_rung(layers, at, tree.depth) for at in range(len(layers))],
    )


NAMES = ("Every move", "+ alike cells", "+ memo", "{depth} plies ahead")
IDEAS = (
    "each cell, and each piece that can be taken away",
    "one of the cells that lie on the same patterns",
    "enters positions that are alike once",
    "stops there, and guesses by open patterns",
)


def _rung(layers: Sequence[Sequence[int]], at: int, depth: int) -> dict[str, Any]:
    everything, here = sum(layers[0]), sum(layers[at])
    before = sum(layers[at - 1]) if at else 0
    share = large(round(before / here)) if at and before >= 1.5 * here else ""
    return {
        "at": at,
        "name": NAMES[at].format(depth=depth),
        "idea": IDEAS[at],
        "entered": large(here),
        "saves": f"one in {share}" if share else "nearly as many" if at else "",
        "said": _rung_said(at, everything, here, depth),
        "plies": tuple(large(count) for count in layers[at]),
    }


def _rung_said(at: int, everything: int, here: int, depth: int) -> str:
    if not at:
        return f"Enters all {large(everything)} positions."
    share = f"Enters {large(here)} of {large(everything)} positions"
    if at < len(NAMES) - 1:
        return f"{share}, and finds the same value."
    return f"{share}, no more than {depth} plies deep: what it finds is a guess."


def _chance(board: Board, tree: WholeTree) -> str:
    """What the plies of the chance seat add."""
    seat, times = board.CHANCE_SEAT, _times(board, tree)
    product = 1
    for one in times:
        product *= one
    if not times:
        return f"{seat} never takes a piece from here on."
    if len(times) == 1:
        return (
            f"{seat} takes one piece, any of {times[0]}. An average needs all of its terms, so "
            "none of these moves can be cut."
        )
    series = f"{times[0]} × {times[1]}"
    if len(times) > 2:
        series += f"{' × …' if len(times) > 3 else ''} × {times[-1]}"
    return (
        f"{seat} takes a piece at {len(times)} of these plies. An average needs all of its terms, "
        f"so none of its moves can be cut: it makes the tree {series} = {large(product)} times as "
        "wide."
    )


def _times(board: Board, tree: WholeTree) -> list[int]:
    """How many pieces chance has to choose from, ply by ply."""
    return [
        after.positions // level.live
        for level, after in zip(tree.levels, tree.levels[1:], strict=False)
        if level.seat == board.CHANCE_SEAT
    ]


def _games(board: Board, tree: WholeTree) -> str:
    """How the games of the tree end: ways to play, not chances."""
    ended = {seat: sum(level.ended[seat] for level in tree.levels) for seat in board.SEATS}
    games = sum(ended.values())
    parts = [f"{seat} wins {_percent(ended[seat], games)}" for seat in board.SEATS]
    return (
        f"It holds {large(games)} complete games: {', '.join(parts[:-1])} and {parts[-1]}. That "
        "counts ways to play, not how likely they are."
    )


def _percent(part: int, of: int) -> str:
    """A share without rounding something to nothing, or a part to all."""
    if not part:
        return "none"
    if part == of:
        return "all"
    thousandths = round(1000 * part / of)
    return f"{number(min(max(thousandths, 1), 999) / 10, 1)}\u00a0%"


def _level(board: Board, level: TreeLevel, tree: WholeTree) -> dict[str, Any]:
    """A ply in exact numbers: all positions, those that differ, and the games that end there."""
    after = next((one for one in tree.levels if one.ply == level.ply + 1), None)
    return {
        "ply": level.ply,
        "seat": level.seat,
        "positions": number(level.positions),
        "distinct": number(level.distinct),
        "times": f"× {after.positions // level.live}" if after else "",
        "ended": [number(level.ended[seat]) for seat in board.SEATS],
    }


def _kind(board: Board, branch: MoveGroup) -> MoveKind:
    cell, many = branch.cells[0], len(branch.cells)
    after, name = board.make_move(cell), board.cell_name(cell)
    outcome = after.outcome
    worth = _worth(board, cell)
    value = "" if worth is None else signed(worth, 4)
    alike = f"{many} alike" if many > 1 else ""
    size = "ends the game" if outcome else f"{large(branch.size)} below"
    return MoveKind(
        name=name,
        notation=after.notation,
        lines=outcome.cells if outcome else (),
        last=cell,
        side="" if worth is None else side_of(0 if abs(worth) < EVEN else worth),
        value=value,
        size=size,
        alike=alike,
        label=", ".join(filter(None, (name, value, alike, size))),
        url="" if outcome else reverse("analysis:search_tree", args=[variations.slug_of(after)]),
    )


def _worth(board: Board, cell: int) -> float | None:
    """The expected result of a move for the first seat, if the solution is at hand."""
    solution = solution_of(board)
    if not solution.at_hand(board):
        return None
    return read(board, valued_for(board), solution.values(board)[cell])


def _said(board: Board, tree: WholeTree) -> str:
    cells, kinds = sum(len(one.cells) for one in tree.branches), len(tree.branches)
    acts, thing = ("take", "piece") if board.action == "remove" else ("play", "cell")
    can = f"{board.to_move} can {acts} {cells} {thing}{'' if cells == 1 else 's'}"
    if cells == kinds:
        return f"{can}."
    sorts = "1 kind" if kinds == 1 else f"{kinds} kinds"
    return f"{can}, of {sorts}: those that are alike stand once."
