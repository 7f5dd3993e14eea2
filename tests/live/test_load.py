"""The load process of the bench plays every kind of row that scenes ask for."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import pytest

from games.match import FINISHED
from games.models import Game
from games.services.verify import verify
from games.storage.log import moves_of
from tests.site import ROOT, Site
from tests.wire import PATIENCE


class BenchSite(Site):
    program = ("-m", "tests.bench.serve")


@pytest.mark.long
@pytest.mark.parametrize(
    ("variant", "rival"),
    [("dstru", ""), ("ultimate", ""), ("ultimate", "greedy")],
)
def test_people_play_each_other_and_engines(
    transactional_db: Any, variant: str, rival: str
) -> None:
    with BenchSite() as site:
        row = {"matches": 2, "games": 1, "variant": variant, "rival": rival}
        load = subprocess.run(
            [
                *(sys.executable, "-m", "tests.bench.load"),
                json.dumps({**row, "ports": [site.port], "seconds": 4 * PATIENCE}),
            ],
            cwd=ROOT,
            env=site.environment,
            input="go\n",
            capture_output=True,
            text=True,
            check=True,
        )
    ready, figures = load.stdout.splitlines()
    assert ready == "ready"
    found = json.loads(figures)
    games = list(Game.objects.all())
    assert FINISHED in {one.status for one in games}, found  # the first that ends ends the load
    assert {one.variant for one in games} == {variant}
    assert [fault for one in games for fault in verify(one)] == []
    assert found["refused"] == {}
    assert found["p50"] > 0
    made = [move for one in games for move in moves_of(one) if not (rival and move.seat == "O")]
    counted = round(found["rate"] * found["seconds"])
    assert len(made) - 4 <= counted <= len(made)  # nobody hears the last ones
