"""Puzzles: positions from the complete solutions in which few moves are right.

Nothing is listed by hand. A theme says which positions are puzzles of its kind and which moves
are right in them; ``pool`` goes through every position of 3×3 up to symmetry, and for the 4×4
game, which has too many, through positions that a fixed series of random games passes. Those of
Ultimate are found in the same way, but take so long that they are kept as data (``endings``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache, cached_property
from hashlib import sha256
from random import Random

from games.analysis.puzzles import endings
from games.analysis.puzzles.difficulty import points
from games.analysis.reasons import forks
from games.analysis.variations import slug_of
from games.compute.pool import compute_once
from games.engines import solution_of
from games.engines.sides import has_side, rival_of
from games.rules import Board, ClassicBoard, DstruBoard

Cells = tuple[int, ...]

GRADES = ("easy", "medium", "hard")
FEW, SOME = 2, 5
"""Up to how many wrong moves a puzzle is easy, and up to how many medium."""

WALKS, SEED = 120, 1952
"""Random games whose positions become puzzles of the 4×4 game, and where they begin."""

LONGEST_NAME = 60
"""Characters of a position in an id."""

QUIET_MARGIN, THREAT_MARGIN = 0.1, 0.25
"""By how much of the expected result the right move must stand out in the 4×4 game."""


class NoSuchPuzzle(LookupError):
    """An id that is no puzzle's; the message quotes it."""


@dataclass(frozen=True, slots=True)
class PuzzleTheme:
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

    ``blunder`` is the move of the rival that led there, if the puzzle shows it. ``difficulty`` is
    what ``difficulty.points`` computes, on the scale of ratings.
    """

    theme: PuzzleTheme
    board: Board
    moves: int = 1
    blunder: tuple[Board, int] | None = None
    difficulty: int = 0

    @cached_property
    def id(self) -> str:
        """Stable and readable: the theme, the position and the move to refute.

        A position that is too long is named by its digest.
        """
        if self.blunder is None:
            name = slug_of(self.board)
            if len(name) > LONGEST_NAME:
                name = sha256(name.encode()).hexdigest()[:10]
            return f"{self.theme.slug}-{name}"
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
class SolutionPath:
    """How far somebody has come: ``cells`` are all moves made, the rival's replies included."""

    board: Board
    cells: Cells
    made: int
    solved: bool


# --- what is right ---


def _best(board: Board) -> Cells:
    return solution_of(board).best_moves(board)


def _keeping(board: Board) -> Cells:
    return solution_of(board).keeping_moves(board)


# --- the 3×3 game ---


def _moves_to_win(board: ClassicBoard) -> int:
    left = solution_of(board).distance(board)
    assert left is not None
    return (left + 1) // 2


def _classic() -> Iterator[Puzzle]:
    solution = solution_of(ClassicBoard)
    boards = {solution.canonical(one) for one in solution.positions() if not one.is_game_over()}
    for board in sorted(boards, key=lambda one: one.notation):
        if len(board.available_moves()) > 1:
            yield from _in_position(board)


def _in_position(board: ClassicBoard) -> Iterator[Puzzle]:
    value, best = solution_of(board).value(board) or 0, _best(board)
    if value == 0 and len(_keeping(board)) == 1:
        yield Puzzle(ONLY, board)
    is_open = not board.winning_cells(board.to_move) and len(best) < len(board.available_moves())
    if value > 0 and is_open:
        moves = _moves_to_win(board)
        yield (Puzzle(FORK, board) if set(best) <= set(forks(board)) else Puzzle(WIN, board, moves))
        if (blunder := _blunder_to(board)) is not None:
            yield Puzzle(REFUTE, board, moves, blunder)


def _blunder_to(board: ClassicBoard) -> tuple[ClassicBoard, int] | None:
    """A position that was no loss, and the move out of it that made it this one."""
    rival = rival_of(board)
    for cell in (cell for cell, mark in enumerate(board.marks) if mark == rival):
        x, o = board.x & ~(1 << cell), board.o & ~(1 << cell)
        before = ClassicBoard(x, o)
        if not before.is_game_over() and solution_of(before).value(before) == 0:
            return before, cell
    return None


# --- the 4×4 game, chance taking the pieces away ---


def _dstru() -> Iterator[Puzzle]:
    start = DstruBoard.start()
    solution = solution_of(start)
    solution.make_ready(start)
    rng, met = Random(SEED), set[str]()
    for _ in range(WALKS):
        board = start
        while not board.is_game_over():
            if has_side(board) and board.marks.count("") < board.CELLS - 2:
                name = solution.canonical(board).notation
                if name not in met and (theme := _theme_of(board)) is not None:
                    yield Puzzle(theme, board)
                met.add(name)
            board = board.make_move(rng.choice(board.available_moves()))


def _theme_of(board: DstruBoard) -> PuzzleTheme | None:
    if board.winning_cells(board.to_move):  # a pattern can be completed: nothing to find
        return None
    exact, right = solution_of(board).values(board), _best(board)
    others = [value for cell, value in exact.items() if cell not in right]
    if len(right) > 2 or not others:
        return None
    margin = max(exact.values()) - max(others)
    if threats := board.winning_cells(rival_of(board)):
        return STOP if margin >= THREAT_MARGIN and set(right) <= set(threats) else None
    return STRONG if margin >= QUIET_MARGIN else None


