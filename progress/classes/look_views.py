"""Look here: the teacher's page, the wall, and the screens that follow."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from games.queries import selectors
from progress.classes import ClassRefused, bar, look, tasks
from progress.classes.look import Showing
from progress.classes.own import of_member, of_teacher, telling
from progress.models import ClassMember, Classroom, LookAnswer


@of_teacher
@require_http_methods(["GET", "HEAD", "POST"])
def teacher(request: HttpRequest, classroom: Classroom) -> HttpResponse:
    """What all screens show; posting changes it."""
    if request.method == "POST":
        with telling(request):
            _do(request, classroom)
        where = "classes:wall" if "wall" in request.POST else "classes:look"
        return redirect(where, classroom.pk)
    return render(request, "progress/classes/look.html", _context(classroom, teaches=True))


@of_teacher
@require_safe
def wall(request: HttpRequest, classroom: Classroom) -> HttpResponse:
    """The same for the wall, with keys that drive it."""
    return render(request, "progress/classes/look_wall.html", _context(classroom, teaches=True))


def _do(request: HttpRequest, classroom: Classroom) -> None:
    do = request.POST.get("do", "cell")
    showing = look.showing_of(classroom)
    if do == "give":
        look.show(classroom, None if showing else look.usual())
    elif do == "show":
        look.show(classroom, look.at_position(request.POST.get("at", "")))
    elif do == "line":
        variant, line = request.POST.get("variant", ""), request.POST.get("line", "")
        look.show(classroom, look.of_line(variant, line))
    elif do == "game":
        number = request.POST.get("game", "").strip().rstrip("/").rpartition("/")[2]
        try:
            look.show(classroom, look.of_game(selectors.match(number[:40])))
        except selectors.NoSuchGame as error:
            raise ClassRefused(str(error)) from None
    else:
        now = showing or look.usual()
        look.show(classroom, look.changed(now, do, request.POST.dict()))


@of_member
@require_http_methods(["GET", "HEAD", "POST"])
def follow(request: HttpRequest, member: ClassMember) -> HttpResponse:
    """What the teacher shows, on the screen of a member; posting answers the question."""
    classroom = member.classroom
    showing = look.showing_of(classroom)
    if request.method == "POST":
        with telling(request):
            key = request.POST.get("cell") or request.POST.get("answer", "")
            look.answer(member, showing, key)
        return redirect("classes:follow")
    if showing is None:
        task = tasks.given(classroom).filter(pk=request.session.get(bar.SESSION) or 0).first()
        context: dict[str, Any] = {"task": task}
    else:
        mine = LookAnswer.objects.filter(member=member).values_list("answer", flat=True).first()
        context = _context(classroom, teaches=False) | {"mine": mine}
    context["member"] = member
    return render(request, "progress/classes/follow.html", context)


def _context(classroom: Classroom, *, teaches: bool) -> dict[str, Any]:
    """What a screen draws: the board, a sentence, and the bars of a question."""
    showing = look.showing_of(classroom)
    drawn: Showing = showing or look.usual()
    asks_move = drawn.question == look.MOVE and not drawn.shown
    legal = drawn.mode == look.POSITION and not drawn.question if teaches else asks_move
    counted = drawn.question and (teaches or drawn.shown)
    bars = look.bars(classroom, drawn) if counted else []
    return {
        "classroom": classroom,
        "showing": showing,
        "drawn": drawn,
        "board": drawn.board,
        "rows": look.rows(drawn, legal=legal),
        "sentence": look.sentence(drawn),
        "frame": drawn.frame,
        "bars": bars,
        "answered": sum(one.count for one in bars),
        "following": look.following(classroom).count(),
        "modes": look.MODES,
        "questions": look.QUESTIONS,
        "may_ask": look.may_ask(drawn.board),
        "options": look.options(drawn) if drawn.question == look.WHO else {},
        "hidden": {},
    }
