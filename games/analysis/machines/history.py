"""All that was done with a machine of matchboxes, and the machine that comes of it.

A machine is a value of its seed and its history, so its address is all that is stored of it. A
history is text: ``h100-g48`` are 100 games of practice against ``half`` and a game with replies in
cells 4 and 8 that goes on. One that begins with ``c120`` is a branch of the common machine: it has
learned from the first 120 games of that. Workers of the compute pool load this without Django.
"""

from __future__ import annotations

import pickle
import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from random import Random
from typing import Any

from games.engines.learning.menace import LAST_BOX_PLY, Menace, box_of, boxes, turning
from games.engines.learning.opponents import Opponent
from games.engines.learning.positions import positions
from games.rules.errors import RulesError, quoted

MOST_GAMES = 5_000
"""Games of practice of one machine."""

MOST_STEPS = 60
"""Steps of a history: an address has to fit into a line."""

AT_ONCE = 100
"""Games of practice that a worker stores a machine after, so that it need not begin again."""

FOES = {"r": "random", "s": "smart", "p": "perfect", "h": "half"}
"""Opponents by their letter in a history."""

STEP = re.compile(r"[rsph][1-9]\d{0,3}|g\d{0,4}|[yno]|c[1-9]\d{0,4}", re.ASCII)
"""Practice; a game; y or n, whether empty boxes are filled again; o, the first box is filled; the
games of the common machine that a branch begins with.
"""


class BadHistory(RulesError):
    """A history that cannot be; the message quotes it."""

    code = "bad_history"


@dataclass(frozen=True, slots=True)
class BoxGame:
    """A game of somebody against the machine, as far as it is.

    ``drawn`` has each opened box with the colour it gave, or None for a box that was empty.
    ``cells`` are the moves in order; ``result`` is 1, 0 or -1 for the machine once it is over.
    """

    board: Any
    drawn: tuple[tuple[int, int | None], ...] = ()
    cells: tuple[int, ...] = ()
    result: int | None = None

    @property
    def resigned(self) -> bool:
        """Whether the machine gave up because a box was empty."""
        return bool(self.drawn) and self.drawn[-1][1] is None


@dataclass(slots=True)
class Machine:
    """A machine with what it went through.

    ``results`` has one entry for each game, ``ways`` and ``first`` (the beads of the first box) one
    more: they begin before the first game. ``game`` is the last one that somebody played.
    ``emptied`` is the game after which the first box was empty.
    """

    menace: Menace
    results: list[int] = field(default_factory=list)
    ways: list[int] = field(default_factory=list)
    first: list[tuple[int, ...]] = field(default_factory=list)
    game: BoxGame | None = None
    emptied: int | None = None

    def note(self, result: int | None = None) -> None:
        """Write down how it stands after a game, or anew if nothing was played."""
        first = tuple(self.menace.beads[0])
        if result is None and self.ways:
            self.ways[-1], self.first[-1] = self.menace.loses(), first
        else:
            self.ways.append(self.menace.loses())
            self.first.append(first)
        if result is not None:
            self.results.append(result)
        if any(first):
            self.emptied = None
        elif self.emptied is None:
            self.emptied = len(self.results)

    @property
    def safe_since(self) -> int | None:
        """The game from which on it cannot be beaten, or None if it can."""
        if self.ways[-1]:
            return None
        return len(self.ways) - next(
            (back for back, ways in enumerate(reversed(self.ways)) if ways), len(self.ways)
        )


def read(text: str) -> tuple[str, ...]:
    """The steps of a history. Raises BadHistory, quoting what does not fit."""
    steps = tuple(text.split("-")) if text else ()
    if len(steps) > MOST_STEPS:
        raise BadHistory(f"{len(steps)} steps are too many for a machine: expected {MOST_STEPS}")
    for step in steps:
        if not STEP.fullmatch(step):
            raise BadHistory(
                f"{quoted(step)} is no step of a machine: expected practice as in 'h100', a game "
                "as in 'g48', or 'y', 'n' or 'o'"
            )
    if any(step[0] == "c" for step in steps[1:]):
        raise BadHistory(f"{quoted(text)} branches late: a branch is the first step of a machine")
    _require_few(practised(steps))
    return steps


def practised(steps: Sequence[str]) -> int:
    """The games of practice in a history."""
    return sum(int(step[1:]) for step in steps if step[0] in FOES)


def branched_after(steps: Sequence[str]) -> int:
    """After how many games of the common machine it branches off; 0 for one of its own."""
    return int(steps[0][1:]) if steps and steps[0][0] == "c" else 0


def with_step(steps: tuple[str, ...], step: str) -> tuple[str, ...]:
    """A history with one more step; practice with the same opponent adds up.

    Raises BadHistory if that is more than a machine may have.
    """
    if not (steps and step[0] in FOES and steps[-1][0] == step[0]):
        return (*steps, step)
    _require_few(games := int(steps[-1][1:]) + int(step[1:]))
    return (*steps[:-1], f"{step[0]}{games}")


