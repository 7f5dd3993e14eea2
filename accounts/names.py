"""Which names are allowed, and how refusals quote what was typed."""

from __future__ import annotations

from django.core.exceptions import ValidationError

from accounts.models import NAME_VALIDATORS, User
from accounts.reserved import reserved

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


def check_unreserved(name: str) -> None:
    """Raise ValidationError if ``name`` is or looks like one that the site keeps for itself."""
    if not (found := reserved(name)):
        return
    if found == name.lower():
        message = f"{quoted(name)} is reserved. Choose another name."
    else:
        message = f"{quoted(name)} looks like {quoted(found)}, which is reserved. Choose another."
    raise ValidationError(message, code="reserved")


def check_free(name: str, but: int = 0) -> None:
    """Raise ValidationError if somebody has ``name``, in whatever case, or one that looks like it.

    The account ``but`` may: it is the one that gets the name.
    """
    if User.objects.named(name).exclude(pk=but).exists():
        raise taken(name)
    alike = User.objects.looking_like(name).filter(is_guest=False).exclude(pk=but)
    if (other := alike.values_list("name", flat=True).first()) is not None:
        message = f"{quoted(name)} looks like {quoted(other)}, which is taken. Choose another."
        raise ValidationError(message, code="taken")


def taken(name: str) -> ValidationError:
    """The error for a name that somebody has, perhaps in another case."""
    owner = User.objects.named(name).values_list("name", flat=True).first()
    message = f"{quoted(name)} is taken."
    if owner is not None and owner != name:
        message += f" {quoted(owner)} and {quoted(name)} are the same name."
    return ValidationError(message, code="taken")
