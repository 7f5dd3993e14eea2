"""``play``: the terminal game of document 004, for every registered game.

With ``--document`` it is the document's own, line for line, as ``python -m games.main``.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from random import Random
from typing import Any, NamedTuple

from games.engines import EngineError, engines_for, solution_of
from games.engines.base import Engine
from games.main import play_game
from games.management.console import (
    GameCommand,
    add_game,
    add_option,
    add_third,
    first_position,
    holder,
)
from games.rules import Board, ClassicBoard, IllegalMove
from games.rules.shape import parse_row_column


class VerbWords(NamedTuple):
    """What an action is called when it is asked for and when it is done."""

    asked: str
    done: str


VERBS = {
    "place": VerbWords("move", "played at"),
    "remove": VerbWords("removal", "took {piece}'s piece away from"),
}

EXPLAINED = {
    "cell_taken": "{!r} is taken: expected a free cell",
    "cell_empty": "{!r} is empty: expected a cell with a piece",
}


class Command(GameCommand):
    help = "Play in the terminal against an engine."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--engine",
            help="the opponent, as in 'alphabeta:depth=2'; easy, medium and hard are random, "
            "linear and linear-guarded; default is the strongest",
        )
        parser.add_argument("--seed", type=int, help="seed of the engine's random choices")
        add_option(parser)
        parser.add_argument(
            "--document",
            action="store_true",
            help="play the game of document 004, line for line, against its AI player",
        )
        add_third(parser)
        add_game(parser)

    def run(self, *, document: bool, **options: Any) -> None:
        if hasattr(sys.stdin, "reconfigure"):
            sys.stdin.reconfigure(errors="replace")
        if document:
            self._refuse_others(options)
            play_game(self._ask, self.line)
        else:
            self._begin(**options)

    def _refuse_others(self, options: dict[str, Any]) -> None:
        """The document has one game and one opponent, and chance has no part in it."""
        usual = {"engine": None, "third": None, "seed": None, "game": ClassicBoard.VARIANT}
        for name, default in usual.items():
            if options[name] != default:
                raise EngineError(f"--{name} {options[name]!r} does not go with --document")
        if options["option"]:
            raise EngineError(f"--{options['option']} does not go with --document")

    def _begin(
        self,
        *,
        game: str,
        engine: str | None,
        third: str | None,
        seed: int | None,
        option: str,
        **_: Any,
    ) -> None:
        board = first_position(game, option)
        opponent = holder(
            board, board.SEATS[0], engine or list(engines_for(game, board.SEATS[0]))[-1]
        )
        holders = {seat: opponent for seat in board.SEATS if opponent.holds(seat)}
        holders |= {seat: holder(board, seat, third) for seat in board.SEATS[2:]}
        try:
            solution_of(board).make_ready(board)
            self._play(board, opponent.label, holders, Random(seed))
        except (EOFError, KeyboardInterrupt):
            self.line("\nGood-bye.")

    def _play(self, board: Board, title: str, holders: dict[str, Engine], rng: Random) -> None:
        self.line(f"{board.TITLE} against {title}")
        person = self._choose_seat(board)
        self.line(board.display())
        while not board.is_game_over():
            if board.to_move == person:
                board = self._ask_move(board)
            else:
                board = self._reply(board, holders[board.to_move], rng)
            self.line(board.display())
        self.line(verdict(board, person))

    def _choose_seat(self, board: Board) -> str:
        for number, seat in enumerate(board.SEATS, 1):
            starter = "you start" if number == 1 else "the computer starts"
            self.line(f"{number}: play as {seat} ({starter})")
        seats = {str(number): seat for number, seat in enumerate(board.SEATS, 1)}
        while (answer := self._ask(f"Your choice ({' or '.join(seats)}): ")) not in seats:
            self.line(f"{answer!r} is no choice: expected {' or '.join(seats)}")
        return seats[answer]

    def _ask_move(self, board: Board) -> Board:
        while True:
            answer = self._ask(f"Your {VERBS[board.action].asked} (row col): ")
            try:
                cell = parse_row_column(answer, board.SHAPE)
                after = board.make_move(cell)
                if board.action == "remove":
                    self.line(did("You", board, cell))
                return after
            except IllegalMove as refusal:
                self.line(EXPLAINED.get(refusal.code, "{refusal}").format(answer, refusal=refusal))

    def _reply(self, board: Board, opponent: Engine, rng: Random) -> Board:
        self.line(f"{board.to_move} is thinking...")
        move = opponent.choose(board, rng).move
        self.line(did(board.to_move, board, move))
        return board.make_move(move)

    def _ask(self, prompt: str) -> str:
        """One line of input. Raises EOFError at its end."""
        self.stdout.write(prompt, ending="")
        self.stdout.flush()
        if not (answer := sys.stdin.readline()):
            raise EOFError
        return answer.strip()


def did(who: str, board: Board, cell: int) -> str:
    """What ``who`` does at ``cell``, in a sentence that names a piece taken away."""
    done = VERBS[board.action].done.format(piece=board.marks[cell])
    column, row = board.SHAPE.place(cell)
    return f"{who} {done} ({row}, {column})"


def verdict(board: Board, person: str) -> str:
    """The last line of a game, from the person's side."""
    winner = board.outcome and board.outcome.winner
    if not winner:
        return "It is a draw."
    return f"{winner} wins: that is you." if winner == person else f"{winner} wins."
