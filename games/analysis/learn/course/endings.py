"""Chance and expectation, and solving a game from its end."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random

from games.analysis import results
from games.analysis.learn import ask, facts, texts
from games.analysis.learn.course import pool
from games.analysis.learn.course.moves import up_the_tree
from games.analysis.learn.facts import position
from games.analysis.learn.lesson import Content, Course
from games.analysis.learn.questions import Question
from games.analysis.wording import cells, fixed, lines_made, listed, number
from games.engines import solution_of
from games.engines.dstru.classes import classes
from games.engines.sides import rival_of
from games.rules import Board, ClassicBoard, DstruBoard

TAKEN = "TTT......U..U... D"


def expected(board: Board) -> str:
    """What a position with chance is worth for the first seat: ``+0.84``."""
    return fixed(results.level(board), 2)


def _after_each(board: Board) -> list[Board]:
    return [board.make_move(cell) for cell in board.available_moves()]


def _removal(board: Board, cell: int) -> str:
    after, mark = board.make_move(cell), board.marks[cell]
    said = f"Without the piece of {mark} on {board.cell_name(cell)} it is worth {expected(after)}."
    wins = after.winning_cells(after.to_move)
    if wins:
        return f"{said} {after.to_move} is next and wins at {after.cell_name(wins[0])}."
    return said


def _average(board: Board) -> tuple[str, str]:
    """``The average of +1.00 and 0.00``, and what it is."""
    after = _after_each(board)
    mean = sum(map(results.level, after)) / len(after)
    return f"The average of {listed([expected(one) for one in after])}", fixed(mean, 2)


def _guesses(board: Board) -> list[str]:
    """The average and numbers that a wrong idea of it gives, rising."""
    after = [results.level(one) for one in _after_each(board)]
    true = sum(after) / len(after)
    wrong = [max(after), min(after), (max(after) + min(after)) / 2, true - 0.1, true + 0.05]
    found = {fixed(true, 2): true}
    for one in wrong:
        if len(found) < 4 and abs(one - true) > 0.03 and -1 <= one <= 1:
            found[fixed(one, 2)] = one
    return sorted(found, key=lambda text: found[text])


WORDS = {2: "two", 3: "three", 4: "four", 5: "five", 6: "six", 7: "seven"}


def dstru() -> Content:
    board, start = position(TAKEN), position("................ T")
    pieces = board.available_moves()
    terms, mean = _average(board)
    word, average = WORDS[len(pieces)], f"{terms} is {mean}."
    words = texts.question("dstru", word=word, terms=terms, average=average)
    return texts.content(
        "dstru",
        ask.choice(board, words, _guesses(board), expected(board)),
        board,
        pieces,
        partial(_removal, board),
        pieces=number(len(pieces)),
        start=expected(start),
        cells=number(DstruBoard.CELLS),
        boards=number(3**DstruBoard.CELLS),
        classes=number(len(classes().pieces)),
    )


# --- solving backwards ---


def solved() -> Content:
    board, full = position("X........ O"), position("XOXXOO.X. O")
    every = solution_of(ClassicBoard).positions()
    count, over = len(every), sum(one.is_game_over() for one in every)
    words = texts.question(
        "solved",
        every=number(count),
        tenth=number(count // 10),
        quarter=number(count // 4),
        over=number(over),
        others=number(count - over),
    )
    answers = ask.counts(over, [count // 2, count // 10 - 40, over * 2 - 100])
    return texts.content(
        "solved",
        ask.choice(board, words, answers, number(over)),
        full,
        full.available_moves(),
        partial(facts.valued, full),
        start=facts.worth(facts.points(ClassicBoard())),
        keeping=cells(board, solution_of(board).keeping_moves(board)),
    )


# --- exercises ---


def _draw(rng: Random, holds: Callable[[Board], bool]) -> Board:
    """A position of which ``holds`` is true, out of a game played at random."""
    solution_of(DstruBoard).make_ready(DstruBoard.start())
    while True:
        board, found = DstruBoard.start(), []
        while not board.is_game_over():
            if holds(board):
                found.append(board)
            board = board.make_move(rng.choice(board.available_moves()))
        if found:
            return rng.choice(found)


def _few_to_take(board: Board) -> bool:
    if board.to_move != board.CHANCE_SEAT or not 2 <= len(board.available_moves()) <= 5:
        return False
    return len({expected(one) for one in _after_each(board)}) > 1


def average(rng: Random) -> Question:
    board = _draw(rng, _few_to_take)
    moves = board.available_moves()
    told = [f"{board.cell_name(cell)} {expected(board.make_move(cell))}" for cell in moves]
    found = {"count": number(len(told)), "told": listed(told)}
    words = texts.exercise("average", average="{} is {}.".format(*_average(board)), **found)
    return ask.choice(board, words, _guesses(board), expected(board))


def _wins_now(board: Board) -> bool:
    """Tres or Uno to move, who can complete a pattern in one of at least four free cells."""
    mine = board.to_move in board.RIVALS and pool.free(board) >= 4
    return mine and len(board.winning_cells(board.to_move)) == 1


def complete_pattern(rng: Random) -> Question:
    board = _draw(rng, _wins_now)
    right = board.winning_cells(board.to_move)

    def why(cell: int) -> str:
        name = board.cell_name(cell)
        if cell in right:
            made = lines_made(board.make_move(cell))
            return f"{board.to_move} plays {name} and completes {made}."
        return f"{name} completes no pattern."

    words = texts.exercise("complete_pattern", board, row=board.cell_name(right[0])[1])
    return ask.cells(board, words, right, why)


def _one_to_fear(board: Board) -> bool:
    """Uno or Tres to move, who cannot win but has one cell to block."""
    if board.to_move not in board.RIVALS or board.winning_cells(board.to_move):
        return False
    if pool.free(board) < 4 or len(board.winning_cells(rival_of(board))) != 1:
        return False
    return len(solution_of(board).best_moves(board)) < pool.free(board)


def stop_pattern(rng: Random) -> Question:
    board = _draw(rng, _one_to_fear)
    right = solution_of(board).best_moves(board)
    threat = board.cell_name(board.winning_cells(rival_of(board))[0])
    best = expected(board.make_move(right[0]))

    def why(cell: int) -> str:
        return f"{board.cell_name(cell)}: {expected(board.make_move(cell))} for Tres."

    words = texts.exercise("stop_pattern", board, threat=threat, best=best)
    return ask.cells(board, words, right, why)


def _one_before_the_end(board: Board) -> bool:
    return pool.free(board) == 2 and len(set(solution_of(board).values(board).values())) == 2


def last_choice(rng: Random) -> Question:
    board = pool.draw(rng, _one_before_the_end)
    right = solution_of(board).keeping_moves(board)
    first, second = (facts.consequence(board, cell) for cell in board.available_moves())
    words = texts.exercise("last_choice", board, first=first, second=second)
    return ask.cells(board, words, right, partial(facts.valued, board))


COURSE: Course = {
    "dstru": (dstru, (complete_pattern, average, stop_pattern, average, complete_pattern)),
    "solved": (solved, (last_choice, up_the_tree, last_choice, up_the_tree, last_choice)),
}
