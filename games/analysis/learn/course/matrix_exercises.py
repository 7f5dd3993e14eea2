"""Exercises on the linear engine: what it plays, what it scores, and how to beat it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, partial
from random import Random

from games.analysis.learn import ask, facts
from games.analysis.learn.course import pool, weights
from games.analysis.learn.course.matrices import (
    START,
    classic_board,
    lines_through,
    scored,
    table_said,
)
from games.analysis.learn.course.weights import Weights
from games.analysis.learn.questions import Group, Option, Question, Table
from games.analysis.wording import line_name, listed, number
from games.engines import solution_of
from games.engines.classic.linear import evaluate, numbers, state
from games.engines.sides import rival_of
from games.rules import Board
from games.rules.classic import LINES


def _calm(board: Board) -> bool:
    """Five to seven free cells, and the engine has a clear favourite."""
    return (
        pool.free(board) in (4, 5, 6) and len(weights.choices(classic_board(board), Weights())) < 3
    )


def products(board: Board) -> Table:
    """The table of the lines and the board as nine numbers, with the product to fill in."""
    vector = [int(one) for one in state(classic_board(board))[0]]
    cells = range(len(vector))
    names = [board.cell_name(cell) for cell in cells]
    lines = [
        (line_name(board, line), *("1" if cell in line else "0" for cell in cells), "", "")
        for line in LINES
    ]
    return Table(
        f"The lines as a matrix, and the board as a vector for {board.to_move}",
        ("", *names, "product", "points"),
        (("board", *(number(one) for one in vector), "", ""), *lines),
    )


def highest(rng: Random) -> Question:
    board = pool.draw(rng, _calm)
    best = weights.choices(classic_board(board), Weights())
    line, score = max(lines_through(board, best[0]), key=lambda one: one[1])
    return ask.cells(
        board,
        f"{board.to_move} to move. Where does the linear engine play?",
        best,
        partial(scored, board),
        (
            f"The points for a line: {table_said()}.",
            "Add up the lines through every free cell. A line with three marks scores nothing.",
            f"The line {line} scores {number(score)}.",
        ),
        table=products(board),
    )


def line_score(rng: Random) -> Question:
    board = pool.draw(rng, _calm)
    found = numbers(evaluate(state(classic_board(board))).paths)
    at = rng.choice([at for at, score in enumerate(found) if score])
    name = line_name(board, LINES[at])
    seat = board.to_move
    own = sum(board.marks[cell] == seat for cell in LINES[at])
    other = sum(board.marks[cell] == rival_of(board) for cell in LINES[at])
    return ask.choice(
        board,
        f"{seat} to move. How many points does the line {name} get from the linear engine?",
        [number(one) for one in sorted({*Weights().table.values()})],
        number(found[at]),
        (
            f"Count the marks on {name}.",
            f"It holds {number(own)} of {seat} and {number(other)} of {rival_of(board)}.",
            f"The points: {table_said()}.",
        ),
        (
            f"{name} holds {number(own)} of {seat} and {number(other)} of {rival_of(board)}: "
            f"{number(found[at])}.",
        ),
        table=products(board),
    )


@cache
def _misplays() -> tuple[Board, ...]:
    """Positions in which every favourite of the linear engine gives a draw or a win away."""
    found = []
    for board in pool.where(_any):
        keeping = solution_of(board).keeping_moves(board)
        if not set(weights.choices(classic_board(board), Weights())) & set(keeping):
            found.append(board)
    return tuple(found)


def _any(board: Board) -> bool:
    return pool.free(board) >= 4


def better_than_engine(rng: Random) -> Question:
    board = rng.choice(_misplays())
    keeping = solution_of(board).keeping_moves(board)
    bad = weights.choices(classic_board(board), Weights())[0]
    return ask.cells(
        board,
        f"{board.to_move} to move. The linear engine plays {board.cell_name(bad)} here, and it is "
        "wrong. Place a better move.",
        keeping,
        partial(facts.valued, board),
        (
            facts.valued(board, bad),
            f"Look one move further: what does {rival_of(board)} threaten after your move?",
            f"One good move is {board.cell_name(keeping[0])}.",
        ),
    )


def _setting(name: str, options: tuple[float, ...] = weights.CHOICES) -> Group:
    said = weights.SAID[name]
    found = tuple(Option(f"{one:g}", number(one)) for one in options)
    return Group(name, said[0].upper() + said[1:], found)


def make_it_block(rng: Random) -> Question:
    """Set two numbers so that the engine takes the cell it has to take."""
    board = classic_board(pool.draw(rng, _blocks_by_points))
    right = set(board.winning_cells(rival_of(board)))
    name = board.cell_name(min(right))

    def judge(chosen: Mapping[str, str]) -> tuple[bool, str]:
        used = weights.read(chosen)
        best = weights.choices(board, used)
        scores = weights.cell_scores(board, used)
        told = f"{listed([board.cell_name(one) for one in best])} with {number(scores[best[0]])}"
        if set(best) <= right:
            return True, f"Right: the highest sum is {told}, so it blocks."
        return False, (
            f"Not yet: the highest sum is {told}; {name} has {number(scores[min(right)])}. "
            f"{rival_of(board)} wins at {name}."
        )

    groups = (_setting("block"), _setting("own"))
    return Question(
        "weights",
        f"The linear engine is {board.to_move} and has to take {name}. Set the points so that it "
        "does.",
        board,
        groups,
        (
            f"{name} lies on a line with two marks of {rival_of(board)}.",
            f"The more points {weights.SAID['block']} gets, the more {name} scores.",
            f"The printed numbers are {number(Weights().block)} and {number(Weights().own)}.",
        ),
        (
            f"With the printed {number(Weights().block)} for {weights.SAID['block']} and "
            f"{number(Weights().own)} for {weights.SAID['own']} it blocks.",
        ),
        judge=judge,
    )


def _blocks_by_points(board: Board) -> bool:
    """A block is due; the printed numbers make it, small ones do not."""
    if not pool.must_block(board):
        return False
    right = set(board.winning_cells(rival_of(board)))
    small = Weights(block=0, own=5)
    good = set(weights.choices(classic_board(board), Weights())) <= right
    return good and not set(weights.choices(classic_board(board), small)) <= right


def make_it_lose(rng: Random) -> Question:
    """Set the numbers so that the engine can be beaten as X, and see the game."""
    free = rng.sample(tuple(weights.NAMES), 2)

    def judge(chosen: Mapping[str, str]) -> tuple[bool, str]:
        line = weights.losing_line(weights.read(chosen), "X", START)
        if line is None:
            return False, "With these points it never loses as X, whatever O plays. Try others."
        names = listed([START.cell_name(cell) for cell in line], "and then")
        return True, f"Right: it loses this game as X: {names}."

    printed = [f"{weights.SAID[name]} {number(getattr(Weights(), name))}" for name in free]
    example = _beatable(tuple(free))
    return Question(
        "weights",
        "The linear engine is X and begins. With the printed points it never loses. Set these two "
        "so that it does.",
        START,
        tuple(_setting(name) for name in free),
        (
            f"The printed points are {listed(printed)}.",
            "Take points away from what it has to do, or give too many to what is not urgent.",
            f"One way: {example}.",
        ),
        (f"One way to make it lose: {example}.",),
        judge=judge,
    )


@cache
def _beatable(names: tuple[str, ...]) -> str:
    """The first setting of two numbers with which the engine can be beaten as X."""
    first, second = names
    for one in weights.CHOICES:
        for other in weights.CHOICES:
            used = weights.read({first: str(one), second: str(other)})
            if weights.losing_line(used, "X", START) is not None:
                return (
                    f"{weights.SAID[first]} {number(one)}, {weights.SAID[second]} {number(other)}"
                )
    raise LookupError(f"no numbers for {names} make it lose")


MAKERS: dict[str, tuple[Callable[[Random], Question], ...]] = {
    "linear": (highest, line_score, highest, make_it_block, line_score),
    "why-it-loses": (
        better_than_engine,
        make_it_lose,
        better_than_engine,
        make_it_block,
        better_than_engine,
    ),
}
