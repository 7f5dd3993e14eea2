"""Choosing a password, and proving that one still knows it."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from unicodedata import normalize

from django import forms
from django.conf import settings
from django.contrib.auth import forms as auth_forms
from django.core.exceptions import ValidationError
from django.core.validators import MaxLengthValidator
from django.http import HttpRequest
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode

from accounts.failures import STRANGE, Failures
from accounts.limits import in_words
from accounts.models import User
from accounts.record import What, record

NO_EMAIL = {"invalid": "“%(value).60s” is not an e-mail address."}
"""The refusal of an address, for the fields that take one."""

RULES = (
    "At least 8 characters, and not only digits. "
    "Do not use a common password, even with something added, your name or your e-mail address."
)
"""What AUTH_PASSWORD_VALIDATORS asks for, in one place and in plain words."""

LONGEST_PASSWORD = 1_000
"""Characters; a sentence has a hundred."""

POSTMAN = ThreadPoolExecutor(max_workers=1, thread_name_prefix="mail")


def new_password(label: str) -> tuple[forms.CharField, forms.CharField]:
    """A field for a new password, with the rules beside it, and one to catch a slip."""
    first, second = auth_forms.SetPasswordMixin.create_password_fields(label, f"{label} again")
    for field in (first, second):
        bound(field)
    first.help_text = RULES
    second.help_text = "Type it once more, in case you mistyped it."
    return first, second


def bound(field: forms.CharField) -> None:
    """Let a field of Django's own take ``LONGEST_PASSWORD`` characters at most."""
    field.max_length = LONGEST_PASSWORD
    field.validators.append(MaxLengthValidator(LONGEST_PASSWORD))


def password_again(**options: Any) -> forms.CharField:
    widget = forms.PasswordInput(attrs={"autocomplete": "current-password"})
    return forms.CharField(strip=False, max_length=LONGEST_PASSWORD, widget=widget, **options)


def check_password(user: User, password: str) -> None:
    """Raise ValidationError unless ``password`` is theirs: another person may be at the screen."""
    failures = Failures(STRANGE, "password check", user.pk)
    if wait := failures.wait():
        message = f"Too many wrong passwords. Try again in {in_words(wait)}."
        raise ValidationError(message, code="too_many")
    if not user.check_password(password):
        failures.add()
        record(What.PASSWORD_WRONG, user.pk)
        raise ValidationError("That is not your password.", code="wrong_password")
    failures.forget()


class BesideFirst(auth_forms.SetPasswordMixin):
    """Says what is wrong with a new password where it is typed first, not where it is repeated."""

    def validate_password_for_user(self, user: User, field: str = "password2") -> None:
        super().validate_password_for_user(user, field.replace("2", "1"))


class SetPasswordForm(BesideFirst, auth_forms.SetPasswordForm):
    new_password1, new_password2 = new_password("New password")


class PasswordChangeForm(BesideFirst, auth_forms.PasswordChangeForm):
    old_password = password_again(label="Current password")

    new_password1, new_password2 = new_password("New password")

    field_order = ("old_password", "new_password1", "new_password2")

    def clean_old_password(self) -> str:
        password: str = self.cleaned_data["old_password"]
        check_password(self.user, password)
        return password


def _folded(address: str) -> str:
    return normalize("NFKC", address).casefold()


class PasswordResetForm(auth_forms.PasswordResetForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["email"].label = "E-mail"
        self.fields["email"].error_messages |= NO_EMAIL

    def get_users(self, email: str) -> Iterator[User]:
        """Whom to write to; Django's own compares the addresses of all people.

        A database may take letters for one another that are not the same, as ``İ`` and ``i``.
        """
        found = User.objects.with_email(email).filter(is_active=True).order_by("name")
        known = (one for one in found if _folded(one.email) == _folded(email))
        return (one for one in known if one.has_usable_password())

    def save(self, *, request: HttpRequest, **options: Any) -> None:  # type: ignore[override]
        """Write to each address, as it is stored, a letter with a link for each of its accounts."""
        people: dict[str, list[User]] = {}
        for user in self.get_users(self.cleaned_data["email"]):
            record(What.RESET_ASKED, user.pk)
            people.setdefault(user.email, []).append(user)
        if not people:
            record(What.RESET_ASKED)
        for address, owners in people.items():
            self._write(address, owners, request, options)

    def _write(
        self, address: str, owners: list[User], request: HttpRequest, options: dict[str, Any]
    ) -> None:
        generator = options["token_generator"]
        links = [
            {
                "user": user,
                "uid": urlsafe_base64_encode(force_bytes(user.pk)),
                "token": generator.make_token(user),
            }
            for user in owners
        ]
        site = settings.SITE_URL or f"{request.scheme}://{request.get_host()}"
        context = {
            "site": site,
            "domain": site.partition("://")[2],
            "links": links,
            **(options["extra_email_context"] or {}),
        }
        self.send_mail(
            options["subject_template_name"],
            options["email_template_name"],
            context,
            options["from_email"],
            address,
            html_email_template_name=options["html_email_template_name"],
        )

    def send_mail(self, *args: Any, **kwargs: Any) -> None:
        # Not while the visitor waits: how long an answer takes would tell who has an account.
        POSTMAN.submit(super().send_mail, *args, **kwargs)
