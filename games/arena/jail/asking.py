"""How a file is asked through each interface, and how its answers are read."""

from __future__ import annotations

import inspect
import operator
import reprlib
from collections.abc import Callable
from functools import wraps
from itertools import islice
from math import isqrt
from typing import Any

from games.arena.jail import chance

CS50, GET_MOVE, CHOOSE = "cs50", "get_move", "choose"

LONGEST = 60
"""Characters that are kept of an answer that is no move."""

MOST_SAID = 160
"""Characters that are kept of what an exception says."""

SENT = frozenset("123456789-")
"""How a position says which small board one must play in."""

MOST_CELLS = 20
"""Cells that are read of what ``actions`` gives."""

REMEMBERED = "__remembered__"
"""The attribute of a function that remembers, with the function itself."""

Space = dict[str, Any]


def short(text: str, most: int) -> str:
    """At most ``most`` characters of a text, even if it is of a class with slices of its own."""
    return str.__getitem__(text, slice(most))


def kind_of(value: object) -> str:
    """The name of a value's class, even if that gives itself another one."""
    return short(type.__dict__["__name__"].__get__(type(value)), LONGEST)


def named(error: BaseException) -> str:
    """An exception in one line."""
    try:
        said = short(str(error), MOST_SAID)
    except Exception:  # of the file's own class
        said = ""
    return f"{kind_of(error)}: {said}" if said else kind_of(error)


_brief = reprlib.Repr()
"""Prints a board of short values in full, and of what is larger or deeper no more than that."""

_brief.maxlevel, _brief.maxlist, _brief.maxtuple, _brief.maxset = 3, 12, 12, 12
_brief.maxfrozenset, _brief.maxdict, _brief.maxdeque, _brief.maxarray = 12, 12, 12, 12
_brief.maxstring = _brief.maxlong = _brief.maxother = LONGEST


def shown(value: object, most: int = LONGEST) -> str:
    try:
        return short(_brief.repr(value), most)
    except Exception as error:  # such as a number too long to print
        return f"a {kind_of(value)} that fails to print: {kind_of(error)}"


class _Value:
    """A number where the interface asks for a pair: printed as it is, and no cell."""

    def __init__(self, number: object) -> None:
        self._number = number

    def __repr__(self) -> str:
        return repr(self._number)


def _whole(value: Any) -> int | None:
    """A whole number, one of numpy included."""
    if isinstance(value, bool | str):
        return None
    try:
        return operator.index(value)
    except TypeError:
        return None


def plain_move(answer: object, side: int = 3) -> int | str:
    """A cell's number, on a board of ``side`` rows and columns if they are what is given; a text
    after ``=``; what is no move after ``?``.
    """
    if (cell := _whole(answer)) is not None:
        return cell if abs(cell) < 10**9 else f"?a number of {cell.bit_length()} bits"
    if isinstance(answer, tuple | list) and len(answer) == 2:
        row, column = map(_whole, answer)
        if row in range(side) and column in range(side):
            return side * int(row or 0) + int(column or 0)
    if isinstance(answer, str):
        return "=" + short(answer, 20)
    return "?" + shown(answer)


def side_of(position: str) -> int:
    """How many rows and columns the board of a position has."""
    return isqrt(len(position.split(" ")[0]))


def forced(position: str) -> list[int | None]:
    """In a game of small boards the one to play in, 0 to 8 row by row, None if one may choose.

    It is the second argument of ``get_move``; other games have none.
    """
    return [None if to == "-" else int(to) - 1 for to in position.split(" ")[2:3] if to in SENT]


