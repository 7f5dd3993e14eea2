"""The ladder: who plays whom, what a game changes, what stays of it, and how it is read."""

from __future__ import annotations

import io
import json
from collections import Counter
from random import Random
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client

from accounts.models import User
from games import services
from games.arena import rounds, runner, standings
from games.arena.contestants import enrol, fallible
from games.arena.grading.contest import BuiltIn, Outside, PlayedGame, Work, play_game
from games.arena.grading.cost import Cost
from games.arena.standings import cross_table, standing
from games.compute import pool
from games.match import glicko
from games.models import Game
from games.models.engines import Contestant, EngineGame, Pairing, UploadedEngine
from games.services.verify import verify
from tests.computing import Here
from tests.uploads.conftest import FIRST_FREE, Slow, send, sent, worker  # noqa: F401  fixtures

WEAK = ("random", "smart", "linear")


@pytest.fixture
def three(db: Any, monkeypatch: pytest.MonkeyPatch) -> dict[str, Contestant]:
    """A ladder of three quick engines, whose games are played at once."""
    monkeypatch.setitem(pool._apart, "ladder", Here())
    enrol()
    Contestant.objects.exclude(variant="classic", engine__in=WEAK).update(retired=True)
    return {row.engine: row for row in Contestant.objects.filter(retired=False)}


def play(games: int, seed: int = 1) -> None:
    rng = Random(seed)
    for _ in range(games):
        fixture = rounds.next_fixture(rng)
        assert fixture is not None
        assert rounds.finish(fixture, rounds.submit(fixture)) == 1


def test_everybody_meets_everybody_equally_often_in_both_seats(
    three: dict[str, Contestant],
) -> None:
    play(12)
    assert [pair.games for pair in Pairing.objects.all()] == [4, 4, 4]
    first = Counter(
        tuple(game.seats.order_by("index").values_list("engine", flat=True))
        for game in Game.objects.all()
    )
    assert sorted(first.values()) == [2] * 6
    assert set(Contestant.objects.filter(retired=False).values_list("games", flat=True)) == {8}


def test_who_plays_one_side_meets_everybody_from_there(
    three: dict[str, Contestant],
) -> None:
    Contestant.objects.filter(engine="menace").update(retired=False)
    play(12)
    boxes = [game for game in Game.objects.all() if game.seats.filter(engine="menace")]
    assert len(boxes) == 6
    assert {game.seats.get(engine="menace").name for game in boxes} == {"X"}


def test_two_of_the_same_side_do_not_meet(
    three: dict[str, Contestant], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rounds, "holds", lambda variant, slug, seat: seat == "X")
    assert rounds.next_fixture(Random(1)) is None


def test_a_game_is_stored_whole_and_can_be_verified_and_reviewed(
    three: dict[str, Contestant], client: Client
) -> None:
    play(3)
    for game in Game.objects.prefetch_related("seats"):
        assert (game.status, game.event, game.created_by) == ("finished", "Ladder", None)
        assert verify(game) == []
        assert client.get(f"/games/{game.id}/review/").status_code == 200
        assert client.get(f"/games/{game.id}/").status_code == 200


def test_a_game_moves_both_ratings_as_glicko_says(three: dict[str, Contestant]) -> None:
    one, two = three["random"], three["smart"]
    fixture = rounds.Fixture("classic", one.pk, two.pk, 7)
    work = {"X": Work(2, 0.5), "O": Work(3, 0.25)}
    played = PlayedGame((0, 3, 1, 4, 8, 5), work)
    match = rounds.store_game(fixture, played)
    assert match is not None
    assert match.outcome is not None
    assert match.outcome.winner == "O"
    new = glicko.GlickoRating()
    for row, score in ((one, 0.0), (two, 1.0)):
        row.refresh_from_db()
        after = glicko.rate(new, [(new, score)])
        assert (row.rating, row.deviation) == (after.rating, after.deviation)
        assert (row.games, row.weak_games, row.weak_points) == (1, 1, score)
    assert (two.moves, two.seconds) == (3, 0.25)
    pairing = Pairing.objects.get()
    assert (pairing.won, pairing.drawn, pairing.lost) == (0, 0, 1)
    assert pairing.latest_id == match.id


def test_the_seed_decides_every_move_of_built_in_engines() -> None:
    seats = (("X", BuiltIn("random")), ("O", BuiltIn("smart")))
    games = [play_game("classic", seats, 5).moves for _ in range(3)]
    assert games[0] == games[1] == games[2]
    assert play_game("classic", seats, 6).moves != games[0]


