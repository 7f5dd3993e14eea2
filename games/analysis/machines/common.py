"""The machine of matchboxes that everybody teaches.

It is the sum of the games in ``CommonGame``. Each process adds up those that it has not seen. A
game that goes on is in its player's session, and draws from the beads as they lie at each move.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from copy import deepcopy
from random import SystemRandom

from django.db import IntegrityError, transaction

from games.analysis.machines.history import (
    BadHistory,
    BoxGame,
    Machine,
    learn_common,
    moved,
    moved_by_machine,
    played,
)
from games.engines.learning.menace import Menace, boxes
from games.models import CommonGame
from games.rules.errors import RulesError, quoted

SEED = 1961
MOST = 20_000
"""Games that it learns from; later ones are played and forgotten."""

TRIES = 20
"""How often a game is added anew because another one came first."""

_CHANCE = SystemRandom()


class CommonMachine:
    """The machine as this process knows it."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._machine = Machine(Menace(SEED))
        self._machine.note()

    def now(self) -> Machine:
        """The machine after all games that are stored. It must not be changed."""
        with self._lock:
            return self._read()

    def _read(self) -> Machine:
        machine = self._machine
        rows = CommonGame.objects.filter(number__gt=len(machine.results))
        for row in rows.values_list("cells", "result", "ways"):
            _add(machine, *row)
        return machine

    def games(self, count: int) -> str:
        """The moves of its first ``count`` games. Raises BadHistory if there are not so many."""
        rows = CommonGame.objects.filter(number__lte=count).order_by("number")
        found = list(rows.values_list("cells", flat=True))
        if len(found) < count:
            raise BadHistory(
                f"'c{count}' cannot be: the common machine has played {len(found)} games"
            )
        return " ".join(found)

    def store(self, cells: Sequence[int], result: int) -> None:
        """Let the machine learn from a game that is over."""
        for _ in range(TRIES):
            with self._lock:
                machine = self._read()
                number = len(machine.results) + 1
                after = deepcopy(machine.menace)
            if number > MOST:
                return
            learn_common(after, cells, result)
            text = "".join(map(str, cells))
            try:
                with transaction.atomic():
                    CommonGame.objects.create(
                        number=number, cells=text, result=result, ways=after.loses()
                    )
                return
            except IntegrityError:
                continue


def _add(machine: Machine, cells: str, result: int, ways: int) -> None:
    learn_common(machine.menace, tuple(map(int, cells)), result)
    machine.ways.append(ways)
    machine.first.append(tuple(machine.menace.beads[0]))
    machine.results.append(result)  # last: others may be drawing curves of these


def begun(machine: Machine) -> BoxGame:
    """A new game, with the machine's first move."""
    return moved_by_machine(machine.menace, BoxGame(boxes()[0].board), _CHANCE)


def replied(machine: Machine, game: BoxGame, text: str) -> BoxGame:
    """The game after a reply in the cell that ``text`` names, and the machine's answer.

    Raises RulesError, quoting a cell that cannot be played.
    """
    legal = game.board.available_moves() if game.result is None else ()
    if not (text.isascii() and text.isdigit() and len(text) == 1 and int(text) in legal):
        raise RulesError(f"cell {quoted(text)} cannot be played in {game.board.notation!r}")
    game = moved(game, int(text))
    return moved_by_machine(machine.menace, game, _CHANCE) if game.result is None else game


def as_text(game: BoxGame) -> str:
    """The moves of a game, as a session and a row have them."""
    return "".join(map(str, game.cells))


def from_text(text: str) -> BoxGame | None:
    """The game that a session has, if it has one."""
    return played(tuple(map(int, text))) if text else None


COMMON = CommonMachine()
"""The one of this process."""
