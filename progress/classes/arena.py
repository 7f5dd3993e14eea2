"""Games among a class: an arena, in which everybody plays at once, and a simul of the teacher.

A win is 2 points, a draw 1. After two wins in a row everything counts double, until a game is not
won. Players who are ready are paired by rank, and never with the last opponent.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from functools import cache
from typing import NamedTuple

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from games.match import ACTIVE, FINISHED, Match
from games.queries import selectors
from games.rules import VARIANTS
from progress.classes import ClassRefused
from progress.classes.look import following, game_called
from progress.classes.make import note_change
from progress.classes.tasks import open_between
from progress.models import ClassArena, ClassMember, ClassPlayer, Classroom

MINUTES = (8, 20, 40)
WIN, DRAW = 2, 1
FIRE = 2
"""Wins in a row after which points count double."""
CLOCK = (120_000, 1_000)
"""Of a game: two minutes and a second for each move."""
PATIENCE = timedelta(seconds=5)
"""How long somebody waits before a pair of few is made."""
ENOUGH = 4
"""How many wait before nobody needs to wait longer."""
REACH = 6
"""Places by rank that partners are apart at most."""
ON_THE_WALL = 10
LONGEST_SIMUL = timedelta(hours=2)


class ArenaPlace(NamedTuple):
    """A player's place. ``fire`` is whether everything counts double."""

    rank: int
    player: ClassPlayer

    @property
    def fire(self) -> bool:
        return self.player.streak >= FIRE


def games() -> list[tuple[str, str, bool]]:
    """The games of an arena: those with chance first, since others are often drawn."""
    found = sorted(VARIANTS.items(), key=lambda one: not one[1].CHANCE_SEAT)
    return [(slug, board.TITLE, bool(board.CHANCE_SEAT)) for slug, board in found]


def begin(classroom: Classroom, variant: str, minutes: int, *, simul: bool = False) -> ClassArena:
    """Begin an arena of those who are here, or a simul against the teacher. Raises ClassRefused."""
    game_called(variant)
    if minutes not in MINUTES:
        raise ClassRefused(f"{minutes} minutes cannot be: expected {', '.join(map(str, MINUTES))}.")
    now = timezone.now()
    here = list(following(classroom).select_related("user"))
    if len(here) < (1 if simul else 2):
        few = "Only one is here" if here else "Nobody is here to play"
        raise ClassRefused(f"{few}. Open the door first.")
    with transaction.atomic():
        Classroom.objects.select_for_update().get(pk=classroom.pk)  # one Start after the other
        ClassArena.objects.filter(classroom=classroom).delete()
        ends = now + (LONGEST_SIMUL if simul else timedelta(minutes=minutes))
        arena = ClassArena.objects.create(
            classroom=classroom, variant=variant, simul=simul, ends_at=ends
        )
        players = [ClassPlayer(arena=arena, member=one, ready_at=now) for one in here]
        ClassPlayer.objects.bulk_create(players)
        if simul:
            for player in arena.players.select_related("member__user"):
                teacher, pupil = classroom.teacher, player.member.user
                game = open_between(variant, teacher, pupil, event="All against the teacher")
                ClassPlayer.objects.filter(pk=player.pk).update(game=game, ready_at=None)
        else:
            pair(arena)
    note_change(classroom.pk, for_all=True)
    return arena


def end(arena: ClassArena) -> None:
    """End it now: nobody is paired any more."""
    arena.ends_at = timezone.now()
    arena.save(update_fields=["ends_at"])
    note_change(arena.classroom_id, for_all=True)


def runs(arena: ClassArena) -> bool:
    return arena.ends_at > timezone.now()


def ready(player: ClassPlayer) -> None:
    """Let a player be paired again, and pair those who wait."""
    if player.game_id and selectors.match(player.game_id).status == ACTIVE:
        return
    now = timezone.now()
    # A pair may have been made meanwhile, and its game stays.
    rows = ClassPlayer.objects.filter(pk=player.pk, game=player.game_id)
    rows.update(game=None, ready_at=player.ready_at or now)
    if runs(player.arena) and not player.arena.simul:
        pair(player.arena)


def rest(player: ClassPlayer) -> None:
    """Take a break: nobody is paired with a player who is not ready."""
    ClassPlayer.objects.filter(pk=player.pk).update(ready_at=None)


