"""A program loaded into a sandbox, to be asked for its moves, many positions at once."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import Any, cast

from games.arena.grading.program import Program
from games.arena.grading.sandbox import Sandbox, SandboxError

BUDGET = 60.0
"""Seconds of processor time for all that one load of a program is asked."""

BETWEEN = 0.2
"""Seconds between two looks at how much of it is used."""

EVERY = 50
"""Answers between two reports of how many there are."""

MOST_TEXT = 300
"""Characters that are read of what a program says."""

MOST_NAMES, LONGEST_NAME = 20, 20
"""How many names of what a program keeps are read, and how many characters of each."""

MOST_DRAWS = 64
"""Draws of one move that are read."""

LARGEST = 10**9
"""Larger numbers are none that the jail sends."""

Answer = int | str
"""A cell, or a text: ``=`` and a name, ``!`` and an exception, ``?`` and what is no cell."""


@dataclass(frozen=True, slots=True)
class Reply:
    """The answer to one position.

    ``draws`` says among how many values each draw was, ``endless`` whether there were others than
    draws among a few values, ``clock`` whether it looked at a clock. ``line`` is where an exception
    comes from, ``changed`` the board that it was given, if it changed that.
    """

    answer: Answer
    draws: tuple[int, ...] = ()
    endless: bool = False
    clock: bool = False
    line: int = 0
    changed: str = ""

    @property
    def by_chance(self) -> bool:
        return bool(self.draws) or self.endless or self.clock


class LoadedProgram:
    """A program loaded into a sandbox, to be asked for its moves."""

    def __init__(
        self,
        sandbox: Sandbox,
        program: Program,
        count: Callable[[int], None] = lambda answers: None,
        budget: float = BUDGET,
    ) -> None:
        """Load the program. Raises SandboxError, quoting the line that fails.

        ``count`` is called with the number of answers, a few dozen at a time. ``budget`` are the
        seconds of processor time for all of them.
        """
        self._sandbox, self._count = sandbox, count
        self._budget, self._looked = budget, perf_counter()
        found = sandbox.ask("load", program.source, program.interface, program.player)
        self.draws_at_load = found.get("chance") is True
        self._functions = program.functions

    def remember(self, besides: str = "") -> None:
        """Let every function at top level but ``besides`` remember its answers from now on."""
        self._sandbox.ask("remember", list(self._functions), besides)

    def checks(self, positions: Sequence[tuple[str, bool]]) -> Iterator[dict[str, object]]:
        """What tictactoe.py's functions say of each position; whether it is over comes with it."""
        for found in self._sandbox.ask_all([("check", *one) for one in positions]):
            said = found.get("said")
            yield said if isinstance(said, dict) else {}

    def initial(self) -> dict[str, object]:
        """What ``initial_state`` gives, and the boards after each first move."""
        said = self._sandbox.ask("initial").get("said")
        return said if isinstance(said, dict) else {}

    def note(self) -> None:
        """Note what the program keeps besides the variables of its functions."""
        self._sandbox.ask("note")

    def changed(self) -> tuple[list[str], list[str]]:
        """The names of what only grew since, as a memory does, and of what changed otherwise."""
        found = self._sandbox.ask("state")
        return _names(found.get("grown")), _names(found.get("others"))

    def loose_line(self) -> int:
        """The first line that read something whose order is another one in the next run."""
        line = self._sandbox.ask("state").get("order")
        return line if isinstance(line, int) else 0

    def replies(
        self, questions: Sequence[tuple[str, Sequence[int] | None]]
    ) -> Iterator[tuple[str, Reply]]:
        """Each position with the reply to it. Raises SandboxError when a limit is met.

        A question is a position and the script of its draws; without one they are free.
        """
        done = 0
        try:
            found = self._sandbox.ask_all([("ask", *one) for one in questions])
            for (position, _), said in zip(questions, found, strict=True):
                done += 1
                if done % EVERY == 0:
                    self._count(EVERY)
                if self._is_over_budget():
                    raise SandboxError(
                        f"it took more than {self._budget:.0f} seconds for its answers", slow=True
                    )
                yield position, _reply(said)
        except SandboxError as error:
            if error.position or done >= len(questions):
                raise
            error.position = questions[done][0]
            raise
        self._count(len(questions) % EVERY)

    def _is_over_budget(self) -> bool:
        now = perf_counter()
        if now < self._looked + BETWEEN:
            return False
        self._looked = now
        return self._sandbox.processor_time() > self._budget

    def moves(self, positions: Sequence[str]) -> Iterator[tuple[str, Answer]]:
        """Each position with the answer, drawn freely. Raises SandboxError."""
        for position, reply in self.replies([(one, None) for one in positions]):
            yield position, reply.answer


def _reply(said: dict[str, Any]) -> Reply:
    """What came back, whatever it is: only whole numbers and texts are answers."""
    draws = said.get("draws")
    known = isinstance(draws, list) and len(draws) <= MOST_DRAWS and all(map(_is_count, draws))
    line: Any = said.get("line")
    return Reply(
        _plain(said.get("answer")),
        tuple(cast(list[int], draws)) if known else (),
        said.get("endless") is True or not (known or draws is None),
        said.get("clock") is True,
        int(line) if _is_count(line) else 0,
        str(said.get("changed", ""))[:MOST_TEXT],
    )


def _names(found: object) -> list[str]:
    if not isinstance(found, list):
        return ["?"]
    return [str(one)[:LONGEST_NAME] for one in found[:MOST_NAMES]]


def _is_count(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 < value < LARGEST


def _plain(answer: object) -> Answer:
    if isinstance(answer, int) and not isinstance(answer, bool) and abs(answer) < LARGEST:
        return answer
    return answer[:MOST_TEXT] if isinstance(answer, str) else f"?{answer!r:.60}"
