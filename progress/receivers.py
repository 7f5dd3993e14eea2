"""Receivers of signals: a game has ended, a guest becomes a member."""

from __future__ import annotations

from datetime import date

from django.conf import settings
from django.db import transaction
from django.db.models.signals import post_save
from django.dispatch import receiver

from accounts.guests import User
from accounts.signals import guest_described, guest_merged, guest_signed_up
from games.analysis.learn.repeats import Repeat
from games.match import CAMPAIGN, FINISHED, Match
from games.signals import (
    LessonResult,
    exercises_marked,
    game_annulled,
    game_finished,
    lesson_taken,
    lessons_asked,
    repeats_asked,
    swept,
)
from progress.campaign import selectors
from progress.campaign.services import keep_result, merge_progress, rate_again
from progress.models import Total
from progress.people import places, recount, tallies
from progress.puzzles import lessons, own_days, puzzle_attempts, rush
from progress.staff import days


@receiver(game_finished, dispatch_uid="progress.keep_result")
def on_game_finished(sender: object, match: Match, **_: object) -> None:
    """Store the stars, or the result, inside the transaction that ends the game."""
    if match.kind == CAMPAIGN:
        keep_result(match)
    else:
        tallies.add(match)


@receiver(post_save, sender=settings.AUTH_USER_MODEL, dispatch_uid="progress.list")
def on_person_saved(
    sender: object, instance: User, update_fields: frozenset[str] | None = None, **_: object
) -> None:
    """Somebody whose account is closed or opened again leaves the leaderboards or comes back."""
    columns = {"is_active", "is_guest", "is_bot", "friends_only"}
    if update_fields is None or update_fields & columns:
        unlisted = instance.is_guest or instance.is_bot or instance.friends_only
        listed = instance.is_active and not unlisted
        Total.objects.filter(pk=instance.pk).exclude(listed=listed).update(listed=listed)


@receiver(post_save, sender=settings.AUTH_USER_MODEL, dispatch_uid="progress.zone")
def on_zone_chosen(
    sender: object, instance: User, update_fields: frozenset[str] | None = None, **_: object
) -> None:
    """The days of somebody in another time zone end at midnight there, from the next one on."""
    if update_fields and "time_zone" in update_fields:
        with transaction.atomic():
            own_days.choose_zone(instance)


@receiver(lesson_taken, dispatch_uid="progress.lesson_taken")
def on_lesson_taken(
    sender: object, user_id: int, lesson: str, right: int | None, **_: object
) -> None:
    lessons.take(user_id=user_id, lesson=lesson, right=right)


@receiver(lessons_asked, dispatch_uid="progress.lessons_asked")
def on_lessons_asked(sender: object, user_id: int, **_: object) -> dict[str, LessonResult]:
    return lessons.results(user_id)


@receiver(exercises_marked, dispatch_uid="progress.exercises_marked")
def on_exercises_marked(
    sender: object,
    user_id: int,
    lesson: str,
    seed: str,
    marks: dict[int, bool],
    today: date,
    **_: object,
) -> None:
    lessons.mark(user_id=user_id, lesson=lesson, seed=seed, marks=marks, today=today)


@receiver(repeats_asked, dispatch_uid="progress.repeats_asked")
def on_repeats_asked(sender: object, user_id: int, **_: object) -> list[Repeat]:
    return [one for one in lessons.repeats(user_id) if not one.puzzle]


@receiver(guest_signed_up, dispatch_uid="progress.list_member")
def on_guest_signed_up(sender: object, user: User, **_: object) -> None:
    Total.objects.filter(pk=user.pk).update(listed=user.is_active)


@receiver(swept, dispatch_uid="progress.days")
def on_swept(sender: object, **_: object) -> dict[str, int]:
    places.sweep()
    return {"days": days.sweep()}


@receiver(game_annulled, dispatch_uid="progress.annul")
def on_game_annulled(sender: object, match: Match, before: Match, **_: object) -> None:
    if match.kind == CAMPAIGN:
        rate_again(match)
    elif before.status == FINISHED:  # else it has not counted
        recount.take_out(before)


@receiver(guest_merged, dispatch_uid="progress.merge")
def on_guest_merged(sender: object, guest: User, member: User, **_: object) -> bool:
    """Games have changed hands by now: their receiver registers first."""
    merge_progress(guest_id=guest.pk, member_id=member.pk)
    recount.merge(guest_id=guest.pk, member_id=member.pk)
    return False


@receiver(guest_described, dispatch_uid="progress.describe")
def describe(sender: object, guest: User, **_: object) -> list[str]:
    """A guest's stars in all campaigns, puzzles, those of a day begun too, lessons, exercises that
    come back, and best rush.
    """
    record = puzzle_attempts.record(guest.pk)
    of_days = {row.puzzle for row in record.rows.values()}
    counts = {
        "star": sum(selectors.standing(guest.pk).stars.values()),
        "puzzle": len(record.solved | record.failed | of_days),
        "lesson": len(lessons.results(guest.pk)),
        "exercise": sum(not one.puzzle for one in lessons.repeats(guest.pk)),
    }
    found = [f"{n} {what}{'s' if n > 1 else ''}" for what, n in counts.items() if n]
    run = rush.of_person(guest.pk)
    return [*found, f"a best of {run.best} in the rush"] if run and run.best else found
