"""What the report of a graded engine shows: the proof or the refutation, and what to learn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import msgspec

from games import presenters
from games.analysis import reasons, variations
from games.analysis.wording import fixed, listed, number
from games.arena.grading.in_play import NEAR
from games.arena.grading.result import Costly, Grade, PlyCount, Refutation
from games.engines import engine, solution_of
from games.engines.solution import EQUAL
from games.models import UploadedEngine
from games.rules import Board, board_class
from games.web.rule_pages import Example, match_of

MOST_BARS = 12
"""Rows of the table of right answers by ply."""

OLDER = "An older grader found this. Bring the file again under another name to have it proven."

DEEPEST = 0.45
"""How opaque the cell with most mistakes is on the map of them."""


def grade_of(row: UploadedEngine) -> Grade:
    """The stored grade of a row that has one."""
    found = msgspec.convert(row.grade, Grade)
    older = not found.table or not found.python
    if found.never_loses and found.expected is None and older:
        return replace(found, never_loses=False, doubts=(OLDER,))
    return found


def report(row: UploadedEngine, ply: int | None) -> dict[str, Any]:
    """The report of a graded engine, its refutation after ``ply`` moves or at its end.

    ``verdict`` is the answer in a few words, ``proof`` the sentence under it. ``games`` are those
    it was rated by, in an unsolved game, with the ``title`` of each engine. ``refutation`` is
    the shortest game that it loses as the seat ``loser``, at one of its positions, and ``first``
    its first mistake there. ``expected`` is for games with chance. Waits for the solution of the
    game.
    """
    found, board = grade_of(row), board_class(row.variant)
    start = board.start()
    solution_of(start).make_ready(start)
    lost = found.refutation
    return {
        "grade": found,
        "verdict": verdict(found),
        "proof": _proof(found),
        "percent": percent(found.right, found.asked),
        "games": [
            {"title": engine(row.variant, one.engine).label, "against": one} for one in found.games
        ],
        "rows": _rows(found),
        "refutation": _refutation(board, lost, ply) if lost else None,
        "loser": lost.seat if lost else "",
        "first": _decisive(board, lost) if lost else "",
        "plies": list(_bars(found.by_ply)),
        "map": _map(board, found.by_cell) if any(found.by_cell) else None,
        "mistakes": [_mistake(board, one) for one in found.mistakes],
        "expected": _expected(board, found),
        "costliest": [_mistake(board, one) for one in found.costliest],
    }


def _bars(counts: Sequence[PlyCount]) -> Iterator[dict[str, Any]]:
    """Right answers by ply in per cent, in a long game some plies together."""
    if not counts:
        return
    width = -(-(counts[-1].ply + 1) // MOST_BARS)
    for first in range(0, counts[-1].ply + 1, width):
        within = [one for one in counts if first <= one.ply < first + width]
        if asked := sum(one.asked for one in within):
            right = percent(sum(one.right for one in within), asked)
            yield {"name": _after(first, width), "asked": number(asked), "percent": right}


def _after(first: int, width: int) -> str:
    if width > 1:
        return f"After {first} to {first + width - 1} moves"
    return "Empty board" if first == 0 else f"After {first} move{'' if first == 1 else 's'}"


def percent(part: int, whole: int) -> int:
    """In whole per cent; a hundred only for all, and none only for nothing."""
    if not whole:
        return 0
    share = round(100 * part / whole)
    return max(1, min(99, share)) if 0 < part < whole else share


def verdict(found: Grade) -> str:
    """The answer in a few words."""
    if found.rating is not None:
        return f"Rated {number(found.rating)} ± {found.margin}"
    if found.never_loses:
        return "It never loses"
    if found.refutation:
        return "It can lose"
    if found.illegal or found.crashes:
        return "It cannot finish every game"
    if found.met_limit:
        return "It met a limit"
    return "No lost game was found"


def _proof(found: Grade) -> str:
    games = number(found.lines)
    if found.rating is not None:
        return (
            f"It played {games} games against {len(found.games)} engines of known strength. Nobody "
            "has solved this game, so nothing is proven."
        )
    if found.never_loses and found.expected is None:
        return (
            "Proven is the table of its answers: it was played against every reply and loses none "
            f"of {games} games, and on this site it plays from that table."
        )
    if found.expected is not None:
        return f"It was followed through {games} games against perfect play and every random move."
    failures = found.illegal + found.crashes
    if found.refutation is None and failures:
        return "No game is lost on the board, but in some it gives no legal move."
    if found.met_limit and found.refutation is None:
        return f"It answered in {number(found.asked)} positions before it met a limit."
    if found.refutation is None:
        return f"It loses none of the {games} games that were followed, but that is no proof."
    if failures or found.met_limit:
        return f"It loses some of the {games} games that it played to their ends."
    return f"It was played against every reply: {games} complete games, and it loses some."


def _rows(found: Grade) -> tuple[tuple[str, str], ...]:
    named = {
        "Positions asked": found.asked,
        "Right": found.right,
        "Wins missed": found.wins_missed,
        "Draws thrown away" if found.expected is None else "Other costly moves": found.draws_lost,
        "Illegal moves": found.illegal,
        "Crashes": found.crashes,
    }
    seconds = f"{number(found.seconds, 1)} s"
    return (*((name, number(count)) for name, count in named.items()), ("Time", seconds))


def _refutation(board: type[Board], lost: Refutation, ply: int | None) -> Example:
    """The lost game at one of its positions, for the stepping board of the rules."""
    moves = lost.moves
    shown = len(moves) if ply is None else min(ply, len(moves))
    match = match_of(board, moves[:shown])
    page = presenters.page_context(match, None)
    return Example(
        page=page,
        said=presenters.sentence(match) or "The empty board.",
        refused="",
        over=match.outcome is not None,
        cells=match.outcome.cells if match.outcome else (),
        to_act=match.board.to_move,
        back=f"?ply={shown - 1}#example" if shown else "",
        next=f"?ply={shown + 1}#example" if shown < len(moves) else "",
        fresh="?ply=0#example",
    )


def _decisive(board: type[Board], lost: Refutation) -> str:
    """Its first mistake in the lost game; in a game with chance its costliest move."""
    found: list[tuple[float, int, Board, int]] = []
    position = board.start()
    for ply, cell in enumerate(lost.moves, 1):
        if position.to_move == lost.seat:
            values = solution_of(position).values(position)
            if values and (cost := max(values.values()) - values[cell]) > EQUAL:
                found.append((cost, -ply, position, cell))
        position = position.make_move(cell)
    if not found:
        return ""
    cost, ply, before, cell = max(found, key=lambda one: one[:2]) if board.CHANCE_SEAT else found[0]
    if board.CHANCE_SEAT and cost < NEAR:
        return "None of its moves here is far from the best: chance decided this game."
    right = listed([board.cell_name(one) for one in _right(before)], "or")
    why = reasons.why(before, cell)
    said = f"Move {-ply}, {board.cell_name(cell)}"
    return f"{said}, {why}. Right: {right}." if why else f"{said}, is wrong. Right: {right}."


def _right(position: Board) -> tuple[int, ...]:
    return solution_of(position).keeping_moves(position)


def _map(board: type[Board], counts: tuple[int, ...]) -> dict[str, Any]:
    """Where on the board its mistakes are; ``lines`` are the grid's, ``text`` says it in words."""
    spots: list[dict[str, Any]] = []
    for cell, count in enumerate(counts):
        column, row = board.SHAPE.place(cell)
        spots.append(
            {
                "name": board.cell_name(cell),
                "x": 100 * column,
                "y": 100 * row,
                "depth": round(DEEPEST * count / max(counts), 2),
                "count": count,
            }
        )
    ordered = sorted(spots, key=lambda spot: -spot["count"])
    said = ", ".join(f"{spot['name']} {spot['count']}" for spot in ordered if spot["count"])
    width, height = 100 * board.SHAPE.columns, 100 * board.SHAPE.rows
    grid = [f"M{x} 0V{height}" for x in range(100, width, 100)]
    grid += [f"M0 {y}H{width}" for y in range(100, height, 100)]
    return {
        "width": width,
        "height": height,
        "lines": "".join(grid),
        "spots": spots,
        "text": f"Mistakes by cell: {said}.",
    }


