"""All engines in one position, side by side, and their moves judged by the exact solution."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.analysis import results
from games.analysis.variations import Variation
from games.analysis.wording import bounded, cells, listed, number, shortfall
from games.engines import Engine, engines_for, solution_of
from games.engines.answers import Analysis, Answer
from games.engines.sides import has_side, read, reader
from games.rules import Board

NODES = "nodes"
"""What an address calls the count of an engine, where it names a cell for a value."""


Row = dict[str, Any]


def table(variation: Variation, analysis: Analysis, focus: str) -> list[Row]:
    """A row for each engine: its move beside those of the others.

    ``others`` are the moves it holds for as good, ``results`` what its moves lead to, ``fault``
    what it may give away. ``why`` is where the page says where its ``value`` comes from; empty if
    nothing can be shown; ``why_nodes`` does so for its ``nodes``, which are games if it
    ``plays_out``. ``is_random``: it has no opinion and draws lots. ``inexact``: it may choose a
    move that is not the best.
    """
    board, moves = variation.board, results.moves(variation.board)
    solution, titles = solution_of(board), engines_for(board.VARIANT)
    exact, best = solution.values(board), set(solution.best_moves(board))
    return [
        {
            "slug": slug,
            "title": titles[slug].title,
            "focus": slug == focus,
            "url": variation.address(variation.at, engine=slug),
            "move": board.cell_name(answer["move"]),
            "others": _others(board, answer),
            "is_random": not has_side(board) and not answer["values"],
            "results": _results(moves, answer["candidates"]),
            "value": own_number(board, answer, answer["move"]) or "–",
            "why": why_address(variation, answer["move"], slug)
            if is_explained(board, titles[slug], answer, answer["move"])
            else "",
            "nodes": number(answer["nodes"] or None),
            "why_nodes": nodes_address(variation, titles[slug]) if answer["nodes"] else "",
            "plays_out": plays_out(answer),
            "cutoffs": number(answer["cutoffs"] or None),
            "fault": fault(board, answer["candidates"], exact),
            "inexact": not set(answer["candidates"]) <= best,
        }
        for slug, answer in analysis["engines"].items()
    ]


def is_explained(board: Board, engine: Engine, answer: Answer, cell: int) -> bool:
    """Whether the page can show where the engine's number for ``cell`` comes from."""
    if str(cell) not in answer["values"]:
        return False
    shown = {"path_scores", "wishes"} & answer["view"].keys()
    return bool(shown) or engine.explains_values or board.make_move(cell).is_game_over()


def plays_out(answer: Answer) -> bool:
    """Whether an engine's nodes are games that it played to their end."""
    return "visits" in answer["view"]


def nodes_address(variation: Variation, engine: Engine) -> str:
    """Where the page says what makes up the nodes of ``engine``; empty if it cannot."""
    if not engine.explains_nodes:
        return ""
    return variation.address(variation.at, engine=engine.slug, why=NODES) + "#proof"


def why_address(variation: Variation, cell: int, focus: str = "") -> str:
    """Where the page proves the number of ``cell``: the engine's in ``focus``, else the result."""
    name = variation.board.cell_name(cell)
    return variation.address(variation.at, engine=focus, why=name) + "#proof"


def _others(board: Board, answer: Answer) -> str:
    equals = [cell for cell in answer["candidates"] if cell != answer["move"]]
    if len(equals) > 3:
        return f"or {len(equals)} others"
    return f"or {cells(board, equals).replace(' and ', ', ')}" if equals else ""


def fault(board: Board, candidates: list[int], exact: Mapping[int, float]) -> str:
    """What an engine may give away here, in words; empty if nothing.

    Dos has no side, so its moves have no faults.
    """
    if not exact or not has_side(board):
        return ""
    best, worst = max(exact.values()), min(exact[cell] for cell in candidates)
    if not board.CHANCE_SEAT:  # every value is a win, draw or loss
        return _thrown_away(best, worst, all(exact[cell] < best for cell in candidates))
    return f"may give away {shortfall(best, worst)}" if best - worst > 0.005 else ""