FORK = PuzzleTheme(
    "fork",
    "Find the fork",
    "classic",
    "{seat} to move. Find the fork.",
    "One move makes two threats at once. A fork is right if no other move wins sooner.",
    _best,
)
WIN = PuzzleTheme(
    "win",
    "Win by force",
    "classic",
    "{seat} to move. Win in {moves}, whatever {rival} does.",
    "You can force a win, but no fork does it at once. Every move must win as soon as can be.",
    _best,
)
REFUTE = PuzzleTheme(
    "refute",
    "Refute this move",
    "classic",
    "{rival} has just played {move}, which is a mistake. Win with {seat}.",
    "Your opponent’s last move loses. Every move that keeps your win is right, to the end.",
    _keeping,
)
ONLY = PuzzleTheme(
    "only",
    "The only move",
    "classic",
    "{seat} to move. One move draws, and all others lose. Find it.",
    "Only one move keeps the draw against best play.",
    _keeping,
)
STRONG = PuzzleTheme(
    "strong",
    "The strong cell",
    "dstru",
    "{seat} to place a piece. Chance plays Dos. Find the strongest cell.",
    "Nobody can complete a pattern at once. The expected result of the best cells is at least 0.1"
    " better than that of all others.",
    _best,
)
STOP = PuzzleTheme(
    "stop",
    "Stop it",
    "dstru",
    "{rival} threatens to complete a pattern. Chance plays Dos. Find the best cell for {seat}.",
    "You must stop a threat. The expected result of the best cells is at least 0.25 better than"
    " that of all others.",
    _best,
)


def _winning(slug: str, title: str, ask: str, about: str) -> PuzzleTheme:
    """A theme of wins in Ultimate."""
    return PuzzleTheme(slug, title, "ultimate", f"{{seat}} to move. {ask}", about, _best)


TWO = _winning(
    "two",
    "Win in two",
    "Win in two moves, whatever {rival} does.",
    "Two moves of yours win, and only one first move does it. Look where it sends your opponent.",
)
THREE = _winning(
    "three",
    "Win in three",
    "Win in three moves, whatever {rival} does.",
    "Three moves of yours win. At each of them only one is the fastest.",
)
FAR = _winning(
    "far",
    "Read far",
    "Win in {moves} moves, whatever {rival} does.",
    "Four or five moves of yours win, each the only fastest one.",
)
COUNT = _winning(
    "count",
    "Count the boards",
    "Nobody gets three boards in a row: end with more boards, in {moves} moves.",
    "Most boards win here. Only one first move leaves you ahead when all boards are closed.",
)
HOLD = PuzzleTheme(
    "hold",
    "Hold the draw",
    "ultimate",
    "{seat} to move. One move draws, and all others lose. Find it.",
    "Only one move keeps the draw against best play.",
    _keeping,
)

THEMES = {
    theme.slug: theme
    for theme in (FORK, WIN, REFUTE, ONLY, STRONG, STOP, TWO, THREE, FAR, COUNT, HOLD)
}

FINDERS: Mapping[str, Callable[[], Iterator[Puzzle]]] = {"classic": _classic, "dstru": _dstru}


# --- all of them ---

Found = tuple[str, Board, int, tuple[Board, int] | None, int]
"""A puzzle as a worker sends it: slug of the theme, board, moves, blunder, difficulty."""


@cache
def pool() -> Mapping[str, Puzzle]:
    """Every puzzle by id, easiest first within its theme. Found once in a process. Raises Busy."""
    found = [
        Puzzle(THEMES[slug], board, moves, blunder, difficulty)
        for slug, board, moves, blunder, difficulty in compute_once("puzzles", all_found).result
    ]
    start = DstruBoard.start()
    solution_of(start).make_ready(start)  # what is right in a puzzle is read from the solution
    found += [
        Puzzle(THEMES[one.theme], one.board, one.moves, difficulty=one.difficulty)
        for one in endings.stored()
    ]
    return {puzzle.id: puzzle for puzzle in found}


def all_found() -> list[Found]:
    """Every puzzle: what a worker does."""
    every = [puzzle for find in FINDERS.values() for puzzle in find()]
    found = [replace(one, difficulty=points(one.board, one.right, one.moves)) for one in every]
    themes = list(THEMES)
    found.sort(key=lambda one: (themes.index(one.theme.slug), one.moves, one.wrong, one.id))
    return [(one.theme.slug, one.board, one.moves, one.blunder, one.difficulty) for one in found]


def find(puzzle_id: str) -> Puzzle:
    """The puzzle of an id. Raises NoSuchPuzzle."""
    try:
        return pool()[puzzle_id]
    except KeyError:
        raise NoSuchPuzzle(f"There is no puzzle {puzzle_id!r}.") from None


def of_theme(theme: PuzzleTheme) -> list[Puzzle]:
    return [puzzle for puzzle in pool().values() if puzzle.theme is theme]


# --- solving ---


def play(puzzle: Puzzle, cells: Cells) -> SolutionPath:
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
            solved = board.is_game_over()  # boards are counted after the rival's last move, too
    return SolutionPath(board, tuple(made), len(cells), solved)


def answer(board: Board) -> int:
    """The reply that holds out longest, the first of equals."""
    return min(_best(board))
