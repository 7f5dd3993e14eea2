"""Everything the environment can set, typed and checked. docs/commands.md lists it."""

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


MOST = {"days": 36_500, "hours": 876_000}
"""The largest numbers by the last word of a name: a hundred years, which every date can go back."""

MOST_OF_OTHERS = 1_000_000_000


def number(name: str, default: int, least: int = 0) -> int:
    """A whole number of at least ``least``, and no larger than a program can use."""
    value = text(name, str(default))
    most = MOST.get(name.lower().rpartition("_")[2], MOST_OF_OTHERS)
    try:
        if (found := int(value)) > most:
            raise ImproperlyConfigured(f"{name}={value[:40]!r}: expected at most {most}")
        if found >= least:
            return found
    except ValueError:
        pass
    raise ImproperlyConfigured(f"{name}={value!r}: expected a whole number of at least {least}")


def limit(name: str, times: int, seconds: int) -> tuple[int, int]:
    """So many times in so many seconds, written ``times/seconds``."""
    value = text(name, f"{times}/{seconds}")
    if found := re.fullmatch(r"([1-9][0-9]{0,8})/([1-9][0-9]{0,6})", value):
        return int(found[1]), int(found[2])
    raise ImproperlyConfigured(
        f"{name}={value!r}: expected times/seconds, like {times}/{seconds}, both at least 1"
    )


def choice(name: str, default: str, allowed: tuple[str, ...]) -> str:
    """One of a few words, in any case."""
    value = text(name, default)
    if value.upper() in allowed:
        return value.upper()
    raise ImproperlyConfigured(f"{name}={value!r}: expected one of {', '.join(allowed)}")


def words(name: str, default: str = "") -> list[str]:
    """A comma-separated list without blanks."""
    return [word.strip() for word in text(name, default).split(",") if word.strip()]


LOOPBACK = {"127.0.0.1", "localhost", "[::1]"}


def site_url(name: str, hosts: list[str], *, https: bool) -> str:
    """The site's address or, without one, the first of ``hosts``; empty on one's own machine."""
    if value := parsed(name, "", ("http", "https"), str).rstrip("/"):
        if urlsplit(value).hostname and value.count("/") == 2:
            return str(value)
        raise ImproperlyConfigured(f"{name}={value!r}: expected https://name or https://name:port")
    others = [host for host in hosts if host not in LOOPBACK]
    names = [host for host in others if not host.startswith((".", "*"))]
    if others and not names and https:
        raise ImproperlyConfigured(
            f"ALLOWED_HOSTS={','.join(hosts)!r} names no single site: "
            f"set {name}, such as https://oxo.example, for the links in e-mails"
        )
    return f"http{'s' * https}://{names[0]}" if names else ""


def secret_key(debug: bool) -> str:
    """SECRET_KEY, required when DEBUG is off: sessions and reset links hang on it."""
    value = text("SECRET_KEY")
    if not value and not debug:
        raise ImproperlyConfigured(
            "SECRET_KEY='' and DEBUG is off: set it to a long random text, for example what "
            "python -c 'import secrets; print(secrets.token_urlsafe(50))' prints"
        )
    return value or "insecure-key-for-development-only"


def parsed(
    name: str, default: str, schemes: tuple[str, ...], parse: Callable[[str], Any] = urlsplit
) -> Any:
    """What ``parse`` makes of an address whose scheme is one of ``schemes``.

    Nothing and an empty text are the default.
    """
    value = text(name) or default
    return _address(f"{name}={masked(value)!r}", value, schemes, parse) if value else parse(value)


def url(name: str, schemes: tuple[str, ...], parse: Callable[[str], Any]) -> str:
    """An address that ``parse`` can read, or an empty text."""
    value = text(name)
    if "," in value:
        raise ImproperlyConfigured(f"{name}={masked(value)!r}: expected one address")
    if value:
        _address(f"{name}={masked(value)!r}", value, schemes, parse)
    return value


def _address(quoted: str, value: str, schemes: tuple[str, ...], parse: Callable[[str], Any]) -> Any:
    """What ``parse`` makes of ``value``.

    Its own words are not repeated, since they may quote a part of the password.
    """
    scheme, colon, _ = value.partition(":")
    if not (colon and scheme in schemes):
        raise ImproperlyConfigured(
            f"{quoted}: expected an address that starts with one of "
            + ", ".join(f"{scheme}:" for scheme in schemes)
        )
    try:
        found = parse(value)
        # Only reading it shows that a port is none; "sqlite://:memory:" has no port at all.
        _ = value.startswith("sqlite:") or urlsplit(value).port
    except ValueError:
        raise ImproperlyConfigured(
            f"{quoted}: expected scheme://user:password@host:port/…, "
            "with special characters in the password percent-encoded"
        ) from None
    return found


def masked(address: str) -> str:
    """``address`` without its password: messages end up in logs."""
    return re.sub(r"://([^:/@,]*):.*@", r"://\1:***@", address)


def address(name: str, default: str = "") -> tuple[str, int] | None:
    """``host:port`` (an IPv6 host in brackets), or None where nothing is set."""
    value = text(name, default)
    if not value:
        return None
    host, colon, port = value.rpartition(":")
    if colon and host and port.isascii() and port.isdigit() and int(port) < 65536:
        return host.strip("[]"), int(port)
    raise ImproperlyConfigured(f"{name}={value!r}: expected host:port, like 127.0.0.1:9101")


def error_dsn(name: str) -> str:
    """Where errors are reported, in the form ``https://key@host/project``, or nothing."""
    value: str = parsed(name, "", ("http", "https"), str)
    if not value:
        return value
    parts = urlsplit(value)
    if not (parts.username and parts.hostname and parts.path.strip("/")):
        shown = re.sub(r"//[^@]*@", "//***@", value)
        raise ImproperlyConfigured(f"{name}={shown!r}: expected https://key@host/project")
    return value


def contact(name: str) -> str:
    """An address to write to, as RFC 9116 has it, or nothing."""
    value = text(name)
    if not value or re.fullmatch(r"(mailto:[^\s@]+@[^\s@]+|https://\S+|tel:\+?[0-9-]+)", value):
        return value
    raise ImproperlyConfigured(
        f"{name}={value!r}: expected mailto:name@host, https://host/path or tel:number"
    )


def folder(name: str, path: Path) -> Path:
    """``path``, made if it is missing; ``name`` is the variable to blame when it cannot be."""
    try:
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise ImproperlyConfigured(
            f"{name}: cannot make the folder {str(path)!r}: {error.strerror}"
        ) from None
    return path
