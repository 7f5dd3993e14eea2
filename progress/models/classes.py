"""Classes: their members, tasks, what each member did at a task, and games of a class."""

from __future__ import annotations

from datetime import timedelta
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils import timezone

from games.models import Game

DOOR_OPEN = timedelta(minutes=15)
"""How long a board opens the door of a class."""


CLOSES_SOON = timedelta(days=7)
"""How long before a class closes by itself its teacher is told."""


class Classroom(models.Model):
    """A class of one teacher. Nobody else sees the names in it."""

    teacher = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="classes_taught"
    )
    name = models.CharField(max_length=20, help_text="Only the teacher and the class see it.")
    seed = models.CharField(max_length=8, help_text="Draws the sheets and puzzles of this class.")
    outside = models.BooleanField(default=False, help_text="Pupils may play people elsewhere.")
    takes_accounts = models.BooleanField(
        default=True, help_text="People who have an account may come in with it."
    )
    closes_on = models.DateField(help_text="The day on which the class closes by itself.")
    made_at = models.DateTimeField(default=timezone.now)
    warned_at = models.DateTimeField(
        null=True, blank=True, help_text="When the teacher was written that the class closes soon."
    )
    wiped_at = models.DateTimeField(
        null=True, blank=True, db_index=True, help_text="Closed; seven days later it is deleted."
    )
    door = models.CharField(max_length=9, blank=True, help_text="The board that opens the door.")
    door_until = models.DateTimeField(null=True, blank=True)
    revision = models.PositiveIntegerField(
        default=0, help_text="Grows with every change that a page of the teacher shows."
    )
    calls = models.PositiveIntegerField(
        default=0, db_default=0, help_text="Grows with every change that pages of members show."
    )
    showing = models.JSONField(null=True, blank=True, help_text="What all screens show.")

    class Meta:
        verbose_name, verbose_name_plural = "class", "classes"
        constraints = [
            models.UniqueConstraint(
                fields=["door"], condition=~models.Q(door=""), name="one_door_for_a_board"
            ),
        ]

    def __str__(self) -> str:
        """What staff see of the class: not its name."""
        return f"class {self.pk}"

    @property
    def door_is_open(self) -> bool:
        return self.door_until is not None and self.door_until > timezone.now()

    @property
    def closes_soon(self) -> bool:
        """Whether the class closes by itself within a week."""
        return self.closes_on - timezone.localdate() <= CLOSES_SOON

    @property
    def is_closed(self) -> bool:
        """Whether nobody comes in any more; the teacher may bring it back for some days."""
        return self.wiped_at is not None


