"""Puzzles: positions from the complete solutions in which few moves are right.

Nothing is listed by hand. A theme says which positions are puzzles of its kind and which moves
are right in them; ``pool`` goes through every position of 3×3 up to symmetry, and for the 4×4
game, which has too many, through positions that a fixed series of random games passes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from functools import cache, cached_property
from random import Random

from games.engines.scores import best_of, plies_left, value_of
from games.engines.solutions import make_ready, representative
from games.engines.symmetry import canonical
from games.engines.table import table
from games.glass.address import slug_of
from games.glass.compare import EQUAL, truth
from games.glass.reasons import forks, gaps, rival_of
from games.rules import Board, ClassicBoard, DstruBoard

Cells = tuple[int, ...]

GRADES = ("easy", "medium", "hard")
FEW, SOME = 2, 5
"""Up to how many wrong moves a puzzle is easy, and up to how many medium."""

WALKS, SEED = 120, 1952
"""Random games whose positions become puzzles of the 4×4 game, and where they begin."""

QUIET_MARGIN, THREAT_MARGIN = 0.1, 0.25
"""By how much of the expected result the right move must stand out in the 4×4 game."""


class NoSuchPuzzle(LookupError):
    """An id that is no puzzle's; the message quotes it."""


@dataclass(frozen=True, slots=True)
class Theme:
    """A kind of puzzle. ``right`` are the right moves in a position on the way to the solution.

    ``about`` is the definition for people, ``ask`` the question with places for the seats.
    """

    slug: str
    title: str
    variant: str
    ask: str
    about: str
    right: Callable[[Board], Cells]


@dataclass(frozen=True)
class Puzzle:
    """``board`` is where the solver begins; ``moves`` of the solver's own are the solution.

    ``blunder`` is the move of the rival that led there, if the puzzle shows it.
    """

    theme: Theme
    board: Board
    moves: int = 1
    blunder: tuple[Board, int] | None = None

    @cached_property
    def id(self) -> str:
        """Stable and readable: the theme, the position and the move to refute."""
        if self.blunder is None:
            return f"{self.theme.slug}-{slug_of(self.board)}"
        before, move = self.blunder
        return f"{self.theme.slug}-{slug_of(before)}-{before.cell_name(move)}"

    @cached_property
    def right(self) -> Cells:
        return self.theme.right(self.board)

    @property
    def wrong(self) -> int:
        """How many of the legal moves are wrong."""
        return len(self.board.available_moves()) - len(self.right)

    @property
    def grade(self) -> str:
        return GRADES[(self.wrong > FEW) + (self.wrong > SOME)]

    @property
    def question(self) -> str:
        seat, rival = self.board.to_move, rival_of(self.board)
        move = self.blunder[0].cell_name(self.blunder[1]) if self.blunder else ""
        return self.theme.ask.format(seat=seat, rival=rival, moves=self.moves, move=move)


@dataclass(frozen=True, slots=True)
class Way:
    """How far somebody has come: ``cells`` are all moves made, the rival's replies included."""

    board: Board
    cells: Cells
    made: int
    solved: bool


# --- the 3×3 game ---


def _scores(board: Board) -> Mapping[int, int]:
    assert isinstance(board, ClassicBoard)
    return {cell: -table().score(board.make_move(cell)) for cell in board.available_moves()}


def _soonest(board: Board) -> Cells:
    return best_of(_scores(board))


def _holding(board: Board) -> Cells:
    scores = _scores(board)
    top = value_of(max(scores.values()))
    return tuple(cell for cell, score in scores.items() if value_of(score) == top)


def _moves_to_win(board: ClassicBoard) -> int:
    left = plies_left(table().score(board), board.ply)
    assert left is not None
    return (left + 1) // 2


def _classic() -> Iterator[Puzzle]:
    boards = {canonical(board) for board in table().boards() if not board.is_game_over()}
    for board in sorted(boards, key=lambda one: one.notation):
        if len(board.available_moves()) > 1:
            yield from _in_position(board)


def _in_position(board: ClassicBoard) -> Iterator[Puzzle]:
    value = value_of(table().score(board))
    if value == 0 and len(_holding(board)) == 1:
        yield Puzzle(ONLY, board)
    if value > 0 and not gaps(board, board.to_move) and len(_soonest(board)) < len(_scores(board)):
        moves = _moves_to_win(board)
        yield (
            Puzzle(FORK, board)
            if set(_soonest(board)) <= set(forks(board))
            else Puzzle(WIN, board, moves)
        )
        if (blunder := _blunder_to(board)) is not None:
            yield Puzzle(REFUTE, board, moves, blunder)


def _blunder_to(board: ClassicBoard) -> tuple[ClassicBoard, int] | None:
    """A position that was no loss, and the move out of it that made it this one."""
    rival = rival_of(board)
    for cell in (cell for cell, mark in enumerate(board.marks) if mark == rival):
        x, o = board.x & ~(1 << cell), board.o & ~(1 << cell)
        before = ClassicBoard(x, o)
        if not before.is_game_over() and value_of(table().score(before)) == 0:
            return before, cell
    return None


# --- the 4×4 game, chance taking the pieces away ---


