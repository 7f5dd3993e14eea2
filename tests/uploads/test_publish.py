"""Published engines: who can publish what, who plays them, and what happens when they fail."""

from __future__ import annotations

from collections.abc import Callable
from html import unescape
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from accounts.signals import guest_merged
from games import services
from games.arena import playing, runner
from games.arena.grading import play
from games.arena.record import record
from games.compute import moves, pool
from games.engines import EngineError, engine, engine_for
from games.match import Action, Match, Refused
from games.models import Game, UploadedEngine
from games.models.engines import EngineGame
from tests.grading import wrong_files
from tests.uploads.conftest import FIRST_FREE, Slow, now, place, send

Sent = Callable[..., UploadedEngine]


@pytest.fixture
def published(as_ada: Client, sent: Sent) -> UploadedEngine:
    """``FIRST_FREE``, published by ada."""
    return publish(as_ada, sent(as_ada))


def publish(client: Client, row: UploadedEngine) -> UploadedEngine:
    runner.work_off()
    client.post(f"/engines/{row.pk}/publish/", {"published": "yes"})
    row.refresh_from_db()
    assert row.plays
    return row


def against(user: User, row: UploadedEngine, seat: str = "X") -> Match:
    wanted = services.Request(row.variant, f"engine:{row.slug}", seat)
    return services.new_game(user_id=user.pk, name=user.name, request=wanted)


@pytest.mark.long
def test_a_game_goes_on_when_the_move_is_known(
    worker: Slow, published: UploadedEngine, grace: User
) -> None:
    match = against(grace, published)
    assert match.seat("O").engine == published.slug
    match = place(match, grace, 4)
    assert match.to_act == "O"
    assert worker.answer() == 1
    assert now(match).moves == (4, 0)
    match = place(now(match), grace, 8)
    assert worker.answer() == 1
    assert now(match).moves == (4, 0, 8, 1)


@pytest.mark.long
def test_a_proven_engine_plays_from_its_table(
    worker: Slow, as_ada: Client, sent: Sent, grace: User
) -> None:
    row = publish(as_ada, sent(as_ada, wrong_files.HIDES_A_COUNT))
    assert "on this site it plays from that table" in as_ada.get(f"/engines/{row.pk}/").text
    match = place(against(grace, row), grace, 4)
    assert match.to_act == "X"
    assert match.moves[1] in (0, 2, 6, 8)
    assert worker.asked == []


@pytest.mark.long
def test_somebody_who_looks_meanwhile_does_not_ask_twice(
    worker: Slow, published: UploadedEngine, grace: User
) -> None:
    match = place(against(grace, published), grace, 4)
    assert now(match).to_act == "O"
    assert now(match).to_act == "O"
    assert len(worker.asked) == 1
    worker.answer()
    assert now(match).moves == (4, 0)


@pytest.mark.long
def test_another_game_in_the_same_position_is_answered_at_once(
    worker: Slow, published: UploadedEngine, grace: User
) -> None:
    place(against(grace, published), grace, 4)
    worker.answer()
    assert place(against(grace, published), grace, 4).moves == (4, 0)


@pytest.mark.long
def test_an_engine_that_begins_makes_its_first_move(
    worker: Slow, published: UploadedEngine, grace: User
) -> None:
    match = against(grace, published, "O")
    assert match.moves == ()
    worker.answer()
    assert now(match).moves == (0,)


