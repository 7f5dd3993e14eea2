"""No form takes a password without an end."""

from __future__ import annotations

from django.test import Client

from accounts.forms import LoginForm, OwnPasswordForm, SignUpForm, TokenForm
from accounts.models import User
from accounts.password_forms import LONGEST_PASSWORD, PasswordChangeForm, SetPasswordForm


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