def _require_few(games: int) -> None:
    if games > MOST_GAMES:
        raise BadHistory(f"{games} games are too many: expected {MOST_GAMES} at most")


def machine(seed: int, steps: tuple[str, ...], common: str = "") -> Machine:
    """The machine of a seed after a history. Raises BadHistory for a game that cannot be.

    ``common`` has the games of the common machine that a branch begins with.
    """
    stored = _stored(seed, tuple(_small(steps)), common)
    found: Machine = pickle.loads(stored)  # noqa: S301  made below
    return found


def _small(steps: Sequence[str]) -> list[str]:
    """The steps with practice in pieces of AT_ONCE games."""
    found = []
    for step in steps:
        if step[0] in FOES:
            whole, rest = divmod(int(step[1:]), AT_ONCE)
            found += [f"{step[0]}{AT_ONCE}"] * whole + ([f"{step[0]}{rest}"] if rest else [])
        else:
            found.append(step)
    return found


@lru_cache(maxsize=128)
def _stored(seed: int, steps: tuple[str, ...], common: str) -> bytes:
    if not steps:
        new = Machine(Menace(seed))
        new.note()
        return pickle.dumps(new)
    found: Machine = pickle.loads(_stored(seed, steps[:-1], common))  # noqa: S301  made here
    if steps[-1][0] == "c":
        for game in common.split():
            cells = tuple(map(int, game))
            result = played(cells).result
            assert result is not None
            learn_common(found.menace, cells, result)
        found.note()
    else:
        _take(found, steps[-1])
    return pickle.dumps(found)


def played(cells: Sequence[int]) -> BoxGame:
    """The game with these moves, and the boxes that were opened in it."""
    game = BoxGame(boxes()[0].board)
    for cell in cells:
        game = moved(game, cell)
    return replace(game, drawn=tuple(drawn_in(cells)))


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


def learn_common(menace: Menace, cells: Sequence[int], result: int) -> None:
    """Learn from a game as the common machine does: a box that it empties is filled again, so that
    nobody can stop it."""
    drawn = drawn_in(cells)
    menace.learn(drawn, result)
    for at, _ in drawn:
        if not any(menace.beads[at]):
            menace.fill(at)


def _take(found: Machine, step: str) -> None:
    menace = found.menace
    if step[0] == "g":
        _play(found, tuple(map(int, step[1:])))
        return
    found.game = None
    if step[0] in FOES:
        opponent = Opponent(FOES[step[0]], symmetry=True)
        for _ in range(int(step[1:])):
            found.note(menace.play(opponent))
    elif step == "o":
        menace.fill(0)
        found.note()
    else:
        menace.settings = replace(menace.settings, refill=step == "y")


def _play(found: Machine, replies: tuple[int, ...]) -> None:
    """Play a game with the machine: it draws, the replies are those of its opponent."""
    game = BoxGame(boxes()[0].board)
    left = list(replies)
    while game.result is None:
        if game.board.ply % 2 == 0:
            game = moved_by_machine(found.menace, game)
        elif left:
            cell = left.pop(0)
            if cell not in game.board.available_moves():
                raise BadHistory(f"cell {cell} is not free in {game.board.notation!r}")
            game = moved(game, cell)
        else:
            break
    if left:
        raise BadHistory(f"'g{''.join(map(str, replies))}' goes on after the game is over")
    found.game = game
    if game.result is not None:
        drawn = [(at, move) for at, move in game.drawn if move is not None]
        found.menace.learn(drawn, game.result)
        found.note(game.result)


def moved_by_machine(menace: Menace, game: BoxGame, rng: Random | None = None) -> BoxGame:
    """The game after the machine's move, or its end if the box that it opens is empty."""
    board = game.board
    at = box_of().get(positions(True).of(board))
    if at is None:
        return moved(game, board.available_moves()[0])
    move = menace.draw(at, rng)
    game = replace(game, drawn=(*game.drawn, (at, move)))
    if move is None:
        return replace(game, result=-1)
    return moved(game, on_board(board, at, move)[0])


def moved(game: BoxGame, cell: int) -> BoxGame:
    """The game after a move to ``cell``, a free one."""
    board = game.board.make_move(cell)
    result = None
    if (outcome := board.outcome) is not None:
        own = board.SEATS[0]
        result = 0 if outcome.winner is None else 1 if outcome.winner == own else -1
    return replace(game, board=board, cells=(*game.cells, cell), result=result)


def on_board(board: Any, at: int, move: int) -> tuple[int, ...]:
    """The cells of ``board`` that a colour of its box stands for, that of its beads first."""
    by = turning(board)
    return tuple(by.index(cell) for cell in boxes()[at].moves[move])
