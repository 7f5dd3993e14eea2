"""Everything the environment can set, typed and checked. The README lists it."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

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


def number(name: str, default: int, least: int = 0) -> int:
    """A whole number of at least ``least``."""
    value = text(name, str(default))
    try:
        if (found := int(value)) >= least:
            return found
    except ValueError:
        pass
    raise ImproperlyConfigured(f"{name}={value!r}: expected a whole number of at least {least}")


def choice(name: str, default: str, allowed: tuple[str, ...]) -> str:
    """One of a few words, in any case."""
    value = text(name, default)
    if value.upper() in allowed:
        return value.upper()
    raise ImproperlyConfigured(f"{name}={value!r}: expected one of {', '.join(allowed)}")


def words(name: str, default: str = "") -> list[str]:
    """A comma-separated list without blanks."""
    return [word.strip() for word in text(name, default).split(",") if word.strip()]


def secret_key(debug: bool) -> str:
    """SECRET_KEY, required when DEBUG is off: sessions and reset links hang on it."""
    value = text("SECRET_KEY")
    if not value and not debug:
        raise ImproperlyConfigured(
            "SECRET_KEY='' and DEBUG is off: set it to a long random text, for example what "
            "python -c 'import secrets; print(secrets.token_urlsafe(50))' prints"
        )
    return value or "insecure-key-for-development-only"


def url(name: str, default: str, schemes: tuple[str, ...]) -> str:
    """An address whose scheme is one of ``schemes``, or the default."""
    value = text(name, default)
    scheme, colon, _ = value.partition(":")
    if value and not (colon and scheme in schemes):
        raise ImproperlyConfigured(
            f"{name}={masked(value)!r}: expected an address that starts with one of "
            + ", ".join(f"{scheme}:" for scheme in schemes)
        )
    return value


def parsed(
    name: str, default: str, schemes: tuple[str, ...], parse: Callable[[str], Any] = urlsplit
) -> Any:
    """What ``parse`` makes of an address.

    Its own words are not repeated, since they may quote a part of the password.
    """
    value = url(name, default, schemes)
    try:
        found = parse(value)
        # Only reading it shows that a port is none; "sqlite://:memory:" has no port at all.
        _ = value.startswith("sqlite:") or urlsplit(value).port
    except ValueError:
        raise ImproperlyConfigured(
            f"{name}={masked(value)!r}: expected scheme://user:password@host:port/…, "
            "with special characters in the password percent-encoded"
        ) from None
    return found


def masked(address: str) -> str:
    """``address`` without its password: messages end up in logs."""
    return re.sub(r"://([^:/@]*):.*@", r"://\1:***@", address)


def folder(name: str, path: Path) -> Path:
    """``path``, made if it is missing; ``name`` is the variable to blame when it cannot be."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ImproperlyConfigured(
            f"{name}: cannot make the folder {str(path)!r}: {error.strerror}"
        ) from None
    return path
