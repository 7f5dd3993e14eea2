"""What DSTRU-TAC-TOE registers with the solved games, and what the shared tools make of it."""

from __future__ import annotations

from random import Random

import pytest

from games.engines import EngineError, engine, engines_for, keep_tables_in, solution_of, solve
from games.engines.answers import analyse
from games.engines.arena import ArenaScore, tournament
from games.engines.dstru import solution
from games.engines.dstru.objectives import NEUTRAL
from games.engines.dstru.symmetry import symmetry
from games.engines.dstru.tablebase import DstruTable, Tablebase
from games.engines.proofs import EngineProof, prove
from games.rules import DstruBoard
from tests.engines.dstru.positions import READINGS, image, random_boards, table

START = DstruBoard.start()
SOLUTION = solution_of(DstruBoard)


@pytest.fixture(autouse=True)
def tablebase(monkeypatch, tmp_path):
    """A tablebase of the test's own, with a place for its files."""
    own = Tablebase(tmp_path, table)
    monkeypatch.setattr(SOLUTION, "tablebase", own)
    for each in engines_for("dstru").values():
        if hasattr(each, "tablebase"):
            monkeypatch.setattr(each, "tablebase", own)
    return own


@pytest.mark.long
@READINGS
def test_the_registry_solves_it(exact):
    told = []
    answer = solve("dstru", exact=exact, progress=lambda *done: told.append(done))
    assert {**answer, "seconds": 0} == {**solution.solve(exact), "seconds": 0}
    assert told == sorted(told)
    assert (told[0], told[-1]) == ((0, 100), (100, 100))


@pytest.mark.long
def test_saving_keeps_the_table(tablebase):
    solve("dstru", save=True)
    assert DstruTable.load(tablebase.directory, False).value(START, NEUTRAL) == table(False).value(
        START, NEUTRAL
    )


def test_saving_needs_a_place(tablebase):
    tablebase.directory = None
    with pytest.raises(EngineError, match="no place to keep the table of dstru"):
        solve("dstru", save=True)


def test_tables_are_stored_where_the_program_says(tablebase, tmp_path):
    keep_tables_in(tmp_path / "elsewhere")
    assert tablebase.directory == tmp_path / "elsewhere"


def test_the_value_comes_with_the_table():
    assert SOLUTION.value(START) in (None, pytest.approx(0.7535691524084381))
    SOLUTION.make_ready(START)
    assert SOLUTION.value(START) == pytest.approx(0.7535691524084381)
    after = START.make_move(3)
    assert SOLUTION.value(after) == pytest.approx(-0.7535691524084381)
    removing = after.make_move(12)
    assert SOLUTION.value(removing) == pytest.approx(table(False).value(removing, NEUTRAL))


@READINGS
def test_a_canonical_position_is_alike_and_stands_for_itself(exact):
    for board in random_boards(4, exact=exact):
        chosen = SOLUTION.canonical(board)
        assert SOLUTION.canonical(chosen) == chosen
        assert (chosen.to_move, chosen.ply, chosen.exact) == (board.to_move, board.ply, exact)
        assert bool(chosen.outcome) == bool(board.outcome)
        for cells in symmetry().generators():
            assert SOLUTION.canonical(image(cells, board)) == chosen


def test_analysis_asks_those_who_act():
    SOLUTION.make_ready(START)
    board = DstruBoard.from_notation("T...........U... D")
    seen = analyse(board, engines_for("dstru", board.to_move))
    assert list(seen["engines"]) == ["neutral", "dos-for-tres", "dos-for-uno", "dos-saboteur"]
    assert seen["engines"]["dos-for-tres"]["move"] == 12
    assert seen["engines"]["dos-for-uno"]["move"] == 0


def test_in_the_arena_dos_is_a_third():
    SOLUTION.make_ready(START)
    pair = {slug: engine("dstru", slug) for slug in ("smart", "perfect")}
    for third, draws in (("dos-saboteur", 6), ("dos-for-tres", 0)):
        scores = tournament(START, pair, engine("dstru", third), 6, 1, lambda done, of_all: None)
        assert scores["perfect"]["smart"].draws == draws
    assert scores["perfect"]["smart"] == ArenaScore(3, 0, 3)


def plain_counts(board, each, seat):
    """What ``EngineProof`` counts, without its memo and the symmetry."""
    if board.outcome:
        winner = board.outcome.winner
        won, lost = winner == seat, winner in {"Tres", "Uno"} - {seat}
        return [int(won), int(not won and not lost), int(lost)]
    cells = board.available_moves()
    if board.to_move == seat:
        cells = each.choose(board, Random(0)).candidates
    below = [plain_counts(board.make_move(cell), each, seat) for cell in cells]
    return [sum(counts) for counts in zip(*below, strict=True)]


@pytest.mark.parametrize("slug", list(engines_for("dstru")))
def test_proofs_count_the_games_one_by_one(slug):
    SOLUTION.make_ready(START)
    each, checked = engine("dstru", slug), 0
    for seed in range(12):
        boards = [board for board in random_boards(seed) if 39 <= board.ply <= 40]
        for board in boards[:1]:
            for seat in each.seats:
                record = prove(each, seat, board)
                assert [record.wins, record.draws, record.losses] == plain_counts(board, each, seat)
                assert len(record.losing_lines) == record.losses
                checked += 1
    assert checked > 5


def test_a_proof_lists_no_more_losing_lines_than_asked_for():
    late = (board for seed in range(20) for board in random_boards(seed))
    board = next(board for board in late if board.ply == 36)
    record = prove(engine("dstru", "random"), "Uno", board, lines=2)
    assert record.losses > len(record.losing_lines) == 2


@pytest.mark.slow
@READINGS
def test_a_proof_of_random_play_visits_every_class(exact):
    """Played through the rules, the classes come out as many as the solution counts."""
    proof = EngineProof(engine("dstru", "random"), "Tres", DstruBoard)
    proof.counts(DstruBoard.start(exact=exact))
    assert len(proof._counts) == solution.solve(exact)["classes"]
