"""A hint leads to the best move, and says only what is true on the board before and after it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random

import pytest

from games.analysis.wording import called
from games.engines import solution_of
from games.rules import Board, ClassicBoard, DstruBoard
from progress.campaign import catalog, catalog_apart, hint_words, hints, scoring
from progress.campaign.catalog import STAGES, Stage
from progress.campaign.facts import replies
from progress.campaign.hints import HintedMove
from tests.progress import oracle
from tests.progress.hint_opinions import CELL, RARE, SENTENCES, Said, patterns_of, untrue

every_stage = pytest.mark.parametrize(
    "stage",
    [*STAGES, *catalog_apart.STAGES, *catalog.PLAIN.stages],
    ids=lambda s: f"{s.level}.{s.number}",
)
the_45 = pytest.mark.parametrize("stage", STAGES, ids=lambda s: f"{s.level}.{s.number}")


def positions(stage: Stage) -> Iterator[HintedMove]:
    """What the hints find on every board that can come up in a stage, whatever anybody plays."""
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
            waiting += [board.make_move(cell) for cell in board.available_moves()]
        else:
            waiting += [board.make_move(cell) for cell in replies(board, stage.engine)]


GAMES, TRUST = 25, 0.6
"""Games of chance that are played in a stage apart, and how often its player takes a hint."""


def sampled(stage: Stage) -> Iterator[HintedMove]:
    """What the hints find in games of a stage with chance, which has too many boards for all."""
    solution_of(stage.board).make_ready(stage.board)
    rng, seen = Random(stage.number), set()
    for _ in range(GAMES):
        board: Board = stage.board
        while board.outcome is None:
            cells = board.available_moves()
            if board.to_move == stage.player:
                found = hints.find(stage, board)
                assert found is not None
                if board not in seen:
                    yield found
                seen.add(board)
                cells = (found.cell,) if rng.random() < TRUST else cells
            elif board.to_move != board.CHANCE_SEAT:
                cells = replies(board, stage.engine)
            board = board.make_move(rng.choice(cells))


@cache
def found_on(stage: Stage) -> tuple[HintedMove, ...]:
    return tuple(sampled(stage) if stage.level in scoring.APART else positions(stage))


def first_of(stage: Stage) -> HintedMove:
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
    assert hint_words.pointed(found, 3) == (found.cell,)


@pytest.mark.long
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


@pytest.mark.long
@every_stage
def test_the_board_shows_what_a_step_is_about_and_the_move_among_it(stage: Stage) -> None:
    for found in found_on(stage):
        first, second, third = (hint_words.pointed(found, step) for step in (1, 2, 3))
        assert (first, third) == ((), (found.cell,))
        assert found.cell in second or hint_words.where(found).endswith("on no pattern.")
        on_lines = {cell for line in found.board.LINES if found.cell in line for cell in line}
        assert on_lines.issuperset(second) or not any(found.board.marks[one] for one in second)


@pytest.mark.long
def test_every_sentence_of_every_hint_is_true_and_each_is_said_somewhere() -> None:
    """On every board of the 45 stages and of the plain ones, and in games of the ten apart."""
    wrong, said = [], set()
    plain = [catalog.at(level, number) for level in scoring.PLAIN for number in (1, 15)]
    for stage in (*STAGES, *catalog_apart.STAGES, *plain):
        for found in found_on(stage):
            hint = Said(found, stage)
            for step in hint_words.steps(found):
                wrong += [(found.board.notation, one) for one in untrue(hint, step)]
                said |= patterns_of(step)
    assert wrong == []
    assert said | RARE == set(SENTENCES)


SAID = {
    (1, 1): ("Which cell gives you the best chance?", "It is a corner.", "a1. No other cell gives"),
    (2, 3): (
        "two threats at once",
        "the middle of a side",
        "a2. It makes a fork: a1",
    ),
    (2, 13): ("so block.", "the middle row, where O", "b2. It blocks O at b2 and makes a fork"),
    (3, 12): ("that must be answered", "It is a corner.", "c3. It forces O to c1, then b2 makes a"),
    (4, 1): ("You can win at once.", "Look at the top row.", "c1. It completes a1, b1, c1 and d1."),
    (4, 8): (
        "A full board is your win.",
        "the top row and the diagonal",
        "d1. It takes d1 from Tres",
    ),
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
    assert called(board, seat) == name


def test_the_engines_turn_has_no_hint() -> None:
    stage = catalog.at(2, 4)
    assert hints.find(stage, stage.board.make_move(3)) is None
