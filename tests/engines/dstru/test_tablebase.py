"""The table for play: lookups, files, and the tablebase that makes it in the background."""

from __future__ import annotations

import subprocess
import sys
from threading import Barrier, Event, Thread

import numpy as np
import pytest

from games.engines.dstru.objectives import FOR_TRES, FOR_UNO, NEUTRAL, SABOTEUR
from games.engines.dstru.tablebase import (
    OBJECTIVES,
    BadTable,
    DstruTable,
    Tablebase,
    end_ply,
    file_in,
)
from games.rules import DstruBoard
from tests.engines.dstru.positions import READINGS, table
from tests.wire import PATIENCE

CROSSING = 3


def assert_same(one, other):
    assert one.exact == other.exact
    for aim in OBJECTIVES:
        np.testing.assert_array_equal(one.values[aim.slug], other.values[aim.slug])


class Maker:
    """Makes tables when ``go`` is set, and counts how often it was asked."""

    def __init__(self):
        self.calls, self.go = 0, Event()

    def __call__(self, exact):
        self.calls += 1
        assert self.go.wait(PATIENCE)
        return table(exact)


@READINGS
def test_the_value_of_the_empty_board(exact):
    value = table(exact).value(DstruBoard.start(exact=exact), NEUTRAL)
    assert value == pytest.approx(0.31586027922128695 if exact else 0.7535691524084381, abs=1e-9)


def test_moves_are_seen_from_either_side():
    board = DstruBoard.start().make_move(CROSSING)
    tres = table(False).moves(board, NEUTRAL, "Tres")
    uno = table(False).moves(board, NEUTRAL, "Uno")
    assert list(tres) == list(board.available_moves())
    assert uno == {cell: -value for cell, value in tres.items()}
    assert max(uno.values()) == pytest.approx(-0.7535691524084381)


def test_partners_see_a_value_alike():
    board = DstruBoard.start().make_move(CROSSING)
    values = table(False).moves(board, FOR_TRES, "Dos")
    assert values == table(False).moves(board, FOR_TRES, "Tres")
    assert values == {
        cell: -value for cell, value in table(False).moves(board, FOR_TRES, "Uno").items()
    }


@pytest.mark.parametrize(
    ("exact", "aim", "ply"),
    [
        (False, FOR_TRES, 10),
        (False, FOR_UNO, 17),
        (False, SABOTEUR, 17),
        (True, FOR_TRES, 10),
        (True, FOR_UNO, 44),
        (True, SABOTEUR, 17),
    ],
)
def test_the_ply_at_which_sure_games_end(exact, aim, ply):
    start = DstruBoard.start(exact=exact)
    assert end_ply(table(exact).value(start, aim)) == ply


@pytest.mark.long
@READINGS
def test_a_saved_table_comes_back(tmp_path, exact):
    path = table(exact).save(tmp_path / "made" / "on demand")
    assert path.stat().st_size < 7_000_000
    assert_same(DstruTable.load(path.parent, exact), table(exact))
    assert [entry.name for entry in path.parent.iterdir()] == [path.name]


def test_a_failed_save_leaves_nothing_behind(tmp_path):
    broken = DstruTable(False, {"neutral": np.array([object()])}, table(False).space)
    with pytest.raises(ValueError, match="allow_pickle"):
        broken.save(tmp_path)
    assert list(tmp_path.iterdir()) == []


def truncated(path):
    path.write_bytes(path.read_bytes()[:100_000])


def rubbish(path):
    path.write_bytes(b"no table")


def empty(path):
    path.write_bytes(b"")


def other_reading(path):
    table(True).save(path.parent)
    file_in(path.parent, True).replace(path)


def other_shape(path):
    np.savez(path, stamp=1, **{aim.slug: np.zeros(3) for aim in OBJECTIVES})


def other_arrays(path):
    np.savez(path, values=np.zeros(3))


DAMAGE = pytest.mark.parametrize(
    "damage", [truncated, rubbish, empty, other_reading, other_shape, other_arrays]
)


@DAMAGE
def test_a_file_that_is_no_table_is_refused(tmp_path, damage):
    damage(table(False).save(tmp_path))
    with pytest.raises(BadTable, match=r"dstru\.npz"):
        DstruTable.load(tmp_path, False)


@DAMAGE
def test_the_tablebase_replaces_a_file_that_is_no_table(tmp_path, caplog, damage):
    damage(table(False).save(tmp_path))
    assert_same(Tablebase(tmp_path, table).wait(False, PATIENCE), table(False))
    assert "will be made anew" in caplog.text
    assert_same(DstruTable.load(tmp_path, False), table(False))


def test_the_tablebase_answers_at_once_and_has_the_table_later():
    make = Maker()
    tablebase = Tablebase(make=make)
    assert tablebase.get(False) is None
    assert tablebase.get(False) is None
    assert tablebase.wait(False, 0.01) is None
    make.go.set()
    assert tablebase.wait(False, PATIENCE) is table(False) is tablebase.get(False)
    assert make.calls == 1


def test_the_tablebase_keeps_the_readings_apart():
    tablebase = Tablebase(make=table)
    assert tablebase.wait(True, PATIENCE).exact
    assert not tablebase.wait(False, PATIENCE).exact


def test_many_threads_make_one_table():
    make, start, seen = Maker(), Barrier(8), []
    tablebase = Tablebase(make=make)

    def ask():
        start.wait()
        tablebase.get(False)
        seen.append(tablebase.wait(False, PATIENCE))

    threads = [Thread(target=ask) for _ in range(8)]
    for thread in threads:
        thread.start()
    make.go.set()
    for thread in threads:
        thread.join()
    assert seen == [table(False)] * 8
    assert make.calls == 1


def test_a_kept_table_is_not_made_again(tmp_path):
    make = Maker()
    make.go.set()
    first = Tablebase(tmp_path, make).wait(False, PATIENCE)
    again = Tablebase(tmp_path, make).wait(False, PATIENCE)
    assert make.calls == 1
    assert_same(first, again)


def test_a_tablebase_without_room_serves_from_memory(tmp_path, caplog):
    in_the_way = tmp_path / "file"
    in_the_way.touch()
    tablebase = Tablebase(in_the_way, table)
    assert tablebase.wait(False, PATIENCE) is table(False)
    assert "stays in memory only" in caplog.text


def test_importing_the_engines_makes_no_table():
    program = """
import threading, games.engines
from games.engines.dstru.classes import classes
from games.engines.dstru.tablebase import TABLEBASE
assert threading.active_count() == 1
assert not TABLEBASE._tables and not classes.cache_info().currsize
"""
    subprocess.run([sys.executable, "-c", program], check=True)