class JailedPlayer:
    """The file as an engine."""

    def __init__(self, space: Space, interface: str, player: str) -> None:
        self._space, self._interface, self._class = space, interface, player

    def move(self, position: str) -> tuple[object, str]:
        """What it answers, and the board as it left it, if it changed the one it was given."""
        if self._interface == CHOOSE:
            return self._space["choose"](position), ""
        if self._class:
            return self._by_class(position), ""
        board = self._board(position)
        asked = self._space["minimax" if self._interface == CS50 else "get_move"]
        answer = asked(board, *forced(position))
        if self._interface == CS50 and _whole(answer) is not None:
            answer = _Value(answer)
        after, before = shown(board, 120), shown(self._board(position), 120)
        return answer, "" if after == before else after

    def _board(self, position: str) -> list[list[Any]]:
        marks: dict[str, Any] = {"X": 1, "O": -1, ".": 0}
        if self._interface == CS50:
            marks = {"X": "X", "O": "O", ".": None}
        cells = position.split(" ")[0]
        side = side_of(position)
        starts = range(0, len(cells), side)
        return [[marks[mark] for mark in cells[start : start + side]] for start in starts]

    def _by_class(self, position: str) -> object:
        side = 1 if position.split(" ")[1] == "X" else -1
        kind = self._space[self._class]
        given = len(_needed(kind))
        player = kind(side) if given else kind()
        return player.get_move(self._class_board(position), *forced(position))

    def _class_board(self, position: str) -> Any:
        """A ``Board`` of the file with its moves made, else lists, as for small boards."""
        if "Board" not in self._space or forced(position):
            return self._board(position)
        board = self._space["Board"]()
        cells = {mark: [n for n in range(9) if position[n] == mark] for mark in "XO"}
        for turn in range(len(cells["X"]) + len(cells["O"])):
            cell = cells["XO"[turn % 2]][turn // 2]
            board.make_move(cell // 3, cell % 3)
        return board

    # --- the functions of tictactoe.py ---------------------------------------------------

    def check(self, position: str, over: bool) -> dict[str, object]:
        """What each function says of a position, as far as it can be compared."""
        said: dict[str, object] = {}
        before = shown(self._board(position), 120)

        def ask(name: str, *arguments: object) -> object:
            board = self._board(position)
            try:
                answer = self._space[name](board, *arguments)
            except Exception as error:
                answer = "!" + named(error)
            if (after := shown(board, 120)) != before and "changed" not in said:
                said["changed"] = [name, after]
            return answer

        said["winner"] = _plain(ask("winner"))
        said["terminal"] = _plain(ask("terminal"))
        if over:
            said["utility"] = _plain(ask("utility"))
            said["minimax"] = _plain(ask("minimax"))
        else:
            said["player"] = _plain(ask("player"))
            said["actions"] = _cells(ask("actions"))
            cell = position.index(".")
            said["result"] = shown(ask("result", (cell // 3, cell % 3)), 120)
        for cell in range(9):
            if position[cell] != ".":
                said["taken"] = self._refusal(ask("result", (cell // 3, cell % 3)))
                break
        for action in ((3, 0), (-1, 0)):
            said[f"outside {action}"] = self._refusal(ask("result", action))
        return said

    @staticmethod
    def _refusal(answer: object) -> str:
        failed = isinstance(answer, str) and answer.startswith("!")
        return "raises" if failed else shown(answer, 120)

    def initial(self) -> dict[str, object]:
        """What ``initial_state`` gives, and the board after a move to each cell of it."""
        said: dict[str, object] = {}
        try:
            said["board"] = shown(self._space["initial_state"](), 120)
            for cell in range(9):
                board = self._space["initial_state"]()
                after = self._space["result"](board, (cell // 3, cell % 3))
                said[str(cell)] = shown(after, 120)
                said[f"{cell} before"] = shown(board, 120)
        except Exception as error:
            said["failed"] = named(error)
        return said


def _needed(kind: Any) -> list[str]:
    """The arguments that a class must be given."""
    try:
        parameters = inspect.signature(kind).parameters.values()
    except (TypeError, ValueError):
        return []
    kinds = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    needed = [one for one in parameters if one.default is inspect.Parameter.empty]
    return [one.name for one in needed if one.kind in kinds]


def _plain(answer: object) -> object:
    if answer is None or isinstance(answer, bool | str):
        return short(answer, MOST_SAID) if isinstance(answer, str) else answer
    if (number := _whole(answer)) is not None and abs(number) < 10**9:
        return number
    return "?" + shown(answer)


def _cells(actions: Any) -> object:
    """The type of what ``actions`` gave and its cells in order."""
    try:
        cells = sorted(plain_move(one) for one in islice(actions, MOST_CELLS))
    except Exception:
        return ["?", "?" + shown(actions)]
    return [kind_of(actions), cells]


# --- memory ------------------------------------------------------------------------


def remembering(function: Callable[..., Any]) -> Callable[..., Any]:
    """``function``, asked once for the same plain arguments.

    An answer is not remembered if it was drawn, is no plain value, or if the arguments changed.
    """
    known: dict[str, Any] = {}

    @wraps(function)
    def asked(*args: Any, **kwargs: Any) -> Any:
        if not (_is_plain(args) and all(map(_is_plain, kwargs.values()))):
            return function(*args, **kwargs)
        key = repr((args, kwargs))
        if key in known:
            return known[key]
        drawn = chance.draws.happened
        value = function(*args, **kwargs)
        same = drawn == chance.draws.happened and repr((args, kwargs)) == key
        if same and (value is None or type(value) in (int, float, str, bool, tuple)):
            known[key] = value
        return value

    setattr(asked, REMEMBERED, function)
    return asked


def _is_plain(value: Any) -> bool:
    kind = type(value)
    if kind is list or kind is tuple:
        return all(map(_is_plain, value))
    return value is None or kind in (int, float, str, bool)
