"""A program from outside at the board: asked for one move at a time, in a worker process.

It loads without Django. A program stays loaded for the next move, a few of them at a time.
"""

from __future__ import annotations

from collections import OrderedDict
from math import inf
from time import perf_counter

from games.arena.grading.answers import case, cell_of
from games.arena.grading.asking import LoadedProgram, Reply
from games.arena.grading.program import CannotGrade, read_program
from games.arena.grading.sandbox import PROCESSOR, Sandbox, SandboxError
from games.rules import board_class

SECONDS = 5.0
"""What a program may take for a move."""

LOADED = 3
"""Programs that stay loaded: each may take 64 MB."""

MOST_MOVES = 300
"""Moves after which a program is loaded anew, so that nothing piles up."""

MOST_COMPUTING = PROCESSOR - 4 * SECONDS
"""Seconds of computing after which that happens, too, before the system ends the process."""


class CannotPlay(Exception):
    """Why a program has no move, in a sentence for its author."""


class LoadedPlayer:
    """A program that is loaded, and how many moves it has made."""

    def __init__(self, data: bytes, game: str, remembers: bool) -> None:
        """Load it. Raises CannotGrade and SandboxError."""
        program = read_program(data, game)
        self.program = program
        self._sandbox = Sandbox(SECONDS, numpy=program.numpy)
        self._sandbox.__enter__()
        try:
            self._asked = LoadedProgram(self._sandbox, program, budget=inf)
            if remembers:
                self._asked.remember()
        except BaseException:
            self.close()
            raise
        self.moves = 0

    def answer(self, notation: str) -> Reply:
        """What it answers. Raises SandboxError."""
        self.moves += 1
        [(_, reply)] = self._asked.replies([(notation, None)])
        return reply

    def is_spent(self) -> bool:
        """Whether the next move needs a process of its own."""
        return self.moves >= MOST_MOVES or self._sandbox.processor_time() > MOST_COMPUTING

    def close(self) -> None:
        self._sandbox.__exit__(None, None, None)


_players: OrderedDict[tuple[str, str], LoadedPlayer] = OrderedDict()


def move(digest: str, data: bytes, game: str, notation: str, remembers: bool) -> tuple[int, float]:
    """The cell that the program in ``data`` plays, and the seconds it took. Raises CannotPlay.

    ``digest`` names the program, so that it is loaded once. ``remembers`` says that its functions
    may remember their answers.
    """
    began = perf_counter()
    key = digest, game
    board = board_class(game).from_notation(notation)
    try:
        player = _players.pop(key, None) or LoadedPlayer(data, game, remembers)
        _keep(key, player)
        reply = player.answer(notation)
    except (SandboxError, CannotGrade) as error:
        _drop(key)
        raise CannotPlay(f"In {notation}: {error}.") from None
    if player.is_spent():
        _drop(key)
    cell = cell_of(board, reply.answer)
    if cell is None:
        raise CannotPlay(case(board, player.program, reply).sentence)
    return cell, perf_counter() - began


def _keep(key: tuple[str, str], player: LoadedPlayer) -> None:
    _players[key] = player
    while len(_players) > LOADED:
        _, oldest = _players.popitem(last=False)
        oldest.close()


def _drop(key: tuple[str, str]) -> None:
    if (player := _players.pop(key, None)) is not None:
        player.close()