@pytest.mark.long
@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("raise ValueError('out of ideas')", "out of ideas"),
        ("return 99", "gives 99, expected a free cell"),
        ("return 'x' * 70_000_000", "memory"),
        ("while True: pass", "more than"),
    ],
)
def test_an_engine_that_fails_gives_the_game_up(
    worker: Slow,
    published: UploadedEngine,
    grace: User,
    as_ada: Client,
    body: str,
    said: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(play, "SECONDS", 1.0)
    source = f"def choose(position):\n    {body}\n"
    UploadedEngine.objects.update(source=source, digest=body[:64])
    playing.forget(published.slug)
    match = place(against(grace, published), grace, 4)
    worker.answer()
    match = now(match)
    assert match.status == "finished"
    assert match.outcome is not None
    assert (match.outcome.winner, match.outcome.reason) == ("X", "resign")
    kept = EngineGame.objects.get()
    assert (kept.engine_id, kept.seat, kept.result, kept.gave_up) == (published.pk, "O", "l", True)
    published.refresh_from_db()
    assert said in published.last_failure
    assert "It gave up a game" in as_ada.get(f"/engines/{published.pk}/").content.decode()


@pytest.mark.long
def test_a_worker_that_is_lost_loses_the_game(
    worker: Slow, published: UploadedEngine, grace: User
) -> None:
    match = place(against(grace, published), grace, 4)
    [(future, _, _)] = worker.asked
    future.set_exception(pool.Lost("gone"))
    assert now(match).status == "finished"


@pytest.mark.long
def test_a_full_worker_is_asked_again(
    worker: Slow,
    published: UploadedEngine,
    grace: User,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    timers: list[Callable[[], None]] = []

    class Timer:
        def __init__(self, after: float, function: Callable[..., None], args: Any) -> None:
            timers.append(lambda: function(*args))

        def start(self) -> None: ...

    monkeypatch.setattr(moves.threading, "Timer", Timer)
    worker.full = True
    match = place(against(grace, published), grace, 4)
    worker.full = False
    [again] = timers
    again()
    worker.answer()
    assert now(match).moves == (4, 0)


@pytest.mark.long
def test_its_author_sees_its_games_and_its_losses_first(
    worker: Slow, published: UploadedEngine, grace: User, as_ada: Client
) -> None:
    match = against(grace, published)
    for cell in (4, 2, 6):  # it answers with the first free cell, and loses the diagonal
        match = place(now(match), grace, cell)
        worker.answer()
    assert now(match).status == "finished"
    page = as_ada.get(f"/engines/{published.pk}/").content.decode()
    assert "Games on this site: 0 won, 0 drawn, 1 lost" in " ".join(page.split())
    assert f"/games/{match.id}/review/" in page
    assert "As O against grace" in page
    EngineGame.objects.update(result=EngineGame.Result.DRAWN)
    for variant, said in (("classic", "drawn"), ("dstru", "won by Dos")):
        published.variant = variant
        found = record(published)
        shown = found["won"], found["drawn"], found["neither"], found["lost"]
        assert shown == (0, 1, said, 0)
        assert [one["said"] for one in found["games"]] == [said]


@pytest.mark.long
def test_everybody_can_read_and_fork_what_is_published(
    published: UploadedEngine, as_grace: Client, client: Client
) -> None:
    page = client.get(f"/engines/{published.pk}/").content.decode()
    assert "position.index(&quot;.&quot;)" in page
    assert client.get(f"/engines/{published.pk}/source/").status_code == 200
    form = as_grace.get(f"/engines/mine/?fork={published.pk}").content.decode()
    assert "This is First by ada." in form
    assert "position.index(&quot;.&quot;)" in form
    send(as_grace, FIRST_FREE + "# mine\n", fork=published.pk)
    assert UploadedEngine.objects.get(author__name="grace").forked_from == published


@pytest.fixture
def private(worker: Slow, as_ada: Client, sent: Sent) -> UploadedEngine:
    """``FIRST_FREE``, graded and not published, of ada."""
    row = sent(as_ada, name="Secret")
    runner.work_off()
    return row


def finished(row: UploadedEngine, user: User) -> Match:
    """A game that ``user`` won against ``FIRST_FREE`` with the diagonal."""
    match = against(user, row)
    for cell in (4, 2, 6):
        match = place(now(match), user, cell)
        playing.pool._apart["engines"].answer()  # type: ignore[attr-defined]
    assert now(match).status == "finished"
    return now(match)


@pytest.mark.long
@pytest.mark.parametrize("options", ["", ":depth=2"])
def test_an_unpublished_engine_is_to_others_one_that_does_not_exist(
    private: UploadedEngine, as_grace: Client, client: Client, grace: User, options: str
) -> None:
    """Every door says what it says of an id that nobody has."""
    missing = UploadedEngine(id="a" * len(private.pk)).slug
    for slug in (private.slug, missing):
        with pytest.raises(EngineError, match=f"^'{slug}' is no engine for classic: expected one"):
            engine_for(grace.pk, "classic", slug + options)
        wanted = {"variant": "classic", "opponent": f"engine:{slug}{options}", "seat": "X"}
        for one in (client, as_grace):
            answers = [
                one.post("/api/games/", wanted, content_type="application/json"),
                one.post("/games/new/?variant=classic", wanted),
                one.post("/games/new/?variant=classic", {**wanted, "tap": "1"}),
            ]
            assert [answer.status_code for answer in answers] == [400, 400, 400]
            for answer in answers:
                assert f"'{slug}' is no engine" in unescape(answer.text)
                assert "Secret" not in answer.text
        page = as_grace.get("/games/new/", {"variant": "classic", "opponent": f"engine:{slug}"})
        assert page.status_code == 200
        assert "ada’s engine" not in page.text
        assert "Secret" not in page.text
        asked = as_grace.get("/analysis/X...O...._X/", {"engine": slug})
        assert "ada’s engine" not in asked.text
        assert "Secret" not in asked.text
    assert not Game.objects.exists()


@pytest.mark.long
def test_its_author_plays_an_engine_before_publishing_it(
    private: UploadedEngine, as_ada: Client, ada: User
) -> None:
    value = f"engine:{private.slug}"
    assert f'value="{value}"' in as_ada.get("/games/new/?engines=all").text
    assert f'value="{value}">Play it' in as_ada.get(f"/engines/{private.pk}/").text
    fields = {"variant": "classic", "opponent": value, "seat": "X"}
    assert as_ada.post("/games/new/?variant=classic", fields).status_code == 302
    assert "Play ada’s engine" in as_ada.get("/games/new/").text
    made = as_ada.post("/api/games/", fields, content_type="application/json")
    assert made.status_code == 201
    finished(private, ada)
    page = as_ada.get(f"/engines/{private.pk}/").text
    assert "Games on this site: 0 won, 0 drawn, 1 lost" in " ".join(page.split())


@pytest.mark.long
def test_nothing_of_an_unpublished_engine_shows_elsewhere(
    private: UploadedEngine, as_ada: Client, as_grace: Client, ada: User
) -> None:
    game = finished(private, ada)
    UploadedEngine.objects.update(shared=True)  # the report, that is
    pages = {
        address: as_grace.get(address).text
        for address in (
            "/games/new/?engines=all",
            "/engines/",
            "/engines/ladder/",
            "/@ada/",
            f"/games/{game.id}/",
            f"/api/games/{game.id}/",
            f"/game/export/{game.id}",
            f"/games/{game.id}/export.json",
            f"/games/{game.id}/review/",
        )
    }
    assert [address for address, text in pages.items() if "Secret" in text] == []
    assert game.id not in pages["/@ada/"]
    assert game.id not in as_grace.get(f"/engines/{private.pk}/").text
    assert "position.index" not in as_grace.get(f"/engines/{private.pk}/").text
    assert "position.index" not in as_grace.get(f"/engines/mine/?fork={private.pk}").text
    publish(as_ada, private)
    assert game.id in as_grace.get("/@ada/").text
    assert game.id in as_grace.get(f"/engines/{private.pk}/").text


def test_the_log_does_not_repeat_what_a_file_says(
    worker: Slow, as_ada: Client, ada: User, sent: Sent, caplog: pytest.LogCaptureFixture
) -> None:
    row = sent(as_ada, "def choose(position):\n    raise ValueError('my own words')\n")
    runner.work_off()
    match = place(against(ada, row), ada, 4)
    worker.answer()
    assert now(match).status == "finished"
    assert f"game {match.id}: {row.slug} gives up" in caplog.text
    assert "my own words" not in caplog.text
    assert "my own words" in as_ada.get(f"/engines/{row.pk}/").text


@pytest.mark.long
def test_an_engine_of_a_guest_goes_along_when_they_sign_up(
    worker: Slow, client: Client, sent: Sent
) -> None:
    row = sent(client)
    runner.work_off()
    guest = row.author
    assert engine_for(guest.pk, "classic", row.slug).owner == guest.pk
    member = User.objects.create_user("member", "a long password of theirs")
    guest_merged.send(User, guest=guest, member=member)
    assert engine_for(member.pk, "classic", row.slug).owner == member.pk
    with pytest.raises(EngineError):
        engine_for(guest.pk, "classic", row.slug)


@pytest.mark.long
def test_it_stands_among_the_opponents_with_author_and_grade(
    published: UploadedEngine, client: Client
) -> None:
    for address in ("/games/new/?engines=all", "/engines/"):
        page = client.get(address).content.decode()
        assert "First" in page
        assert "ada" in page
        assert "59 % right" in page
        assert f"engine:{published.slug}" in page
    assert "Nobody has published" in client.get("/engines/?game=dstru").content.decode()
    dstru = client.get("/games/new/?engines=all&variant=dstru").content.decode()
    assert published.slug not in dstru


@pytest.mark.long
def test_one_tap_plays_it(worker: Slow, published: UploadedEngine, as_grace: Client) -> None:
    fields = {"variant": "classic", "opponent": f"engine:{published.slug}", "seat": "X"}
    answer = as_grace.post("/games/new/?variant=classic", {**fields, "meanwhile": "1"})
    assert answer.status_code == 302, answer.content.decode()
    page = as_grace.get(answer["Location"]).content.decode()
    assert "First by ada" in page


@pytest.mark.long
def test_another_games_engine_cannot_sit_down(published: UploadedEngine, grace: User) -> None:
    wanted = services.Request("dstru", f"engine:{published.slug}")
    with pytest.raises(Refused, match="is no engine for dstru"):
        services.new_game(user_id=grace.pk, name=grace.name, request=wanted)


@pytest.mark.long
def test_the_next_version_takes_the_place_of_the_last(
    worker: Slow, published: UploadedEngine, as_ada: Client, grace: User, sent: Sent
) -> None:
    match = against(grace, published)
    second = publish(as_ada, sent(as_ada, FIRST_FREE + "\n"))
    published.refresh_from_db()
    assert not published.plays
    assert engine("classic", second.slug).title == "First 2 by ada"
    with pytest.raises(Refused, match="is not published any more"):
        against(grace, published)
    match = place(match, grace, 4)
    worker.answer()
    assert now(match).moves == (4, 0)


@pytest.mark.long
def test_what_is_taken_back_plays_on_and_begins_nothing(
    worker: Slow, published: UploadedEngine, as_ada: Client, grace: User
) -> None:
    match = against(grace, published)
    as_ada.post(f"/engines/{published.pk}/publish/", {"published": "no"})
    with pytest.raises(Refused, match="is not published any more"):
        against(grace, published)
    match = place(match, grace, 4)
    worker.answer()
    assert now(match).moves == (4, 0)


@pytest.mark.long
def test_a_deleted_engine_leaves_a_game_that_its_player_can_end(
    worker: Slow, published: UploadedEngine, as_ada: Client, grace: User
) -> None:
    match = place(against(grace, published), grace, 4)
    as_ada.post(f"/engines/{published.pk}/delete/")
    playing.forget(published.slug)
    match = now(match)
    assert match.to_act == "O"
    assert not services.owes(match)
    ended = services.act(
        game_id=match.id, action=Action("resign", match.version, None, None, grace.pk)
    ).match
    assert ended.status == "finished"


@pytest.mark.long
@pytest.mark.parametrize("source", ["def choose(position):\n    return 4\n", "x = 1\n"])
def test_what_makes_illegal_moves_is_not_published(as_ada: Client, sent: Sent, source: str) -> None:
    row = sent(as_ada, source)
    runner.work_off()
    answer = as_ada.post(f"/engines/{row.pk}/publish/", {"published": "yes"}, follow=True)
    assert "Only an engine that answers every position" in answer.content.decode()
    row.refresh_from_db()
    assert row.published_at is None


@pytest.mark.long
def test_guests_and_others_publish_nothing(client: Client, as_grace: Client, sent: Sent) -> None:
    row = sent(client)
    runner.work_off()
    answer = client.post(f"/engines/{row.pk}/publish/", {"published": "yes"}, follow=True)
    assert "Publishing needs an account" in answer.content.decode()
    assert as_grace.post(f"/engines/{row.pk}/publish/").status_code == 404
    row.refresh_from_db()
    assert row.published_at is None