def _expected(board: Board) -> Cells:
    exact = truth(board)
    top = max(exact.values()) - EQUAL
    return tuple(cell for cell, value in exact.items() if value > top)


def _dstru() -> Iterator[Puzzle]:
    start = DstruBoard.start()
    make_ready(start)
    rng, met = Random(SEED), set[str]()
    for _ in range(WALKS):
        board: Board = start
        while not board.is_game_over():
            if board.to_move in board.SEATS[:2] and board.marks.count("") < board.CELLS - 2:
                name = representative(board).notation
                if name not in met and (theme := _theme_of(board)) is not None:
                    yield Puzzle(theme, board)
                met.add(name)
            board = board.make_move(rng.choice(board.available_moves()))


def _theme_of(board: Board) -> Theme | None:
    if gaps(board, board.to_move):  # a pattern can be completed: nothing to find
        return None
    exact, right = truth(board), _expected(board)
    others = [value for cell, value in exact.items() if cell not in right]
    if len(right) > 2 or not others:
        return None
    margin = max(exact.values()) - max(others)
    if threats := gaps(board, rival_of(board)):
        return STOP if margin >= THREAT_MARGIN and set(right) <= set(threats) else None
    return STRONG if margin >= QUIET_MARGIN else None


FORK = Theme(
    "fork",
    "Find the fork",
    "classic",
    "{seat} to move. Find the fork.",
    "One move makes two threats at once. It counts if it wins as soon as any move does.",
    _soonest,
)
WIN = Theme(
    "win",
    "Win by force",
    "classic",
    "{seat} to move and win in {moves}, whatever {rival} does.",
    "A win can be forced, but not with a fork at once. Each move must keep to the shortest way.",
    _soonest,
)
REFUTE = Theme(
    "refute",
    "Refute this move",
    "classic",
    "{rival} has just played {move}, and should not have. Win with {seat}.",
    "The last move turned a draw into a loss. Any move that keeps the win is right, to the end.",
    _holding,
)
ONLY = Theme(
    "only",
    "The only move",
    "classic",
    "{seat} to move. One move holds the draw; all others lose.",
    "Exactly one move keeps the draw against best play.",
    _holding,
)
STRONG = Theme(
    "strong",
    "The strong cell",
    "dstru",
    "{seat} to place a piece; chance is Dos. Find the strongest cell.",
    "Nobody can complete a pattern at once, and the expected result of the best cells is at least"
    " 0.1 above that of every other.",
    _expected,
)
STOP = Theme(
    "stop",
    "Stop it",
    "dstru",
    "{rival} threatens to complete a pattern; chance is Dos. Find the best cell for {seat}.",
    "A threat must be stopped: the best cells are worth at least 0.25 more than any other.",
    _expected,
)

THEMES = {theme.slug: theme for theme in (FORK, WIN, REFUTE, ONLY, STRONG, STOP)}

FINDERS: Mapping[str, Callable[[], Iterator[Puzzle]]] = {"classic": _classic, "dstru": _dstru}


# --- all of them ---


@cache
def pool() -> Mapping[str, Puzzle]:
    """Every puzzle by id, easiest first within its theme. Found once in a process."""
    found = [puzzle for find in FINDERS.values() for puzzle in find()]
    themes = list(THEMES)
    found.sort(key=lambda one: (themes.index(one.theme.slug), one.moves, one.wrong, one.id))
    return {puzzle.id: puzzle for puzzle in found}


def find(puzzle_id: str) -> Puzzle:
    """The puzzle of an id. Raises NoSuchPuzzle."""
    try:
        return pool()[puzzle_id]
    except KeyError:
        raise NoSuchPuzzle(f"There is no puzzle {puzzle_id!r}.") from None


def of_theme(theme: Theme) -> list[Puzzle]:
    return [puzzle for puzzle in pool().values() if puzzle.theme is theme]


@cache
def _calendar() -> list[str]:
    ids = sorted(pool())
    Random("puzzle of the day").shuffle(ids)
    return ids


def daily(day: date) -> Puzzle:
    """The puzzle of a day: everybody's the same, and none twice before all had their turn."""
    ids = _calendar()
    return find(ids[day.toordinal() % len(ids)])


# --- solving ---


def play(puzzle: Puzzle, cells: Cells) -> Way:
    """The way that ``cells``, the solver's own right moves, lead; the rival resists longest.

    Raises IllegalMove for a cell that cannot be played, ValueError for one that is not right.
    """
    board, made, solved = puzzle.board, list[int](), False
    for number, cell in enumerate(cells, 1):
        after = board.make_move(cell)
        if solved or cell not in puzzle.theme.right(board):
            raise ValueError(f"{board.cell_name(cell)} is not the way")
        board = after
        made.append(cell)
        solved = board.is_game_over() or (puzzle.moves == 1 and number == 1)
        if not solved:
            made.append(answer(board))
            board = board.make_move(made[-1])
    return Way(board, tuple(made), len(cells), solved)


def answer(board: Board) -> int:
    """The reply that holds out longest, the first of equals."""
    return min(_soonest(board) if isinstance(board, ClassicBoard) else _expected(board))
