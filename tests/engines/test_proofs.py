"""What ``prove`` finds: the claims of the documents, counted game by game."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from games.engines import engine
from games.engines.proofs import ProofRecord, prove
from games.rules import ClassicBoard

START = ClassicBoard()


def proof(name: str, seat: str) -> ProofRecord:
    return prove(engine("classic", name), seat, START)


@pytest.mark.long
def test_random_against_everything_is_every_game_there_is() -> None:
    first, second = proof("random", "X"), proof("random", "O")
    assert (first.wins, first.draws, first.losses) == (131_184, 46_080, 77_904)
    assert (second.wins, second.draws, second.losses) == (77_904, 46_080, 131_184)
    assert first.games == second.games == 255_168


@pytest.mark.long
@pytest.mark.parametrize(
    "name",
    ["linear-guarded", "perfect", "minimax", "bitboard", "alphabeta", "alphabeta:memo=yes"],
)
@pytest.mark.parametrize("seat", ["X", "O"])
def test_these_never_lose_from_either_seat(name: str, seat: str) -> None:
    record = proof(name, seat)
    assert record.losses == 0
    assert record.losing_lines == ()
    assert record.wins > 0
    assert record.draws > 0


def test_linear_never_loses_moving_first() -> None:
    record = proof("linear", "X")
    assert (record.wins, record.draws, record.losses) == (144, 8, 0)


def test_linear_loses_sixteen_games_moving_second_all_by_the_two_corner_trap() -> None:
    record = proof("linear", "O")
    assert (record.wins, record.draws, record.losses) == (640, 304, 16)
    assert (0, 4, 8, 2, 6, 3, 7) in record.losing_lines
    for opening, reply, third, answer, *_ in record.losing_lines:
        assert reply == 4
        assert opening + third == 8
        assert {opening, third, answer} < {0, 2, 6, 8}


@pytest.mark.parametrize(("name", "seat"), [("linear", "O"), ("smart", "X"), ("smart", "O")])
def test_losing_lines_are_distinct_complete_and_lost(name: str, seat: str) -> None:
    record = proof(name, seat)
    assert len(set(record.losing_lines)) == len(record.losing_lines) == record.losses
    for line in record.losing_lines:
        board = START
        for cell in line:
            board = board.make_move(cell)
        assert board.outcome is not None
        assert board.outcome.winner not in (seat, None)


@pytest.mark.long
def test_counting_by_position_is_counting_game_by_game() -> None:
    """The slow way for an engine small enough for it."""
    smart = engine("classic", "smart")
    found: Counter[str | None] = Counter()

    def walk(board: ClassicBoard) -> None:
        if (outcome := board.outcome) is not None:
            found[outcome.winner] += 1
            return
        moves = board.available_moves()
        if board.to_move == "X":
            moves = smart.choose(board, Random(0)).candidates
        for move in moves:
            walk(board.make_move(move))

    walk(START)
    record = proof("smart", "X")
    assert (found["X"], found[None], found["O"]) == (record.wins, record.draws, record.losses)


@pytest.mark.parametrize(
    ("depth", "losses"), [(1, (40, 248)), (2, (0, 0)), (3, (0, 304)), (4, (0, 0))]
)
def test_with_a_depth_limit_alphabeta_can_lose(depth: int, losses: tuple[int, int]) -> None:
    name = f"alphabeta:depth={depth}"
    assert (proof(name, "X").losses, proof(name, "O").losses) == losses
