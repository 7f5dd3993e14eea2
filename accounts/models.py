"""People: a name, a password, perhaps an e-mail address, and how they like the site to look."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.auth.models import PermissionsMixin
from django.core.validators import MaxLengthValidator, MinLengthValidator, RegexValidator
from django.db import models
from django.db.models.functions import Lower
from django.utils import timezone

NAME_VALIDATORS: list[Callable[[Any], None]] = [
    RegexValidator(
        r"^[A-Za-z0-9][A-Za-z0-9_-]*\Z",
        "Use letters, digits, _ and -, and start with a letter or a digit.",
    ),
    MinLengthValidator(2),
    MaxLengthValidator(20),
]


class UserManager(BaseUserManager["User"]):
    def create_user(self, name: str, password: str | None = None, **fields: Any) -> User:
        user = self.model(name=name, email=self.normalize_email(fields.pop("email", "")), **fields)
        user.set_password(password)
        user.save(using=self._db)
        return user

    def create_superuser(self, name: str, password: str | None = None, **fields: Any) -> User:
        return self.create_user(name, password, is_staff=True, is_superuser=True, **fields)

    def named(self, name: str) -> models.QuerySet[User]:
        """Whoever has ``name``, in any case; by the index that keeps names unique.

        Folding case here as ``limits.axes_name`` does means that every spelling which finds
        a person also counts as a guess at that person's password.
        """
        if "\0" in name:  # PostgreSQL would refuse to look
            return self.none()
        return self.alias(lower_name=Lower("name")).filter(lower_name=name.lower())

    def get_by_natural_key(self, username: str | None) -> User:
        return self.named(username or "").get()


class User(AbstractBaseUser, PermissionsMixin):
    """A registered person. Names are unique whatever their case."""

    class Theme(models.TextChoices):
        SYSTEM = "system", "As my device"
        LIGHT = "light", "Paper"
        DARK = "dark", "Blackboard"

    name = models.CharField(
        max_length=20,
        unique=True,
        validators=NAME_VALIDATORS,
        error_messages={"unique": "That name is taken. Names are unique whatever their case."},
    )
    email = models.EmailField("e-mail", blank=True)
    is_staff = models.BooleanField("staff", default=False)
    is_active = models.BooleanField("active", default=True)
    joined_at = models.DateTimeField(default=timezone.now, editable=False)

    theme = models.CharField(max_length=6, choices=Theme.choices, default=Theme.SYSTEM)
    sound = models.BooleanField(default=False)
    confirm_moves = models.BooleanField(default=False)

    objects = UserManager()

    USERNAME_FIELD = "name"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = []

    class Meta:
        constraints = [
            models.UniqueConstraint(
                Lower("name"),
                name="user_name_unique_ignoring_case",
                violation_error_message="That name is taken. Names are unique whatever their case.",
            )
        ]

    def __str__(self) -> str:
        return self.name

    def get_full_name(self) -> str:
        return self.name

    def get_short_name(self) -> str:
        return self.name