class ClassMember(models.Model):
    """Somebody in a class: a picture. ``words`` are empty for those with their own account."""

    # The unique constraints begin with the class, so it needs no index of its own.
    classroom = models.ForeignKey(Classroom, models.CASCADE, related_name="members", db_index=False)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="class_memberships"
    )
    picture = models.CharField(max_length=10)
    name = models.CharField(max_length=40, blank=True, help_text="Only the teacher sees it.")
    card = models.CharField(
        max_length=8, blank=True, help_text="In the address of the card’s square."
    )
    words = models.CharField(max_length=120, blank=True, help_text="The two words, sealed.")
    came_at = models.DateTimeField(null=True, blank=True, help_text="The latest time in class.")

    class Meta:
        verbose_name = "member of a class"
        verbose_name_plural = "members of classes"
        constraints = [
            models.UniqueConstraint(fields=["classroom", "user"], name="member_once_in_class"),
            models.UniqueConstraint(fields=["classroom", "picture"], name="picture_once_in_class"),
            models.UniqueConstraint(
                fields=["card"], condition=~models.Q(card=""), name="card_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.alias} of class {self.classroom_id}"

    @property
    def alias(self) -> str:
        """What the class calls this member: the word of the picture."""
        return self.picture.capitalize()

    @property
    def is_owned(self) -> bool:
        """Whether the class made the account, so that the teacher may renew and delete it."""
        return bool(self.card)


class ClassTask(models.Model):
    """A task of a class: something of the site that has an address."""

    class Kind(models.TextChoices):
        LESSON = "lesson", "Lesson"
        SHEET = "sheet", "Sheet"
        STAGE = "stage", "Stage"
        PUZZLES = "puzzles", "Puzzles"
        POSITION = "position", "Position"
        ENGINE = "engine", "Engine"
        GAME = "game", "Game"

    classroom = models.ForeignKey(Classroom, models.CASCADE, related_name="tasks")
    lesson = models.PositiveSmallIntegerField(default=1, help_text="Which lesson of the course.")
    number = models.PositiveSmallIntegerField(help_text="The order within the lesson.")
    kind = models.CharField(max_length=8, choices=Kind.choices)
    what = models.CharField(max_length=120, help_text="What the address is made of.")
    title = models.CharField(max_length=60)
    minutes = models.PositiveSmallIntegerField(default=5)
    due = models.DateField(null=True, blank=True)
    locked = models.BooleanField(default=False, help_text="Answers are hidden until released.")
    given_at = models.DateTimeField(null=True, blank=True, help_text="Since when the class has it.")

    class Meta:
        verbose_name = "task of a class"
        verbose_name_plural = "tasks of classes"
        ordering: ClassVar[list[str]] = ["lesson", "number", "pk"]

    def __str__(self) -> str:
        return f"{self.classroom}: {self.title}"


class TaskAttempt(models.Model):
    """What a member did at a task. ``tries`` are pairs: an answer in words, and whether it was
    right."""

    # The unique constraint begins with it.
    task = models.ForeignKey(ClassTask, models.CASCADE, related_name="attempts", db_index=False)
    member = models.ForeignKey(ClassMember, models.CASCADE, related_name="task_attempts")
    begun_at = models.DateTimeField(default=timezone.now)
    stuck_at = models.DateTimeField(null=True, blank=True)
    done_at = models.DateTimeField(null=True, blank=True)
    wrong = models.PositiveSmallIntegerField(default=0)
    tries = models.JSONField(default=list)
    hint = models.BooleanField(default=False, help_text="The teacher has sent a hint.")
    game = models.ForeignKey(
        Game, models.SET_NULL, null=True, blank=True, related_name="task_attempts"
    )

    class Meta:
        verbose_name = "attempt at a task"
        verbose_name_plural = "attempts at tasks"
        constraints = [
            models.UniqueConstraint(fields=["task", "member"], name="attempt_once_per_task"),
        ]

    def __str__(self) -> str:
        return f"{self.member}, {self.task}"


class LookAnswer(models.Model):
    """A member's answer to the question on all screens. It goes with the question."""

    member = models.OneToOneField(
        ClassMember, models.CASCADE, primary_key=True, related_name="look_answer"
    )
    answer = models.CharField(max_length=16)

    def __str__(self) -> str:
        return f"{self.member}: {self.answer}"


class ClassArena(models.Model):
    """Games among a class: each against each for some minutes, or all against the teacher."""

    classroom = models.OneToOneField(Classroom, models.CASCADE, related_name="arena")
    variant = models.CharField("game", max_length=16)
    simul = models.BooleanField(default=False, help_text="All play against the teacher.")
    begun_at = models.DateTimeField(default=timezone.now)
    ends_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.classroom}: {'simul' if self.simul else 'arena'}"


class ClassPlayer(models.Model):
    """A member in an arena. ``streak`` are the wins in a row up to now."""

    arena = models.ForeignKey(ClassArena, models.CASCADE, related_name="players")
    member = models.OneToOneField(ClassMember, models.CASCADE, related_name="player")
    points = models.PositiveSmallIntegerField(default=0)
    streak = models.PositiveSmallIntegerField(default=0)
    games = models.PositiveSmallIntegerField(default=0)
    sheet = models.CharField(max_length=40, blank=True, help_text="The last points, a digit each.")
    last = models.ForeignKey("self", models.SET_NULL, null=True, related_name="+")
    game = models.ForeignKey(Game, models.SET_NULL, null=True, related_name="arena_players")
    ready_at = models.DateTimeField(
        null=True, help_text="Since when the player waits; empty in a game or a break."
    )

    def __str__(self) -> str:
        return f"{self.member}: {self.points} points"