WORTH = {1: "the win", 0: "the draw", -1: "the loss"}


def _thrown_away(best: float, worst: float, surely: bool) -> str:
    if worst >= best:
        return ""
    verb = "gives" if surely else "may give"
    return f"{verb} away {WORTH[(best > 0) - (best < 0)]}"


def summary(board: Board, rows: list[Row]) -> str:
    """One sentence on whether the engines find a best move; empty where nobody chooses."""
    if len(rows) < 2 or not has_side(board) or not solution_of(board).values(board):
        return ""
    if wrong := [row for row in rows if row["fault"]]:
        return _goes_wrong(wrong)
    late = [row["title"] for row in rows if row["inexact"]]
    if not late:
        return "Every engine finds a best move here."
    return f"Every engine keeps the result here; {listed(late)} may {_inexactly(board)}."


def _inexactly(board: Board) -> str:
    """What a move does that keeps the result and is not a best one."""
    if board.CHANCE_SEAT:
        return "choose a slightly weaker cell"
    return "win later" if max(solution_of(board).values(board).values()) > 0 else "lose sooner"


def _goes_wrong(wrong: list[Row]) -> str:
    if len(wrong) == 1:
        return f"Only {wrong[0]['title']} {wrong[0]['fault']}."
    return f"{listed([row['title'] for row in wrong])} can go wrong here."


def _results(moves: Mapping[int, results.Move], candidates: list[int]) -> list[results.ExactResult]:
    """The different results of the moves an engine may choose, best known first."""
    found = {moves[cell].result.side: moves[cell].result for cell in candidates if cell in moves}
    return list(found.values())


def own_number(board: Board, answer: Answer, cell: int) -> str:
    """An engine's own figure for ``cell``, as ``reader`` reads it; empty if it has none.

    Where its values only order endings, the ply at which the game ends is what can be read.
    """
    value = answer["values"].get(str(cell))
    if value is None:
        return ""
    if ends := _ends(answer):
        return f"ply {ends[str(cell)]}"
    places = 2 if board.CHANCE_SEAT else 3
    known = answer["bounds"].get(str(cell))
    bound = known["bound"] if known else "exact"
    return bounded(read(board, answer["values_for"], value), bound, places)


def whose_number(board: Board, answer: Answer, cell: int) -> str:
    """``own_number`` with the seat it speaks for: ``+10 for X``; ``ply 31`` speaks for nobody."""
    own = own_number(board, answer, cell)
    return own if _ends(answer) else f"{own} for {reader(board, answer['values_for'])}"


def bound_reason(answer: Answer, cell: int) -> str:
    """Why the value of ``cell`` is only a bound; empty if it is exact."""
    known = answer["bounds"].get(str(cell))
    return known.get("reason", "") if known else ""


def _ends(answer: Answer) -> Mapping[str, int]:
    """The last ply by cell, for values that the solution computed without chance."""
    wishes = answer["view"].get("wishes")
    return wishes[0]["ends_at_ply"] if wishes else {}


def number_note(board: Board, answer: Answer) -> str:
    """What the numbers of an engine are and from whose side they are read."""
    if not answer["values"]:
        return ""
    if _ends(answer):
        return "the ply at which the game ends"
    return f"its own value, for {reader(board, answer['values_for'])}"


def line(variation: Variation, answer: Answer, focus: str) -> list[dict[str, str]]:
    """The principal variation, each move with the address of the position after it."""
    steps, path = [], variation.after(*answer["line"])
    for at, cell in enumerate(answer["line"], variation.at):
        before = path.boards[at]
        url = path.address(at + 1, engine=focus)
        steps.append({"seat": before.to_move, "name": before.cell_name(cell), "url": url})
    return steps
