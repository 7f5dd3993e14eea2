"""The door of a class: a board of five or six marks that opens it for some minutes."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime

from django.db import IntegrityError, transaction
from django.http import HttpRequest
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from accounts.failures import Failures, Schedule
from accounts.guests import note_wrong_card
from accounts.limits import address, used_up
from accounts.limits import over_limit as count_failure
from progress.classes.make import note_change
from progress.classes.words import CHANCE
from progress.models import ClassMember, Classroom
from progress.models.classes import DOOR_OPEN

CELLS = 9
EMPTY = "."
MARKS = "XO"
STATES = EMPTY + MARKS
"""What a tap makes of a cell, in order."""
FULL = (5, 6)
"""How many marks a board of a door has."""

BOARDS = Schedule(free=3, longest=10)
WORDS = Schedule(free=3, longest=900)
"""Wrong boards from one browser, and wrong pairs of words for one picture."""


class DoorShut(Exception):
    """No class is behind a board or a card now; the text says what to do."""


class Slowed(Exception):
    """Too many wrong guesses; ``wait`` is in seconds."""

    def __init__(self, message: str, wait: int) -> None:
        super().__init__(message)
        self.wait = wait


def read_board(text: str) -> str:
    """The board that an address or a form has, as nine signs. Raises ValueError."""
    board = text.upper().replace("-", EMPTY)
    if len(board) != CELLS or set(board) - set(STATES):
        raise ValueError(f"{text[:20]!r} is no board: expected nine of X, O and -.")
    return board


def in_address(board: str) -> str:
    return board.replace(EMPTY, "-")


def tapped(board: str, cell: int) -> str:
    """``board`` after the mark on ``cell`` has changed to the next one."""
    after = STATES[(STATES.index(board[cell]) + 1) % len(STATES)]
    return board[:cell] + after + board[cell + 1 :]


def spoken(board: str) -> str:
    """The board row by row, to be read aloud."""
    words = {EMPTY: "empty", "X": "cross", "O": "nought"}
    names = ("first", "second", "third")
    rows = (board[at : at + 3] for at in range(0, CELLS, 3))
    return "; ".join(
        f"{name} row {', '.join(words[one] for one in row)}"
        for name, row in zip(names, rows, strict=True)
    )


def all_boards() -> Iterator[str]:
    """Every board that a door may have: 9,408 of them."""
    for number in range(len(STATES) ** CELLS):
        board = "".join(STATES[number // 3**at % 3] for at in range(CELLS))
        if CELLS - board.count(EMPTY) in FULL:
            yield board


def open_door(classroom: Classroom) -> None:
    """Open the door for some minutes, with a board that no open door has."""
    now = timezone.now()
    Classroom.objects.filter(door_until__lte=now).exclude(door="").update(door="")
    while True:
        board = _drawn()
        try:
            with transaction.atomic():
                classroom.door, classroom.door_until = board, now + DOOR_OPEN
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


def _drawn() -> str:
    while True:
        board = "".join(CHANCE.choice(STATES) for _ in range(CELLS))
        if CELLS - board.count(EMPTY) in FULL:
            return board


def behind_board(request: HttpRequest, board: str) -> Classroom:
    """The class whose door ``board`` opens now. Raises DoorShut, and Slowed after wrong ones."""
    guesses = Failures(BOARDS, "door", _browser(request))
    # The browser's count alone would end with its cookie.
    if wait := max(guesses.wait(), used_up("wrong_doors", address(request))):
        raise Slowed("Wait a moment, then look at the wall again.", wait)
    now = timezone.now()
    found = Classroom.objects.filter(door=board, door_until__gt=now, wiped_at=None).first()
    if found is None or not board.strip(EMPTY):
        guesses.add()
        count_failure("wrong_doors", address(request))
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


def may_come_in(classroom: Classroom) -> bool:
    """Whether cards work: while the door is open, or something given is due today or later."""
    if classroom.is_closed:
        return False
    today = timezone.localdate()
    given = classroom.tasks.filter(given_at__isnull=False, due__gte=today)
    return classroom.door_is_open or given.exists()


def check_words(member: ClassMember, given: str, true: str) -> bool:
    """Whether two words are those of a card. Raises Slowed after three wrong pairs."""
    guesses = Failures(WORDS, "words", member.pk, member.card)
    if wait := guesses.wait():
        raise Slowed("Those were three wrong tries. Show your card to your teacher.", wait)
    if not true or not constant_time_compare(given, true):
        guesses.add()
        note_wrong_card(member.user)
        return False
    guesses.forget()
    return True


def _browser(request: HttpRequest) -> str:
    """What wrong boards are counted by: one device of a class must not slow the others."""
    if not request.session.session_key:
        request.session.create()
    return str(request.session.session_key)
