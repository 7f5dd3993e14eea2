"""Everything the environment can set, typed and checked. The README lists it."""

from __future__ import annotations

import os

from django.core.exceptions import ImproperlyConfigured

TRUE = {"1", "true", "yes", "on"}
FALSE = {"0", "false", "no", "off", ""}


def text(name: str, default: str = "") -> str:
    return os.environ.get(name, default).strip()


def flag(name: str, default: bool) -> bool:
    """A yes or no. Raises ImproperlyConfigured quoting anything else."""
    value = text(name, "1" if default else "0").lower()
    if value in TRUE:
        return True
    if value in FALSE:
        return False
    raise ImproperlyConfigured(f"{name}={value!r}: expected 1 or 0")


def number(name: str, default: int) -> int:
    value = text(name, str(default))
    try:
        return int(value)
    except ValueError:
        raise ImproperlyConfigured(f"{name}={value!r}: expected a whole number") from None


def words(name: str, default: str = "") -> list[str]:
    """A comma-separated list without blanks."""
    return [word.strip() for word in text(name, default).split(",") if word.strip()]


def secret_key(debug: bool) -> str:
    """SECRET_KEY, required when DEBUG is off: sessions and reset links hang on it."""
    value = text("SECRET_KEY")
    if not value and not debug:
        raise ImproperlyConfigured(
            "SECRET_KEY is not set and DEBUG is off. Set it to a long random text, for example:\n"
            "  python -c 'import secrets; print(secrets.token_urlsafe(50))'"
        )
    return value or "insecure-key-for-development-only"


def url(name: str, default: str, schemes: tuple[str, ...]) -> str:
    """An address whose scheme is one of ``schemes``, or the default."""
    value = text(name, default)
    if value and value.partition(":")[0] not in schemes:
        raise ImproperlyConfigured(
            f"{name}={value!r}: expected an address that starts with one of "
            + ", ".join(f"{scheme}:" for scheme in schemes)
        )
    return value
