"""The arena of a class: pairing by rank, points that double, and a simul of the teacher."""

from __future__ import annotations

import uuid
from random import Random
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from accounts.models import User
from games import services
from games.match import FINISHED, Action, Reason, Verb
from games.models import Game, UploadedEngine
from games.rules import Outcome
from progress.classes import ClassRefused, arena, make
from progress.models import ClassArena, ClassMember, ClassPlayer, Classroom
from tests.bench import bench_pairing
from tests.progress.classes.conftest import as_pupil


def player(key: int, points: int = 0, last: int | None = None) -> ClassPlayer:
    return ClassPlayer(pk=key, points=points, last_id=last)


@given(st.integers(2, 12), st.randoms(use_true_random=False))
@settings(max_examples=60)
def test_nobody_meets_the_last_opponent_and_as_few_as_can_be_stay_alone(
    count: int, rng: Random
) -> None:
    waiting = [player(key, rng.randrange(9)) for key in range(count)]
    for one in waiting:
        one.last_id = rng.choice([None, *(x.pk for x in waiting if x.pk != one.pk)])
    pairs = arena.matched(waiting)
    assert all(a.last_id != b.pk and b.last_id != a.pk for a, b in pairs)
    paired = [one.pk for pair in pairs for one in pair]
    assert len(paired) == len(set(paired))
    assert bench_pairing.cost_of(waiting, pairs) == bench_pairing.best(waiting)


@pytest.mark.long
def test_pairing_is_as_good_as_the_best_matching() -> None:
    found = bench_pairing.measured_arenas(5)
    assert (found.rounds, found.equal) == (340, 340)
    for size in (4, 5, 8):
        found = bench_pairing.measured_crowds(size, 200)
        assert (found.rounds, found.equal) == (200, 200)


def test_thirty_by_rank_meet_those_near_in_points() -> None:
    waiting = [player(key, 60 - 2 * key) for key in range(30)]
    pairs = arena.matched(waiting)
    assert len(pairs) == 15
    assert {abs(a.points - b.points) for a, b in pairs} == {2}


def test_points_double_after_two_wins_until_a_game_is_not_won() -> None:
    results, streak, sheet = [2, 2, 2, 1, 2, 2, 2, 0, 2], 0, []
    for result in results:
        sheet.append(arena.points_of(result, streak))
        streak = streak + 1 if result == 2 else 0
    assert sheet == [2, 2, 4, 2, 2, 2, 4, 0, 2]


def resign(game_id: str, user: User) -> None:
    version = services.current_match(game_id).version
    action = Action(Verb.RESIGN, version, str(uuid.uuid4()), None, user.pk)
    services.act_and_advance(game_id=game_id, action=action)


@pytest.fixture
def begun(classroom: Classroom, pupils: list[ClassMember]) -> ClassArena:
    """An arena of the three pupils, and of a fourth."""
    make.add_pupils(classroom, ["Dora"])
    classroom.members.update(came_at=timezone.now())
    return arena.begin(classroom, "dstru", 20)


def test_everybody_plays_at_once_and_is_paired_again(begun: ClassArena) -> None:
    players = list(begun.players.select_related("member__user"))
    games = {one.game_id for one in players}
    assert len(games) == 2
    for game in games:
        loser = next(one for one in players if one.game_id == game)
        match = services.current_match(str(game))
        assert (match.rated, match.clock is not None) == (False, True)
        resign(str(game), loser.member.user)
    rows = arena.standings(begun)
    assert [one.player.points for one in rows] == [2, 2, 0, 0]
    for row in rows:
        assert row.player.last is not None
        arena.ready(row.player)
    again = list(begun.players.all())
    assert None not in {one.game_id for one in again}
    for one in again:
        partner = next(x for x in again if x.game_id == one.game_id and x.pk != one.pk)
        assert one.last_id != partner.pk


def test_a_game_that_was_made_meanwhile_stays(begun: ClassArena) -> None:
    player = begun.players.all()[0]
    game, player.game = player.game_id, None  # as a page read it before
    arena.ready(player)
    player.refresh_from_db()
    assert (player.game_id, player.ready_at) == (game, None)


def test_an_arena_that_another_one_has_replaced_pairs_nobody(
    begun: ClassArena, pupils: list[ClassMember]
) -> None:
    player = begun.players.select_related("arena").get(member=pupils[0])
    ClassPlayer.objects.update(game=None)
    player.game_id = None
    ClassArena.objects.all().delete()
    arena.ready(player)
    assert not ClassPlayer.objects.exists()


def test_a_full_grid_is_a_draw_of_the_two(begun: ClassArena) -> None:
    player = begun.players.all()[0]
    match = services.current_match(str(player.game_id))
    arena.note_game(replace(match, status=FINISHED, outcome=Outcome("Dos", Reason.FULL)))
    assert set(begun.players.filter(game=match.id).values_list("points", flat=True)) == {1}


def test_a_member_sees_their_own_place_and_takes_a_break(
    begun: ClassArena, pupils: list[ClassMember]
) -> None:
    client = as_pupil(pupils[0])
    page = client.get("/classes/mine/arena/")
    assert page.context["game"].startswith("/games/")
    mine = begun.players.get(member=pupils[0])
    resign(str(mine.game_id), pupils[0].user)
    page = client.get("/classes/mine/arena/")
    assert (page.context["place"].player.points, page.context["sheet"]) == (0, ["0"])
    client.post("/classes/mine/arena/", {"do": "ready"})
    assert begun.players.get(member=pupils[0]).ready_at is not None
    client.post("/classes/mine/arena/", {"do": "rest"})
    assert begun.players.get(member=pupils[0]).ready_at is None


