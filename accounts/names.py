"""What may be a name, and how a refusal quotes what was typed."""

from __future__ import annotations

from django.core.exceptions import ValidationError

from accounts.models import NAME_VALIDATORS, User

LONGEST_QUOTE = 24


def quoted(text: str) -> str:
    """``text`` in quotation marks, cut short, with what cannot be seen spelled out.

    A control character could turn the rest of the sentence around.
    """
    short = text if len(text) <= LONGEST_QUOTE else text[: LONGEST_QUOTE - 1] + "…"
    seen = (one if one.isprintable() else f"\\u{ord(one):04x}" for one in short)
    return f"“{''.join(seen)}”"


def check_name(name: str) -> None:
    """Raise ValidationError that quotes ``name`` and says why it cannot be one."""
    for validator in NAME_VALIDATORS:
        try:
            validator(name)
        except ValidationError as error:
            message = f"{quoted(name)} cannot be a name. {error.messages[0]}"
            raise ValidationError(message, code="bad_name") from None


def check_free(name: str) -> None:
    """Raise ValidationError if somebody has ``name``, in whatever case."""
    if User.objects.named(name).exists():
        raise taken(name)


def taken(name: str) -> ValidationError:
    message = f"{quoted(name)} is taken. Names are unique whatever their case."
    return ValidationError(message, code="taken")
