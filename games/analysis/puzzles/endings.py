"""Puzzles of a game of which only endings are solved: found once, and kept as data.

Finding them takes minutes, so ``manage.py puzzles`` prints them and ``endings.txt`` has what it
printed: on each line a theme, the moves to find, the difficulty and the position. A test reads them
again with the solution.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import NamedTuple

from games.analysis.puzzles.difficulty import points
from games.engines import engine, solution_of
from games.engines.ultimate.position import position
from games.rules import Board, UltimateBoard

DATA = Path(__file__).with_suffix(".txt")

SEED = 81
FEWEST = 3
"""Moves to choose from, at least."""

LATEST = 11
"""Free cells of open boards, at most: more are hard to read, and take the page long to prove."""

MOST = 220
"""How many puzzles are found."""

LONGEST = 5
"""Moves of the solver's own, at most."""

MOST_OF_THEME = 80

CARELESS = 0.4
"""How often a player of the games that are searched for puzzles draws a move at random."""


class FoundEnding(NamedTuple):
    """A puzzle: the slug of its theme, the solver's own moves, the difficulty, the position."""

    theme: str
    moves: int
    difficulty: int
    board: UltimateBoard

    @property
    def order(self) -> tuple[str, int, int, str]:
        """Its place in the data: by theme, then few moves first, of those few to choose from."""
        return self.theme, self.moves, len(self.board.available_moves()), self.board.notation

    @property
    def line(self) -> str:
        """It as a line of the data."""
        return f"{self.theme}\t{self.moves}\t{self.difficulty}\t{self.board.notation}"


def stored() -> Iterator[FoundEnding]:
    """The puzzles in the data."""
    for line in DATA.read_text(encoding="utf-8").splitlines():
        theme, moves, difficulty, notation = line.split("\t")
        board = UltimateBoard.from_notation(notation)
        yield FoundEnding(theme, int(moves), int(difficulty), board)


def find() -> Iterator[FoundEnding]:
    """Search games that always go the same way, until there are enough."""
    rng, counts, met = Random(SEED), dict[str, int](), set[UltimateBoard]()
    while sum(counts.values()) < MOST:
        for board in _game(rng, UltimateBoard.start(exact=rng.random() < 0.3)):
            found = ending(board)
            if found is None or board in met or counts.get(found.theme, 0) >= MOST_OF_THEME:
                continue
            met.add(board)
            counts[found.theme] = counts.get(found.theme, 0) + 1
            yield found
            break  # the positions after it are much the same puzzle


def _game(rng: Random, board: UltimateBoard) -> Iterator[UltimateBoard]:
    """The positions of a game shortly before its end."""
    careful = engine(board.VARIANT, "alphabeta:depth=2")
    while not board.is_game_over():
        if position(board).free <= LATEST:
            yield board
        lot = rng.random() < CARELESS
        cells = board.available_moves()
        board = board.make_move(rng.choice(cells) if lot else careful.choose(board, rng).move)


def ending(board: UltimateBoard) -> FoundEnding | None:
    """The puzzle in a solved position, if it is one: at each of its moves one alone is right."""
    solution = solution_of(board)
    value, right = solution.value(board), solution.keeping_moves(board)
    if len(board.available_moves()) < FEWEST or len(right) != 1:
        return None
    if value == 0:
        return _found("hold", board, right, 1)
    if value != 1 or board.winning_cells(board.to_move):
        return None
    moves = _moves_to_win(board)
    if not moves or not 2 <= moves <= LONGEST:
        return None
    return _found(
        "count" if board.most and _is_counted(board) else WINS[moves], board, right, moves
    )


WINS = {2: "two", 3: "three", 4: "far", 5: "far"}
"""The theme of a win by how many moves it takes."""


def _found(theme: str, board: UltimateBoard, right: tuple[int, ...], moves: int) -> FoundEnding:
    return FoundEnding(theme, moves, points(board, right, moves), board)


def _line(board: UltimateBoard) -> Iterator[tuple[Board, tuple[int, ...]]]:
    """Best play: each position with its best moves. The rival takes the first of its own."""
    here: Board = board
    while not here.is_game_over():
        best = solution_of(here).best_moves(here)
        yield here, best
        here = here.make_move(best[0])


def _moves_to_win(board: UltimateBoard) -> int:
    """How many moves of one's own the solution takes; 0 if one of them is not the only best."""
    own = [best for here, best in _line(board) if here.to_move == board.to_move]
    return len(own) if all(len(best) == 1 for best in own) else 0


def _is_counted(board: UltimateBoard) -> bool:
    """Whether best play ends without a row, so that boards are counted."""
    here: Board = board
    for here, best in _line(board):
        last = here.make_move(best[0])
    return last.outcome is not None and last.outcome.reason == "full"
