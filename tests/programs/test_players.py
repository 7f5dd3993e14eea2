"""What docs/ shows to authors of programs works: the players, and the commands of docs/api.md."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from accounts import tokens
from accounts.models import User
from games.models import Game
from games.storage.log import moves_of
from tests.live.conftest import site  # noqa: F401  a fixture
from tests.programs.test_streams import bot
from tests.site import Site
from tests.wire import PATIENCE

DOCS = Path(__file__).parents[2] / "docs"
PLAYERS = {"player.py": sys.executable, "player.mjs": shutil.which("node")}
MOST_LINES = 25


def run(command: list[str], place: Path, **environment: str) -> str:
    done = subprocess.run(
        command,
        cwd=place,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def token_of(user: User) -> str:
    return tokens.make(user, "docs", list(tokens.Scope))[1]


@pytest.mark.parametrize("name", PLAYERS)
def test_a_player_has_few_lines(name: str) -> None:
    lines = [line for line in (DOCS / "players" / name).read_text().splitlines() if line.strip()]
    assert len(lines) <= MOST_LINES


@pytest.mark.long
@pytest.mark.parametrize("name", PLAYERS)
def test_a_player_plays_a_game_to_its_end(site: Site, name: str, tmp_path: Path) -> None:
    program = PLAYERS[name]
    if program is None:
        pytest.skip("Node is not installed: the player in JavaScript cannot be run")
    path = str(DOCS / "players" / name)
    said = run([program, path, site.url, "engine:minimax"], tmp_path, TOKEN=token_of(bot("robby")))
    game = Game.objects.get()
    moves, winner = re.fullmatch(r"([\d ]+) (X|O|None|null)\s*", said).groups()  # type: ignore[union-attr]
    assert game.status == "finished"
    assert moves.split() == [str(move.cell) for move in moves_of(game)]
    assert game.winner == ("" if winner in ("None", "null") else winner)


@pytest.mark.long
def test_the_commands_of_the_document_work(site: Site, tmp_path: Path) -> None:
    User.objects.create_user("rival")
    text = (DOCS / "api.md").read_text()
    commands = "\n".join(re.findall(r"```sh\n(.*?)```", text, re.DOTALL))
    assert commands.count("curl ") == 16
    token = token_of(User.objects.create_user("robby"))
    found = {"SITE": site.url, "TOKEN": token, "RIVAL": "rival"}
    said = run(["sh", "-eu", "-c", commands], tmp_path, **found)
    assert '"title": null' in said
    assert said.count('{"ok": true, "version": 2}') == 2
    for kind in ("gameStart", "gameFull"):
        assert f'"type":"{kind}"' in said
    game = Game.objects.get(reason="resign")
    assert (game.status, moves_of(game)[0].cell) == ("finished", 4)
    assert Game.objects.count() == 2  # the other is against the computer
