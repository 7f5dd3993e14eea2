"""Whether the functions of a tictactoe.py say what CS50's specification says, in every position."""

from __future__ import annotations

from collections.abc import Iterator

from games.arena.grading.asking import LoadedProgram
from games.arena.grading.result import Case
from games.engines import solution_of
from games.rules import Board, ClassicBoard

UTILITY = {"X": 1, "O": -1, None: 0}

OUTSIDE = ("(3, 0)", "(-1, 0)")
"""Actions that are not on the board."""

MOST_SAID, MOST_CELLS = 200, 20
"""What is read of an answer: characters, and cells of ``actions``."""

ALIASED = "Are the three rows one and the same list, as in [[EMPTY] * 3] * 3?"
NO_COPY = "It must leave the board that it is given as it is: copy the board first."

ADVICE = {
    "actions": "The specification asks for a set of pairs (row, column).",
    "result of a taken cell": "An action that is not free must raise an exception.",
    "minimax": "The game is over, so there is no action: return None.",
}


def faults(asked: LoadedProgram) -> list[Case]:
    """A case for each function that is wrong somewhere, in the first such position."""
    found: dict[str, Case] = {}
    for case in _initial(asked.initial()):
        found.setdefault(case.function, case)
    boards = solution_of(ClassicBoard.start()).positions()
    answers = asked.checks([(board.notation, board.is_game_over()) for board in boards])
    for board, said in zip(boards, answers, strict=True):
        for case in _compared(board, said):
            found.setdefault(case.function, case)
    return list(found.values())


def _initial(said: dict[str, object]) -> Iterator[Case]:
    start = ClassicBoard.start()
    if "failed" in said:
        yield Case(
            "initial_state", start.notation, "result(initial_state(), …)", _said(said["failed"])
        )
        return
    empty = _lists(start)
    if said.get("board") != empty:
        yield Case(
            "initial_state", start.notation, "initial_state()", _said(said.get("board")), empty
        )
        return
    for cell in start.available_moves():
        after = _lists(start.make_move(cell))
        call = f"result(initial_state(), ({cell // 3}, {cell % 3}))"
        if said.get(str(cell)) != after:
            yield Case(
                "initial_state", start.notation, call, _said(said.get(str(cell))), after, ALIASED
            )
            return


def _compared(board: Board, said: dict[str, object]) -> Iterator[Case]:
    """A case for each function whose answer differs from the rules."""

    def case(
        function: str, call: str, key: str, expected: object, harmless: bool = False
    ) -> Iterator[Case]:
        came = said.get(key)
        if came != expected or type(came) is not type(expected):
            advice = ADVICE.get(function, "")
            given, right = _said(came), _said(expected)
            yield Case(function, board.notation, call, given, right, advice, harmless)

    outcome = board.outcome
    yield from case("winner", "winner(board)", "winner", outcome.winner if outcome else None)
    yield from case("terminal", "terminal(board)", "terminal", outcome is not None)
    if outcome is not None:
        yield from case("utility", "utility(board)", "utility", UTILITY[outcome.winner])
        yield from case("minimax", "minimax(board)", "minimax", None, harmless=True)
    else:
        free = board.available_moves()
        yield from case("player", "player(board)", "player", board.to_move)
        yield from _actions(board, said.get("actions"))
        call = f"result(board, {_pair(free[0])})"
        came, after = said.get("result"), _lists(board.make_move(free[0]))
        if came != after:
            yield Case("result", board.notation, call, _said(came), after)
    taken = next((cell for cell, mark in enumerate(board.marks) if mark), None)
    if taken is not None:
        call = f"result(board, {_pair(taken)})"
        yield from _raises(board, "result of a taken cell", call, said.get("taken"))
    for action in OUTSIDE:
        call = f"result(board, {action})"
        yield from _raises(board, "result outside the board", call, said.get(f"outside {action}"))
    changed = said.get("changed")
    if isinstance(changed, list) and len(changed) == 2:
        name, left = map(str, changed)
        call = f"the board after {name}(board)"
        yield Case(f"{name} changes its board", board.notation, call, left, _lists(board), NO_COPY)


def _actions(board: Board, came: object) -> Iterator[Case]:
    free = board.available_moves()
    pairs = "{" + ", ".join(map(_pair, free)) + "}"
    if not (isinstance(came, list) and len(came) in (2, 3)):
        came = ["?", "?nothing"]
    if came[1] != list(free):
        given = _said(came[1]) if len(came) == 2 else _cells(came[1])
        yield Case("actions", board.notation, "actions(board)", given, pairs)
    elif came[0] != "set":
        yield Case(
            "actions",
            board.notation,
            "actions(board)",
            f"a {_said(came[0])} of the right cells",
            f"the set {pairs}",
            ADVICE["actions"],
            harmless=True,
        )


def _raises(board: Board, function: str, call: str, came: object) -> Iterator[Case]:
    if came != "raises":
        advice = ADVICE["result of a taken cell"]
        yield Case(
            function, board.notation, call, _said(came), "an exception", advice, harmless=True
        )


def _pair(cell: int) -> str:
    return f"({cell // 3}, {cell % 3})"


def _cells(cells: object) -> str:
    if not isinstance(cells, list):
        return _said(cells)
    cells = cells[:MOST_CELLS]
    named = [
        _pair(cell) if isinstance(cell, int) and 0 <= cell < 9 else _said(cell) for cell in cells
    ]
    return "{" + ", ".join(named) + "}"


def _lists(board: Board) -> str:
    return repr([[mark or None for mark in row] for row in board.SHAPE.in_rows(board.marks)])


def _said(answer: object) -> str:
    return (
        answer[:MOST_SAID].lstrip("!?") if isinstance(answer, str) else f"{answer!r:.{MOST_SAID}}"
    )