def test_the_wall_shows_the_first_ten_and_at_the_end_three(
    teacher: Client, classroom: Classroom, begun: ClassArena
) -> None:
    page = teacher.get(f"/classes/{classroom.pk}/arena/wall/")
    assert (page.context["runs"], len(page.context["boards"])) == (True, 2)
    assert "Amira" not in page.text
    teacher.post(f"/classes/{classroom.pk}/arena/", {"do": "end"})
    assert "Well played." in teacher.get(f"/classes/{classroom.pk}/arena/wall/").text
    for one in begun.players.all():
        resign(str(one.game_id), one.member.user) if one.game_id and one.pk % 2 else None
    begun.refresh_from_db()
    arena.ready(begun.players.filter(game=None).first() or begun.players.all()[0])
    assert ClassArena.objects.count() == 1


def test_a_simul_is_all_against_the_teacher(
    teacher: Client, classroom: Classroom, pupils: list[ClassMember], grace: User
) -> None:
    classroom.members.update(came_at=timezone.now())
    teacher.post(f"/classes/{classroom.pk}/arena/", {"do": "simul", "variant": "classic"})
    page = teacher.get(f"/classes/{classroom.pk}/arena/")
    assert [yours for _, _, _, yours in page.context["boards"]] == [True] * 3
    member, match, _, _ = page.context["boards"][0]
    resign(match.id, grace)
    assert ClassPlayer.objects.get(member=member).points == 2


def test_a_simul_whose_games_cannot_begin_leaves_nothing(
    classroom: Classroom, pupils: list[ClassMember], monkeypatch: pytest.MonkeyPatch
) -> None:
    classroom.members.update(came_at=timezone.now())
    real, opened = arena.open_between, []

    def one_alone(*people: Any, **more: Any) -> str:
        if opened:
            raise ClassRefused("No room.")
        opened.append(real(*people, **more))
        return opened[0]

    monkeypatch.setattr(arena, "open_between", one_alone)
    with pytest.raises(ClassRefused):
        arena.begin(classroom, "classic", 20, simul=True)
    assert len(opened) == 1
    assert not Game.objects.exists()
    assert not ClassArena.objects.exists()


@pytest.mark.parametrize(("do", "games"), [("simul", 3), ("arena", 1)])
def test_an_arena_and_a_simul_count_as_a_new_game(
    teacher: Client,
    classroom: Classroom,
    pupils: list[ClassMember],
    settings: Any,
    do: str,
    games: int,
) -> None:
    classroom.members.update(came_at=timezone.now())
    settings.LIMITS = {**settings.LIMITS, "create_game": (1, 60)}
    page = f"/classes/{classroom.pk}/arena/"
    for _ in range(2):
        teacher.post(page, {"do": do, "variant": "classic"})
    assert "Too many new games" in teacher.get(page).text
    assert Game.objects.count() == games


def test_an_end_without_an_arena_begins_none(
    teacher: Client, classroom: Classroom, pupils: list[ClassMember]
) -> None:
    classroom.members.update(came_at=timezone.now())
    teacher.post(f"/classes/{classroom.pk}/arena/", {"do": "end", "variant": "dstru"})
    assert not ClassArena.objects.exists()


@pytest.mark.parametrize(
    ("variant", "minutes", "said"),
    [("chess", 20, "'chess' is no game."), ("dstru", 3, "3 minutes cannot be")],
)
def test_an_arena_that_cannot_be_is_refused(
    classroom: Classroom, variant: str, minutes: int, said: str
) -> None:
    with pytest.raises(ClassRefused, match=said):
        arena.begin(classroom, variant, minutes)
    with pytest.raises(ClassRefused, match="Nobody is here"):
        arena.begin(classroom, "dstru", 20)


def test_the_engines_of_a_class_stand_in_a_ladder_of_their_own(
    teacher: Client, classroom: Classroom, pupils: list[ClassMember], ada: User
) -> None:
    lost = {"seat": "O", "moves": [0, 1, 4, 2, 8]}
    grades: list[dict[str, object]] = [
        {"never_loses": False, "refutation": lost, "right": 90},
        {"never_loses": True, "refutation": None, "right": 100},
    ]
    rest = dict.fromkeys(("wins_missed", "draws_lost", "illegal", "crashes", "lines"), 0)
    # What somebody with an account of their own has not shared is not the class's.
    UploadedEngine.objects.create(author=ada, name="own", variant="classic", source="", digest="")
    ClassMember.objects.create(classroom=classroom, user=ada, picture="kite", card="")
    for member, grade in zip(pupils, grades, strict=False):
        stored = {"interface": "choose", "asked": 100, "table": "x", "python": "3", **rest, **grade}
        UploadedEngine.objects.create(
            author=member.user,
            name="mine",
            variant="classic",
            source="x = 1",
            digest=member.picture,
            status=UploadedEngine.Status.GRADED,
            grade=stored,
        )
    page = teacher.get(f"/classes/{classroom.pk}/arena/")
    rows = [(one.member, one.said, one.lost) for one in page.context["engines"]]
    assert rows == [
        (pupils[1], "It never loses", ""),
        (pupils[0], "It can lose", "a1-b1-b2-c1-c3"),
    ]
    line = {"do": "line", "variant": "classic", "line": "a1-b1-b2-c1-c3"}
    shown = teacher.post(f"/classes/{classroom.pk}/look/", line, follow=True).context
    assert (shown["drawn"].mode, shown["sentence"]) == ("game", "X has won.")
