"""A page that follows news says what the server says: every word, to everybody."""

from __future__ import annotations

import json
import subprocess
from random import Random
from string import Formatter
from typing import Any

import pytest

from games import services
from games.live.frames import Frames
from games.presenters import snapshot
from games.presenters.phrases import PHRASES, phrase, phrases
from games.rules import Board, ClassicBoard, DstruBoard, UltimateBoard
from tests.js.test_in_node import HERE, NODE
from tests.live.random_games import (
    ADA,
    GRACE,
    HEDY,
    NOBODY,
    PEOPLE,
    STRANGER,
    T0,
    new_match,
    versions,
)

pytestmark = pytest.mark.skipif(NODE is None, reason="no Node here to run a page's modules")

VIEWERS = (ADA, GRACE, HEDY, STRANGER, NOBODY)
NOT_TOLD = ("formal", "position")
"""What a page draws nothing from, and news does not carry."""


def in_node(asked: dict[str, Any]) -> dict[str, Any]:
    command = [str(NODE), "--import", "./node.mjs", "news.mjs"]
    text = json.dumps(asked)
    ran = subprocess.run(command, cwd=HERE, input=text, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr[-2000:]
    found: dict[str, Any] = json.loads(ran.stdout)
    return found


def test_every_phrase_reads_the_same_on_both_sides() -> None:
    """Also with arguments in which a filler could see places of its own."""
    awkward = ("ada", "{who}", "$&", "a\\1", "ж☂", "<b>")
    asked, expected = [], []
    for number, (code, text) in enumerate(PHRASES.items()):
        places = [name for _, name, _, _ in Formatter().parse(text) if name]
        arguments = {name: awkward[(number + at) % len(awkward)] for at, name in enumerate(places)}
        asked.append((text, arguments))
        expected.append(phrase(code, **arguments))
    assert in_node({"games": [], "phrases": asked})["said"] == expected


@pytest.mark.long
@pytest.mark.parametrize("people", PEOPLE)
@pytest.mark.parametrize("board", [ClassicBoard, DstruBoard, UltimateBoard])
def test_news_leads_a_page_to_the_servers_own_snapshot(
    board: type[Board], people: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(services, "now_ms", lambda: T0)
    games: list[dict[str, Any]] = []
    expected: list[list[dict[str, Any]]] = []
    told = 0
    for seed in range(8):
        rng = Random(f"{people}{seed}")
        start = new_match(board, people, rng)
        pages: dict[int | None, list[dict[str, Any]]] = {viewer: [] for viewer in VIEWERS}
        shown: dict[int | None, list[dict[str, Any]]] = {viewer: [] for viewer in VIEWERS}
        frames: Frames | None = None
        for match, here in versions(start, rng):
            if frames is not None and frames.match.version == match.version:
                frames = Frames(match, here, frames)
                continue  # people came or went: presence frames say so
            version = -1 if frames is None else frames.match.version
            frames = Frames(match, here, frames)
            news = frames.news_after(version)
            told += news is not None
            for viewer in VIEWERS:
                wanted = json.loads(json.dumps(snapshot(match, viewer, T0, here)))
                seats = {name: seat["presence"] for name, seat in wanted["seats"].items()}
                pages[viewer] += [
                    json.loads(news or frames.state(viewer)),
                    {"type": "presence", "seats": seats},
                ]
                shown[viewer].append(wanted)
        for viewer in VIEWERS:
            first, words = pages[viewer][0]["game"], phrases(board)
            page = {"words": words, "opening": start.opening, "snapshot": first}
            games.append({**page, "frames": pages[viewer]})
            expected.append(shown[viewer])
    assert told > 20
    made = in_node({"games": games, "phrases": []})["snapshots"]
    for one, other in zip(made, expected, strict=True):
        for page, wanted in zip(one[1::2], other, strict=True):
            for name in NOT_TOLD:
                page.pop(name, None)
                wanted.pop(name)
            assert page == wanted
