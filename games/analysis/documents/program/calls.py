"""The sequence diagram of document 004, recorded while the program plays its example round."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import lru_cache
from types import CodeType, FrameType, FunctionType
from typing import Any

from games import main
from games.drawing.diagrams import Message, sequence_svg
from games.engines.classic import ai_player
from games.engines.classic.document_004 import AIPlayer, Board

USER, MODULE = "User", "main.py"
LIFELINES = (USER, MODULE, "Board", "AIPlayer")

TYPED = ("1", "1 1")
"""What the person of the example types: play X, and the centre."""

MOVE = "Your move"
SEARCH = "minimax search"


@dataclass(frozen=True, slots=True)
class Round:
    """The example round: its ``lines`` in the terminal, and the ``messages`` that made it."""

    lines: tuple[str, ...]
    messages: tuple[Message, ...]


@dataclass
class Recorder:
    """Writes down which participant calls which, by the code that runs."""

    owners: dict[CodeType, str]
    messages: list[Message] = field(default_factory=list)
    _asked: dict[FrameType, int] = field(default_factory=dict)

    def __call__(self, frame: FrameType, event: str, result: Any) -> None:
        """What ``sys.setprofile`` calls at every call and return."""
        target = self.owners.get(frame.f_code)
        if target is None:
            return
        if event == "call":
            self._call(frame, target)
        elif event == "return" and frame in self._asked:
            self._return(self._asked.pop(frame), result)

    def _call(self, frame: FrameType, target: str) -> None:
        source = self._caller(frame)
        searching = frame.f_code is ai_player.AIPlayer.choose.__code__
        if source is None or (source == target and not searching):
            return
        self._asked[frame] = len(self.messages)
        self.messages.append(Message(source, target, SEARCH if searching else _said(frame)))

    def _caller(self, frame: FrameType) -> str | None:
        """The participant that is nearest above ``frame``."""
        above = frame.f_back
        while above and above.f_code not in self.owners:
            above = above.f_back
        return self.owners[above.f_code] if above else None

    def _return(self, at: int, result: Any) -> None:
        """Write a result behind its call, or as a message of its own after others."""
        asked = self.messages[at]
        if result is None or not _is_short(result):
            return
        if at == len(self.messages) - 1 and asked.target != USER:
            text = f"{asked.text} : {result}"
            self.messages[at] = Message(asked.source, asked.target, text)
        else:
            answer = Message(asked.target, asked.source, str(result), answer=True)
            self.messages.append(answer)


def _is_short(result: object) -> bool:
    return isinstance(result, bool | int | tuple) or (
        isinstance(result, str) and "\n" not in result
    )


def _said(frame: FrameType) -> str:
    """A call as UML writes it; for a prompt or an output, its text as the terminal shows it."""
    code = frame.f_code
    given = [frame.f_locals[name] for name in code.co_varnames[: code.co_argcount]]
    if code.co_name in ("ask", "say"):
        text = str(given[-1]).strip()
        return "the board" if "\n" in text else text
    if code in _properties():
        return code.co_name
    words = ("board" if isinstance(one, Board) else repr(one) for one in given[1:])
    return f"{code.co_name}({', '.join(words)})"


@lru_cache
def _properties() -> frozenset[CodeType]:
    return frozenset(
        one.fget.__code__
        for cls in (Board, AIPlayer)
        for one in vars(cls).values()
        if isinstance(one, property) and isinstance(one.fget, FunctionType)
    )


def _owners() -> dict[CodeType, str]:
    """Each function of the program, and the participant that it belongs to."""
    found = dict.fromkeys(_properties(), "Board")
    for owner, names in (
        (MODULE, vars(main)),
        ("AIPlayer", vars(AIPlayer)),
        ("Board", vars(Board)),
    ):
        for one in names.values():
            if isinstance(one, FunctionType):
                found[one.__code__] = owner
    own = vars(AIPlayer)["_search"].fget.__code__
    return found | {own: "AIPlayer", ai_player.AIPlayer.choose.__code__: "AIPlayer"}


@contextmanager
def _recorded(recorder: Recorder) -> Iterator[None]:
    before = sys.getprofile()
    sys.setprofile(recorder)
    try:
        yield
    finally:
        sys.setprofile(before)


@lru_cache(maxsize=1)
def example() -> Round:
    """The round of the document, played by the program itself."""
    typed = iter(TYPED)
    lines: list[str] = []

    def ask(prompt: str) -> str:
        answer = next(typed, None)
        if answer is None:
            raise EOFError
        lines.append(prompt + answer)
        return answer

    def say(line: str) -> None:
        lines.append(line)

    recorder = Recorder({**_owners(), ask.__code__: USER, say.__code__: USER})
    with _recorded(recorder):
        main.play_game(ask, say)
    text = "\n".join(lines)
    start, end = text.index(MOVE), text.rindex("\n\n")
    return Round(tuple(text[start:end].splitlines()), tuple(_round(recorder.messages)))


def _round(messages: list[Message]) -> Iterator[Message]:
    """From the question for the move to the board after the computer's, empty lines left out."""
    asked = [at for at, one in enumerate(messages) if one.text.startswith(MOVE)]
    shown = [one for one in messages[asked[0] : asked[1]] if one.text]
    last = max(at for at, one in enumerate(shown) if one.target == USER)
    yield from shown[: last + 1]


def drawing() -> str:
    """The diagram as SVG."""
    said = "; ".join(f"{one.source} to {one.target}: {one.text}" for one in example().messages)
    return sequence_svg(LIFELINES, example().messages, f"Sequence diagram. {said}.")
