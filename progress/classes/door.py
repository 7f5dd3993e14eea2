"""The door of a class: a board of five or six marks that opens it for some minutes."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from functools import cache
from itertools import product

from django.db import IntegrityError, transaction
from django.http import HttpRequest
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from accounts import guests
from accounts.failures import Failures, Schedule
from accounts.limits import GROUP, used_up_at
from accounts.limits import over_limit_at as count_failure
from games.rules.shape import Shape
from progress.classes.make import note_change
from progress.classes.words import CHANCE
from progress.models import ClassMember, Classroom
from progress.models.classes import DOOR_OPEN

SHAPE = Shape(3, 3)
CELLS = SHAPE.cells
EMPTY = "."
MARKS = "XO"
STATES = EMPTY + MARKS
"""What a tap makes of a cell, in order."""
FULL = (5, 6)
"""How many marks a board of a door has."""

STAYS_IN = timedelta(hours=12)
"""How long a device stays in: the school day."""

BOARDS = Schedule(free=3, longest=10)
WORDS = Schedule(free=3, longest=900)
"""Wrong boards from one browser, and wrong pairs of words for one picture."""


class DoorShut(Exception):
    """Nobody comes in like this now: the text says what to do, the answer has ``status``.

    After too many wrong guesses ``wait`` are the seconds until the next.
    """

    def __init__(self, message: str, status: int = 404, wait: int = 0) -> None:
        super().__init__(message)
        self.status, self.wait = status, wait


def read_board(text: str) -> str:
    """The board that an address or a form has, as nine signs. Raises DoorShut."""
    board = text.upper().replace("-", EMPTY)
    if len(board) != CELLS or set(board) - set(STATES):
        raise DoorShut(f"{text[:20]!r} is no board: expected nine of X, O and -.", 400)
    return board


def in_address(board: str) -> str:
    return board.replace(EMPTY, "-")


def tapped(board: str, tap: str) -> str:
    """``board`` after the mark on a cell has changed to the next one. Raises DoorShut."""
    if tap not in map(str, range(CELLS)):
        raise DoorShut(f"{tap[:20]!r} is no cell: expected 0 to {CELLS - 1}.", 400)
    marks = list(board)
    marks[int(tap)] = STATES[(STATES.index(marks[int(tap)]) + 1) % len(STATES)]
    return "".join(marks)


def spoken(board: str) -> str:
    """The board row by row, to be read aloud."""
    words = [{EMPTY: "empty", "X": "cross", "O": "nought"}[one] for one in board]
    rows = zip(("first", "second", "third"), SHAPE.in_rows(words), strict=True)
    return "; ".join(f"{name} row {', '.join(row)}" for name, row in rows)


@cache
def all_boards() -> list[str]:
    """Every board that a door may have: 9,408 of them."""
    every = map("".join, product(STATES, repeat=CELLS))
    return [one for one in every if CELLS - one.count(EMPTY) in FULL]


def open_door(classroom: Classroom) -> None:
    """Open the door for some minutes, with a board that no open door has."""
    now = timezone.now()
    Classroom.objects.filter(door_until__lte=now).exclude(door="").update(door="")
    while True:
        try:
            with transaction.atomic():
                classroom.door, classroom.door_until = CHANCE.choice(all_boards()), now + DOOR_OPEN
                classroom.save(update_fields=["door", "door_until"])
        except IntegrityError:
            continue
        note_change(classroom.pk)
        return


def opened_at(classroom: Classroom) -> datetime:
    """When the door was opened last; long ago if it is shut."""
    if classroom.door_until is None:
        return datetime.min.replace(tzinfo=UTC)
    return classroom.door_until - DOOR_OPEN


def shut_door(classroom: Classroom) -> None:
    classroom.door, classroom.door_until = "", None
    classroom.save(update_fields=["door", "door_until"])
    note_change(classroom.pk)


def behind_board(request: HttpRequest, board: str) -> Classroom:
    """The class whose door ``board`` opens now. Raises DoorShut."""
    guesses = Failures(BOARDS, "door", _browser(request))
    # The browser's count alone would end with its cookie.
    if wait := max(guesses.wait(), used_up_at("wrong_doors", request)):
        raise DoorShut("Wait a moment, then look at the wall again.", 429, wait)
    now = timezone.now()
    found = Classroom.objects.filter(door=board, door_until__gt=now, wiped_at=None).first()
    if found is None or not board.strip(EMPTY):
        guesses.add()
        count_failure("wrong_doors", request)
        raise DoorShut("No door has this board. Look at the wall again.")
    guesses.forget()
    return found


def behind_card(card: str) -> ClassMember:
    """The member whose card this is, while their class may come in. Raises DoorShut."""
    rows = ClassMember.objects.select_related("classroom", "user")
    found = rows.filter(card=card.upper()).exclude(card="").first()
    if found is None:
        raise DoorShut("This card is not valid any more. Ask your teacher for a new one.")
    if not may_come_in(found.classroom):
        raise DoorShut("The door is closed. Your teacher opens it when the lesson begins.")
    return found


def come_in(request: HttpRequest, member: ClassMember) -> None:
    """Log a pupil in on this device, for the day."""
    guests.let_pupil_in(request, member.user)
    request.session.set_expiry(timezone.now() + STAYS_IN)
    request.session[GROUP] = f"class {member.classroom_id}"
    note_arrival(member)


def note_arrival(member: ClassMember) -> None:
    now = timezone.now()
    ClassMember.objects.filter(pk=member.pk).update(came_at=now)
    guests.User.objects.filter(pk=member.user_id, is_guest=True).update(last_login=now)
    note_change(member.classroom_id)


def may_come_in(classroom: Classroom) -> bool:
    """Whether cards work: while the door is open, or something given is due today or later."""
    if classroom.is_closed:
        return False
    today = timezone.localdate()
    given = classroom.tasks.filter(given_at__isnull=False, due__gte=today)
    return classroom.door_is_open or given.exists()


def check_words(member: ClassMember, given: str, true: str) -> None:
    """Raise DoorShut unless two words are those of a card, and after three wrong pairs."""
    guesses = Failures(WORDS, "words", member.pk, member.card)
    right = bool(true) and constant_time_compare(given, true)
    with transaction.atomic():  # of many at once, each would find no wait
        list(ClassMember.objects.select_for_update(no_key=True).filter(pk=member.pk))
        if not (wait := guesses.wait()):
            if right:
                guesses.forget()
            else:
                guesses.add()
                guests.note_wrong_card(member.user)
    if wait:
        raise DoorShut("Those were three wrong tries. Show your card to your teacher.", 429, wait)
    if not right:
        raise DoorShut("These two words do not fit this picture. Look at your card.", 403)


def _browser(request: HttpRequest) -> str:
    """What wrong boards are counted by: one device of a class must not slow the others."""
    if not request.session.session_key:
        request.session.create()
    return str(request.session.session_key)
