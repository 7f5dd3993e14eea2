"""A hint leads to the best move, and says only what is true on the board before and after it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

import pytest

from games.engines import solution_of
from games.rules import Board, ClassicBoard, DstruBoard
from progress import catalog, catalog_apart, hint_words, hints
from progress.catalog import STAGES, Stage
from progress.facts import replies
from progress.hints import Found, Idea
from tests.progress import oracle

every_stage = pytest.mark.parametrize(
    "stage", [*STAGES, *catalog_apart.STAGES], ids=lambda s: f"{s.level}.{s.number}"
)
the_45 = pytest.mark.parametrize("stage", STAGES, ids=lambda s: f"{s.level}.{s.number}")
CELL = re.compile(r"\b[a-d][1-4]\b")
NUMBERS = {"no": 0, "one": 1, "two": 2, "three": 3, "four": 4}


def positions(stage: Stage) -> Iterator[Found]:
    """What the hints find on every board to which they lead, whatever the engine does."""
    waiting, seen = [stage.board], set()
    while waiting:
        board = waiting.pop()
        if board in seen or board.outcome is not None:
            continue
        seen.add(board)
        if board.to_move == stage.player:
            found = hints.find(stage, board)
            assert found is not None
            yield found
            waiting.append(found.after)
        else:
            waiting += [board.make_move(cell) for cell in replies(board, stage.engine)]


@cache
def found_on(stage: Stage) -> tuple[Found, ...]:
    return tuple(positions(stage))


def first_of(stage: Stage) -> Found:
    found = hints.find(stage, stage.board)
    assert found is not None
    return found


@every_stage
def test_the_move_is_named_last(stage: Stage) -> None:
    if stage.first == "engine":
        assert hints.find(stage, stage.board) is None
        return
    found = first_of(stage)
    look, where, move = hint_words.steps(found)
    assert CELL.search(look) is None
    assert "diagonal from" in where or CELL.search(where) is None
    assert move.startswith(f"{found.board.cell_name(found.cell)}. ")


@the_45
def test_the_move_keeps_the_win_or_the_draw_or_the_best_chance(stage: Stage) -> None:
    for found in found_on(stage):
        board = found.board
        worth = oracle.value(board)
        assert -oracle.value(found.after) == worth
        if worth == 1:
            left = oracle.forced_in(found.after, found.seat)
            assert found.win_in == oracle.forced_in(board, found.seat) == left + 1
        else:
            keeping = [
                oracle.chance(board.make_move(cell), stage)
                for cell in board.available_moves()
                if -oracle.value(board.make_move(cell)) == worth
            ]
            assert found.chance == pytest.approx(max(keeping), abs=1e-12)


@the_45
def test_the_idea_is_true_of_the_move(stage: Stage) -> None:
    for found in found_on(stage):
        board, after, cell = found.board, found.after, found.board.cell_name(found.cell)
        wins = {cell} <= oracle.winning(board, found.seat)
        blocks = {cell} <= oracle.winning(board, found.rival)
        threats = len(oracle.winning(after, found.seat))
        true = {
            Idea.WIN: wins,
            Idea.BLOCK_AND_FORK: blocks and threats > 1,
            Idea.BLOCK_AND_THREATEN: blocks and threats == 1,
            Idea.BLOCK: blocks and not threats,
            Idea.LOST: oracle.value(board) == -1,
            Idea.FORK: threats > 1 and not oracle.winning(after, found.rival),
            Idea.THREATEN: threats == 1,
            Idea.HOLD: oracle.value(board) == 0 and found.chance == 0,
            Idea.QUIET: not threats and oracle.value(board) >= 0,
        }
        assert true[found.idea], (board.notation, found.idea)
        assert wins == (found.idea is Idea.WIN)


@the_45
def test_the_sentences_are_true(stage: Stage) -> None:
    for found in found_on(stage):
        board, after = found.board, found.after
        look, where, move = hint_words.steps(found)
        if "Nobody can force a win" in look:
            assert oracle.value(board) == 0
        if threats := re.search(r"threatens ((?:\w\d(?:, | and )?)+)", move):
            assert set(CELL.findall(threats[1])) == oracle.winning(after, found.seat)
        if more := re.search(r"you win in (\w+) more", move):
            assert NUMBERS[more[1]] == oracle.forced_in(after, found.seat)
        if least := re.search(r"at least (\d+) times in a hundred", move):
            assert int(least[1]) == int(100 * oracle.chance(after, stage) + 1e-9)
        if lines := re.search(r"lies on (\w+) lines? open", move):
            assert NUMBERS[lines[1]] == len(open_lines(board, found))
        if kind := re.search(r"It is (.*)\.", where):
            expected = {0: "a corner", 2: "a corner", 4: "the centre", 6: "a corner", 8: "a corner"}
            assert kind[1] == expected.get(found.cell, "the middle of a side")


def open_lines(board: ClassicBoard, found: Found) -> list[tuple[int, ...]]:
    return [
        line
        for line in ClassicBoard.LINES
        if found.cell in line and all(board.marks[cell] != found.rival for cell in line)
    ]


@pytest.mark.parametrize("stage", catalog_apart.STAGES, ids=lambda s: str(s.number))
def test_hints_of_the_stages_apart_are_true(stage: Stage) -> None:
    found = first_of(stage)
    board, after, (look, _, move) = found.board, found.after, hint_words.steps(found)
    solution = solution_of(board)
    assert solution.win_chance(board, stage.player) == pytest.approx(found.chance)
    if "can complete a pattern at once" in move:
        assert not [seat for seat in board.RIVALS if after.winning_cells(seat)]
    if threats := re.search(r"threatens ([^.]*)\.", move):
        named = {board.cell_name(cell) for cell in after.winning_cells(found.seat)}
        assert set(CELL.findall(threats[1])) == named
    if "Which pattern lacks only one cell?" in look:
        assert any(board.winning_cells(seat) for seat in board.RIVALS)
    if more := re.search(r"you win in (\w+) more", move):
        assert solution.forced_win(after, stage.player) == 3 * NUMBERS[more[1]] + 2
    if least := re.search(r"at least (\d+) times", move):
        assert int(least[1]) == int(100 * found.chance)


SAID = {
    (1, 1): ("Count the lines", "It is a corner.", "a1. It lies on three lines open"),
    (2, 3): ("two threats at once", "the middle of a side", "a2. It threatens a1 and b2."),
    (2, 13): ("so block.", "the middle row, where O", "b2. It stops O"),
    (3, 12): ("that must be answered", "It is a corner.", "c3. It threatens c1, so O has"),
    (4, 1): ("You can win at once.", "Look at the top row.", "c1. It completes the top row."),
    (4, 8): ("A full board is your win.", "the top row and the diagonal", "d1. Without it"),
}


@pytest.mark.parametrize("key", SAID)
def test_what_hints_say(key: tuple[int, int]) -> None:
    for part, step in zip(SAID[key], hint_words.steps(first_of(catalog.at(*key))), strict=True):
        assert part in step


@pytest.mark.parametrize(
    ("board", "seat", "name"),
    [
        (ClassicBoard.start(), (0, 1, 2), "top row"),
        (ClassicBoard.start(), (2, 5, 8), "right column"),
        (ClassicBoard.start(), (2, 4, 6), "diagonal from c1 to a3"),
        (DstruBoard.start(), DstruBoard.LINES[1], "diagonal"),
    ],
)
def test_lines_have_names(board: Board, seat: tuple[int, ...], name: str) -> None:
    assert hint_words.line_name(board, seat) == name


def test_the_engines_turn_has_no_hint() -> None:
    stage = catalog.at(2, 4)
    assert hints.find(stage, stage.board.make_move(3)) is None
