"""The search with chance nodes in the player: each kind of step in words, by the trace."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from games.analysis.player.chance import ChanceShow
from games.analysis.wording import signed
from games.engines.dstru.objectives import Role
from games.engines.dstru.search import HASTE
from games.engines.dstru.search_steps import moment, trace
from games.rules import DstruBoard, read_notation
from tests.engines.dstru.test_search_steps import SAMPLE

pytestmark = pytest.mark.django_db

START = "/analysis/................_T/search/"


def said(shown: ChanceShow, step: int) -> str:
    return shown.frame(step, "")[0].sentence


def value_text(value: float) -> str:
    return signed(value, 4)


def number(text: str) -> float:
    return float(text.replace("−", "-"))


def test_each_kind_of_step_has_its_sentence() -> None:
    found, shown = trace(DstruBoard.start()), ChanceShow(DstruBoard.start())
    told: dict[tuple[Role | None, str], str] = {}
    for step, event in enumerate(found.events, 1):
        now = moment(found, step)
        key = (now.frame.role if event.kind in ("back", "fold") else None, event.kind)
        told.setdefault(key, said(shown, step))
    assert told == {
        (None, "start"): (
            "Tres to move. The search looks 4 plies ahead; where Dos moves, it takes the average."
        ),
        (None, "enter"): "Tres tries a1, which stands for 2 more like it.",
        (None, "guess"): (
            "Tres tries a1, which stands for 1 more like it. The search looks no further and "
            "guesses by the open patterns: 0."
        ),
        (Role.RAISE, "back"): "a1 is worth 0, the first value here.",
        (Role.RAISE, "fold"): (
            "Tres takes the highest: d1 or a4, +0.01. A ply's delay leaves +0.0099."
        ),
        (Role.CHANCE, "back"): "a1 counts +0.0099. The sum is +0.0099, for 1 of 2 pieces.",
        (Role.CHANCE, "fold"): (
            "The average is +0.0693 ÷ 2 = +0.0347. A ply's delay leaves +0.0343."
        ),
        (Role.LOWER, "back"): "b1 is worth +0.0343, the first value here.",
        (None, "known"): (
            "Suppose Dos takes d1, 1 of 2 pieces. A position like this was entered before: +0.0594."
        ),
        (Role.LOWER, "fold"): (
            "Uno takes the lowest: d1 or a4, +0.0294. A ply's delay leaves +0.0291."
        ),
        (None, "done"): (
            "Tres plays d1 or a4, worth +0.034 for Tres. The search entered 78 positions, "
            "guessed at 46 and knew 36 already."
        ),
    }


def test_the_end_of_a_game_is_told_with_its_pattern() -> None:
    board = read_notation("TTT..UU...U..... T")
    found, shown = trace(board), ChanceShow(board)
    told = [said(shown, step) for step, event in enumerate(found.events, 1) if event.kind == "end"]
    assert told[0] == "Tres plays d1: Tres has a1–b1–c1–d1, +1."


@pytest.mark.long
def test_every_sentence_says_the_numbers_of_its_step() -> None:
    for board in SAMPLE[:7]:
        found, shown = trace(board), ChanceShow(board)
        for step, event in enumerate(found.events, 1):
            now = moment(found, step)
            text = said(shown, step)
            assert len(text.split()) <= 32, text
            assert text.endswith(".")
            frame = now.frame
            if event.kind == "fold":
                kept = re.search(r"leaves (\S+)\.$", text)
                assert kept
                assert number(kept[1]) == round(event.value, 4)
                assert value_text(event.value / HASTE) in text
            elif event.kind == "back" and frame.role is Role.CHANCE:
                total = sum(len(group) * value for group, value in frame.values.items())
                counted = sum(map(len, frame.values))
                pieces = len(frame.board.available_moves())
                ending = f"The sum is {value_text(total)}, for {counted} of {pieces} pieces."
                assert text.endswith(ending)
            elif event.kind in ("end", "guess", "known"):
                assert value_text(event.value) in text
            elif event.kind == "back":
                best = max if frame.role is Role.RAISE else min
                others = [v for group, v in frame.values.items() if group != event.path[-1]]
                improves = others and best(*others, event.value) != best(others)
                assert ("until now" in text) <= bool(improves)
                assert value_text(event.value) in text


def test_any_step_has_a_page_and_comes_as_data(client: Client) -> None:
    found, shown = trace(DstruBoard.start()), ChanceShow(DstruBoard.start())
    for step in (1, 4, 5, 6, 100, len(found.events)):
        page = client.get(START, {"step": step}).content.decode()
        assert said(shown, step) in page
        answer = client.get(f"{START}steps/", {"from": step, "count": 1}).json()
        side = answer["frames"][0]["sides"][0]
        assert side["sentence"] == said(shown, step)
        assert {key for row in side["rows"] for key in row} == set(answer["pieces"])
    assert "Tres ahead" in page
    assert "Next cut" not in page


@pytest.mark.parametrize("seat", ["T...........U..._D", "TU....T........._U"])
def test_the_board_leads_to_it_for_every_seat(client: Client, seat: str) -> None:
    assert f"/analysis/{seat}/search/" in client.get(f"/analysis/{seat}/").content.decode()
    page = client.get(f"/analysis/{seat}/search/?step=99999999").content.decode()
    assert "The search entered" in page
    assert f"/analysis/{seat}/search/tree/" in page


def test_a_piece_that_completes_two_patterns_names_each_of_them() -> None:
    shown = ChanceShow(read_notation("TTT.UUT.UTU.TU.. T"))
    assert said(shown, 2) == ("Tres plays d1: Tres has a1–b1–c1–d1 and d1–c2–b3–a4, +1.")
