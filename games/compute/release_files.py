"""Results that are computed once per release of the code on a machine, and kept in files.

The engines are pure, so what was computed holds as long as the code does that computed it. Every
process of a machine reads the same files. Workers of the compute pool load this without Django.
"""

from __future__ import annotations

import fcntl
import logging
import os
import pickle
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, Generic, TypeVar, TypeVarTuple

import games

log = logging.getLogger(__name__)

Result = TypeVar("Result")
Arguments = TypeVarTuple("Arguments")

PACKAGES = ("rules", "engines", "analysis")
"""Whose code decides what is computed."""

GRADING = ("rules", "engines", "arena/grading", "arena/jail")
"""Whose code decides on a grade."""


@dataclass(frozen=True, slots=True)
class Computed(Generic[Result]):
    """The result of a computation, and the time ``at`` which it was computed."""

    result: Result
    at: datetime


@cache
def release(packages: tuple[str, ...] = PACKAGES) -> str:
    """A name for the code of ``packages`` as it stands: a hash of its files.

    Data that the code reads counts as code: the weights of a net decide what it plays.
    """
    root, found = Path(games.__file__).parent, sha256()
    for package in packages:
        for path in sorted((root / package).rglob("*")):
            if path.is_file() and path.parent.name != "__pycache__":
                found.update(path.read_bytes())
    return found.hexdigest()[:16]


def read(directory: Path, name: str) -> Computed[Any] | None:
    """What is kept as ``name`` in ``directory`` for this release, if anything is.

    A file cannot say of what type its content is; its name does.
    """
    path = _path(directory, name)
    try:
        computed = pickle.loads(path.read_bytes())  # noqa: S301  ours: the secret key lies beside it
    except FileNotFoundError:
        return None
    except Exception as error:  # pickle raises whatever a broken file leads to
        log.warning("%s will be computed again: %s", path, error)
        return None
    return computed if isinstance(computed, Computed) else None


def once(
    directory: Path,
    name: str,
    function: Callable[[*Arguments], Result],
    *args: *Arguments,
) -> Computed[Result]:
    """What is kept as ``name``; if nothing is, ``function(*args)``, kept from now on.

    Of processes that want the same one computes, and the others wait. Raises OSError.
    """
    path = _path(directory, name)
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if (computed := read(directory, name)) is None:
            computed = Computed(function(*args), datetime.now(UTC))
            _write(path, computed)
    return computed


def _path(directory: Path, name: str) -> Path:
    return directory / release() / f"{name}.pickle"


def _write(path: Path, computed: Computed[Result]) -> None:
    """Write the file whole or not at all."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=path.name)
    with os.fdopen(handle, "wb") as file:
        pickle.dump(computed, file)
    Path(name).replace(path)
