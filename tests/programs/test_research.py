"""For research: PettingZoo's environments of both games, and the complete tables as files."""

from __future__ import annotations

import csv
import importlib.util
import io
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from django.test import Client

from games.engines import solution_of
from games.engines.options import EngineError
from games.engines.tables import table_file
from games.rules import ClassicBoard, DstruBoard

FILE = Path(__file__).parents[2] / "docs/research/oxo_env.py"
KINDS = [("classic", "chance"), ("dstru", "chance"), ("dstru", "agent")]


@pytest.fixture(scope="module")
def oxo_env() -> Any:
    spec = importlib.util.spec_from_file_location("oxo_env", FILE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize(("variant", "dos"), KINDS)
@pytest.mark.filterwarnings("ignore")
def test_pettingzoos_own_test_of_environments_passes(
    oxo_env: Any, variant: str, dos: str, capsys: pytest.CaptureFixture[str]
) -> None:
    from pettingzoo.test import api_test, seed_test  # take a second to import

    api_test(oxo_env.env(variant, dos), num_cycles=200)
    seed_test(lambda: oxo_env.env(variant, dos), num_cycles=50)
    assert "Passed API test" in capsys.readouterr().out


@pytest.mark.parametrize("rules", [ClassicBoard, DstruBoard])
def test_a_game_is_the_one_of_the_rules(oxo_env: Any, rules: Any) -> None:
    env = oxo_env.OxoEnv(rules.VARIANT, "agent")
    env.reset(seed=1)
    board = rules.start()
    for cell in rules.EXAMPLE:
        seen = env.observe(env.agent_selection)
        assert env.agent_selection == board.to_move
        assert np.flatnonzero(seen["action_mask"]).tolist() == list(board.available_moves())
        env.step(cell)
        board = board.make_move(cell)
    assert env.board == board
    winner = board.outcome.winner
    expected = {seat: 1 if seat == winner else -1 for seat in rules.RIVALS}
    assert {seat: env.rewards[seat] for seat in rules.RIVALS} == expected


def test_chance_draws_by_the_seed(oxo_env: Any) -> None:
    boards = []
    for seed in (1, 1, 2):
        env = oxo_env.env("dstru")
        env.reset(seed=seed)
        assert env.possible_agents == ["Tres", "Uno"]
        for agent in env.agent_iter(20):
            mask = env.observe(agent)["action_mask"]
            env.step(None if env.terminations[agent] else int(np.flatnonzero(mask)[0]))
        boards.append(env.unwrapped.board)
    assert boards[0] == boards[1] != boards[2]


def arrays(variant: str) -> Any:
    return np.load(io.BytesIO(table_file(variant, "npz")))


@pytest.mark.long
def test_the_table_of_the_classic_game_is_the_solution() -> None:
    found = arrays("classic")
    assert len(found["x"]) == 5478
    rows = csv.DictReader(io.StringIO(table_file("classic", "csv").decode()))
    for number, row in enumerate(rows):
        board = ClassicBoard(int(row["x"]), int(row["o"]))
        known: Any = solution_of(board)
        best = sum(1 << cell for cell in known.best_moves(board)) if not board.outcome else 0
        assert {name: int(found[name][number]) for name in row} == {
            name: int(value) for name, value in row.items()
        }
        assert int(row["ply"]) == board.ply
        assert np.sign(known.value(board)) == int(row["value"])
        assert int(row["best"]) == best


@pytest.mark.long
def test_the_table_of_dstru_has_every_position_once_with_its_value() -> None:
    found = arrays("dstru")
    figures = solution_of(DstruBoard.start()).solve(exact=False, save=False, progress=_quiet)
    assert len(found["value"]) == figures["classes"]
    keys = found["tres"].astype(int) << 18 | found["uno"].astype(int) << 2 | found["to_move"]
    assert len(np.unique(keys)) == len(keys)
    start = np.flatnonzero((found["tres"] | found["uno"] == 0) & (found["to_move"] == 0))
    assert found["value"][start].tolist() == [figures["neutral"]["value"]]
    assert found["best"][start].tolist() == [1 << 3 | 1 << 12]
    assert (found["best"][found["to_move"] == 2] == 0).all()


def _quiet(done: int, of_all: int) -> None:
    """Nobody looks at the progress."""


@pytest.mark.long
@pytest.mark.parametrize("name", ["classic.npz", "classic.csv", "dstru.txt"])
def test_a_table_can_be_downloaded(client: Client, db: None, name: str) -> None:
    answer = client.get(f"/api/tables/{name}")
    variant, kind = name.split(".")
    assert answer.content == table_file(variant, kind)
    assert variant in answer["Content-Disposition"]
    assert f"/api/tables/{name}" in client.get("/api/").content.decode()


def test_a_table_that_is_not_is_not_found(client: Client, db: None) -> None:
    for name in ("chess.npz", "classic.pdf", "classic"):
        assert client.get(f"/api/tables/{name}").status_code == 404


@pytest.mark.long
def test_the_readme_of_a_table_names_every_column() -> None:
    for variant in ("classic", "dstru"):
        text = table_file(variant, "txt").decode()
        for name in arrays(variant).files:
            assert f"\n{name} " in text


@pytest.mark.parametrize(("variant", "kind"), [("chess", "npz"), ("classic", "pdf")])
def test_a_table_that_is_not_is_refused_by_name(variant: str, kind: str) -> None:
    with pytest.raises(EngineError, match=r"chess|pdf"):
        table_file(variant, kind)
