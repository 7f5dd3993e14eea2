"""The forms to sign up, to log in, and to change or close an account."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from django import forms
from django.contrib.admin.forms import AdminAuthenticationForm
from django.contrib.auth import forms as auth_forms
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction

from accounts import names, time_zones
from accounts.gate import GATE, RETRY_AFTER, LogInsBusy
from accounts.log_ins import LogInAttempt
from accounts.models import User
from accounts.password_forms import (
    NO_EMAIL,
    BesideFirst,
    bound,
    check_password,
    new_password,
    password_again,
)
from accounts.record import What, record
from accounts.tokens import SCOPES

PLAIN = {"autocapitalize": "none", "autocorrect": "off", "spellcheck": "false"}
NO_CHOICE = {"invalid_choice": "“%(value).40s” is none of these."}
EMAIL_HELP = "We use it only if you forget your password. Nobody else sees it."


class SignUpForm(BesideFirst, auth_forms.BaseUserCreationForm):
    name = forms.CharField(
        validators=[names.check_name],
        help_text="2 to 20 letters from A to Z, digits, _ or -. Everybody can see it.",
        widget=forms.TextInput(attrs={"autocomplete": "username", "maxlength": 20, **PLAIN}),
    )
    password1, password2 = new_password("Password")

    field_order = ("name", "password1", "password2", "email")

    class Meta:
        model = User
        fields = ("email",)  # "name" is looked at here and by the database, each saying why
        widgets: ClassVar = {"email": forms.EmailInput(attrs={"autocomplete": "email"})}
        help_texts: ClassVar = {"email": EMAIL_HELP}
        error_messages: ClassVar = {"email": NO_EMAIL}

    def clean_name(self) -> str:
        name: str = self.cleaned_data["name"]
        names.check_unreserved(name)
        names.check_free(name)
        self.instance.name = name
        return name

    def sign_up(self, store: Callable[[User], object]) -> bool:
        """Store the new account with ``store``; False with an error on ``name`` if that was taken.

        Raises Busy.
        """
        account = self.save(commit=False)  # hashes the password: not while others wait to write
        try:
            with transaction.atomic():
                store(account)
                return True
        except IntegrityError:
            self.add_error("name", names.taken(self.cleaned_data["name"]))
            return False


class Guarded(auth_forms.AuthenticationForm):
    """A log-in form that checks no password while there is a reason to wait.

    ``request.try_later`` has the status and the seconds for the answer (``views.guarded``).
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        bound(self.fields["password"])  # type: ignore[arg-type]

    def clean(self) -> dict[str, Any]:
        name, password = self.cleaned_data.get("username"), self.cleaned_data.get("password")
        if self.request is None or name is None or not password:
            return super().clean()
        log_in = LogInAttempt(self.request, name)
        self._refuse(log_in)  # before the queue, where it would take a place
        try:
            with GATE.turn():
                self._refuse(log_in)  # there may have been more failures meanwhile
                return self._try(log_in)
        except LogInsBusy as error:
            raise self._later(str(error), 503, RETRY_AFTER) from None

    def _refuse(self, log_in: LogInAttempt) -> None:
        if refusal := log_in.refusal():
            raise self._later(refusal.message, 429, refusal.wait)

    def _later(self, message: str, status: int, wait: int) -> ValidationError:
        request: Any = self.request
        request.try_later = status, wait
        return ValidationError(message, code="try_later")

    def _try(self, log_in: LogInAttempt) -> dict[str, Any]:
        try:
            cleaned = super().clean()
        except ValidationError:
            log_in.failed()
            raise
        log_in.succeeded()
        return cleaned


class StaffLoginForm(Guarded, AdminAuthenticationForm):
    pass


class LoginForm(Guarded):
    error_messages = {
        "invalid_login": "We have no account with this name and this password. "
        "Capital letters count in the password, but not in the name.",
        "inactive": "This account is closed.",
    }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].widget.attrs.update(PLAIN)


class SettingsForm(forms.ModelForm):
    time_zone = forms.ChoiceField(
        choices=time_zones.choices,
        label="Time zone",
        help_text="Your day ends at midnight there, and with it today’s board. A change counts"
        " from your next midnight on and never costs you a streak.",
        error_messages={"invalid_choice": "We do not know the time zone “%(value).40s”."},
    )
    current_password = password_again(
        label="Your password",
        required=False,
        help_text="Only needed to change your e-mail address, since it can reset your password.",
    )

    field_order = (
        "theme",
        "sound",
        "confirm_moves",
        "phrases",
        "friends_only",
        "time_zone",
        "email",
        "current_password",
    )

    class Meta:
        model = User
        fields = (
            *("theme", "sound", "confirm_moves", "phrases", "friends_only"),
            *("time_zone", "email"),
        )
        widgets: ClassVar = {
            "theme": forms.RadioSelect,
            "email": forms.EmailInput(attrs={"autocomplete": "email"}),
        }
        labels: ClassVar = {
            "sound": "Play sounds",
            "confirm_moves": "Ask before each move",
            "phrases": "Show set phrases",
            "friends_only": "Be seen by friends only",
        }
        help_texts: ClassVar = {
            "sound": "You hear a pen or chalk with every mark.",
            "confirm_moves": "Choose a cell, then confirm it. This helps on a small screen.",
            "phrases": "Players can say “Well played” and the like during a game.",
            "friends_only": "Only people you follow see your results, your openings and whether"
            " you are here, and no leaderboard lists you.",
            "email": EMAIL_HELP,
        }
        error_messages: ClassVar = {"email": NO_EMAIL, "theme": NO_CHOICE}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if self.is_bound and "time_zone" not in self.data:  # a form from before there was the field
            del self.fields["time_zone"]
        elif not self.instance.time_zone:  # saving another setting must not choose UTC
            zone: Any = self.fields["time_zone"]
            zone.required = False
            zone.choices = [("", "As my device"), *time_zones.choices()]
        if self.instance.is_guest:  # a password comes with an account
            del self.fields["email"], self.fields["current_password"], self.fields["friends_only"]

    def clean(self) -> dict[str, Any]:
        if "email" in self.changed_data and "email" in self.cleaned_data:
            self._check_password(self.cleaned_data.get("current_password", ""))
        return self.cleaned_data

    def _check_password(self, password: str) -> None:
        if not password:
            self.add_error("current_password", "Enter your password to change your e-mail address.")
            return
        try:
            check_password(self.instance, password)
        except ValidationError as error:
            self.add_error("current_password", error)

    def save(self, commit: bool = True) -> User:
        # Only what is shown here: a password changed meanwhile in another tab stays changed.
        user: User = self.instance
        user.save(update_fields=self.Meta.fields)
        if "email" in self.changed_data:
            record(What.EMAIL_CHANGED, user.pk)
        return user


class OwnPasswordForm(forms.Form):
    """A form that asks once more for the password of somebody who is logged in."""

    password = password_again(label="Your password")

    def __init__(self, user: User, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user
        if user.is_guest:
            del self.fields["password"]

    def clean_password(self) -> str:
        password: str = self.cleaned_data["password"]
        check_password(self.user, password)
        return password


class TokenForm(OwnPasswordForm):
    """A new token: its name, and what it allows."""

    name = forms.CharField(
        max_length=40,
        help_text="For you, to tell it from others: “my bot at home”.",
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    scopes = forms.MultipleChoiceField(
        label="It may",
        choices=[(scope.value, text) for scope, text in SCOPES.items()],
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": "Choose what the token allows.", **NO_CHOICE},
    )

    field_order = ("name", "scopes", "password")


class DeleteForm(OwnPasswordForm):
    """Closes an account."""
