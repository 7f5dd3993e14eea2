"""The teacher's pages: classes, cards, the door, the end of a term."""

from __future__ import annotations

from datetime import timedelta
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.limits import in_words, over_limit
from progress.classes import ClassRefused, closing, door, make, parents
from progress.classes.forms import ClassForm
from progress.classes.names import LONGEST, read_names
from progress.classes.own import (
    also_closed,
    for_teachers,
    member_of,
    of_teacher,
    reader,
    taught,
    telling,
)
from progress.classes.words import PICTURES
from progress.models import Classroom

TERMS = ("name", "outside", "takes_accounts", "closes_on")
"""The fields of the form that a class is made with."""

ON_A_PAGE = 12
"""Cards of one printed page."""

STRIPS = {"name": "Names on a strip to cut off", "line": "A line to write on", "none": "No strip"}


@for_teachers
@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """The classes that one teaches, and the one that one is in."""
    taught = reader(request).classes_taught.order_by("wiped_at", "name", "pk")
    context = {"taught": taught, "joined": reader(request).class_memberships.exists()}
    return render(request, "progress/classes/index.html", context)


@for_teachers
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    """Make a class in one form."""
    form = ClassForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        if wait := over_limit("new_classes", request.user.pk):
            form.add_error(None, f"Too many new classes. Try again in {in_words(wait)}.")
            return _new_page(request, form, 429)
        terms = {key: form.cleaned_data[key] for key in TERMS}
        try:
            classroom = make.make_class(teacher=reader(request), pupils=form.pupils, **terms)
        except ClassRefused as error:
            form.add_error(None, str(error))
        else:
            for note in form.notes:
                messages.info(request, note)
            return redirect("classes:ready", classroom.pk)
    return _new_page(request, form, 400 if form.errors else 200)


def _new_page(request: HttpRequest, form: ClassForm, status: int) -> HttpResponse:
    context = {"form": form, "pictures": PICTURES, "most": len(PICTURES)}
    return render(request, "progress/classes/new.html", context, status=status)


@for_teachers
@require_POST
def names(request: HttpRequest) -> JsonResponse:
    """What a pasted list has in it, while one types."""
    try:
        names, notes = read_names(request.POST.get("names", ""))
    except ClassRefused as error:
        names, notes = [], [str(error)]
    return JsonResponse({"names": names, "notes": notes})


