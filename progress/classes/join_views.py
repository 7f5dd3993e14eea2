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
from games.rules.shape import Shape, cell_name
from progress.classes import door, entering, make, words
from progress.classes.door import DoorShut, Slowed
from progress.classes.own import reader
from progress.models import ClassMember, Classroom

Context = dict[str, Any]
SHAPE = Shape(3, 3)


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
    except ValueError as error:
        return _draw(request, "", "", said=f"{error}.", status=400)
    except DoorShut as error:
        return _draw(request, drawn, "", said=str(error), status=404)
    except Slowed as error:
        return _draw(request, drawn, "", said=str(error), wait=error.wait)
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
        return render(request, "progress/classes/shut.html", {"said": str(error)}, status=404)
    return _words(request, member, {})


@require_POST
def with_account(request: HttpRequest) -> HttpResponse:
    """Come in with an account of one's own, through an open door."""
    drawn = request.POST.get("board", "")
    back = f"{reverse('classes:join')}?{urlencode({'board': drawn})}"
    if not is_member(request.user):
        return redirect_to_login(back)
    try:
        classroom = door.behind_board(request, door.read_board(drawn))
        entering.note_arrival(make.take_in(classroom, reader(request)))
    except (ValueError, DoorShut) as error:
        return _draw(request, "", "", said=f"{error}".rstrip(".") + ".", status=400)
    except Slowed as error:
        return _draw(request, drawn, "", said=str(error), wait=error.wait)
    return redirect(f"{reverse('classes:mine')}?hello=1")


def _draw(
    request: HttpRequest, drawn: str, tap: str, said: str = "", status: int = 200, wait: int = 0
) -> HttpResponse:
    """The board to draw on; without scripts each tap loads the page with the next mark."""
    try:
        board = door.read_board(drawn) if drawn else door.EMPTY * door.CELLS
    except ValueError as error:
        board, said, status = door.EMPTY * door.CELLS, f"{error}.", 400
    if tap:
        if tap not in [str(cell) for cell in range(door.CELLS)]:
            said, status = f"{tap[:20]!r} is no cell: expected 0 to {door.CELLS - 1}.", 400
        else:
            board = door.tapped(board, int(tap))
    cells = [
        {"index": at, "mark": "" if one == door.EMPTY else one, "name": cell_name(at, SHAPE)}
        for at, one in enumerate(board)
    ]
    context = {
        "rows": [cells[at : at + 3] for at in range(0, door.CELLS, 3)],
        "board": door.in_address(board),
        "marks": door.MARKS,
        "shape": SHAPE,
        "said": said,
        "wait": wait,
    }
    response = render(
        request, "progress/classes/join_board.html", context, status=429 if wait else status
    )
    if wait:
        response["Retry-After"] = str(wait)
    return response


def _pictures(request: HttpRequest, classroom: Classroom, board: str, wrong: str) -> HttpResponse:
    opened = door.opened_at(classroom)
    rows = sorted(_owned(classroom), key=lambda one: one.picture)
    context = {
        "members": [(one, one.came_at is not None and one.came_at >= opened) for one in rows],
        "board": door.in_address(board),
        "takes_accounts": classroom.takes_accounts,
        "said": f"{wrong[:20]!r} is no picture of this class." if wrong else "",
    }
    status = 404 if wrong else 200
    return render(request, "progress/classes/join_picture.html", context, status=status)


def _words(request: HttpRequest, member: ClassMember, hidden: dict[str, str]) -> HttpResponse:
    """Ask for the two words, one after the other, and let the pupil in."""
    first, second = request.POST.get("first", ""), request.POST.get("second", "")
    context: Context = {"member": member, "hidden": hidden, "first": first}
    status = 200
    if first and first not in words.FIRST:
        context |= {"first": "", "said": f"{first[:20]!r} is no word of a card."}
        status = 400
    elif first and second:
        try:
            right = door.check_words(member, f"{first} {second}", make.spoken_words(member))
        except Slowed as error:
            context |= {"first": "", "said": str(error), "shut": True}
            response = render(request, "progress/classes/join_words.html", context, status=429)
            response["Retry-After"] = str(error.wait)
            return response
        if right:
            entering.come_in(request, member)
            return redirect(f"{reverse('classes:mine')}?hello=1")
        said = "These two words do not fit this picture. Look at your card."
        context |= {"first": "", "said": said}
        status = 403
    context["choices"] = words.SECOND if context["first"] else words.FIRST
    return render(request, "progress/classes/join_words.html", context, status=status)


def _owned(classroom: Classroom) -> Any:
    """The pictures that somebody comes in as with a card."""
    return classroom.members.select_related("classroom", "user").exclude(card="")
