"""Linear algebra as an engine, and how it loses: the lessons and their exercises."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, partial
from itertools import product
from random import Random
from typing import cast

from games.analysis.learn import ask, facts, texts
from games.analysis.learn.course import pool, weights
from games.analysis.learn.course.weights import Weights
from games.analysis.learn.facts import consequence, position
from games.analysis.learn.lesson import Content, Course
from games.analysis.learn.questions import AnswerOption, Group, PaperTable, Question
from games.analysis.reasons import forks
from games.analysis.wording import cells, line_name, listed, number
from games.engines import solution_of
from games.engines.classic.linear import evaluate, numbers, state
from games.engines.sides import rival_of
from games.rules import Board, ClassicBoard
from games.rules.classic import LINES

START = ClassicBoard()
CORNERS = "X...O...X O"


def _classic(board: Board) -> ClassicBoard:
    return cast("ClassicBoard", board)


def _choices(board: Board) -> tuple[int, ...]:
    """The cells that share the highest score with the printed points."""
    return weights.choices(_classic(board), Weights())


def _line_scores(board: Board) -> list[tuple[tuple[int, ...], float]]:
    """Each line with its score for the side to move."""
    return list(zip(LINES, numbers(evaluate(state(_classic(board))).paths), strict=True))


def _through(board: Board, cell: int) -> list[tuple[str, float]]:
    """The lines through a cell that score something, with their scores."""
    found = _line_scores(board)
    return [(line_name(board, line), score) for line, score in found if cell in line and score]


def _scored(board: Board, cell: int) -> str:
    """What a cell scores, and from which lines."""
    name, through = board.cell_name(cell), _through(board, cell)
    if not through:
        return f"{name} scores 0: no line through it scores anything."
    total = weights.cell_scores(_classic(board), Weights())[cell]
    told = listed([f"{line} {number(score)}" for line, score in through])
    return f"{name} scores {number(total)}: {told}."


def _points() -> str:
    said = [weights.said(name) for name in weights.NAMES]
    return listed([*said, f"an empty line {number(Weights().table[0, 0])}"])


# --- linear ---


def linear() -> Content:
    board = _classic(position(CORNERS))
    best, say = _choices(board), partial(_scored, board)
    top = number(weights.cell_scores(board, Weights())[best[0]])
    names = [board.cell_name(cell) for cell in best]
    words = texts.question("linear", top=top, best=listed(names, "or"))
    return texts.content(
        "linear",
        ask.cells(board, words, best, say),
        board,
        board.available_moves(),
        say,
        plays=False,
        points=_points(),
        safe=cells(board, solution_of(board).keeping_moves(board)),
    )


def _calm(board: Board) -> bool:
    """Four to six free cells, and the engine has a clear favourite."""
    return pool.free(board) in (4, 5, 6) and len(_choices(board)) < 3


def products(board: Board) -> PaperTable:
    """The table of the lines and the board as nine numbers, with the product to fill in."""
    vector = [int(one) for one in state(_classic(board))[0]]
    lines = [
        (line_name(board, line), *("01"[cell in line] for cell in range(len(vector))), "", "")
        for line in LINES
    ]
    return PaperTable(
        f"The lines as a matrix, and the board as a vector for {board.to_move}",
        ("", *map(board.cell_name, range(len(vector))), "product", "points"),
        (("board", *(number(one) for one in vector), "", ""), *lines),
    )


def highest(rng: Random) -> Question:
    board = pool.draw(rng, _calm)
    best = _choices(board)
    line, score = max(_through(board, best[0]), key=lambda one: one[1])
    words = texts.exercise("highest", board, points=_points(), line=line, score=number(score))
    return ask.cells(board, words, best, partial(_scored, board), table=products(board))


def line_score(rng: Random) -> Question:
    board = pool.draw(rng, _calm)
    line, score = rng.choice([one for one in _line_scores(board) if one[1]])
    marks = [board.marks[cell] for cell in line]
    words = texts.exercise(
        "line_score",
        board,
        name=line_name(board, line),
        own=number(marks.count(board.to_move)),
        other=number(marks.count(rival_of(board))),
        points=_points(),
        score=number(score),
    )
    answers = [number(one) for one in sorted({*Weights().table.values()})]
    return ask.choice(board, words, answers, number(score), products(board))


# --- why it loses ---


def loses() -> Content:
    line = weights.losing_line(Weights(), "O", START)
    without = weights.losing_line(Weights(lone=0), "O", START)
    assert line is not None
    assert without is not None
    boards = [START]
    for cell in line:
        boards.append(boards[-1].make_move(cell))
    first, second, third, fourth, *_ = names = [START.cell_name(cell) for cell in line]
    chosen, fork = boards[3:5]
    right, say = forks(fork), partial(consequence, fork)
    words = texts.question("why-it-loses", fourth=fourth, fork=say(right[0]))
    return texts.content(
        "why-it-loses",
        ask.cells(fork, words, right, say),
        chosen,
        chosen.available_moves(),
        partial(facts.valued, chosen, side=chosen.to_move),
        first=first,
        second=second,
        third=third,
        fourth=fourth,
        game=listed(names, "and then"),
        lone=weights.SAID["lone"],
        other=listed([START.cell_name(cell) for cell in without], "and then"),
    )


@cache
def _misplays() -> tuple[Board, ...]:
    """Positions in which every favourite of the linear engine gives a draw or a win away."""
    return tuple(
        board
        for board in pool.where(_any)
        if not {*_choices(board)} & {*solution_of(board).keeping_moves(board)}
    )


def _any(board: Board) -> bool:
    return pool.free(board) >= 4


def better_than_engine(rng: Random) -> Question:
    board = rng.choice(_misplays())
    keeping, bad = solution_of(board).keeping_moves(board), _choices(board)[0]
    say = partial(facts.valued, board)
    good = board.cell_name(keeping[0])
    found = {"bad": board.cell_name(bad), "valued": say(bad), "good": good}
    words = texts.exercise("better_than_engine", board, **found)
    return ask.cells(board, words, keeping, say)


def _setting(name: str) -> Group:
    said = weights.SAID[name]
    found = tuple(AnswerOption(f"{one:g}", number(one)) for one in weights.CHOICES)
    return Group(name, said[0].upper() + said[1:], found)


def make_it_block(rng: Random) -> Question:
    """Set two numbers so that the engine takes the cell it has to take."""
    board = _classic(pool.draw(rng, _blocks_by_points))
    right = set(board.winning_cells(rival_of(board)))
    name = board.cell_name(min(right))

    def judge(chosen: Mapping[str, str]) -> tuple[bool, str]:
        used = weights.read(chosen)
        best = weights.choices(board, used)
        scores = weights.cell_scores(board, used)
        told = f"{cells(board, best)} with {number(scores[best[0]])}"
        if set(best) <= right:
            return True, f"Right: the highest sum is {told}, so it blocks."
        return False, (
            f"Not yet: the highest sum is {told}; {name} has {number(scores[min(right)])}. "
            f"{rival_of(board)} wins at {name}."
        )

    words = texts.exercise(
        "make_it_block",
        board,
        name=name,
        block=weights.SAID["block"],
        own=weights.SAID["own"],
        block_points=number(Weights().block),
        own_points=number(Weights().own),
    )
    groups = (_setting("block"), _setting("own"))
    return Question("weights", board, groups, *words, judge=judge)


def _blocks_by_points(board: Board) -> bool:
    """A block is due; the printed numbers make it, small ones do not."""
    if not pool.must_block(board):
        return False
    right = set(board.winning_cells(rival_of(board)))
    small = weights.choices(_classic(board), Weights(block=0, own=5))
    return {*_choices(board)} <= right and not {*small} <= right


def make_it_lose(rng: Random) -> Question:
    """Set the numbers so that the engine can be beaten as X, and see the game."""
    free = tuple(rng.sample(tuple(weights.NAMES), 2))

    def judge(chosen: Mapping[str, str]) -> tuple[bool, str]:
        line = weights.losing_line(weights.read(chosen), "X", START)
        if line is None:
            return False, "With these points it never loses as X, whatever O plays. Try others."
        names = listed([START.cell_name(cell) for cell in line], "and then")
        return True, f"Right: it loses this game as X: {names}."

    printed = listed([weights.said(name) for name in free])
    words = texts.exercise("make_it_lose", printed=printed, example=_beatable(free))
    return Question("weights", START, tuple(map(_setting, free)), *words, judge=judge)


@cache
def _beatable(names: tuple[str, ...]) -> str:
    """The first setting of two numbers with which the engine can be beaten as X."""
    for points in product(weights.CHOICES, repeat=2):
        pairs = list(zip(names, points, strict=True))
        used = weights.read({name: str(one) for name, one in pairs})
        if weights.losing_line(used, "X", START) is not None:
            return ", ".join(f"{weights.SAID[name]} {number(one)}" for name, one in pairs)
    raise LookupError(f"no numbers for {names} make it lose")


COURSE: Course = {
    "linear": (linear, (highest, line_score, highest, make_it_block, line_score)),
    "why-it-loses": (
        loses,
        (better_than_engine, make_it_lose, better_than_engine, make_it_block, better_than_engine),
    ),
}
