"""Passwords that guessers try first are refused, whatever is put around them."""

from __future__ import annotations

import pytest
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError

from accounts.weak import DressedUpPasswordValidator


@pytest.mark.parametrize(
    "password",
    [
        *("Password123!", "p@ssw0rd2026", "!!sunshine!!", "dragon-2026", "monkeymonkey"),
        *("TicTacToe2026", "tic-tac-toe!", "noughts99", "oxo-2026!"),
        *("pass-word", "qwertyuiop", "iloveyou1234", "123456789012"),
    ],
)
def test_a_common_password_is_refused_in_any_dress(password: str) -> None:
    with pytest.raises(ValidationError):
        validate_password(password)


@pytest.mark.parametrize(
    "password",
    ["eine-lange-Nacht", "correct horse battery", "vT9#kq2Lw", "ß日本語", "a" * 5000],
)
def test_others_are_not(password: str) -> None:
    DressedUpPasswordValidator().validate(password)
