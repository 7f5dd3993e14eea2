"""People: a name, a password, perhaps an e-mail address, and how they like the site to look.

A guest is a person without a password: ``accounts.guests``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar, cast

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.auth.models import PermissionsMixin
from django.core.validators import MaxLengthValidator, MinLengthValidator, RegexValidator
from django.db import connections, models
from django.db.models import Q, Value
from django.db.models.functions import Lower, Replace
from django.utils import timezone

from accounts.reserved import LOOK_ALIKES, skeleton

NAME_VALIDATORS: list[Callable[[Any], None]] = [
    RegexValidator(
        r"^[A-Za-z0-9][A-Za-z0-9_-]*\Z",
        "Use letters from A to Z, digits, _ and -, and start with a letter or a digit.",
    ),
    MinLengthValidator(2),
    MaxLengthValidator(20),
]


def skeleton_of(column: str) -> Replace:
    """The expression of what a name looks like: ``reserved.skeleton``, in the database."""
    expression: Any = Lower(column)
    for one, other in LOOK_ALIKES.items():
        expression = Replace(expression, Value(one), Value(other))
    return cast(Replace, expression)


TAKEN = "That name is taken. “Ada” and “ada” are the same name."


TRIGRAM = 3
"""Letters that the index for parts of names is made of."""


class UserManager(BaseUserManager["User"]):
    def create_user(self, name: str, password: str | None = None, **fields: Any) -> User:
        user = self.model(name=name, email=self.normalize_email(fields.pop("email", "")), **fields)
        user.set_password(password)
        user.save(using=self._db)
        return user

    def create_superuser(self, name: str, password: str | None = None, **fields: Any) -> User:
        return self.create_user(name, password, is_staff=True, is_superuser=True, **fields)

    def named(self, name: str) -> models.QuerySet[User]:
        """The person called ``name``, in any case, found by the index that keeps names unique.

        Folding case here as ``log_ins.LogIn`` does means that every spelling which finds
        a person also counts as a guess at that person's password.
        """
        if "\0" in name:  # PostgreSQL would refuse to look
            return self.none()
        return self.alias(lower_name=Lower("name")).filter(lower_name=name.lower())

    def looking_like(self, name: str) -> models.QuerySet[User]:
        """The people whose names can be taken for ``name``, found by an index."""
        if "\0" in name:
            return self.none()
        return self.alias(looks=skeleton_of("name")).filter(looks=skeleton(name))

    def beginning(self, start: str) -> models.QuerySet[User]:
        """The people whose names begin with ``start``, in any case, found by an index."""
        if "\0" in start:
            return self.none()
        rows, low = self.alias(lower_name=Lower("name")), start.lower()
        if connections[rows.db].vendor == "postgresql":
            return rows.filter(lower_name__startswith=low)
        # SQLite uses no index for LIKE. Names are ASCII.
        return rows.filter(lower_name__gte=low, lower_name__lt=f"{low}\x7f")

    def containing(self, part: str) -> models.QuerySet[User]:
        """The people whose names have ``part`` in them, in any case.

        PostgreSQL finds three letters and more by an index, fewer only at the beginning of a name.
        """
        if len(part) < TRIGRAM or "\0" in part:
            return self.beginning(part)
        return self.alias(lower_name=Lower("name")).filter(lower_name__contains=part.lower())

    def with_email(self, address: str) -> models.QuerySet[User]:
        """The people with this e-mail address, in any case, found by an index."""
        if not address or "\0" in address:
            return self.none()
        return self.alias(lower_email=Lower("email")).filter(lower_email=address.lower())

    def get_by_natural_key(self, username: str | None) -> User:
        return self.named(username or "").get()


class User(AbstractBaseUser, PermissionsMixin):
    """A member or a guest. Upper and lower case do not make different names."""

    class Theme(models.TextChoices):
        SYSTEM = "system", "As my device"
        LIGHT = "light", "Paper"
        DARK = "dark", "Blackboard"

    name = models.CharField(
        max_length=20,
        unique=True,
        validators=NAME_VALIDATORS,
        error_messages={"unique": TAKEN},
    )
    email = models.EmailField("e-mail", blank=True)
    is_staff = models.BooleanField("staff", default=False)
    is_active = models.BooleanField("active", default=True)
    is_guest = models.BooleanField(
        "guest",
        default=False,
        db_default=False,  # processes of the version before insert rows without it
        editable=False,
        help_text="Plays without an account. The last log-in is then the day of the latest visit.",
    )
    is_bot = models.BooleanField(
        "bot",
        default=False,
        db_default=False,  # processes of the version before insert rows without it
        editable=False,
        help_text="A program plays with this account. It is rated apart from people.",
    )
    is_pupil = models.BooleanField(
        "pupil",
        default=False,
        db_default=False,  # processes of the version before insert rows without it
        editable=False,
        help_text="A guest whom a teacher made: lasts as long as the class, and writes no text.",
    )
    in_class = models.BooleanField(
        default=False,
        db_default=False,  # processes of the version before insert rows without it
        editable=False,
        help_text="Takes part in a class, as a pupil or with an account of their own.",
    )
    plays_outside = models.BooleanField(
        default=True,
        db_default=True,  # processes of the version before insert rows without it
        editable=False,
        help_text="May play people who are not in the same class.",
    )
    joined_at = models.DateTimeField(default=timezone.now, editable=False)
    closed_at = models.DateTimeField(
        null=True,
        blank=True,
        editable=False,
        help_text="When its owner closed a large account: the sweep deletes it bit by bit.",
    )

    theme = models.CharField(max_length=6, choices=Theme.choices, default=Theme.SYSTEM)
    sound = models.BooleanField(default=True)
    confirm_moves = models.BooleanField(default=False)
    time_zone = models.CharField(
        max_length=64,
        blank=True,
        default="",
        db_default="",  # processes of the version before insert rows without it
        help_text="Whose midnight ends the days of this person; empty until known, and then UTC.",
    )
    phrases = models.BooleanField(
        default=True,
        db_default=True,  # processes of the version before insert rows without it
        help_text="Shows what others say in a game, in set phrases.",
    )

    friends_only = models.BooleanField(
        default=False,
        db_default=False,  # processes of the version before insert rows without it
        help_text="Presence, openings and results are for those whom this person follows.",
    )

    objects = UserManager()

    USERNAME_FIELD = "name"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = []

    class Meta:
        permissions = [
            ("deactivate", "Can deactivate and reactivate people"),
            ("export", "Can export lists as files"),
        ]
        constraints = [
            models.UniqueConstraint(
                Lower("name"),
                name="user_name_unique_ignoring_case",
                violation_error_message=TAKEN,
            )
        ]
        indexes = [
            models.Index(
                fields=["last_login"], condition=Q(is_guest=True), name="guests_by_latest_visit"
            ),
            models.Index(
                fields=["closed_at"],
                condition=Q(closed_at__isnull=False),
                name="accounts_being_deleted",
            ),
            models.Index(
                fields=["joined_at"], condition=Q(is_guest=False), name="members_by_sign_up"
            ),
            models.Index(fields=["joined_at"], condition=Q(is_bot=True), name="bots_by_sign_up"),
            models.Index(Lower("email"), name="people_by_email"),
            models.Index(skeleton_of("name"), name="people_by_look_of_name"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def shown_name(self) -> str:
        """The name with the mark of a bot account."""
        return f"BOT {self.name}" if self.is_bot else self.name

    def get_full_name(self) -> str:
        return self.name

    def get_short_name(self) -> str:
        return self.name


class KnownPlace(models.Model):
    """A browser or an address a person has logged in from (``accounts.places``)."""

    user = models.ForeignKey(User, models.CASCADE, related_name="known_places")
    place = models.CharField(max_length=64, help_text="A keyed hash.")
    seen_at = models.DateTimeField(db_index=True, help_text="The latest log-in.")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["user", "place"], name="place_once_per_user")
        ]

    def __str__(self) -> str:
        return f"{self.place[:8]}, {self.seen_at:%Y-%m-%d}"


class OpenSession(models.Model):
    """A session in which a member is logged in (``accounts.open_sessions``)."""

    user = models.ForeignKey(User, models.CASCADE, related_name="open_sessions")
    key = models.CharField(max_length=40, unique=True, help_text="Of the session's row.")
    begun_at = models.DateTimeField(null=True, help_text="The log-in; unknown of old sessions.")
    seen_at = models.DateTimeField(help_text="The latest use, to within minutes.")
    browser = models.CharField(max_length=40)

    def __str__(self) -> str:
        return f"{self.user}: {self.browser}"


class Factor(models.Model):
    """What a person can show beside the password (``accounts.factors``)."""

    class Kind(models.TextChoices):
        PASSKEY = "passkey", "passkey"
        CODES = "codes", "one-time codes"

    user = models.ForeignKey(User, models.CASCADE, related_name="factors")
    kind = models.CharField(max_length=8, choices=Kind.choices)
    name = models.CharField(max_length=40, help_text="What its owner calls it.")
    credential = models.CharField(max_length=1400, help_text="The number of a passkey.")
    key = models.CharField(max_length=2000, help_text="A passkey’s public key, or a sealed key.")
    counter = models.BigIntegerField(help_text="A passkey’s count, or the step last used.")
    made_at = models.DateTimeField(default=timezone.now)
    used_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["credential"], condition=Q(kind="passkey"), name="passkeys_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user}: {self.name}"


class RecoveryCode(models.Model):
    """A code that takes the place of a second factor once (``accounts.factors``)."""

    user = models.ForeignKey(User, models.CASCADE, related_name="recovery_codes")
    digest = models.CharField(max_length=64, help_text="SHA-256 of 138 random bits.")
    made_at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"{self.user}: a recovery code"


class SecurityEvent(models.Model):
    """Something that matters to safety (``accounts.record``).

    People are plain numbers: what somebody did stays known when the account is gone.
    """

    at = models.DateTimeField(default=timezone.now, db_index=True)
    what = models.CharField(max_length=20)
    person = models.BigIntegerField(null=True, help_text="The id of whom it happened to.")
    by = models.BigIntegerField(null=True, help_text="The id of who was logged in.")
    place = models.CharField(max_length=16, help_text="A keyed hash of the network.")
    about = models.CharField(max_length=200)

    class Meta:
        default_permissions = ("view",)
        indexes = [models.Index(fields=["person"], name="security_events_of_a_person")]

    def __str__(self) -> str:
        return f"{self.what}, {self.at:%Y-%m-%d %H:%M:%S}"


class Follow(models.Model):
    """A member wants to see when another one is here (``accounts.people``)."""

    # The constraint begins with the follower: it serves for looking up whom one follows.
    follower = models.ForeignKey(User, models.CASCADE, related_name="follows", db_index=False)
    followed = models.ForeignKey(User, models.CASCADE, related_name="followers")
    since = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["follower", "followed"], name="followed_once"),
            models.CheckConstraint(
                condition=~Q(follower=models.F("followed")), name="nobody_follows_themselves"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.follower} follows {self.followed}"


class Block(models.Model):
    """A person wants nothing more of another one, who is not told (``accounts.people``)."""

    blocker = models.ForeignKey(User, models.CASCADE, related_name="blocks", db_index=False)
    blocked = models.ForeignKey(User, models.CASCADE, related_name="blocked_by")
    since = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["blocker", "blocked"], name="blocked_once"),
            models.CheckConstraint(
                condition=~Q(blocker=models.F("blocked")), name="nobody_blocks_themselves"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.blocker} blocks {self.blocked}"


class ApiToken(models.Model):
    """A key with which programs act for a person, within its scopes (``accounts.tokens``)."""

    # The constraint begins with the person: it serves for looking up their tokens.
    user = models.ForeignKey(User, models.CASCADE, related_name="api_tokens", db_index=False)
    name = models.CharField(max_length=40, help_text="What its owner calls it.")
    digest = models.CharField(max_length=64, unique=True, help_text="SHA-256 of the token.")
    scopes = models.CharField(max_length=80, help_text="Separated by spaces.")
    made_at = models.DateTimeField(default=timezone.now)
    used_at = models.DateTimeField(null=True, help_text="The latest use, to within a minute.")

    class Meta:
        ordering = ["-made_at"]
        constraints = [
            models.UniqueConstraint(fields=["user", "name"], name="a_token_of_a_name"),
        ]

    def __str__(self) -> str:
        return f"{self.user}: {self.name}"


class DataFile(models.Model):
    """A file with a person's own data that the sweep writes (``accounts.data_files``)."""

    class Kind(models.TextChoices):
        EVERYTHING = "everything", "everything (JSON)"
        GAMES = "games", "your games (text)"

    # The constraint begins with the person: it serves for looking up their files.
    user = models.ForeignKey(User, models.CASCADE, related_name="data_files", db_index=False)
    kind = models.CharField(max_length=10, choices=Kind.choices)
    name = models.CharField(max_length=40, help_text="In the folder own-data of VAR_DIR.")
    asked_at = models.DateTimeField(default=timezone.now)
    touched_at = models.DateTimeField(null=True, help_text="When it was last written to.")
    done_at = models.DateTimeField(null=True)
    written = models.PositiveIntegerField(default=0, help_text="Rows so far.")
    total = models.PositiveIntegerField(default=0, help_text="About how many rows there are.")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["user", "kind"], name="one_file_of_a_kind"),
        ]

    def __str__(self) -> str:
        return f"{self.user}: {self.kind}"

    @property
    def percent(self) -> int:
        """How much of it is written; a whole one is done."""
        return 100 if self.done_at else min(99, 100 * self.written // max(1, self.total))
