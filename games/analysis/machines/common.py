"""The machine of matchboxes that everybody feeds.

It is the sum of the games in ``CommonGame``. Each process adds up those that it has not seen. A
game that goes on is in its player's session, and draws from the beads as they lie at each move.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from copy import deepcopy
from dataclasses import replace
from random import SystemRandom

from django.db import IntegrityError, transaction

from games.analysis.machines.history import BoxGame, Machine, moved, moved_by_machine
from games.engines.learning.menace import LAST_BOX_PLY, Menace, box_of, boxes, turning
from games.engines.learning.positions import positions
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

    def store(self, cells: Sequence[int], result: int) -> None:
        """Let the machine learn from a game that is over."""
        for _ in range(TRIES):
            with self._lock:
                machine = self._read()
                number = len(machine.results) + 1
                after = deepcopy(machine.menace)
            if number > MOST:
                return
            _learn(after, cells, result)
            text = "".join(map(str, cells))
            try:
                with transaction.atomic():
                    CommonGame.objects.create(
                        number=number, cells=text, result=result, ways=after.loses()
                    )
                return
            except IntegrityError:
                continue


def _learn(menace: Menace, cells: Sequence[int], result: int) -> None:
    """Learn from a game; a box that it empties is filled again, so that nobody can stop it."""
    drawn = drawn_in(cells)
    menace.learn(drawn, result)
    for at, _ in drawn:
        if not any(menace.beads[at]):
            menace.fill(at)


def _add(machine: Machine, cells: str, result: int, ways: int) -> None:
    _learn(machine.menace, tuple(map(int, cells)), result)
    machine.results.append(result)
    machine.ways.append(ways)
    machine.first.append(tuple(machine.menace.beads[0]))


def drawn_in(cells: Sequence[int]) -> list[tuple[int, int]]:
    """The boxes that were opened in a game, each with the colour of the move."""
    board = boxes()[0].board
    drawn = []
    for cell in cells:
        if board.ply % 2 == 0 and board.ply <= LAST_BOX_PLY:
            at, by = box_of()[positions(True).of(board)], turning(board)
            moves = boxes()[at].moves
            drawn.append((at, next(m for m, group in enumerate(moves) if by[cell] in group)))
        board = board.make_move(cell)
    return drawn


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
    if not text:
        return None
    game = BoxGame(boxes()[0].board)
    cells = tuple(map(int, text))
    for cell in cells:
        game = moved(game, cell)
    return replace(game, drawn=tuple(drawn_in(cells)))


COMMON = CommonMachine()
"""The one of this process."""
