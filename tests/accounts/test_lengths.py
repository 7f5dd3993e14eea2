"""Every text that the site stores has an end."""

from __future__ import annotations

from django.apps import apps
from django.db import models
from django.test import Client

from accounts.forms import LoginForm, OwnPasswordForm, SignUpForm, TokenForm
from accounts.models import User
from accounts.password_forms import LONGEST_PASSWORD, PasswordChangeForm, SetPasswordForm

OF_THE_GRADING = {"games.UploadedEngine.source", "games.UploadedEngine.error"}
"""Bounded by what receives and grades files."""

OWN = {"accounts", "games", "progress"}


def test_every_text_column_has_a_length() -> None:
    endless = {
        f"{model._meta.label}.{field.name}"
        for model in apps.get_models()
        if model._meta.app_label in OWN
        for field in model._meta.local_fields
        if isinstance(field, models.CharField | models.TextField) and not field.max_length
    }
    assert endless == OF_THE_GRADING


def test_no_field_takes_a_password_without_an_end() -> None:
    user = User(name="ada")
    forms = (
        *(SignUpForm(), LoginForm(), TokenForm(user), OwnPasswordForm(user)),
        *(PasswordChangeForm(user), SetPasswordForm(user)),
    )
    for form in forms:
        for name, field in form.fields.items():
            if "password" in name:
                assert field.max_length == LONGEST_PASSWORD, (form, name)


def test_a_password_that_is_too_long_is_refused_unread(ada: User) -> None:
    form = {"username": "ada", "password": "x" * (LONGEST_PASSWORD + 1)}
    page = Client().post("/accounts/login/", form).content.decode()
    assert "at most 1000 characters" in page