@of_teacher
@require_safe
def ready(request: HttpRequest, classroom: Classroom) -> HttpResponse:
    """What to do with a new class."""
    count = classroom.members.count()
    address = urlencode({"url": request.build_absolute_uri(reverse("classes:join"))})
    context = {"classroom": classroom, "count": count, "pages": -(-count // ON_A_PAGE)}
    context["share"] = f"https://classroom.google.com/share?{address}"
    return render(request, "progress/classes/ready.html", context)


@of_teacher
@require_safe
def cards(request: HttpRequest, classroom: Classroom) -> HttpResponse:
    """The cards of a class, twelve on a printed page; ``?only=`` shows one that is new."""
    strip = request.GET.get("strip", "name")
    only = request.GET.get("only", "")
    members = list(classroom.members.select_related("user").order_by("name", "picture"))
    owned = [one for one in members if one.is_owned and (not only or str(one.pk) == only)]
    site = request.build_absolute_uri("/join/")
    # A square of capitals is smaller.
    rows = [(one, make.spoken_words(one), f"{site}{one.card}/".upper()) for one in owned]
    context = {
        "classroom": classroom,
        "pages": [rows[at : at + ON_A_PAGE] for at in range(0, len(rows), ON_A_PAGE)],
        "own_accounts": [one for one in members if not one.is_owned],
        "strip": strip if strip in STRIPS else "name",
        "strips": STRIPS,
        "only": only,
        "longest": LONGEST,
        "join": _join_name(request),
    }
    return render(request, "progress/classes/cards.html", context)


def _join_name(request: HttpRequest) -> str:
    """Where a class comes in, as one says it."""
    return request.build_absolute_uri(reverse("classes:join")).partition("//")[2].rstrip("/")


@of_teacher
@require_POST
def new_card(request: HttpRequest, classroom: Classroom, member_id: int) -> HttpResponse:
    """A card is lost: the old one stops at once."""
    member = member_of(classroom, member_id)
    page = redirect("classes:cards", classroom.pk)
    with telling(request):
        make.renew_card(member)
        messages.success(request, f"{member.alias} has a new card. The old one no longer works.")
        page["Location"] += f"?only={member.pk}"
    return page


@of_teacher
@require_POST
def change_member(request: HttpRequest, classroom: Classroom, member_id: int) -> HttpResponse:
    """Change what the teacher calls somebody, or take them out."""
    member = member_of(classroom, member_id)
    if "remove" in request.POST:
        make.let_go(member)
        kept = "" if member.is_owned else " The account stays, and keeps what it did."
        messages.success(request, f"{member.alias} has left the class.{kept}")
    else:
        make.rename(member, request.POST.get("name", ""))
        messages.success(request, f"{member.alias} is {member.name or 'without a name'} now.")
    return redirect("classes:cards", classroom.pk)


@of_teacher
@require_POST
def add_members(request: HttpRequest, classroom: Classroom) -> HttpResponse:
    """Add pupils by their names, or one without a name."""
    with telling(request):
        text = request.POST.get("names", "")
        names, notes = read_names(text) if text.strip() else ([""], [])
        made = make.add_pupils(classroom, names)
        for note in notes:
            messages.info(request, note)
        number = f"{len(made)} pupils are" if len(made) > 1 else f"{made[0].alias} is"
        messages.success(request, f"{number} in the class. Print the cards.")
    return redirect("classes:cards", classroom.pk)


@of_teacher
@require_http_methods(["GET", "HEAD", "POST"])
def door_page(request: HttpRequest, classroom: Classroom) -> HttpResponse:
    """The door on the wall; posting opens it, shuts it or draws another board."""
    if request.method == "POST":
        if request.POST.get("do") == "shut":
            door.shut_door(classroom)
        else:
            door.open_door(classroom)
        return redirect("classes:door", classroom.pk)
    here = classroom.members.filter(came_at__gte=door.opened_at(classroom))
    arrived = list(here.order_by("came_at", "pk")) if classroom.door_is_open else []
    board = door.in_address(classroom.door)
    left = classroom.door_until - timezone.now() if classroom.door_until else timedelta()
    context = {
        "classroom": classroom,
        "board": board,
        "cells": [one.strip(door.EMPTY) for one in classroom.door],
        "spoken": door.spoken(classroom.door) if classroom.door else "",
        "square": request.build_absolute_uri(f"/join/d/{board}/").upper(),
        "join": _join_name(request),
        "arrived": arrived,
        "places": range(max(0, classroom.members.count() - len(arrived))),
        "left": int(left.total_seconds()),
    }
    return render(request, "progress/classes/door.html", context)


@require_safe
def parents_page(request: HttpRequest) -> HttpResponse:
    """What is stored about a child, and why: for parents, who need no account to read it."""
    context = {"kept": parents.KEPT, "days": closing.TO_BRING_BACK.days}
    return render(request, "progress/classes/parents.html", context)


@of_teacher
@also_closed
@require_http_methods(["GET", "HEAD", "POST"])
def end(request: HttpRequest, classroom: Classroom) -> HttpResponse:
    """The end of a term: save, copy, wipe; a wiped class can be brought back for seven days."""
    if request.method == "POST":
        done = request.POST.get("do", "")
        if done == "wipe" and "now" in request.POST:
            classroom.delete()
            messages.success(request, f"{classroom.name} is gone. Nothing of it is left here.")
            return redirect("classes:index")
        if done == "wipe":
            closing.wipe(classroom)
        elif done == "back" and classroom.is_closed:
            closing.bring_back(classroom)
            messages.success(request, f"{classroom.name} is back, with everything.")
        return redirect("classes:end", classroom.pk)
    members = list(classroom.members.all())
    context = {
        "classroom": classroom,
        "members": members,
        "owned": sum(one.is_owned for one in members),
        "joined": sum(not one.is_owned for one in members),
        "goes_on": classroom.wiped_at and classroom.wiped_at + closing.TO_BRING_BACK,
        "others": taught(request).exclude(pk=classroom.pk),
    }
    return render(request, "progress/classes/end.html", context)


@of_teacher
@also_closed
@require_safe
def export(request: HttpRequest, classroom: Classroom) -> HttpResponse:
    """Everything that is stored of a class, as one file for the teacher."""
    if over_limit("own_data", request.user.pk):
        return HttpResponse("Too many files at once. Try again in an hour.", status=429)
    response = JsonResponse(closing.export(classroom), json_dumps_params={"ensure_ascii": False})
    response["Content-Disposition"] = f'attachment; filename="class-{classroom.pk}.json"'
    return response
