"""What an invitation says to whoever opens it, and how its opener can pass it on."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from accounts.models import User
from games import services
from games.match import Action, Match, Seat
from games.queries import selectors
from games.templatetags.share import qr_code
from tests.games.conftest import page_of, person


def invitation(ada: User, variant: str = "classic", **options: object) -> Match:
    seats = {} if variant == "classic" else {"Dos": Seat("Dos")}
    mine = "X" if variant == "classic" else "Tres"
    setup = services.GameSetup(
        by=ada.pk,
        variant=variant,
        kind="friend",
        seats={mine: person(mine, ada), **seats},
        **options,  # type: ignore[arg-type]
    )
    return services.open_game(setup)


@pytest.mark.parametrize(
    ("options", "terms"),
    [
        ({}, "Classic 3×3, no clock. You play O."),
        ({"clock": (180_000, 2_000)}, "Classic 3×3, 3 min + 2 s. You play O."),
        ({"clock": (60_000, 0), "rated": True}, "Classic 3×3, 1 min + 0 s, rated. You play O."),
        ({"variant": "dstru"}, "DSTRU-TAC-TOE, no clock. You play Uno or Dos."),
    ],
)
def test_it_says_who_invites_to_which_game_and_clock(
    client: Client, ada: User, options: dict[str, object], terms: str
) -> None:
    page = page_of(client, invitation(ada, **options))  # type: ignore[arg-type]
    assert '<h1 id="headline">ada invites you</h1>' in page
    assert f'<p id="detail" class="lead">{terms}</p>' in page
    assert 'property="og:description" content="ada invites you"' in page


def test_its_opener_changes_game_and_clock_with_one_tap_each(as_ada: Client, ada: User) -> None:
    match = invitation(ada)
    page = as_ada.get(f"/games/{match.id}/")
    assert [one.name for one in page.context["change"]["choices"]] == ["variant", "clock"]
    sent = {"tap": "1", "opponent": "friend", "rated": "", "instead": match.id}
    answer = as_ada.post("/games/new/", {**sent, "variant": "dstru", "clock": "60+2"})
    changed = selectors.match(answer.headers["Location"].split("/")[2])
    assert (changed.board.VARIANT, changed.clock and changed.clock.base) == ("dstru", 60_000)
    assert selectors.match(match.id).status == "aborted"
    assert as_ada.get(f"/games/{changed.id}/").context["change"]["terms"] == "1 min + 2 s"


def changed(client: Client, match: Match, name: str, value: str) -> Match:
    """The invitation that comes of a tap on one of the changes that the page offers."""
    choices = client.get(f"/games/{match.id}/").context["change"]["choices"]
    kept = dict(next(one.kept for one in choices if one.name == name))
    sent = {"tap": "1", "opponent": "friend", "instead": match.id, **kept, name: value}
    answer = client.post("/games/new/", sent)
    return selectors.match(answer.headers["Location"].split("/")[2])


def test_a_change_keeps_the_rating_while_there_is_a_clock(as_ada: Client, ada: User) -> None:
    match = invitation(ada, clock=(60_000, 2_000), rated=True)
    assert '<input type="hidden" name="rated" value="on">' in page_of(as_ada, match)
    slower = changed(as_ada, match, "clock", "180+2")
    assert slower.rated
    other = changed(as_ada, slower, "variant", "dstru")
    assert (other.board.VARIANT, other.rated) == ("dstru", True)
    calm = changed(as_ada, other, "clock", "")
    assert (calm.clock, calm.rated) == (None, False)


def test_a_change_of_the_clock_keeps_seat_rule_and_third_person(as_ada: Client, ada: User) -> None:
    match = invitation(ada, "dstru", exact=True)
    slow = changed(as_ada, match, "clock", "300+5")
    assert (slow.seat_of(ada.pk), slow.board.exact) == ("Tres", True)
    assert slow.seat("Dos").kind == "empty"


def test_nothing_is_changed_any_more_once_a_friend_sits_there(
    as_ada: Client, as_grace: Client, ada: User
) -> None:
    match = invitation(ada, "dstru")
    as_grace.post(f"/games/{match.id}/join/", {"seat": "Uno"})
    for client in (as_ada, as_grace):
        assert client.get(f"/games/{match.id}/").context["change"] is None


def test_nobody_else_changes_it(client: Client, ada: User) -> None:
    assert client.get(f"/games/{invitation(ada).id}/").context["change"] is None


def test_a_visitor_plays_with_one_button_and_no_account(client: Client, ada: User) -> None:
    match = invitation(ada)
    page = page_of(client, match)
    assert page.count('name="seat"') == 1
    assert client.post(f"/games/{match.id}/join/", {"seat": "O"}).status_code == 302
    assert selectors.match(match.id).status == "active"
    assert User.objects.exclude(pk=ada.pk).get().is_guest


def test_its_opener_gets_link_share_and_code_and_nobody_else(
    as_ada: Client, client: Client, ada: User
) -> None:
    match = invitation(ada)
    page = page_of(as_ada, match)
    link = f"http://testserver/games/{match.id}/"
    assert f'id="invite" readonly value="{link}"' in page
    assert 'data-share="invite"' in page
    assert f"<title>A QR code of {link}</title>" in page
    assert 'id="invite"' not in page_of(client, match)


def test_the_code_is_drawn_without_inline_styles_and_quotes_its_address() -> None:
    drawn = str(qr_code('https://oxo.example/games/abc/?"<b>'))
    assert "style=" not in drawn
    assert "<b>" not in drawn
    assert "&quot;&lt;b&gt;</title>" in drawn
    # 25 modules of version 2 and four of quiet on both sides, at least.
    width = re.search(r'viewBox="0 0 (\d+) \1"', drawn)
    assert width
    assert int(width[1]) >= 33


def test_a_seat_is_called_free_only_while_the_invitation_stands(as_ada: Client, ada: User) -> None:
    match = invitation(ada)
    page = page_of(as_ada, match)
    assert '<span class="name">free seat</span>' in page
    assert "<title>Classic 3×3: ada · Oxo</title>" in page
    abort = Action("abort", match.version, None, None, ada.pk)
    services.act(game_id=match.id, action=abort)
    page = page_of(as_ada, match)
    assert "free seat" not in page
    assert '<span class="name">nobody</span>' in page
