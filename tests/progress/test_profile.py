"""Profiles and the pages of two people: what they count, draw and say."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client

from accounts import guests
from accounts.models import User
from games.drawing import charts
from games.models import RatingChange
from games.rules import ClassicBoard
from progress.campaign import selectors
from progress.models import Meeting, Tally
from progress.people import meetings, profile
from tests.games.conftest import Play, friendly, play  # noqa: F401  fixtures
from tests.games.test_ratings import CLASSIC_WIN, act, rated, resigned, second_of
from tests.markup import text_of
from tests.progress.players import perfectly, play_out
from tests.progress.test_tallies import DRAW, against, against_pip, seeded  # noqa: F401  fixture


def row(seat: str, cell: int, *counts: int, against: str = "people") -> Tally:
    won, drawn, lost = counts
    return Tally(
        variant="classic", seat=seat, against=against, cell=cell, won=won, drawn=drawn, lost=lost
    )


def test_scores_are_told_by_seat_and_kind_of_opponent() -> None:
    rows = [
        row("O", 1, 1, 0, 0, against="computers"),
        row("X", 0, 2, 0, 1),
        row("X", 4, 1, 3, 0),
    ]
    (sheet,) = profile.scores(rows)
    told = [(one.seat, one.against, one.score) for one in sheet.rows]
    assert told == [
        ("X", "people", profile.ResultCounts(3, 3, 1)),
        ("O", "computers", profile.ResultCounts(1, 0, 0)),
    ]
    assert sheet.score == profile.ResultCounts(4, 3, 1)


def test_an_opening_is_the_first_cell_of_the_first_seat() -> None:
    rows = [row("X", 4, 2, 1, 0), row("X", 0, 0, 0, 1), row("X", -1, 0, 0, 5), row("O", 8, 9, 0, 0)]
    (one,) = profile.openings(rows)
    assert (one.favourite, one.times, one.games) == ("b2", 3, 4)
    assert one.shares == {4: 0.75, 0: 0.25}
    assert one.label == "First moves as X: b2 75 %, a1 25 %"


def test_a_heat_map_is_hatched_closest_where_most_is_played() -> None:
    svg = charts.heat_svg({4: 0.6, 0: 0.2}, ClassicBoard.SHAPE, "X", label="a < b")
    cells = re.findall(
        r'<g transform="translate\((\d+) (\d+)\)"><path d="(.+?)"/><text.+?>(\d+)<', svg
    )
    assert [(x, y, path.count("M"), share) for x, y, path, share in cells] == [
        ("0", "0", 3, "20"),
        ("100", "100", 9, "60"),
    ]
    assert 'aria-label="a &lt; b"' in svg


def test_a_stroke_of_results_has_a_part_for_each_result_there_is() -> None:
    assert re.findall('class="(won|drawn|lost)"', charts.results_svg(3, 0, 1)) == ["won", "lost"]
    (path,) = re.findall(r'd="M(\S+) \S+ .*?(\S+) \S+"', charts.results_svg(0, 2, 0))
    assert path == ("8", "392")


def test_a_graph_shows_todays_margin_and_every_pair() -> None:
    points = [charts.Point(1500, 700), charts.Point(1620, 200), charts.Point(1580, 150)]
    svg = charts.rating_svg(points, begun="1 May", ended="2 May", label="up")
    numbers = [int(one.replace(",", "")) for one in re.findall(r'text-anchor="end">([\d,]+)<', svg)]
    assert numbers[0] <= 1580 - 150
    assert numbers[-1] >= 1580 + 150
    assert len(re.search('class="curve" d="M(.+?)"', svg)[1].split("L")) == 3  # type: ignore[index]


def test_a_profile_shows_results_openings_ratings_and_the_best_win(
    ada: User,
    grace: User,
    client: Client,
    play: Play,
) -> None:
    play(against(ada, grace), *DRAW)
    first = play(rated(ada, grace), 4, 0)
    first = act(first, "resign", grace)
    resigned(second_of(first), grace)
    response = client.get("/@ada/")
    words = text_of(response)
    assert "X against people 1 won, 1 drawn, 0 lost" in words
    assert "O against people 1 won, 0 drawn, 0 lost" in words
    assert "b2 in 2 of 2 games that ada began as X: 1 won, 1 drawn, 0 lost." in words
    assert "after 1 rated pair" in words
    assert "Wins Best: 2. Now: 2." in words
    html = response.content.decode()
    assert f'class="best-board" href="/games/{first.id}/review/"' in " ".join(html.split())
    assert 'aria-label="Classic 3×3 rating from ' in html
    assert html.count('class="shown-words') == 3
    assert 'href="/@ada/vs/grace/"' in html


def test_a_graph_ends_with_the_rating_of_today(ada: User, grace: User) -> None:
    for _ in range(2):
        first = resigned(rated(ada, grace), grace)
        resigned(second_of(first), grace)
    changes = list(RatingChange.objects.filter(user=ada).order_by("-id"))
    steps = selectors.latest_rating_steps(ada.pk, profile.PAIRS)
    (graph,) = profile.graphs(ada.ratings.all(), steps)  # type: ignore[attr-defined]
    ratings = [point.rating for point in graph.points]
    assert ratings[:2] == [1500, changes[1].after]
    assert ratings[2] == changes[0].after
    margins = [point.margin for point in graph.points]
    assert margins[0] == 700
    assert margins == sorted(margins, reverse=True)


def test_your_score_stands_on_the_profile_of_somebody_you_have_played(
    ada: User,
    grace: User,
    as_grace: Client,
    as_ada: Client,
    play: Play,
) -> None:
    assert "You against" not in text_of(as_grace.get("/@ada/"))
    play(against(ada, grace), *CLASSIC_WIN)
    assert "You against ada: 0 won, 0 drawn, 1 lost." in text_of(as_grace.get("/@ada/"))
    assert 'href="/@grace/vs/ada/"' in as_grace.get("/@ada/").content.decode()
    assert "You against" not in text_of(as_ada.get("/@ada/"))


def test_an_empty_profile_says_what_to_do(as_ada: Client, client: Client, ada: User) -> None:
    own = as_ada.get("/@ada/")
    assert "You have not finished a game yet." in text_of(own)
    ways = re.findall('<a class="btn.*?" href="(.+?)"', own.content.decode())
    assert ways[1:4] == ["/games/new/", "/campaign/", "/puzzles/today/"]
    other = text_of(client.get("/@ada/"))
    assert "ada has not finished a game yet." in other
    assert "Play a game" not in other


def test_who_has_results_is_not_told_that_no_game_is_finished(ada: User, as_ada: Client) -> None:
    """As after their games were deleted with those who played them."""
    kept = row("X", 4, 2, 0, 0)
    kept.user = ada
    kept.save()
    page = text_of(as_ada.get("/@ada/"))
    assert "Results" in page
    assert "You have not finished a game yet." not in page


def test_a_profile_takes_the_same_few_queries_however_much_is_played(
    ada: User,
    grace: User,
    as_grace: Client,
    play: Play,
    django_assert_max_num_queries: Any,
) -> None:
    play_out(ada, against_pip(ada).id, perfectly)
    for _ in range(3):
        first = resigned(rated(ada, grace), grace)
        resigned(second_of(first), grace)
    with django_assert_max_num_queries(20):
        as_grace.get("/@ada/")
    with django_assert_max_num_queries(10):
        as_grace.get("/@grace/vs/ada/")


# --- two people ------------------------------------------------------------------------------


def test_two_people_see_their_score_by_game_and_seat(
    ada: User,
    grace: User,
    as_ada: Client,
    play: Play,
) -> None:
    play(against(ada, grace), *CLASSIC_WIN)
    play(against(grace, ada), *DRAW)
    play(against(ada, grace), *CLASSIC_WIN)
    page = as_ada.get("/@ada/vs/grace/")
    words = text_of(page)
    assert "3 finished games against each other" in words
    assert "ada 2 Drawn 1 grace 0" in words
    assert "X 2 won, 0 drawn, 0 lost" in words
    assert "O 0 won, 1 drawn, 0 lost" in words
    assert page.content.decode().count('class="shown-words') == 3
    assert "ada 0 Drawn 1 grace 2" not in words
    assert "grace 0 Drawn 1 ada 2" in text_of(as_ada.get("/@grace/vs/ada/"))


def test_two_people_who_never_played_are_told_how(as_ada: Client, grace: User) -> None:
    page = as_ada.get("/@ada/vs/grace/")
    assert "The two of you have not finished a game against each other yet." in text_of(page)
    assert 'href="/games/new/?opponent=friend"' in page.content.decode()


@pytest.mark.parametrize(
    ("asked", "leads"),
    [("/@ADA/vs/Grace/", "/@ada/vs/grace/"), ("/@ada/vs/ada/", "/@ada/")],
)
def test_an_address_of_two_people_is_spelled_as_they_are(
    client: Client, ada: User, grace: User, asked: str, leads: str
) -> None:
    assert client.get(asked)["Location"] == leads


def test_nobody_is_met_who_is_not_there(client: Client, ada: User, grace: User) -> None:
    assert client.get("/@ada/vs/nobody/").status_code == 404
    User.objects.filter(pk=grace.pk).update(is_active=False)
    assert client.get("/@ada/vs/grace/").status_code == 404


def test_a_long_rivalry_counts_its_latest_games(
    ada: User,
    grace: User,
    play: Play,
    monkeypatch: pytest.MonkeyPatch,
    client: Client,
) -> None:
    monkeypatch.setattr(meetings, "COUNTED", 2)
    for cells in (CLASSIC_WIN, DRAW, DRAW):
        play(against(ada, grace), *cells)
    assert meetings.score_between(ada, grace).score == profile.ResultCounts(0, 2, 0)
    assert "Their latest 2 games against each other" in text_of(client.get("/@ada/vs/grace/"))


def test_a_guest_is_met_without_a_page(ada: User, client: Client, play: Play) -> None:
    guest = guests.create()
    play(against(ada, guest), *CLASSIC_WIN)
    assert [(one.name, one.url) for one in meetings.rivals(ada, None)] == [(guest.name, "")]
    assert f"{guest.name} 1 won, 0 drawn, 0 lost" in text_of(client.get("/@ada/"))


def test_the_end_of_a_game_leads_to_all_games_of_the_two(
    ada: User,
    grace: User,
    as_ada: Client,
    client: Client,
    play: Play,
) -> None:
    link = 'href="/@ada/vs/grace/"'
    match = against(ada, grace)
    assert link not in as_ada.get(f"/games/{match.id}/").content.decode()
    play(match, *CLASSIC_WIN)
    assert link in as_ada.get(f"/games/{match.id}/").content.decode()
    assert "/vs/" not in client.get(f"/games/{match.id}/").content.decode()
    beaten = play_out(ada, against_pip(ada).id, perfectly)
    assert "/vs/" not in as_ada.get(f"/games/{beaten.id}/").content.decode()


def test_meetings_of_a_closed_account_are_gone(
    ada: User,
    grace: User,
    play: Play,
) -> None:
    play(against(ada, grace), *CLASSIC_WIN)
    grace.delete()
    assert not Meeting.objects.exists()
    assert meetings.rivals(ada, ada.pk) == []
