"""The commands take DSTRU-TAC-TOE like any game."""

from __future__ import annotations

import re

import pytest

from .run import as_json, printed, shell


def test_solve_prints_the_solution() -> None:
    answer = as_json("solve", "dstru", "--exact")
    assert (answer["variant"], answer["exact"]) == ("dstru", True)
    assert answer["neutral"]["value"] == pytest.approx(0.31586027922128695, abs=1e-9)
    assert len(answer["neutral"]["first"]) == 16


@pytest.mark.long
def test_solve_saves_the_table(tmp_path: object, monkeypatch: pytest.MonkeyPatch) -> None:
    from games.engines.dstru.tablebase import TABLEBASE

    monkeypatch.setattr(TABLEBASE, "directory", tmp_path)
    printed("solve", "dstru", "--save")
    assert [path.name for path in tmp_path.iterdir()] == ["dstru.npz"]


@pytest.mark.long
def test_solve_shows_people_who_forces_what() -> None:
    done = shell("solve", "dstru")
    assert done.returncode == 0
    assert "100 %" in done.stderr
    assert "Tres  Tres yes · Uno no · Dos yes" in done.stdout


def test_analyse_asks_the_seat_to_act() -> None:
    seen = as_json("analyse", "................ T")
    assert list(seen["engines"]) == ["random", "smart", "search", "perfect"]
    assert seen["value"] == pytest.approx(0.7535691524084381, abs=1e-9)
    assert seen["engines"]["perfect"]["candidates"] == [3, 12]
    dos = printed("analyse", "T...........U... D")
    assert "Dos to remove, expected result with a neutral Dos +0.7237 for Tres" in dos
    assert "draws at random" in dos
    assert "values for Tres, sooner is larger" in dos
    assert "values for Dos, sooner is larger" in dos


def test_values_are_read_from_the_side_of_tres_whoever_moves() -> None:
    seen = as_json("analyse", "TU....T......... U", "--engine", "perfect")
    assert (seen["value_for"], seen["engines"]["perfect"]["values_for"]) == ("Uno", "Uno")
    assert seen["value"] == pytest.approx(-0.6589, abs=5e-5)
    assert seen["engines"]["perfect"]["values"]["3"] == pytest.approx(seen["value"])
    shown = printed("analyse", "TU....T......... U", "--engine", "perfect")
    assert "expected result with a neutral Dos +0.6589 for Tres" in shown
    assert "[0.6589]" in shown
    assert "values for Tres" in shown


@pytest.mark.long
def test_analyse_refuses_an_engine_for_another_seat() -> None:
    done = shell("analyse", "T...........U... D", "--engine", "perfect")
    assert done.returncode == 2
    assert "perfect does not act for Dos" in done.stderr


@pytest.mark.long
def test_the_arena_lets_dos_take_sides() -> None:
    pair = ("--game", "dstru", "--engine", "smart", "--engine", "perfect", "--games", "4")
    answer = as_json("arena", *pair, "--third", "dos-saboteur", "--exact")
    assert answer["table"]["smart"]["perfect"]["draws"] == 4
    assert "won  won by Dos    lost" in printed("arena", *pair, "--third", "dos-saboteur")
    done = shell("arena", *pair, "--third", "perfect")
    assert done.returncode == 2
    assert "'perfect' does not act for Dos" in done.stderr


@pytest.mark.long
def test_prove_counts_every_game_of_a_dos() -> None:
    answer = as_json("prove", "dos-for-uno", "--game", "dstru", "--lines", "1")
    assert list(answer) == ["engine", "third"]
    assert answer["third"]["wins"] == 0
    assert len(answer["third"]["losing_lines"]) == 1


@pytest.mark.long
@pytest.mark.parametrize(
    ("seat", "prompt"), [("1", "Your move"), ("2", "Tres played at"), ("3", "Your removal")]
)
def test_each_seat_can_be_played(seat: str, prompt: str) -> None:
    done = shell("play", "--game", "dstru", "--engine", "smart", "--seed", "1", stdin=f"{seat}\n")
    assert done.returncode == 0
    assert "DSTRU-TAC-TOE against Smart" in done.stdout
    assert prompt in done.stdout
    assert done.stdout.endswith("Good-bye.\n")


@pytest.mark.long
def test_a_removal_is_told_apart() -> None:
    moves = "1\n" + "".join(f"{row} {col}\n" for row in range(4) for col in range(4))
    done = shell("play", "--game", "dstru", "--seed", "1", "--third", "dos-for-tres", stdin=moves)
    assert re.search(r"Dos took (Tres|Uno)'s piece away from \([0-3], [0-3]\)", done.stdout)
    assert "Uno played at (" in done.stdout
    assert "Tres wins: that is you." in done.stdout or done.stdout.endswith("Good-bye.\n")


@pytest.mark.long
def test_a_person_as_dos_is_told_what_was_taken_and_what_cannot_be() -> None:
    cells = "".join(f"{row} {col}\n" for row in range(4) for col in range(4))
    done = shell("play", "--game", "dstru", "--engine", "smart", "--seed", "1", stdin="3\n" + cells)
    assert done.returncode == 0
    assert re.search(r"You took (Tres|Uno)'s piece away from \([0-3], [0-3]\)", done.stdout)
    assert "is empty: expected a cell with a piece" in done.stdout
    assert done.stderr == ""
