"""The engine that goes by boards."""

from __future__ import annotations

from random import Random

from games.engines import engine
from games.engines.sides import rival_of
from games.engines.ultimate.simple import wins_in
from games.rules import UltimateBoard
from games.rules.ultimate import ANYWHERE, PLACES
from tests.engines.ultimate.positions import walk


def choices() -> list[tuple[UltimateBoard, tuple[int, ...]]]:
    boards = [board for seed in range(8) for board in walk(seed)]
    return [(one, engine("ultimate", "greedy").choose(one, Random(1)).candidates) for one in boards]


def test_a_board_that_can_be_won_is_won_else_one_is_stopped() -> None:
    won = stopped = 0
    for board, candidates in choices():
        moves = [PLACES[cell] for cell in board.available_moves()]
        chosen = [PLACES[cell] for cell in candidates]
        wins = {one for one in moves if one[1] in wins_in(board, board.to_move, one[0])}
        stops = {one for one in moves if one[1] in wins_in(board, rival_of(board), one[0])}
        if wins:
            won += 1
            assert set(chosen) <= wins
        elif stops:
            stopped += 1
            assert set(chosen) <= stops
    assert won > 50
    assert stopped > 50


def test_a_quiet_move_gives_no_board_and_no_choice_away_where_another_does_not() -> None:
    def gives(board: UltimateBoard, cell: int) -> bool:
        after = board.make_move(cell)
        sent = after.sent
        return sent == ANYWHERE or bool(wins_in(after, after.to_move, sent))

    quiet = 0
    for board, candidates in choices():
        moves = board.available_moves()
        places = [PLACES[cell] for cell in moves]
        if any(at in wins_in(board, seat, one) for one, at in places for seat in board.SEATS):
            continue
        if not all(gives(board, cell) for cell in moves):
            quiet += 1
            assert not any(gives(board, cell) for cell in candidates)
    assert quiet > 50
