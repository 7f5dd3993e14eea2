"""The map: stops in order, the next one marked, roads that follow the stops, ends of levels."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from games.characters import Situation, character, says
from games.drawing import landscapes, roads
from games.drawing.faces import CALM, GLAD, SAD, SURPRISED
from progress.campaign import catalog, services
from progress.campaign.zones import mood, zones
from tests.markup import html_of
from tests.progress.players import clear_level, named, on_paper, play_out
from tests.progress.test_standing import upto


def stops(page: str) -> list[tuple[str, str]]:
    """The stops of a page as they are read out: the id and the words of each."""
    rows = re.findall(r'<li id="(stage-[\d-]+)">(.*?)</li>', page, re.S)
    words = [re.sub(r"<[^>]+>", "", row) for _, row in rows]
    return [(name, " ".join(said.split())) for (name, _), said in zip(rows, words, strict=True)]


def test_stops_are_lists_in_the_order_of_the_stages(ada: User, as_ada: Client) -> None:
    clear_level(ada, 1, 3)
    page = html_of(as_ada.get("/campaign/"))
    found = stops(page)
    assert [name for name, _ in found] == [f"stage-{s.number}-{s.level}" for s in catalog.STAGES]
    assert page.count('<ol class="stops">') == 3
    assert found[0][1] == "Stage 1First mark"
    assert found[3][1] == "Stage 4Across, next"
    assert found[4][1] == "Stage 5The corner, locked"


def test_only_the_next_stop_is_marked(ada: User, as_ada: Client) -> None:
    clear_level(ada, 1, 3)
    page = html_of(as_ada.get("/campaign/"))
    marked = re.findall(r'<a class="stop now" href="([^"]*)" aria-current="step" data-here>', page)
    assert marked == ["/campaign/1/4/"]
    assert "Play 4, Across" in page


def test_a_road_passes_every_stop_there_and_back_again() -> None:
    assert [round(x // 100) for x, _ in roads.points(7)] == [0, 1, 2, 2, 1, 0, 0]
    assert [round(y // 100) for _, y in roads.points(7)] == [0, 0, 0, 1, 1, 1, 2]
    for zone in zones(upto(2), {}, "classic"):
        wide = next(road for road in zone.roads if road.css == "wide")
        rising = zone.level.number == 2
        ends = re.findall(r"(-?\d+) (-?\d+)(?=C|$)", wide.whole)
        for x, y in roads.points(15, rising=rising):
            assert (f"{x:.0f}", f"{y:.0f}") in ends


@pytest.mark.parametrize(
    ("cleared", "pieces"), [(0, [1, 0, 0]), (2, [3, 0, 0]), (15, [16, 2, 0]), (45, [16, 17, 16])]
)
def test_the_road_is_drawn_as_far_as_one_has_come(cleared: int, pieces: list[int]) -> None:
    """Its start and one piece for every stop; a second level has one more, that leads there."""
    drawn = zones(upto(cleared), {}, "classic")
    walked = [len(re.findall("[MC]", zone.roads[0].walked)) for zone in drawn]
    assert walked == pieces


def test_moods_change_as_stages_are_cleared() -> None:
    assert [mood(n, 15) for n in (0, 1, 9, 10, 14, 15)] == [
        *(GLAD, CALM, CALM, SURPRISED, SURPRISED, SAD)
    ]


@pytest.mark.parametrize("level", catalog.all_levels(), ids=lambda level: level.place)
def test_every_level_has_a_landscape_and_an_opponent_who_speaks_at_its_end(
    level: catalog.CampaignLevel,
) -> None:
    opponent = character(level.variant, level.engine)
    assert opponent is not None
    assert says(opponent.name, Situation.CLEARED, level.number)
    assert len(landscapes.doodles(level.place)) == 4
    assert f"face-{opponent.face}" in landscapes.scene(level.place, opponent.face)


def test_the_end_of_a_level_is_drawn_once_all_is_cleared(ada: User, as_ada: Client) -> None:
    clear_level(ada, 1, 14)
    assert "Notebook cleared." not in html_of(as_ada.get("/campaign/"))
    on_paper(ada, 1, 15, 1)
    page = html_of(as_ada.get("/campaign/"))
    assert page.count('class="scene"') == 1
    assert "Notebook cleared." in page
    assert "Level 3 opens when you have a star on every stage of level 2. You have 0 of 15." in page


def test_the_map_names_every_way_into_a_level(as_ada: Client) -> None:
    said = "three stars on two stages in a row, or a star in the exam. You have 0 of 15."
    assert said in html_of(as_ada.get("/campaign/"))


def test_the_game_that_clears_a_level_ends_with_its_scene(ada: User, as_ada: Client) -> None:
    for level in (1, 2):
        clear_level(ada, level, 14 + (level == 1))
    game_id = services.start_stage(user_id=ada.pk, level=2, number=15)
    play_out(ada, game_id, named("a1", "a2", "b1", "b3", "c2"))
    page = html_of(as_ada.get(f"/campaign/games/{game_id}/"))
    assert "Blackboard cleared." in page
    assert "Next stage: Weak answer" in page


def test_the_way_on_is_before_all_else_of_a_result(ada: User, as_ada: Client) -> None:
    clear_level(ada, 1)
    game_id = services.start_stage(user_id=ada.pk, level=2, number=1)
    play_out(ada, game_id, named("a1"))
    page = html_of(as_ada.get(f"/campaign/games/{game_id}/"))
    result = page[page.index('class="earned"') :]
    assert result.index("Next stage: The gap") < result.index("You won in one move.")


def test_the_stars_of_the_header_lead_to_where_the_campaign_goes_on(
    ada: User, as_ada: Client
) -> None:
    on_paper(ada, 1, 1, 3)
    assert 'class="star-count" href="/campaign/next/"' in html_of(as_ada.get("/"))
    assert as_ada.get("/campaign/next/")["Location"] == "/campaign/1/2/"
    game_id = services.start_stage(user_id=ada.pk, level=1, number=2)
    assert as_ada.get("/campaign/next/")["Location"] == f"/campaign/games/{game_id}/"


def test_a_visitor_begins_at_the_first_stage(client: Client, db: Any) -> None:
    assert client.get("/campaign/next/")["Location"] == "/campaign/1/1/"


def test_who_has_every_star_is_led_to_the_map(ada: User, as_ada: Client) -> None:
    for level in (1, 2, 3):
        for stage in range(1, 16):
            on_paper(ada, level, stage, 1 if (level, stage) == (3, 15) else 3)
    assert as_ada.get("/campaign/next/")["Location"] == "/campaign/"
    assert "133</b> of 133" in html_of(as_ada.get("/campaign/"))
