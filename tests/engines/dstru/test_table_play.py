"""What becomes of games that engines play by the table."""

from __future__ import annotations

from random import Random

import pytest

from games.engines.dstru.objectives import FOR_TRES, FOR_UNO, SABOTEUR
from games.engines.dstru.perfect import (
    DosForTresEngine,
    DosForUnoEngine,
    DosSaboteurEngine,
    DstruPerfectEngine,
)
from games.rules import DstruBoard
from tests.engines.dstru.positions import Ready, table

READY = Ready()


def play(engines, seed, exact):
    board, rng = DstruBoard.start(exact=exact), Random(seed)
    while not board.over:
        board = board.make_move(engines[board.to_move].choose(board, rng).move)
    return board


@pytest.mark.parametrize(
    ("temper", "exact", "winner", "ply"),
    [
        (DosForTresEngine, False, "Tres", None),
        (DosForUnoEngine, False, "Uno", 17),
        (DosSaboteurEngine, False, "Dos", 44),
        (DosForTresEngine, True, "Tres", None),
        (DosForUnoEngine, True, "Dos", 44),
        (DosSaboteurEngine, True, "Dos", 44),
    ],
)
def test_what_a_tempered_dos_makes_of_two_perfect_players(temper, exact, winner, ply):
    perfect = DstruPerfectEngine(READY)
    for seed in range(5):
        last = play({"Tres": perfect, "Uno": perfect, "Dos": temper(READY)}, seed, exact)
        assert last.outcome.winner == winner
        assert ply in (None, last.ply)


def endings(board, aim, team, seen):
    """Who wins and when, if ``team`` follows the table and the rest try everything."""
    key = board.to_move, table(board.exact).space.of(board.tres, board.uno)
    if key in seen:
        return
    seen.add(key)
    if board.over:
        yield board.outcome.winner, board.ply
        return
    cells = board.available_moves()
    if board.to_move in team:
        values = table(board.exact).moves(board, aim, board.to_move)
        cells = (max(values, key=values.get),)
    for cell in cells:
        yield from endings(board.make_move(cell), aim, team, seen)


@pytest.mark.parametrize(
    ("exact", "aim", "team", "winner", "ply"),
    [
        (False, FOR_TRES, {"Tres", "Dos"}, "Tres", 10),
        (False, FOR_UNO, {"Uno", "Dos"}, "Uno", 17),
        (True, FOR_TRES, {"Tres", "Dos"}, "Tres", 10),
    ],
)
def test_forced_wins_hold_against_every_defence(exact, aim, team, winner, ply):
    found = set(endings(DstruBoard.start(exact=exact), aim, team, set()))
    assert {who for who, _ in found} == {winner}
    assert max(when for _, when in found) == ply


@pytest.mark.long
def test_in_the_exact_reading_tres_holds_uno_and_dos_to_a_full_grid():
    start = DstruBoard.start(exact=True)
    assert "Uno" not in {who for who, _ in endings(start, FOR_UNO, {"Tres"}, set())}


def test_both_players_together_beat_the_saboteur():
    found = set(endings(DstruBoard.start(), SABOTEUR, {"Tres", "Uno"}, set()))
    assert "Dos" not in {who for who, _ in found}
    assert max(when for _, when in found) == 17