def test_dstru_is_played_with_chance(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(pool._apart, "ladder", Here())
    enrol()
    Contestant.objects.exclude(variant="dstru", engine__in=("random", "smart")).update(retired=True)
    play(2)
    for game in Game.objects.all():
        assert game.variant == "dstru"
        assert verify(game) == []


def test_fallible_are_the_characters_that_make_mistakes() -> None:
    assert fallible("classic") == {"random", "smart", "linear"}
    assert fallible("dstru") == {"random", "smart", "search"}


def published(client: Client, source: str = FIRST_FREE) -> UploadedEngine:
    send(client, source)
    runner.work_off()
    row = UploadedEngine.objects.order_by("-version")[0]
    client.post(f"/engines/{row.pk}/publish/", {"published": "yes"})
    row.refresh_from_db()
    assert row.plays
    return row


@pytest.mark.long
def test_a_new_version_begins_with_rating_and_margin_of_the_one_before(as_ada: Client) -> None:
    first = published(as_ada)
    enrol()
    Contestant.objects.filter(uploaded=first).update(rating=1711, deviation=88, games=30)
    second = published(as_ada, FIRST_FREE + "\n")
    enrol()
    row = Contestant.objects.get(uploaded=second)
    assert (row.rating, row.deviation, row.games, row.retired) == (1711, 88, 0, False)
    assert Contestant.objects.get(uploaded=first).retired


@pytest.mark.long
def test_what_is_taken_back_plays_no_more_and_can_return(as_ada: Client) -> None:
    row = published(as_ada)
    enrol()
    as_ada.post(f"/engines/{row.pk}/publish/", {"published": "no"})
    enrol()
    assert Contestant.objects.get(uploaded=row).retired
    as_ada.post(f"/engines/{row.pk}/publish/", {"published": "yes"})
    enrol()
    assert not Contestant.objects.get(uploaded=row).retired


@pytest.mark.long
def test_a_published_engine_plays_and_its_author_sees_the_game(
    three: dict[str, Contestant], as_ada: Client
) -> None:
    row = published(as_ada)
    Contestant.objects.exclude(engine="random").update(retired=True)
    enrol()
    Contestant.objects.exclude(engine__in=("random", row.slug)).update(retired=True)
    play(2)
    kept = EngineGame.objects.filter(engine=row)
    assert kept.count() == 2
    assert not any(one.gave_up for one in kept)
    page = as_ada.get(f"/engines/{row.pk}/").content.decode()
    assert "against Pip" in page


@pytest.mark.long
def test_an_engine_that_fails_resigns_and_its_author_is_told(
    three: dict[str, Contestant], as_ada: Client
) -> None:
    row = published(as_ada)
    bad = "def choose(position):\n    raise ValueError('no idea')\n"
    UploadedEngine.objects.update(source=bad, digest="bad")
    enrol()
    mine = Contestant.objects.get(uploaded=row)
    fixture = rounds.Fixture("classic", mine.pk, three["random"].pk, 3)
    assert rounds.finish(fixture, rounds.submit(fixture)) == 1
    game = Game.objects.get()
    assert (game.status, game.winner, game.reason) == ("finished", "O", "resign")
    row.refresh_from_db()
    assert "no idea" in row.last_failure
    assert EngineGame.objects.get().gave_up


@pytest.mark.long
def test_a_deleted_engine_leaves_the_ladder_and_its_games_stay(
    three: dict[str, Contestant], as_ada: Client, ada: User, client: Client
) -> None:
    row = published(as_ada)
    enrol()
    mine = Contestant.objects.get(uploaded=row)
    fixture = rounds.Fixture("classic", mine.pk, three["random"].pk, 3)
    future = rounds.submit(fixture)
    rounds.finish(fixture, future)
    ada.delete()
    assert not Contestant.objects.filter(engine=row.slug).exists()
    assert client.get(f"/games/{Game.objects.get().id}/review/").status_code == 200
    assert client.get("/engines/ladder/").status_code == 200
    assert rounds.finish(fixture, future) == 0


def test_a_turn_waits_for_nothing(three: dict[str, Contestant], worker: Slow) -> None:
    pool._apart["ladder"] = worker  # type: ignore[assignment]
    ladder = rounds.Ladder(1)
    assert [ladder.turn(), ladder.turn()] == [0, 0]
    assert len(worker.asked) == 1
    worker.answer()
    assert ladder.turn() == 1
    assert Game.objects.count() == 1
    assert len(worker.asked) == 1


def test_a_game_that_is_lost_is_left_out(three: dict[str, Contestant], worker: Slow) -> None:
    pool._apart["ladder"] = worker  # type: ignore[assignment]
    ladder = rounds.Ladder(1)
    ladder.turn()
    [(future, _, _)] = worker.asked
    future.set_exception(pool.Lost("gone"))
    assert ladder.turn() == 0
    assert not Game.objects.exists()


def test_no_game_is_stored_during_maintenance(three: dict[str, Contestant]) -> None:
    services.begin_maintenance("Back at noon.")
    fixture = rounds.next_fixture(Random(1))
    assert fixture is not None
    assert rounds.finish(fixture, rounds.submit(fixture)) == 0


def test_the_table_has_three_orders(
    three: dict[str, Contestant], monkeypatch: pytest.MonkeyPatch
) -> None:
    figures = {
        "random": {"rating": 1600, "deviation": 200, "weak_points": 2},
        "smart": {"rating": 1500, "deviation": 50, "weak_points": 9},
        "linear": {"rating": 1400, "deviation": 30, "weak_points": 5},
    }
    for engine, fields in figures.items():
        Contestant.objects.filter(engine=engine, variant="classic").update(
            games=20, weak_games=10, moves=100, seconds=9.0, **fields
        )
    costs = {"random": Cost(0, 0.001), "smart": Cost(10, 0.003), "linear": Cost(0, 0.002)}
    monkeypatch.setattr(standings, "costs_of", lambda variant: costs)

    def order(by: str) -> list[str]:
        return [row.slug for row in standing("classic", by)]

    assert order("rating") == ["smart", "linear", "random"]
    assert order("weak") == ["smart", "linear", "random"]
    assert order("economy") == ["random", "linear", "smart"]
    row = standing("classic")[0]
    assert (row.rating, row.margin, row.weak, row.nodes, row.milliseconds) == (
        *(1500, 100, "90", "10", "3"),
    )
    monkeypatch.setattr(standings, "costs_of", lambda variant: {})
    assert {row.milliseconds for row in standing("classic", "economy")} == {"–"}, "not measured yet"


@pytest.mark.long
def test_the_page_says_how_positions_and_time_are_measured(
    three: dict[str, Contestant], client: Client
) -> None:
    play(3)
    page = " ".join(client.get("/engines/ladder/").content.decode().split())
    assert "each engine is warm and runs in one process, 5 times in each of 40 positions" in page
    assert 'href="/learn/counting/"' in page


def test_the_cross_table_adds_up(three: dict[str, Contestant]) -> None:
    play(9)
    rows = cross_table(standing("classic"), "classic")
    for at, row in enumerate(rows):
        assert row.cells[at] is None
        for other, cell in enumerate(row.cells):
            if cell is not None:
                back = rows[other].cells[at]
                assert back is not None
                assert abs(int(cell.said) + int(back.said) - 100) <= 1
                assert cell.url.endswith("/review/")


@pytest.mark.long
@pytest.mark.django_db
@pytest.mark.parametrize(("variant", "said"), [("dstru", "won by Dos"), ("classic", "drawn")])
def test_a_full_grid_is_told_as_a_win_of_dos(variant: str, said: str) -> None:
    strength = {"rating": 1500.0, "deviation": 50.0, "volatility": 0.06}
    Contestant.objects.all().delete()
    one, two = (
        Contestant.objects.create(variant=variant, engine=name, **strength)
        for name in ("random", "smart")
    )
    Pairing.objects.create(one=one, two=two, won=1, drawn=2, lost=1)
    cells = [cell for row in cross_table(standing(variant), variant) for cell in row.cells if cell]
    assert [(cell.said, cell.spoken) for cell in cells] == [("50", f"1 won, 2 {said}, 1 lost")] * 2


def test_the_page_has_every_order_of_both_games(
    three: dict[str, Contestant], client: Client
) -> None:
    play(3)
    for by in ("rating", "weak", "economy", "nonsense"):
        page = client.get(f"/engines/ladder/?by={by}").content.decode()
        assert "Each against each" in page
        assert "3 games." in page
    assert client.get("/engines/ladder/?game=dstru").status_code == 200
    assert client.get("/engines/ladder/?game=chess").status_code == 200


def test_the_command_plays_and_prints_the_table(three: dict[str, Contestant]) -> None:
    out = io.StringIO()
    call_command("arena", "--ladder", "--games", "3", "--json", stdout=out)
    found = json.loads(out.getvalue())
    assert (found["game"], found["games"]) == ("classic", 3)
    assert sum(row["games"] for row in found["ladder"]) == 6
    assert Game.objects.count() == 3


def test_what_a_program_costs_is_counted() -> None:
    source = b'def choose(position):\n    return position.index(".")\n'
    seats = (("X", Outside("cost", source, True)), ("O", BuiltIn("bitboard")))
    played = play_game("classic", seats, 1)
    assert not played.failed
    assert played.work["X"].seconds > 0
    assert played.work["O"].seconds == 0, "our own are measured apart"
    assert all(work.moves > 0 for work in played.work.values())
