"""A game in one tap: what a tap starts, what is remembered, and which page an address gets."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from games import characters, services
from games.engines import engine, engines_for
from games.engines.proofs import prove
from games.match import Refused
from games.models import Game
from games.rules import VARIANTS, ClassicBoard
from tests.markup import html_of
from tests.opening import open_game


def tap(client: Client, variant: str = "classic", **fields: str) -> Any:
    mine = {"variant": variant, "tap": "1", "seat": VARIANTS[variant].SEATS[0]}
    return client.post("/games/new/", mine | fields)


def page(client: Client, query: str = "") -> str:
    return html_of(client.get(f"/games/new/{query}"))


def seats(game: Game) -> dict[str, str]:
    return {seat.name: seat.engine or seat.kind for seat in game.seats.all()}


def is_chosen(html: str, opponent: str) -> bool:
    """Whether a button of this opponent is marked as the one of last time."""
    buttons = [one for one in re.findall("<button[^>]*>", html) if f'value="{opponent}"' in one]
    return any(re.search(r'class="[^"]*\bchosen\b', one) for one in buttons)


def settings(html: str) -> str:
    """The line that says which settings hold."""
    found = re.search(r'<summary><b>\S+</b><span class="muted">(.+?)</span>', html)
    assert found
    return found[1]


@pytest.mark.parametrize("one", characters.rivals("classic"), ids=lambda one: one.name)
def test_a_tap_on_a_face_starts_a_game_in_which_one_begins(
    as_ada: Client, one: characters.Character
) -> None:
    assert f'value="{one.value}"' in page(as_ada)
    assert tap(as_ada, opponent=one.value).status_code == 302
    game = Game.objects.get()
    assert seats(game) == {"X": "person", "O": one.slug}
    assert (game.base_ms, game.rated) == (None, False)


def test_an_opponent_of_one_side_takes_it_and_the_chosen_seat_waits_for_others(
    as_ada: Client,
) -> None:
    assert 'value="engine:menace"' in page(as_ada)
    assert tap(as_ada, opponent="engine:menace").status_code == 302
    assert seats(Game.objects.get()) == {"X": "menace", "O": "person"}
    html = page(as_ada)
    assert "Play Boxes" in html
    assert settings(html) == "you are O · no clock · unrated"
    as_ada.post("/games/new/", {"variant": "classic", "tap": "1", "opponent": "engine:smart"})
    assert seats(Game.objects.get(seats__engine="smart")) == {"X": "person", "O": "smart"}


def test_a_drawn_seat_is_one_that_the_opponent_leaves(as_ada: Client, ada: User) -> None:
    for _ in range(8):
        asked = services.Request("classic", "engine:menace", "random")
        assert services.new_game(user_id=ada.pk, name="ada", request=asked).seat("O").user == ada.pk


def test_the_seat_of_such_an_opponent_is_refused_where_it_is_named(ada: User) -> None:
    asked = services.Request("classic", "engine:menace", "X")
    with pytest.raises(Refused, match="'menace' cannot hold O: expected one of random"):
        services.new_game(user_id=ada.pk, name="ada", request=asked)


def test_the_list_of_engines_says_which_side_is_left(as_ada: Client) -> None:
    html = page(as_ada, "?engines=all")
    assert re.search(r"<b>Boxes\s*<small>never loses, you are O</small>", html)


@pytest.mark.parametrize(
    ("fields", "held"),
    [
        ({"opponent": "friend"}, {"Tres": "person", "Uno": "empty", "Dos": "neutral"}),
        ({"three": "friend"}, {"Tres": "person", "Uno": "empty", "Dos": "empty"}),
        ({"three": "local"}, {"Tres": "person", "Uno": "person", "Dos": "person"}),
        ({"opponent": "engine:search"}, {"Tres": "person", "Uno": "search", "Dos": "neutral"}),
        (
            {"opponent": "local", "third": "engine:dos-saboteur"},
            {"Tres": "person", "Uno": "person", "Dos": "dos-saboteur"},
        ),
    ],
)
def test_a_tap_seats_two_three_or_a_computer(
    as_ada: Client, fields: dict[str, str], held: dict[str, str]
) -> None:
    assert tap(as_ada, "dstru", **fields).status_code == 302
    assert seats(Game.objects.get()) == held


def test_the_page_begins_with_what_was_chosen_last(as_ada: Client) -> None:
    assert settings(page(as_ada)) == "you begin · no clock · unrated"
    tap(as_ada, opponent="engine:linear", seat="O", clock="180+2")
    html = page(as_ada)
    assert settings(html) == "you are O · 3 min + 2 s · unrated"
    assert "Play Tally" in html
    tap(as_ada, opponent="friend", seat="O", clock="180+2", rated="on")
    html = page(as_ada)
    assert settings(html) == "you are O · 3 min + 2 s · rated"
    assert "Play Tally" in html
    assert settings(page(as_ada, "?variant=dstru")) == "you begin · no clock · unrated"


def test_the_game_that_was_chosen_last_is_chosen_again(as_ada: Client) -> None:
    assert "<b>3×3</b>" in page(as_ada)
    tap(as_ada, "dstru", three="friend")
    html = page(as_ada)
    assert "<b>4×4</b>" in html
    assert is_chosen(html, "friend")


def test_an_engine_with_switches_is_remembered_by_its_name(as_ada: Client) -> None:
    as_ada.post("/games/new/", {"variant": "classic", "opponent": "engine:alphabeta:depth=2"})
    html = page(as_ada)
    assert "Play Alpha-beta (depth 2)" in html
    assert is_chosen(html, "engine:alphabeta:depth=2")


def test_settings_that_an_opponent_has_no_use_for_do_not_stand_in_its_way(as_ada: Client) -> None:
    rated = {"clock": "60+2", "rated": "on"}
    tap(as_ada, opponent="engine:random", **rated)
    assert not Game.objects.get().rated
    tap(as_ada, opponent="local", **rated)
    assert Game.objects.get(kind="local").base_ms is None
    tap(as_ada, opponent="friend", **rated)
    assert Game.objects.get(kind="friend").rated


def test_a_refused_tap_says_why_and_shows_the_settings(as_ada: Client) -> None:
    answer = tap(as_ada, opponent="friend", rated="on")
    assert answer.status_code == 400
    assert "A rated game needs a clock." in html_of(answer)
    assert '<details class="change" open>' in html_of(answer)
    assert not Game.objects.exists()


def test_anyone_sits_down_with_whoever_waits_on_the_same_terms(
    as_ada: Client, as_grace: Client
) -> None:
    assert "The next person who comes." in page(as_grace)
    tap(as_ada, opponent="lobby")
    assert "One person is waiting." in page(as_grace)
    tap(as_grace, opponent="lobby")
    assert seats(Game.objects.get()) == {"X": "person", "O": "person"}


def test_an_address_wishes_for_an_opponent_and_settings(as_ada: Client) -> None:
    html = page(as_ada, "?opponent=friend&seat=O&clock=300%2B5")
    assert is_chosen(html, "friend")
    assert settings(html) == "you are O · 5 min + 5 s · unrated"
    assert is_chosen(page(as_ada, "?opponent=engine:linear"), "engine:linear")


@pytest.mark.parametrize("opponent", ["engine:bitboard", "engine:minimax:ties=first"])
def test_an_engine_without_a_face_is_found_among_all_engines(as_ada: Client, opponent: str) -> None:
    html = page(as_ada, f"?opponent={opponent}")
    assert "<h1>All engines</h1>" in html
    base = ":".join(opponent.split(":")[:2])
    assert f'value="{base}" checked' in html


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_engine_stands_under_its_own_name(as_ada: Client, variant: str) -> None:
    html = page(as_ada, f"?variant={variant}&engines=all")
    rivals = engines_for(variant, VARIANTS[variant].SEATS[0])
    for slug, one in rivals.items():
        assert f'value="engine:{slug}"' in html
        assert one.title in html


@pytest.mark.long
def test_engines_that_play_perfectly_stand_together(as_ada: Client) -> None:
    others, perfect = page(as_ada, "?engines=all").split(
        "<legend>Engines that play perfectly</legend>"
    )
    perfect = perfect.split("</fieldset>")[0]
    found = re.findall(r'name="opponent" value="engine:(\S+?)"', perfect)
    assert found == ["minimax", "alphabeta", "bitboard", "perfect"]
    beatable, safe = others.split("<legend>Engines that never lose, but miss wins</legend>")
    assert re.findall(r'name="opponent" value="engine:(\S+?)"', safe) == [
        *("linear-guarded", "menace", "td", "net", "mcts")
    ]
    for name in re.findall(r'name="opponent" value="engine:(\S+?)"', beatable):
        one = engine("classic", name)
        assert sum(prove(one, seat, ClassicBoard.start(), 0).losses for seat in "XO") > 0


def test_an_engine_that_is_gone_is_not_offered_again(as_ada: Client) -> None:
    session = as_ada.session
    session["new_game"] = {"classic": {"computer": "engine:of-long-ago"}}
    session.save()
    assert "Play Pip" in page(as_ada)


def test_somebody_who_waits_is_counted_once(as_ada: Client, ada: User) -> None:
    open_game(ada, "lobby", X=ada)
    assert "One person is waiting." in page(as_ada)


@pytest.mark.parametrize("field", ["seat", "third", "clock", "reading"])
def test_an_address_that_wishes_for_what_is_not_there_gets_the_usual(
    as_ada: Client, field: str
) -> None:
    html = page(as_ada, f"?variant=dstru&{field}=anything")
    assert settings(html) == settings(page(as_ada, "?variant=dstru"))
    assert "anything" not in html.replace("anything%26", "").split("<main")[1].split("</main")[0]


@pytest.mark.parametrize("field", ["opponent", "seat", "third", "clock", "reading"])
def test_what_is_none_of_the_choices_is_quoted_in_part(as_ada: Client, field: str) -> None:
    fields = {"variant": "dstru", "opponent": "engine:random", "seat": "Tres", field: "k" * 3000}
    response = as_ada.post("/games/new/", fields)
    assert response.status_code == 400
    shown = re.sub("<[^>]*>", "", html_of(response))
    assert f"“{'k' * 40}” is none of these." in shown
    assert "k" * 41 not in shown
