"""Set phrases and signs: who can say what, how often, who hears it, and how it is shown."""

from __future__ import annotations

import json
from importlib import import_module
from typing import Any

import pytest
from django.conf import settings
from django.test import Client

from accounts import people
from accounts.models import User
from games import services
from games.match import Match, Phrase, Refused
from games.models import Remark
from tests.games.conftest import Play
from tests.opening import open_game


def say(match: Match, user: User, code: Phrase = Phrase.HELLO) -> services.NewRemark:
    return services.say(game_id=match.id, user_id=user.pk, code=code)


def page(client: Client, match: Match) -> str:
    return client.get(f"/games/{match.id}/").content.decode()


def post(client: Client, match: Match, body: Any) -> Any:
    kind = "application/json"
    return client.post(f"/api/games/{match.id}/remarks/", json.dumps(body), content_type=kind)


def test_what_is_said_is_in_the_record_of_the_page(
    as_ada: Client, as_grace: Client, client: Client, ada: User, grace: User, friendly: Match
) -> None:
    say(friendly, ada, Phrase.WELL_PLAYED)
    say(friendly, grace, Phrase.SMILES)
    for reader in (as_ada, as_grace, client):
        text = page(reader, friendly)
        assert '<li data-said="X-1"><b>ada</b> <span>“Well played”</span></li>' in text
        assert "<span>smiles</span>" in text
    assert list(Remark.objects.values_list("seat", "number", "code")) == [
        ("X", 1, "well_played"),
        ("O", 1, "smiles"),
    ]


def test_it_works_without_scripts(as_ada: Client, friendly: Match) -> None:
    answer = as_ada.post(f"/games/{friendly.id}/say/", {"phrase": "oops"})
    assert answer["Location"] == f"/games/{friendly.id}/"
    assert "“Oops”" in page(as_ada, friendly)


def test_only_players_are_offered_phrases(
    as_ada: Client, as_stranger: Client, client: Client, friendly: Match
) -> None:
    assert 'id="say-menu"' in page(as_ada, friendly)
    for reader in (as_stranger, client):
        assert 'id="say-menu"' not in page(reader, friendly)


def test_who_watches_cannot_speak(stranger: User, friendly: Match, client: Client) -> None:
    with pytest.raises(Refused, match="Only its players speak"):
        say(friendly, stranger)
    assert post(client, friendly, {"phrase": "oops"}).status_code == 403


def test_all_three_players_speak(ada: User, grace: User, stranger: User) -> None:
    match = open_game(ada, variant="dstru", Tres=ada, Uno=grace, Dos=stranger)
    assert [say(match, user).seat for user in (ada, grace, stranger)] == ["Tres", "Uno", "Dos"]


def test_nobody_speaks_to_an_engine_or_an_empty_seat(
    as_ada: Client, ada: User, open_match: Match
) -> None:
    alone = services.new_game(
        user_id=ada.pk, name="ada", request=services.Request("classic", "engine:random")
    )
    with pytest.raises(Refused, match="nobody here to say that to"):
        say(alone, ada)
    with pytest.raises(Refused, match="not here yet"):
        say(open_match, ada)
    assert 'id="say-menu"' not in page(as_ada, alone)


def test_after_the_game_there_is_more_to_say(
    as_ada: Client, ada: User, friendly: Match, play: Play
) -> None:
    over = play(friendly, 0, 3, 1, 4, 2)
    assert "One more?" in page(as_ada, over)
    say(over, ada, Phrase.GOOD_GAME)


def test_there_is_an_end_to_it_in_a_game(
    ada: User, grace: User, friendly: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(import_module("games.services.say"), "MOST", 2)
    assert [say(friendly, ada).number for _ in range(2)] == [1, 2]
    with pytest.raises(Refused, match="You have said 2 things in this game"):
        say(friendly, ada)
    assert say(friendly, grace).number == 1


def test_a_flood_is_answered_with_429(as_ada: Client, friendly: Match) -> None:
    times, _ = settings.LIMITS["say"]
    answers = [post(as_ada, friendly, {"phrase": "oops"}) for _ in range(times + 1)]
    assert [answer.status_code for answer in answers] == [200] * times + [429]
    assert answers[-1].json()["code"] == "too_fast"
    assert int(answers[-1]["Retry-After"]) > 0


@pytest.mark.parametrize("body", [{"phrase": "<b>hi</b>"}, {"phrase": 7}, {}, {"text": "hi"}, "hi"])
def test_free_text_is_refused_and_quoted(as_ada: Client, friendly: Match, body: Any) -> None:
    answer = post(as_ada, friendly, body)
    assert answer.status_code == 400
    assert json.dumps(body) in answer.json()["message"]
    said = as_ada.post(f"/games/{friendly.id}/say/", {"phrase": "<b>hi</b>"}, follow=True)
    assert "&lt;b&gt;hi&lt;/b&gt;" in said.content.decode()
    assert not Remark.objects.exists()


def test_the_list_over_http_has_the_messages_of_the_socket(
    as_ada: Client, ada: User, friendly: Match
) -> None:
    answer = post(as_ada, friendly, {"phrase": "sad"}).json()
    assert answer == {
        "type": "said",
        "seat": "X",
        "phrase": "sad",
        "number": 1,
        "text": "is sad",
        "spoken": "ada is sad.",
    }
    listed = as_ada.get(f"/api/games/{friendly.id}/remarks/").json()
    assert listed == {"remarks": [answer]}


def test_who_switched_phrases_off_sees_none(as_ada: Client, grace: User, friendly: Match) -> None:
    say(friendly, grace)
    User.objects.filter(name="ada").update(phrases=False)
    text = page(as_ada, friendly)
    assert 'id="remarks"' not in text
    assert "Hello" not in text


def test_a_blocked_player_is_not_heard_and_cannot_tell(
    as_ada: Client, as_grace: Client, ada: User, grace: User, friendly: Match
) -> None:
    people.block(ada, grace)
    assert say(friendly, grace).deaf == (ada.pk,)
    assert "“Hello”" not in page(as_ada, friendly)
    assert "“Hello”" in page(as_grace, friendly)
    assert as_ada.get(f"/api/games/{friendly.id}/remarks/").json() == {"remarks": []}
