"""Games that Dos wins: every page, list and statistic tells them alike."""

from __future__ import annotations

import re
from random import Random

import pytest
from django.core.management import call_command
from django.test import Client
from django.utils.html import strip_tags

from accounts.models import User
from games import models, services
from games.match import Match, Seat
from games.models import Rating, RatingChange
from games.rules import DstruBoard, Outcome
from progress.models import Meeting, Tally
from progress.people import recount
from tests.conftest import logged_in
from tests.games.conftest import Play, person, play  # noqa: F401  fixture
from tests.games.test_ratings import fill, rated, second_of
from tests.markup import text_of


def full_grid() -> list[int]:
    """The moves of a game that Dos wins."""
    rng = Random(1)
    while True:
        board, moves = DstruBoard.start(), list[int]()
        while not board.over:
            moves.append(rng.choice(board.available_moves()))
            board = board.make_move(moves[-1])
        if board.outcome == Outcome("Dos", "full"):
            return moves


@pytest.fixture(autouse=True)
def seeded(monkeypatch: pytest.MonkeyPatch) -> None:
    """Dos wins the games of this file."""
    monkeypatch.setattr("games.services.open.new_seed", lambda: 3)


def opened(by: User, **seats: Seat) -> Match:
    setup = services.GameSetup(by=by.pk, variant="dstru", kind="friend", seats=seats)
    return services.open_game(setup)


@pytest.fixture
def duo(ada: User, grace: User) -> Match:
    neutral = Seat("Dos", "neutral", engine="neutral")
    match = fill(opened(ada, Tres=person("Tres", ada), Uno=person("Uno", grace), Dos=neutral))
    assert match.outcome == Outcome("Dos", "full")
    return match


@pytest.fixture
def trio(ada: User, grace: User, stranger: User, play: Play) -> Match:
    people = {"Tres": ada, "Uno": grace, "Dos": stranger}
    match = opened(ada, **{seat: person(seat, user) for seat, user in people.items()})
    return play(match, *full_grid())


def tallies(user: User) -> dict[str, tuple[int, ...]]:
    """Games won, drawn, lost and won by the third, by seat."""
    found: dict[str, tuple[int, ...]] = {}
    for row in Tally.objects.filter(user=user):
        counts = (row.won, row.drawn, row.lost, row.third)
        found[row.seat] = tuple(map(sum, zip(counts, found.get(row.seat, (0,) * 4), strict=True)))
    return found


def met() -> set[tuple[str, str, str]]:
    return set(Meeting.objects.values_list("user__name", "rival__name", "result"))


def test_every_page_of_a_rival_says_that_dos_won(
    duo: Match, client: Client, as_ada: Client, as_grace: Client
) -> None:
    profile = text_of(client.get("/@ada/"))
    assert "Tres against people 0 won, 0 drawn, 0 lost, 1 won by Dos" in profile
    assert "that ada began as Tres: 0 won, 0 drawn, 0 lost, 1 won by Dos." in profile
    assert "grace 0 won, 0 drawn, 0 lost, 1 won by a third player" in profile
    assert "dashes for games that Dos won" in profile
    assert "Dos won , grace" in profile
    versus = text_of(client.get("/@ada/vs/grace/"))
    assert "ada 0 Drawn 0 grace 0 A third player won 1 more against both." in versus
    assert "Tres 0 won, 0 drawn, 0 lost, 1 won by a third player" in versus
    assert "Dos won , grace" in versus
    assert "You against ada: 0 won, 0 drawn, 0 lost, 1 won by a third player." in text_of(
        as_grace.get("/@ada/")
    )
    for reader in (as_ada, as_grace):
        page = reader.get(f"/games/{duo.id}/").content.decode()
        assert "Dos wins" in strip_tags(page)
        assert "You lose" not in page
    assert "dashes" not in text_of(client.get("/@stranger/"))


@pytest.mark.parametrize(("result", "count"), [("third", 1), ("lost", 0), ("drawn", 0), ("", 1)])
def test_a_history_lists_it_under_its_own_result(
    duo: Match, as_ada: Client, as_grace: Client, result: str, count: int
) -> None:
    for reader in (as_ada, as_grace):
        page = reader.get("/games/", {"result": result}).content.decode()
        assert page.count('<span class="result">Dos won</span>') == count
        assert '<option value="third"' in page


def test_a_game_of_three_has_words_of_its_own(
    duo: Match, trio: Match, as_ada: Client, stranger: User
) -> None:
    page = as_ada.get("/games/").content.decode()
    cards = re.findall(r'data-game="(\w+)".*?<p class="muted">(.*?)</p>', page, re.DOTALL)
    assert {game: re.sub("<[^>]*>", "", said) for game, said in cards} == {
        duo.id: "DSTRU-TAC-TOE · by invitation",
        trio.id: "DSTRU-TAC-TOE · three players",
    }
    assert f"Dos won , grace and {stranger.name}" in text_of(as_ada.get("/@ada/"))


def test_whoever_held_dos_has_won_it(
    trio: Match, ada: User, grace: User, stranger: User, client: Client
) -> None:
    assert tallies(ada) == {"Tres": (0, 0, 0, 1)}
    assert tallies(grace) == {"Uno": (0, 0, 0, 1)}
    assert tallies(stranger) == {"Dos": (1, 0, 0, 0)}
    name = stranger.name
    assert met() == {
        ("ada", "grace", "t"),
        ("grace", "ada", "t"),
        ("ada", name, "l"),
        ("grace", name, "l"),
        (name, "ada", "w"),
        (name, "grace", "w"),
    }
    won = logged_in(stranger).get("/games/", {"result": "won"}).content.decode()
    assert won.count('<span class="result">Won</span>') == 1
    assert "You win" in strip_tags(logged_in(stranger).get(f"/games/{trio.id}/").content.decode())


def test_counting_again_finds_the_same(duo: Match, trio: Match, ada: User) -> None:
    assert [*recount.differing()] == []
    kept, meetings = tallies(ada), met()
    Tally.objects.all().delete()
    Meeting.objects.all().delete()
    assert len([*recount.differing(repair=True)]) == 3
    assert (tallies(ada), met()) == (kept, meetings)
    services.annul(game_id=duo.id)
    assert tallies(ada) == {"Tres": (0, 0, 0, 1)}
    assert [*recount.differing()] == []


def test_the_leaderboard_gives_each_half_a_point(ada: User, grace: User, as_ada: Client) -> None:
    fill(second_of(fill(rated(ada, grace, "dstru"))))
    assert {row.score for row in RatingChange.objects.all()} == {1}
    assert {round(row.rating) for row in Rating.objects.all()} == {1500}
    assert tallies(ada) == {"Tres": (0, 0, 0, 1), "Uno": (0, 0, 0, 1)}
    assert as_ada.get("/games/", {"result": "third"}).content.decode().count("Dos won</span>") == 2


def outdate() -> None:
    """As the release before wrote it: lost on the seats and in the tallies, drawn in meetings."""
    models.Seat.objects.filter(result="t").update(result="l")
    Meeting.objects.filter(result="t").update(result="d")
    for row in Tally.objects.filter(third__gt=0):
        row.lost, row.third = row.lost + row.third, 0
        row.save()


def test_the_command_does_so_as_well(
    duo: Match,
    ada: User,
    capsys: pytest.CaptureFixture[str],
) -> None:
    expected = tallies(ada)
    outdate()
    call_command("totals")
    assert "seats 2" in capsys.readouterr().out
    assert tallies(ada) == expected
    call_command("totals", "--check")
