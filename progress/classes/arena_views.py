"""The arena of a class: set it up, the wall, a simul, and a member's own place."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_safe

from accounts.guests import count_new_game
from games import presenters
from games.match import ACTIVE
from games.queries import selectors
from games.queries.parsing import whole_number
from games.rules import board_class
from progress.classes import arena, engines, look
from progress.classes.own import of_member, of_teacher, reader, telling
from progress.models import ClassArena, ClassMember, Classroom


@of_teacher
@require_http_methods(["GET", "HEAD", "POST"])
def teacher(request: HttpRequest, classroom: Classroom) -> HttpResponse:
    """Begin an arena or a simul, look at it, end it."""
    running = ClassArena.objects.filter(classroom=classroom).first()
    if request.method == "POST":
        do = request.POST.get("do", "")
        if do == "end":
            if running is not None:
                arena.end(running)
            return redirect("classes:arena", classroom.pk)
        minutes = whole_number(request.POST.get("minutes", ""), 3) or arena.MINUTES[1]
        variant = request.POST.get("variant", "")
        with telling(request):
            count_new_game(request, reader(request))
            arena.begin(classroom, variant, minutes, simul=do == "simul")
            if do != "simul":
                return redirect("classes:arena_wall", classroom.pk)
        return redirect("classes:arena", classroom.pk)
    context: dict[str, Any] = {
        "classroom": classroom,
        "arena": running,
        "runs": running is not None and arena.runs(running),
        "minutes": arena.MINUTES,
        "usual": arena.MINUTES[1],
        "games": arena.games(),
        "here": look.following(classroom).count(),
        "engines": engines.engines_of(classroom),
    }
    if running is not None:
        context["standings"] = arena.standings(running)
        if running.simul:
            context["boards"] = [
                (member, match, presenters.game_url(match.id), mine)
                for member, match, mine in arena.boards(running, classroom)
            ]
    return render(request, "progress/classes/arena.html", context)


@of_teacher
@require_safe
def wall(request: HttpRequest, classroom: Classroom) -> HttpResponse:
    """The first ten, and three boards; at the end the first three."""
    running = ClassArena.objects.filter(classroom=classroom).first()
    if running is None:
        return redirect("classes:arena", classroom.pk)
    rows = arena.standings(running)
    ids = dict.fromkeys(str(one.player.game_id) for one in rows if one.player.game_id)
    watched = [one.match for one in selectors.newest(list(ids)[:6])]
    played = sum(one.player.games for one in rows) // (1 if running.simul else 2)
    left = running.ends_at - timezone.now()
    context = {
        "classroom": classroom,
        "arena": running,
        "title": board_class(running.variant).TITLE,
        "runs": arena.runs(running),
        "left": max(0, int(left.total_seconds())),
        "standings": rows[: arena.ON_THE_WALL],
        "count": len(rows),
        "played": played,
        "all_played": all(one.player.games for one in rows),
        "podium": rows[:3],
        "boards": [one for one in watched if one.status == ACTIVE][:3],
    }
    return render(request, "progress/classes/arena_wall.html", context)


@of_member
@require_http_methods(["GET", "HEAD", "POST"])
def mine(request: HttpRequest, member: ClassMember) -> HttpResponse:
    """A member's own place, the next game, and a break."""
    player = arena.player_of(member)
    if player is None:
        return redirect("classes:mine")
    if request.method == "POST":
        if request.POST.get("do") == "rest":
            arena.rest(player)
        else:
            arena.ready(player)
        return redirect("classes:my_arena")
    rows = arena.standings(player.arena)
    place = next((one for one in rows if one.player.pk == player.pk), None)
    if place is None:  # another arena has begun
        return redirect("classes:mine")
    match = selectors.match(player.game_id) if player.game_id else None
    playing = match is not None and match.status == ACTIVE
    context = {
        "member": member,
        "player": player,
        "arena": player.arena,
        "runs": arena.runs(player.arena),
        "place": place,
        "sheet": list(player.sheet[-9:]),
        "game": presenters.game_url(player.game_id) if player.game_id and playing else "",
        "opponent": _opponent(player.arena, match, member) if match and playing else "",
    }
    return render(request, "progress/classes/my_arena.html", context)


def _opponent(running: ClassArena, match: Any, member: ClassMember) -> ClassMember | None:
    """Whom a member plays; None is the teacher."""
    users = {seat.user for seat in match.seats if seat.user not in (None, member.user_id)}
    return ClassMember.objects.filter(classroom=running.classroom_id, user__in=users).first()
