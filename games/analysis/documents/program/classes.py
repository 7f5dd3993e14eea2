"""The class diagram of document 004, of the classes as they run: nothing is written down twice."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from games import main
from games.drawing.diagrams import Box, BoxLine, Use, classes_svg
from games.engines.classic.document_004 import AIPlayer, Board, X

MODULE = "main.py"

PRINTED: dict[str, tuple[str, ...]] = {
    MODULE: ("play_game",),
    "AIPlayer": (
        *("player", "use_alpha_beta", "use_heuristics"),
        *("get_move", "minimax", "minimax_alpha_beta"),
        *("_evaluate_terminal", "_heuristic_evaluation"),
    ),
    "Board": (
        *("board", "current_player", "winner"),
        *("make_move", "is_game_over", "display", "copy", "get_available_moves"),
    ),
}
"""The members that the printed diagram names."""

PRIVATE = ("board", "current_player", "winner", "player", "use_alpha_beta", "use_heuristics")
"""Those of them that it marks as private."""


@dataclass(frozen=True, slots=True)
class Member:
    """A member of ``owner``: its ``text`` as UML writes it, and the first line of what it says.

    ``printed`` says that the document's diagram names it.
    """

    owner: str
    name: str
    text: str
    says: str
    method: bool
    printed: bool

    @property
    def private(self) -> bool:
        return self.name.startswith("_")


def _made(cls: type) -> object:
    """An instance with its usual attributes."""
    return AIPlayer(X) if cls is AIPlayer else cls()


def members() -> tuple[Member, ...]:
    """Everything that the program's module and its classes have, as they run."""
    found = [_member(MODULE, name, one) for name, one in _functions(vars(main), main.__name__)]
    for cls in (AIPlayer, Board):
        instance = _made(cls)
        for name, value in vars(instance).items():
            said = inspect.get_annotations(cls).get(name, type(value).__name__)
            found.append(_attribute(cls, name, said))
        for name, one in vars(cls).items():
            if isinstance(one, property) and one.fget:
                told = inspect.get_annotations(one.fget)["return"]
                found.append(_attribute(cls, name, told, inspect.getdoc(one) or ""))
        found += [_member(cls.__name__, *one) for one in _functions(vars(cls), cls.__module__)]
    return tuple(found)


def _functions(names: Any, module: str) -> Iterator[tuple[str, Callable[..., Any]]]:
    for name, one in names.items():
        if inspect.isfunction(one) and one.__module__ == module and not name.startswith("__"):
            yield name, one


def _attribute(cls: type, name: str, kind: str, says: str = "") -> Member:
    owner = cls.__name__
    text = f"{_sign(name)} {name}: {kind}"
    return Member(owner, name, text, _first(says), False, name in PRINTED[owner])


def _member(owner: str, name: str, one: Callable[..., Any]) -> Member:
    says = _first(inspect.getdoc(one) or "")
    return Member(owner, name, f"{_sign(name)} {name}()", says, True, name in PRINTED[owner])


def _sign(name: str) -> str:
    """UML's sign for what others may use (+) and may not (-): in Python a line before the name."""
    return "-" if name.startswith("_") else "+"


def _first(text: str) -> str:
    return text.partition("\n")[0].replace("``", "")


def uses() -> tuple[Use, ...]:
    """Who depends on whom: functions that name a class, methods that are given one."""
    named = {
        word
        for name, one in _functions(vars(main), main.__name__)
        for word in one.__code__.co_names
    }
    made = [cls.__name__ for cls in (AIPlayer, Board) if cls.__name__ in named]
    found = [Use(MODULE, name, "makes one") for name in made]
    for cls, other in ((AIPlayer, Board), (Board, AIPlayer)):
        if taking := methods_taking(cls, other):
            found.append(Use(cls.__name__, other.__name__, f"{len(taking)} methods take one"))
    return tuple(found)


def methods_taking(cls: type, other: type) -> list[str]:
    """The methods of ``cls`` that are given an ``other`` when they are called."""
    return [
        name
        for name, one in _functions(vars(cls), cls.__module__)
        if other.__name__ in inspect.get_annotations(one).values()
    ]


def holds(cls: type, other: type) -> bool:
    """Whether an attribute of ``cls`` holds an ``other``, as a UML aggregation says."""
    return any(isinstance(value, other) for value in vars(_made(cls)).values())


def drawing() -> str:
    """The diagram as SVG."""
    known = members()
    boxes = []
    for owner in PRINTED:
        own = [one for one in known if one.owner == owner]
        parts = (
            [BoxLine(one.text, one.printed) for one in own if one.method is method]
            for method in (False, True)
        )
        boxes.append(Box(owner, *parts))
    said = "; ".join(f"{use.source} uses {use.target}: {use.text}" for use in uses())
    counts = ", ".join(
        f"{owner} with {sum(one.owner == owner for one in known)} members" for owner in PRINTED
    )
    return classes_svg(boxes, uses(), f"Class diagram: {counts}. {said}.")
