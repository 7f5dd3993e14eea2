"""The plain campaign: 45 stages as printed, on the empty board, and stars that count apart."""

from __future__ import annotations

from fractions import Fraction

import pytest
from django.test import Client

from accounts import guests, membership
from accounts.models import User
from games.rules import ClassicBoard
from progress.campaign import catalog, facts, resets, scoring, selectors, services, totals
from progress.campaign.catalog import PLAIN
from progress.models import Attempt, StageHints, Total
from progress.people import places
from tests.markup import text_of
from tests.progress import oracle
from tests.progress.players import clear_level, on_paper, perfectly, play_out

ONE, TWO, THREE = scoring.PLAIN
"""The numbers of its levels among those of all campaigns."""

every_stage = pytest.mark.parametrize(
    "stage", PLAIN.stages, ids=lambda stage: f"{stage.on.shown}.{stage.number}"
)


# --- what it is --------------------------------------------------------------------------


@pytest.mark.long
def test_it_has_the_levels_of_the_campaign_and_fifteen_stages_on_each() -> None:
    shown = [(stage.on.shown, stage.number) for stage in PLAIN.stages]
    assert shown == [(level, number) for level in (1, 2, 3) for number in range(1, 16)]
    assert [level.engine for level in PLAIN.levels] == ["random", "smart", "minimax"]
    assert len({stage.key for stage in PLAIN.stages}) == 45


@every_stage
def test_the_player_begins_on_the_empty_board_everywhere_but_on_3_15(stage: catalog.Stage) -> None:
    assert stage.board == ClassicBoard()
    last = (stage.on.shown, stage.number) == (3, 15)
    assert (stage.first, stage.player) == (("engine", "O") if last else ("player", "X"))
    assert len(stage.title) <= 80  # games.Game.event
    assert len(stage.name) <= 16
    assert stage.question.endswith("?")


@pytest.mark.long
@every_stage
def test_what_can_be_had_is_what_a_search_of_every_game_finds(stage: catalog.Stage) -> None:
    found = facts.facts_of(stage)
    assert found.stars == stage.most == oracle.most_stars(stage.board, stage)
    assert float(found.win_probability) == pytest.approx(oracle.chance(stage.board, stage))
    assert (found.win_probability == 0) == scoring.draw_clears(*stage.key)


def test_ninety_of_the_printed_135_can_be_had() -> None:
    sums = [sum(stage.most for stage in catalog.stages_on(level)) for level in PLAIN.levels]
    assert sums == [45, 30, 15]
    assert (PLAIN.maximum, PLAIN.printed) == (90, 135)
    assert catalog.MAXIMUM == 133


def test_the_probabilities_of_a_win_by_best_play() -> None:
    chances = [facts.facts_of(catalog.at(level, 1)).win_probability for level in scoring.PLAIN]
    assert chances == [Fraction(191, 192), Fraction(89, 96), 0]
    assert [facts.odds(catalog.at(level, 1)) for level in scoring.PLAIN] == [99, 92, 0]


# --- stars and locks ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("stage", "result", "stars"),
    [
        ((ONE, 1), "drawn", 0),
        ((TWO, 15), "drawn", 0),
        ((THREE, 1), "drawn", 1),
        ((THREE, 15), "drawn", 1),
        ((THREE, 1), "lost", 0),
        ((ONE, 15), "won", 3),
    ],
)
def test_a_draw_earns_a_star_where_nobody_can_win(
    stage: tuple[int, int], result: str, stars: int
) -> None:
    assert scoring.stars_earned(*stage, result=result, moves=3) == stars


def test_its_locks_know_only_its_own_stars() -> None:
    everywhere = {key: 3 for keys in totals.COLUMNS.values() for key in keys}
    own = {key: stars for key, stars in everywhere.items() if key[0] in scoring.PLAIN}
    others = {key: stars for key, stars in everywhere.items() if key not in own}
    assert scoring.is_level_open({}, ONE)
    assert not scoring.is_level_open(others, TWO)
    assert not scoring.is_level_open(own, 2)
    assert scoring.is_level_open(own, THREE)
    assert not scoring.is_level_open(own | {(TWO, 7): 0}, THREE)
    assert scoring.total(own) == 0
    assert scoring.completion({(ONE, 1): 1, (ONE, 2): 1, (ONE, 3): 1}, ONE) == 20


