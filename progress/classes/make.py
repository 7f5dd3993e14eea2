"""Make a class and its cards; take people in; let them go."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from datetime import date, timedelta

from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import F, QuerySet
from django.utils import timezone

from accounts import guests, sealed
from accounts.guests import User
from accounts.limits import one_at_a_time
from progress.classes import ClassRefused, words
from progress.classes.names import LONGEST, MOST
from progress.models import ClassMember, Classroom

MOST_CLASSES = settings.SIZES["classes_of_teacher"]
LONGEST_TERM = timedelta(days=366)
SEED_SIGNS = "abcdefghjkmnpqrstuvwxyz23456789"


def usual_end(today: date) -> date:
    """The next 31 July that is more than a month away, or as late as a class may close."""
    end = date(today.year, 7, 31)
    if end - today <= timedelta(days=30):
        end = end.replace(year=today.year + 1)
    return min(end, today + LONGEST_TERM)


def make_class(
    *,
    teacher: User,
    name: str,
    pupils: Sequence[str],
    closes_on: date | None = None,
    outside: bool = False,
    takes_accounts: bool = True,
) -> Classroom:
    """A class with an account and a picture for each of ``pupils``, whose names may be empty.

    Raises ClassRefused.
    """
    today = timezone.localdate()
    closes_on = closes_on or usual_end(today)
    if not today < closes_on <= today + LONGEST_TERM:
        said = f"{closes_on:%d.%m.%Y} does not fit."
        raise ClassRefused(f"A class closes after today and within a year. {said}")
    with one_at_a_time(teacher.pk):
        if teacher.classes_taught.count() >= MOST_CLASSES:
            raise ClassRefused(f"You have {MOST_CLASSES} classes. Delete one first.")
        seed = "".join(secrets.choice(SEED_SIGNS) for _ in range(6))
        terms = {"outside": outside, "takes_accounts": takes_accounts, "closes_on": closes_on}
        classroom = Classroom.objects.create(teacher=teacher, name=name, seed=seed, **terms)
        add_pupils(classroom, pupils)
    return classroom


def add_pupils(classroom: Classroom, pupils: Sequence[str]) -> list[ClassMember]:
    """Give each of ``pupils`` an account, a picture and a card. Raises ClassRefused if full."""
    with transaction.atomic():
        there = list(_locked(classroom))
        if len(there) + len(pupils) > MOST:
            said = f"A class has {MOST} at most, and this one has {len(there)} already."
            raise ClassRefused(said)
        taken = {spoken_words(one) for one in there if one.is_owned}
        made = []
        pictures = words.dealt(len(pupils), {one.picture for one in there})
        for name, picture in zip(pupils, pictures, strict=True):
            user = guests.create_pupil(picture.capitalize(), plays_outside=classroom.outside)
            pair = words.new_words(taken)
            taken.add(pair)
            member = ClassMember(classroom=classroom, user=user, picture=picture)
            member.name, member.card, member.words = name, words.new_card(), sealed.seal(pair)
            made.append(member)
        ClassMember.objects.bulk_create(made)
        note_change(classroom.pk)
    return made


def spoken_words(member: ClassMember) -> str:
    """The two words of a card; empty if the key that sealed them is gone."""
    try:
        return sealed.opened(member.words) if member.words else ""
    except sealed.CannotOpen:
        return ""


def renew_card(member: ClassMember) -> None:
    """Give a pupil a new card: the old one stops at once, wherever somebody came in with it."""
    if not member.is_owned:
        raise ClassRefused(f"{member.alias} came with an account of their own, and has no card.")
    with transaction.atomic():
        there = _locked(member.classroom)
        taken = {spoken_words(one) for one in there if one.is_owned}
        member.words, member.card = sealed.seal(words.new_words(taken)), words.new_card()
        member.save(update_fields=["words", "card"])
        member.user.set_unusable_password()  # a new one, which ends every session
        member.user.save(update_fields=["password"])


def take_in(classroom: Classroom, user: User) -> ClassMember:
    """Let somebody in with an account of their own. Raises ClassRefused."""
    known = ClassMember.objects.filter(classroom=classroom, user=user).first()
    if known is not None:
        return known
    if user.is_guest:
        raise ClassRefused("Log in with your account first, or come in with a card.")
    if user.pk == classroom.teacher_id:
        raise ClassRefused("You teach this class.")
    if not classroom.takes_accounts:
        raise ClassRefused("This class comes in with cards alone. Ask your teacher for one.")
    with transaction.atomic():
        there = list(_locked(classroom))
        if len(there) >= MOST:
            raise ClassRefused(f"This class is full: it has {MOST} already.")
        picture = words.dealt(1, {one.picture for one in there})[0]
        member = ClassMember(classroom=classroom, user=user, picture=picture)
        try:
            with transaction.atomic():
                member.save(force_insert=True)
        except IntegrityError:  # another tab was faster
            return ClassMember.objects.get(classroom=classroom, user=user)
        User.objects.filter(pk=user.pk).update(in_class=True)
        note_change(classroom.pk)
    return member


def let_go(member: ClassMember) -> None:
    """Take somebody out of a class, and delete the account if the class made it."""
    classroom_id, user = member.classroom_id, member.user
    with transaction.atomic():
        if member.is_owned:
            user.delete()
        else:
            member.delete()
            still = ClassMember.objects.filter(user=user).exists()
            User.objects.filter(pk=user.pk).update(in_class=still)
        note_change(classroom_id)


def rename(member: ClassMember, name: str) -> None:
    """What the teacher calls a member."""
    member.name = " ".join(name.split())[:LONGEST]
    member.save(update_fields=["name"])


def note_change(classroom_id: int, *, for_all: bool = False) -> None:
    """Let the teacher's pages of a class look again, wherever they are open.

    With ``for_all`` those of members do, too: thirty pages, so not for every answer.
    """
    more = {"calls": F("calls") + 1} if for_all else {}
    Classroom.objects.filter(pk=classroom_id).update(revision=F("revision") + 1, **more)


def _locked(classroom: Classroom) -> QuerySet[ClassMember]:
    """The members of a class, which nobody else changes until the transaction ends."""
    Classroom.objects.select_for_update().get(pk=classroom.pk)
    return classroom.members.all()
