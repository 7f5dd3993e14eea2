"""The way into a class by taps: the board on the wall, a picture, two words.

What stands in an address leads to the pictures at most; only a POST logs somebody in, so that no
key is in a log or in the preview of a link.
"""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.guests import is_member
from games.rules.shape import cell_name
from progress.classes import ClassRefused, door, make, words
from progress.classes.door import DoorShut
from progress.classes.own import reader
from progress.models import ClassMember, Classroom


@never_cache
@sensitive_post_parameters("first", "second")
@require_http_methods(["GET", "HEAD", "POST"])
def join(request: HttpRequest) -> HttpResponse:
    """Draw the board, choose the picture, tap the words; ``?board=`` leads to the pictures."""
    given = request.POST if request.method == "POST" else request.GET
    drawn = given.get("board", "")
    if not drawn or "tap" in given:
        return _draw(request, drawn, given.get("tap", ""))
    try:
        board = door.read_board(drawn)
        classroom = door.behind_board(request, board)
    except DoorShut as error:
        return _draw(request, drawn, shut=error)
    picture = given.get("picture", "")
    member = _owned(classroom).filter(picture=picture).first() if picture else None
    if member is None:
        return _pictures(request, classroom, board, picture)
    return _words(request, member, {"board": door.in_address(board), "picture": picture})


@require_safe
def from_square(request: HttpRequest, board: str) -> HttpResponse:
    """The QR code at the door, whose address is in capitals."""
    return redirect(f"{reverse('classes:join')}?{urlencode({'board': board})}")


@never_cache
@sensitive_post_parameters("first", "second")
@require_http_methods(["GET", "HEAD", "POST"])
def card(request: HttpRequest, card: str) -> HttpResponse:
    """The QR code of a card: it leads to its picture, and the words are asked."""
    try:
        member = door.behind_card(card)
    except DoorShut as error:
        return _answer(request, "shut", {"said": str(error)}, error)
    return _words(request, member, {})


@require_POST
def with_account(request: HttpRequest) -> HttpResponse:
    """Come in with an account of one's own, through an open door."""
    drawn = request.POST.get("board", "")
    if not is_member(request.user):
        return redirect_to_login(f"{reverse('classes:join')}?{urlencode({'board': drawn})}")
    try:
        classroom = door.behind_board(request, door.read_board(drawn))
        door.note_arrival(make.take_in(classroom, reader(request)))
    except DoorShut as error:
        return _draw(request, drawn, shut=error)
    except ClassRefused as error:
        return _draw(request, "", shut=DoorShut(str(error), 400))
    return redirect(f"{reverse('classes:mine')}?hello=1")


def _draw(
    request: HttpRequest, drawn: str, tap: str = "", shut: DoorShut | None = None
) -> HttpResponse:
    """The board to draw on; without scripts each tap loads the page with the next mark."""
    board = door.EMPTY * door.CELLS
    try:
        board = door.read_board(drawn) if drawn else board
        board = door.tapped(board, tap) if tap else board
    except DoorShut as error:
        shut = error
    cells = [
        {"index": at, "mark": one.strip(door.EMPTY), "name": cell_name(at, door.SHAPE)}
        for at, one in enumerate(board)
    ]
    context = {
        "rows": door.SHAPE.in_rows(cells),
        "board": door.in_address(board),
        "marks": door.MARKS,
        "shape": door.SHAPE,
        "said": str(shut or ""),
        "wait": shut.wait if shut else 0,
    }
    return _answer(request, "join_board", context, shut)


def _pictures(request: HttpRequest, classroom: Classroom, board: str, wrong: str) -> HttpResponse:
    shut = DoorShut(f"{wrong[:20]!r} is no picture of this class.") if wrong else None
    opened = door.opened_at(classroom)
    rows = sorted(_owned(classroom), key=lambda one: one.picture)
    context = {
        "members": [(one, one.came_at is not None and one.came_at >= opened) for one in rows],
        "board": door.in_address(board),
        "takes_accounts": classroom.takes_accounts,
        "said": str(shut or ""),
    }
    return _answer(request, "join_picture", context, shut)


def _words(request: HttpRequest, member: ClassMember, hidden: dict[str, str]) -> HttpResponse:
    """Ask for the two words, one after the other, and let the pupil in."""
    first, second = request.POST.get("first", ""), request.POST.get("second", "")
    shut = None
    try:
        if first and first not in words.FIRST:
            raise DoorShut(f"{first[:20]!r} is no word of a card.", 400)
        if first and second:
            door.check_words(member, f"{first} {second}", make.spoken_words(member))
            door.come_in(request, member)
            return redirect(f"{reverse('classes:mine')}?hello=1")
    except DoorShut as error:
        first, shut = "", error
    context = {
        "member": member,
        "hidden": hidden,
        "first": first,
        "said": str(shut or ""),
        "shut": shut and shut.wait,
        "choices": words.SECOND if first else words.FIRST,
    }
    return _answer(request, "join_words", context, shut)


def _answer(
    request: HttpRequest, name: str, context: dict[str, Any], shut: DoorShut | None
) -> HttpResponse:
    status = shut.status if shut else 200
    response = render(request, f"progress/classes/{name}.html", context, status=status)
    if shut and shut.wait:
        response["Retry-After"] = str(shut.wait)
    return response


def _owned(classroom: Classroom) -> Any:
    """The pictures that somebody comes in as with a card."""
    return classroom.members.select_related("classroom", "user").exclude(card="")