def test_a_draw_opens_the_next_stage_of_level_3(ada: User) -> None:
    for level in (ONE, TWO):
        clear_level(ada, level)
    game_id = services.start_stage(user_id=ada.pk, level=THREE, number=1)
    play_out(ada, game_id, perfectly)
    outcome = selectors.outcome(game_id)
    assert outcome is not None
    assert (outcome.result, outcome.stars, outcome.onward) == ("drawn", 1, catalog.at(THREE, 2))
    assert outcome.sentence == "A draw clears this stage. Nobody can do better here."
    assert outcome.news == "Stage 2, Second game, is open."


def test_on_3_15_the_engine_has_made_its_move(ada: User) -> None:
    for level, upto in ((ONE, 15), (TWO, 15), (THREE, 14)):
        clear_level(ada, level, upto)
    match = play_out(ada, services.start_stage(user_id=ada.pk, level=THREE, number=15), perfectly)
    assert match.seat("X").engine == "minimax"
    assert Attempt.objects.get(game_id=match.id).stars == 1
    assert selectors.standing(ada.pk).total_of(PLAIN.stages) == 45


# --- counted apart -----------------------------------------------------------------------


def test_its_stars_are_in_no_total_and_on_no_leaderboard(ada: User) -> None:
    on_paper(ada, ONE, 1, 3)
    on_paper(ada, THREE, 2, 1)
    row = Total.objects.get(pk=ada.pk)
    assert (row.plain, row.apart, row.best) == ("3" + "." * 30 + "1", "", "." * 45)
    assert (row.stars, row.cleared, row.since) == (0, 0, None)
    assert places.place(ada.pk) is None
    standing = selectors.standing(ada.pk)
    assert (standing.total, standing.total_of(PLAIN.stages)) == (0, 4)
    assert standing.next_stage == catalog.at(1, 1)
    assert list(totals.differing()) == []


def test_a_game_that_ends_counts_at_once_and_leaves_the_others_as_they_are(ada: User) -> None:
    on_paper(ada, 1, 1, 2)
    on_paper(ada, 4, 1, 3)
    before = Total.objects.get(pk=ada.pk)
    for level in (ONE, TWO):
        clear_level(ada, level)
    play_out(ada, services.start_stage(user_id=ada.pk, level=THREE, number=1), perfectly)
    row = Total.objects.get(pk=ada.pk)
    assert row.plain == "1" * 31
    assert (row.best, row.apart, row.stars, row.since) == (
        *(before.best, before.apart, 2, before.since),
    )
    assert list(totals.differing()) == []


def test_a_reset_and_a_merge_take_them_along(ada: User, grace: User, staff: User) -> None:
    on_paper(ada, ONE, 1, 3)
    assert resets.reset(user_id=ada.pk, by=staff.pk, reason="to begin anew")
    assert selectors.standing(ada.pk).stars == {}
    assert resets.undo(reset_id=ada.resets.get().pk)
    on_paper(grace, ONE, 2, 2)
    services.merge_progress(guest_id=grace.pk, member_id=ada.pk)
    assert selectors.standing(ada.pk).stars == {(ONE, 1): 3, (ONE, 2): 2}


def test_a_guest_hears_of_them_before_a_merge(db: None) -> None:
    guest = guests.create()
    on_paper(guest, ONE, 1, 3)
    on_paper(guest, 1, 1, 1)
    assert "4 stars" in membership.held_by(guest)


# --- its pages ---------------------------------------------------------------------------


