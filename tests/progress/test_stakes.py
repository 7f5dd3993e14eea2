"""What a page says while a stage is played: the stars of a win now, and V and E on request."""

from __future__ import annotations

import html
import json
import re

import pytest
from django.test import Client
from msgspec.structs import replace

from accounts.models import User
from games.analysis.documents.formulas.in_play import numbers_of
from games.queries import selectors
from games.rules import ClassicBoard
from progress.campaign import catalog
from progress.campaign import services as campaign
from progress.campaign.stakes import stakes
from tests.markup import text_of
from tests.progress.players import clear, clear_level, named, play_out


def started(user: User, level: int, number: int) -> str:
    return campaign.start_stage(user_id=user.pk, level=level, number=number)


def promises(user: User, level: int, number: int) -> dict[int, str]:
    found = stakes(catalog.at(level, number), selectors.match(started(user, level, number)))
    assert found is not None
    return dict(found.promises)


def test_a_win_earns_less_after_the_third_and_the_fourth_move(ada: User) -> None:
    """X has made three moves after five plies and four after seven."""
    assert promises(ada, 1, 1) == {
        0: "Win by your third move: three stars.",
        5: "Win by your fourth move: two stars.",
        7: "A win brings one star.",
    }


def test_marks_of_the_opening_are_not_counted(ada: User) -> None:
    clear_level(ada, 1, 8)
    assert len(catalog.at(1, 9).opening) == 3
    assert promises(ada, 1, 9) == {
        0: "Win by your third move: three stars.",
        8: "Win by your fourth move: two stars.",
        10: "A win brings one star.",
    }


def test_where_nobody_can_win_the_draw_is_what_there_is(ada: User) -> None:
    for level in (1, 2):
        clear_level(ada, level)
    clear_level(ada, 3, 14)
    assert promises(ada, 3, 15) == {0: "Nobody can win here. A draw brings one star."}


def test_in_a_game_of_longer_lines_a_fourth_move_still_earns_three(ada: User) -> None:
    clear(ada, (4, 1), (4, 2), stars=3)
    opening = len(catalog.at(4, 3).opening)
    assert promises(ada, 4, 3) == {
        0: "Win by your fourth move: three stars.",
        opening + 10: "Win by your fifth move: two stars.",
        opening + 13: "A win brings one star.",
    }


@pytest.mark.parametrize(
    ("board", "now"),
    [
        ("X...O.... X", "Win by your third move: three stars."),
        ("XO..O..XX O", "Win by your fourth move: two stars."),
        ("XOXXOOOX. X", "A win brings one star."),
    ],
)
def test_now_is_what_the_moves_made_so_far_leave(ada: User, board: str, now: str) -> None:
    match = selectors.match(started(ada, 1, 1))
    later = replace(match, board=ClassicBoard.from_notation(board))
    found = stakes(catalog.at(1, 1), later)
    assert found is not None
    assert found.now == now


def test_the_page_has_them_for_everybody(ada: User, as_ada: Client, as_grace: Client) -> None:
    address = f"/campaign/games/{started(ada, 1, 1)}/"
    for reader in (as_ada, as_grace):
        page = reader.get(address).content.decode()
        line = re.compile(r'<p class="stakes" data-stakes="([^"]*)" data-while-played>([^<]*)</p>')
        ((told, now),) = line.findall(page)
        assert json.loads(html.unescape(told))[1] == [5, "Win by your fourth move: two stars."]
        assert now == "Win by your third move: three stars."


def test_a_game_that_is_over_has_nothing_at_stake(ada: User, as_ada: Client) -> None:
    clear_level(ada, 1)
    game_id = started(ada, 2, 1)
    play_out(ada, game_id, named("a1"))
    page = as_ada.get(f"/campaign/games/{game_id}/").content.decode()
    assert "Win by your" not in page
    assert "The position in numbers" not in page


# --- V and E -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("notation", "ai", "value", "evaluation"),
    [
        ("......... X", "O", ("0", "nobody can force a win"), ("0", "as printed too")),
        ("X.OOX.... X", "O", ("−10", "X can force a win"), ("−20", "+20 as printed")),
        ("XX.OO.... X", "X", ("+10", "X can force a win"), ("−1", "+39 as printed")),
    ],
)
def test_v_and_e(
    notation: str, ai: str, value: tuple[str, str], evaluation: tuple[str, str]
) -> None:
    found = numbers_of(ClassicBoard.from_notation(notation), ai)
    assert [(one.name, one.value, one.words) for one in found.rows] == [
        ("V", *value),
        ("E", *evaluation),
    ]


def test_their_links_show_this_position(ada: User, as_ada: Client) -> None:
    clear_level(ada, 1)
    page = as_ada.get(f"/campaign/games/{started(ada, 2, 1)}/").content.decode()
    first, fourth = re.findall(r'<dt><a href="([^"]*)">[VE]</a></dt>', page)
    assert first == "/formulas/1/?f1=..O.X.O.X-X-O"
    assert "V is −10 for O as the AI" in text_of(as_ada.get(first))
    assert fourth == "/formulas/4/?f4=..O.X.O.X"


def test_another_game_has_no_v_and_e(ada: User, as_ada: Client) -> None:
    page = as_ada.get(f"/campaign/games/{started(ada, 4, 1)}/").content.decode()
    assert "Win by your fourth move: three stars." in page
    assert "The position in numbers" not in page
