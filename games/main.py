"""The program of document 004, ``main.py``: ``python -m games.main`` plays it in the terminal.

Its ``Board`` and ``AIPlayer`` are in ``games.engines.classic.document_004``. It needs no settings
and no database.
"""

from __future__ import annotations

import signal
import sys
from argparse import ArgumentParser
from collections.abc import Callable, Sequence

from games.engines.classic.document_004 import EMPTY, AIPlayer, Board, O, X
from games.rules import ClassicBoard, IllegalMove
from games.rules.shape import parse_row_column


def play_game(ask: Callable[[str], str] = input, say: Callable[[str], None] = print) -> None:
    """Play in the terminal until the game or the input ends.

    ``ask`` shows a prompt and returns a line, raising EOFError at the end of the input; ``say``
    shows a line.
    """
    try:
        _play(ask, say)
    except (EOFError, KeyboardInterrupt):
        say("\nGood-bye.")


def _play(ask: Callable[[str], str], say: Callable[[str], None]) -> None:
    person = _choose_side(ask, say)
    computer = AIPlayer(-person)
    board = Board()
    _show(board, say)
    while not board.is_game_over():
        if board.current_player == person:
            _ask_move(board, ask, say)
        else:
            say("AI is thinking...")
            row, col = computer.get_move(board)
            board.make_move(row, col)
            say(f"AI played at ({row}, {col})")
        _show(board, say)
    say({person: "You win.", -person: "AI wins."}.get(board.winner or EMPTY, "It is a draw."))


def _show(board: Board, say: Callable[[str], None]) -> None:
    say(str(board))
    say("")


def _choose_side(ask: Callable[[str], str], say: Callable[[str], None]) -> int:
    say("1: play as X (you start first)")
    say("2: play as O (the computer starts first)")
    sides = {"1": X, "2": O}
    while (answer := ask("Your choice (1 or 2): ").strip()) not in sides:
        say(f"{answer!r} is no choice: expected 1 or 2")
    return sides[answer]


def _ask_move(board: Board, ask: Callable[[str], str], say: Callable[[str], None]) -> None:
    while True:
        answer = ask("Your move (row col): ").strip()
        try:
            board.make_move(*divmod(parse_row_column(answer, ClassicBoard.SHAPE), 3))
        except IllegalMove as refusal:
            taken = refusal.code == "cell_taken"
            say(f"{answer!r} is taken: expected a free cell" if taken else str(refusal))
        else:
            return


def main(arguments: Sequence[str] | None = None) -> None:
    """Play in the terminal. There are no options but ``--help``."""
    ArgumentParser(
        prog="python -m games.main",
        description="Tic-tac-toe against the AI player of document 004, line for line.",
    ).parse_args(arguments)
    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # ends quietly when nobody reads
    if hasattr(sys.stdin, "reconfigure"):
        sys.stdin.reconfigure(errors="replace")
    play_game()


if __name__ == "__main__":
    main()