@pytest.mark.long
def test_the_map_says_what_can_be_had_and_why(ada: User, as_ada: Client) -> None:
    on_paper(ada, ONE, 1, 3)
    response = as_ada.get("/campaign/plain/")
    page, words = response.content.decode(), text_of(response)
    assert page.count('class="stop done"') == 1
    assert page.count('class="stop locked') == 43
    assert "3 of 90" in words
    assert "3 of 45 stars, 7 % cleared." in words
    assert "The most you can get is 90 stars: 45 on level 1, 30 on level 2, 15 on level 3." in words
    assert "Three stars on each of the 45 stages would make 135." in words
    assert "Best play wins at least 99 games in a hundred." in words
    assert "With best play you win at least 92 in a hundred." in words
    assert "So a draw clears a stage there, and earns its one star." in words
    assert 'href="/campaign/plain/1/2/"' in page
    assert "You have 0 of 133 stars there." in words


def test_the_other_maps_lead_there(as_ada: Client) -> None:
    for address in ("/campaign/", "/campaign/dstru/"):
        page = as_ada.get(address)
        assert '<a href="/campaign/plain/">Plain campaign</a>' in page.content.decode()
        assert "You have 0 of 90 stars there." in text_of(page)


def test_a_stage_is_started_and_played_from_its_page(ada: User, as_ada: Client) -> None:
    page = text_of(as_ada.get("/campaign/plain/1/1/"))
    assert "You play X and move first." in page
    assert "three stars in three moves of yours or fewer" in page
    assert "best play wins at least 99 times in a hundred." in page
    game = as_ada.post("/campaign/plain/1/1/")["Location"]
    attempt = Attempt.objects.get(user=ada)
    assert (attempt.level, attempt.stage) == (ONE, 1)
    assert game == f"/campaign/games/{attempt.game_id}/"
    shown = as_ada.get(game)
    assert "Plain campaign · Level 1 · Stage 1" in text_of(shown)
    assert 'href="/campaign/plain/#stage-1-1"' in shown.content.decode()


@pytest.mark.long
def test_the_terms_of_the_levels(ada: User, as_ada: Client) -> None:
    for level, upto in ((ONE, 15), (TWO, 15), (THREE, 14)):
        clear_level(ada, level, upto)
    second = text_of(as_ada.get("/campaign/plain/2/1/"))
    assert "two stars in four moves of yours, one in five. Three moves never win here." in second
    assert "best play wins at least 92 times in a hundred." in second
    third = text_of(as_ada.get("/campaign/plain/3/1/"))
    assert "You play X and move first." in third
    assert "Nobody can win here. A draw clears the stage and earns its one star." in third
    assert "in a hundred" not in third
    assert "Your opponent moves first." in text_of(as_ada.get("/campaign/plain/3/15/"))


def test_a_locked_stage_says_what_opens_it(as_ada: Client) -> None:
    response = as_ada.get("/campaign/plain/2/1/")
    assert response.status_code == 403
    assert "Level 2 opens when you have a star on every stage of level 1." in text_of(response)
    assert "You have 0 of 15." in text_of(response)


def test_a_hint_for_a_plain_stage(ada: User, as_ada: Client) -> None:
    response = as_ada.post("/campaign/plain/1/1/hint/", {"step": 1}, follow=True)
    assert response.redirect_chain == [("/campaign/plain/1/1/#hint", 302)]
    row = StageHints.objects.get(user=ada)
    assert (row.level, row.stage, row.taken) == (ONE, 1, 1)


@pytest.mark.parametrize(
    "path", ["plain/1/", "plain/4/1/", "plain/5/1/", "plain/0/1/", "plain/1/16/", "classic/1/1/"]
)
def test_there_is_no_other(as_ada: Client, path: str) -> None:
    assert as_ada.get(f"/campaign/{path}").status_code == 404
    assert as_ada.post(f"/campaign/{path}hint/", {"step": 1}).status_code == 404


def test_formula_13_says_what_either_campaign_allows(as_ada: Client) -> None:
    assert (
        "133 of the printed 135 can be had on the boards of the campaign, "
        "90 on the empty board, as printed."
    ) in text_of(as_ada.get("/formulas/13/"))
