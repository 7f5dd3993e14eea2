"""Seeded runs of the whole way of a move keep every promise, and can be repeated."""

from __future__ import annotations

import os
import pkgutil
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import is_dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import games.live
import games.storage
from tests.simulation.world import ONCE

ROOT = Path(__file__).parents[2]


def simulate(*arguments: str, **environment: str) -> str:
    """The output of the simulation, which needs a process of its own: it stops all clocks."""
    run = subprocess.run(
        [sys.executable, "-m", "tests.simulation", *arguments],
        cwd=ROOT,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stdout[-20_000:] + run.stderr[-5_000:]
    return run.stdout


@pytest.mark.timeout(900)  # seconds of work, and minutes on a machine with much else to do
@pytest.mark.parametrize("seeds", [50, pytest.param(200, marks=pytest.mark.long)])
def test_every_run_keeps_every_promise_and_the_last_replays_byte_for_byte(seeds: int) -> None:
    """It does so in another process, by itself, and whatever hashes that process would use."""
    said = simulate("--seeds", str(seeds))
    assert f"{seeds} runs in" in said
    assert "0 runs with broken promises" in said
    counted = {name: int(number) for number, name in re.findall(r"(\d+) (\w+)", said)}
    assert counted["crashes"] > seeds / 5
    assert counted["lines"] > seeds / 2
    assert counted["operations"] > 10 * seeds
    alone = simulate("--seed", str(seeds), PYTHONHASHSEED="12")
    assert len(alone.splitlines()) > 20
    fingerprints = [re.findall(r"fingerprint (\w{16})\n", text) for text in (said, alone)]
    assert fingerprints[0] == fingerprints[1]
    assert len(fingerprints[0]) == 1


def made_once(package: Any) -> Iterator[Any]:
    """The objects of the site's own classes that the modules of ``package`` hold."""
    for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        for value in vars(import_module(module.name)).values():
            own = type(value).__module__.startswith(("games.live", "games.storage"))
            if own and not is_dataclass(value):
                yield value


def test_what_a_process_has_once_each_simulated_server_has_once() -> None:
    known = {id(thing) for thing, _ in ONCE.values()}
    found = [one for package in (games.live, games.storage) for one in made_once(package)]
    assert {id(one) for one in found} == known, found
