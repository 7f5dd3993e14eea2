"""Receivers of signals for classes: answers, games, engines, and the sweep."""

from __future__ import annotations

from typing import Any

from django.db.models.signals import post_save, pre_delete
from django.dispatch import receiver

from accounts.guests import User
from accounts.signals import account_closed
from games.match import CAMPAIGN, Match
from games.models import UploadedEngine
from games.signals import answer_given, answers_withheld, game_finished, swept
from progress.classes import arena, attempts, closing
from progress.models import Classroom


@receiver(answer_given, dispatch_uid="classes.answer")
def on_answer(sender: object, signal: object, **told: Any) -> None:
    attempts.note_answers(**told)


@receiver(answers_withheld, dispatch_uid="classes.withhold")
def on_answers_asked(
    sender: object, user_id: int | None, lesson: str, seed: str, **_: object
) -> bool:
    return attempts.withholds(user_id, lesson, seed)


@receiver(game_finished, dispatch_uid="classes.game")
def on_game_over(sender: object, match: Match, **_: object) -> None:
    """Inside the transaction that ends the game, after its stars are counted."""
    if match.kind == CAMPAIGN:
        attempts.note_stage(match)
    else:
        attempts.note_game(match)
        arena.note_game(match)


@receiver(post_save, sender=UploadedEngine, dispatch_uid="classes.engine")
def on_engine(sender: object, instance: UploadedEngine, created: bool, **_: object) -> None:
    if created and instance.author.in_class:
        attempts.note_engine(instance.author, instance.variant, instance.name)


@receiver(pre_delete, sender=Classroom, dispatch_uid="classes.accounts")
def on_class_deleted(sender: object, instance: Classroom, **_: object) -> None:
    """The accounts that a class made go with it, also where its teacher leaves."""
    closing.delete_accounts(instance)


@receiver(account_closed, dispatch_uid="classes.close")
def on_account_closed(sender: object, user: User, **_: object) -> None:
    """The classes of a teacher whose account is being deleted bit by bit."""
    for classroom in Classroom.objects.filter(teacher=user.pk, wiped_at=None):
        closing.wipe(classroom)


@receiver(swept, dispatch_uid="classes.sweep")
def on_sweep(sender: object, **_: object) -> dict[str, int]:
    return {"classes": closing.sweep(), "letters": closing.write_letters()}
