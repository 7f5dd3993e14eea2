"""The lock files name all that is installed, with hashes, and agree with the hand-written pins."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import requires
from importlib.util import find_spec
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[2]

INPUTS = {
    "requirements.lock": "requirements.txt",
    "requirements-lti.lock": "requirements-lti.txt",
    "requirements-dev.lock": "requirements-dev.txt",
    "tests/bench/requirements.lock": "tests/bench/requirements.txt",
}
"""Each lock, and the file it is made from."""

MAY_BE_ABSENT = {"requirements-lti.lock": "lti_tool", "requirements-dev.lock": "mypy"}

HERE = ["requirements.lock", *(lock for lock, one in MAY_BE_ABSENT.items() if find_spec(one))]
"""The locks of this environment, whose packages can be asked what they require."""

HASH = re.compile(r"--hash=sha256:[0-9a-f]{64}")


@dataclass(frozen=True)
class Pin:
    requirement: Requirement
    hashes: int

    @property
    def version(self) -> str:
        (only,) = self.requirement.specifier
        return only.version


def inputs(path: Path) -> Iterator[Requirement]:
    """The requirements of a hand-written file and of those it names with ``-r``."""
    for line in path.read_text().splitlines():
        if line.startswith("-r "):
            yield from inputs(path.parent / line[3:])
        elif text := line.partition("#")[0].strip():
            yield Requirement(text)


def pins(path: Path) -> Iterator[Pin]:
    for line in path.read_text().replace("\\\n", " ").splitlines():
        if text := line.partition("#")[0].strip():
            yield Pin(Requirement(text.partition(" --hash")[0].strip()), len(HASH.findall(text)))


def pinned_here(path: Path) -> dict[str, str]:
    """The version of each package that the lock names for this machine and Python."""
    return {
        canonicalize_name(pin.requirement.name): pin.version
        for pin in pins(path)
        if pin.requirement.marker is None or pin.requirement.marker.evaluate()
    }


def missing(wanted: list[Requirement], pinned: dict[str, str]) -> list[str]:
    """What ``wanted``, and all it requires in turn, asks for and ``pinned`` does not give."""
    wrong, asked = [], set()
    while wanted:
        one = wanted.pop()
        name = canonicalize_name(one.name)
        if not one.specifier.contains(pinned.get(name, "0"), prereleases=True):
            wrong.append(f"{one} (locked: {pinned.get(name)})")
        elif name not in pinned:
            wrong.append(f"{one} (not locked)")
        elif (key := (name, frozenset(one.extras))) not in asked:
            asked.add(key)
            wanted += [below for below in _below(one) if _needed(below, one.extras)]
    return wrong


def _below(one: Requirement) -> list[Requirement]:
    return [Requirement(text) for text in requires(one.name) or ()]


def _needed(below: Requirement, extras: set[str]) -> bool:
    if below.marker is None:
        return True
    return any(below.marker.evaluate({"extra": extra}) for extra in ("", *extras))


@pytest.mark.parametrize("lock", INPUTS)
def test_a_lock_pins_what_its_input_names(lock: str) -> None:
    pinned = {canonicalize_name(pin.requirement.name): pin.version for pin in pins(ROOT / lock)}
    named = list(inputs(ROOT / INPUTS[lock]))
    wrong = [
        f"{one}: {lock} has {pinned.get(canonicalize_name(one.name))}; run make lock"
        for one in named
        if not one.specifier.contains(pinned.get(canonicalize_name(one.name), "0"))
    ]
    assert named
    assert wrong == []


@pytest.mark.parametrize("lock", HERE)
def test_a_lock_pins_everything_below_its_input(lock: str) -> None:
    wanted = [one for one in inputs(ROOT / INPUTS[lock]) if _needed(one, set())]
    assert missing(wanted, pinned_here(ROOT / lock)) == []


def test_a_package_that_is_not_locked_is_named() -> None:
    pinned = pinned_here(ROOT / "requirements.lock")
    del pinned["autobahn"]
    pinned["twisted"] = "18.7"
    wrong = missing([Requirement("daphne")], pinned)
    assert [text.split(">")[0] for text in sorted(wrong)] == ["autobahn", "twisted[tls]"]


@pytest.mark.parametrize("lock", INPUTS)
def test_every_pin_is_exact_and_has_hashes(lock: str) -> None:
    loose = [
        str(pin.requirement)
        for pin in pins(ROOT / lock)
        if not pin.hashes or [one.operator for one in pin.requirement.specifier] != ["=="]
    ]
    assert loose == []


@pytest.mark.parametrize("lock", INPUTS)
def test_a_lock_names_no_host_and_no_folder(lock: str) -> None:
    text = (ROOT / lock).read_text()
    assert re.findall(r"^--(?!hash).*|\S*://\S*|^.* @ .*", text, re.MULTILINE) == []


def test_the_site_runs_on_the_versions_it_was_tested_with() -> None:
    """A package that the site needs on some systems may be needed on all to test it."""
    tested = {str(pin.requirement) for pin in pins(ROOT / "requirements-dev.lock")}
    shipped = {str(pin.requirement) for pin in pins(ROOT / "requirements.lock")}
    assert {one for one in shipped - tested if one.partition(";")[0] not in tested} == set()