def pair(arena: ClassArena) -> int:
    """Pair those who wait, and open their games; how many. Few of them wait a moment first."""
    now = timezone.now()
    with transaction.atomic():
        if ClassArena.objects.select_for_update().filter(pk=arena.pk).first() is None:
            return 0  # another one has begun
        waiting = list(
            arena.players.filter(game=None, ready_at__isnull=False)
            .select_related("member__user")
            .order_by("-points", "games", "pk")
        )
        longest = min((one.ready_at for one in waiting if one.ready_at), default=now)
        first_round = all(one.games == 0 for one in waiting)
        if len(waiting) < ENOUGH and now - longest < PATIENCE and not first_round:
            return 0
        pairs = matched(waiting)
        for one, other in pairs:
            people = (one.member.user, other.member.user)
            first, second = people if one.games % 2 == 0 else people[::-1]
            game = open_between(arena.variant, first, second, event="Arena", clock=CLOCK)
            both = ClassPlayer.objects.filter(pk__in=(one.pk, other.pk))
            both.update(game=game, ready_at=None)
    if pairs:
        note_change(arena.classroom_id, for_all=True)
    return len(pairs)


def matched(waiting: Sequence[ClassPlayer]) -> list[tuple[ClassPlayer, ClassPlayer]]:
    """Pairs of ``waiting``, who stand by rank, and never of last opponents.

    As few stay alone as can be, and then partners are as near by rank as can be.
    """

    @cache
    def rest(at: int, taken: int) -> tuple[int, int, tuple[tuple[int, int], ...]]:
        """Alone, places apart and pairs of all from ``at`` on; bits are places already taken."""
        if at == len(waiting):
            return 0, 0, ()
        if taken & 1:
            return rest(at + 1, taken >> 1)
        found = []
        for step in range(1, min(REACH, len(waiting) - 1 - at) + 1):
            one, other = waiting[at], waiting[at + step]
            if not taken >> step & 1 and one.last_id != other.pk and other.last_id != one.pk:
                alone, apart, pairs = rest(at + 1, (taken | 1 << step) >> 1)
                found.append((alone, apart + step, ((at, at + step), *pairs)))
        alone, apart, pairs = rest(at + 1, taken >> 1)
        found.append((alone + 1, apart, pairs))
        return min(found, key=lambda one: one[:2])

    return [(waiting[one], waiting[other]) for one, other in rest(0, 0)[2]]


def points_of(result: int, streak: int) -> int:
    """The points of a game after ``streak`` wins in a row; ``result`` is 2, 1 or 0."""
    return result * 2 if streak >= FIRE else result


def note_game(match: Match) -> None:
    """Count a game of an arena. To be called inside the transaction that ends it."""
    if match.status != FINISHED or match.outcome is None:
        return
    rows = ClassPlayer.objects.filter(game=match.id).select_related("member", "arena")
    players = list(rows.order_by("pk"))
    if players:  # before the players are changed: ``begin`` locks the class first, too
        note_change(players[0].arena.classroom_id, for_all=True)
    ahead = match.outcome.winner in match.board.RIVALS  # a full grid of DSTRU-TAC-TOE is Dos's
    winner = match.outcome.winner if ahead else _quicker(match)
    for player in players:
        seat = match.seat_of(player.member.user_id)
        result = DRAW if winner is None else WIN if winner == seat else 0
        points = points_of(result, player.streak)
        other = next((one for one in players if one.pk != player.pk), None)
        ClassPlayer.objects.filter(pk=player.pk).update(
            points=F("points") + points,
            games=F("games") + 1,
            streak=F("streak") + 1 if result == WIN else 0,
            sheet=f"{player.sheet}{points}"[-40:],
            last=other,
        )


def _quicker(match: Match) -> str | None:
    """Who used less time in a drawn game without chance, which would else end most in draws."""
    if match.clock is None or match.board.CHANCE_SEAT:
        return None
    first, second = (match.clock.remaining[seat] for seat in match.board.RIVALS)
    return None if first == second else match.board.RIVALS[first < second]


def standings(arena: ClassArena) -> list[ArenaPlace]:
    """Everybody by points; equal points share no place, fewer games stand first."""
    rows = arena.players.select_related("member", "last__member", "game")
    ordered = rows.order_by("-points", "games", "pk")
    return [ArenaPlace(rank, player) for rank, player in enumerate(ordered, 1)]


def boards(arena: ClassArena, classroom: Classroom) -> list[tuple[ClassMember, Match, bool]]:
    """The games of a simul, those that wait for the teacher first."""
    players = arena.players.filter(game__isnull=False).select_related("member")
    members = {str(one.game_id): one.member for one in players}
    found = [
        (members[one.match.id], one.match, _waits_for(one.match, classroom.teacher_id))
        for one in selectors.newest(members)
    ]
    return sorted(found, key=lambda row: (not row[2], row[1].status != ACTIVE, row[1].updated))


def _waits_for(match: Match, user_id: int) -> bool:
    seat = match.acting_seat
    return seat is not None and seat.user == user_id


def player_of(member: ClassMember) -> ClassPlayer | None:
    """A member's place in the arena of the class, while it runs or has just ended."""
    recent = timezone.now() - timedelta(hours=1)
    rows = ClassPlayer.objects.filter(arena__ends_at__gte=recent, member=member)
    return rows.select_related("arena", "last__member", "game").first()