def _mistake(board: type[Board], one: Costly) -> dict[str, str]:
    """A wrong move: the position, what was played, what is right, and why."""
    position = board.from_notation(one.position)
    line = variations.Variation((position,), (), 0).after(one.move)
    return {
        "notation": one.position,
        "seat": position.to_move,
        "played": board.cell_name(one.move),
        "right": listed([board.cell_name(cell) for cell in _right(position)], "or"),
        "why": reasons.why(position, one.move),
        "result": _given_away(position),
        "cost": fixed(one.cost, 2).lstrip("+"),
        "url": line.address(0),
    }


def _given_away(position: Board) -> str:
    """What was at hand, in a game without chance."""
    value = solution_of(position).value(position) or 0
    if position.CHANCE_SEAT:
        return ""
    return "the win" if value > EQUAL else "the draw"


def _expected(board: type[Board], found: Grade) -> tuple[tuple[str, str], ...]:
    """By seat: the expected result, and that of a perfect player in its place."""
    if found.expected is None:
        return ()
    value = solution_of(board.start()).value(board.start()) or 0.0
    best = dict(zip(board.RIVALS, (value, -value), strict=True))
    return tuple(
        (seat, f"{fixed(found.expected[seat], 4)} (a perfect player has {fixed(best[seat], 4)})")
        for seat in board.RIVALS
    )


def shown(row: UploadedEngine) -> dict[str, object]:
    """An engine in a list: the row, its game, and what is known of it in a few words."""
    said: str = row.get_status_display()
    right = ""
    if row.status == UploadedEngine.Status.GRADED:
        grade = grade_of(row)
        said = verdict(grade)
        right = f"{percent(grade.right, grade.asked)} % right" if grade.rating is None else ""
    return {"row": row, "game": board_class(row.variant).TITLE, "said": said, "right": right}
