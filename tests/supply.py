"""``make sbom`` and ``make audit``: what a release is made of, and what is known of it.

``sbom`` writes the software bill of materials (CycloneDX) of all that requirements.lock installs
here, and prints each package with its licence; one without any, or with one that would bind the
site's own code, ends it with 1. ``audit`` asks an advisory database about the same packages. One
that is not found there was not checked, and without a database none was: it says so and ends with
0, since a build must not hang on somebody else's service. A known weakness ends it with 1.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parent.parent
SCRIPTS = Path(sysconfig.get_path("scripts"))
LOCK = ROOT / "requirements.lock"

BINDING = re.compile(r"(?<!L)GPL|(?<!Lesser )General Public License", re.IGNORECASE)
"""Licences under which whoever passes the site on would have to pass on its code, too."""

NOT_SAID = {"resvg-py": "MIT"}
"""Licences that only a file of a package says, which somebody has read."""


def shipped(lock: str) -> dict[str, str]:
    """The packages that a lock installs here, with their versions."""
    found: dict[str, str] = {}
    for line in lock.replace("\\\n", " ").splitlines():
        if text := line.partition("#")[0].partition(" --hash")[0].strip():
            one = Requirement(text)
            if one.marker is None or one.marker.evaluate():
                (only,) = one.specifier
                found[canonicalize_name(one.name)] = only.version
    return found


def of_release(sbom: Mapping[str, Any], packages: Mapping[str, str]) -> dict[str, Any]:
    """``sbom`` with these packages alone, and what they depend on of them."""
    kept = [one for one in sbom["components"] if canonicalize_name(one["name"]) in packages]
    known = {one["bom-ref"] for one in kept} | {"root-component"}
    below = [
        {**one, "dependsOn": sorted(set(one.get("dependsOn", ())) & known)}
        for one in sbom.get("dependencies", ())
        if one["ref"] in known
    ]
    return {**sbom, "components": kept, "dependencies": below}


def licences(sbom: Mapping[str, Any]) -> Iterator[tuple[str, str, str]]:
    """Name, version and licence of each package; the licence is empty where none is said."""
    for one in sbom["components"]:
        said = [
            found.get("expression") or found["license"].get("id") or found["license"].get("name")
            for found in one.get("licenses", ())
        ]
        short = [text.removeprefix("License :: OSI Approved :: ") for text in said if text]
        licence = " / ".join(dict.fromkeys(short)) or NOT_SAID.get(
            canonicalize_name(one["name"]), ""
        )
        yield one["name"], one.get("version", ""), licence


def refused(found: Sequence[tuple[str, str, str]]) -> list[str]:
    """The packages that a release must not have in it, with the reason."""
    return [
        f"{name}: {licence or 'no licence is said'}"
        for name, _, licence in found
        if not licence or BINDING.search(licence)
    ]


def unchecked(answer: Mapping[str, Any]) -> list[str]:
    """The packages that pip-audit has skipped."""
    return [one["name"] for one in answer["dependencies"] if "skip_reason" in one]


def weak(answer: Mapping[str, Any]) -> list[str]:
    """The packages with a known weakness, and its names."""
    return [
        f"{one['name']} {one['version']}: {', '.join(flaw['id'] for flaw in one['vulns'])}"
        for one in answer["dependencies"]
        if one.get("vulns")
    ]


def verdict(answer: Mapping[str, Any] | None) -> tuple[str, int]:
    """What an audit says, and its exit status; None is no answer at all."""
    skipped = unchecked(answer) if answer is not None else []
    if answer is None or len(skipped) == len(answer["dependencies"]):
        return "NOT CHECKED: no advisory database could be asked. No check took place.", 0
    lines = [f"{len(answer['dependencies']) - len(skipped)} packages were checked."]
    if skipped:
        lines.append(f"NOT CHECKED, the database does not know them: {', '.join(skipped)}")
    known = weak(answer)
    return "\n".join([*lines, *(f"WEAK  {one}" for one in known)]), 1 if known else 0


def ask(packages: Mapping[str, str]) -> dict[str, Any] | None:
    """What pip-audit says of these packages, or None if it gets no answer."""
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as wanted:
        wanted.writelines(f"{name}=={version}\n" for name, version in packages.items())
        wanted.flush()
        options = ["--no-deps", "--disable-pip", "--format=json", "--progress-spinner=off"]
        command = [str(SCRIPTS / "pip-audit"), "--requirement", wanted.name, *options]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    try:
        return dict(json.loads(done.stdout))
    except ValueError:
        return None


def audit() -> int:
    packages = shipped(LOCK.read_text())
    # Where nothing is known of Django there is no database, and nobody is asked about the others.
    answer = ask({"django": packages["django"]})
    if answer is not None and not unchecked(answer):
        answer = ask(packages)
    text, code = verdict(answer)
    say(text)
    return code


def write_sbom() -> int:
    target = ROOT / "var/sbom.json"
    target.parent.mkdir(mode=0o700, exist_ok=True)
    command = [str(SCRIPTS / "cyclonedx-py"), "environment", sys.executable, "--of=JSON"]
    options = ["--pyproject", str(ROOT / "pyproject.toml"), "--output-reproducible"]
    options.append("--no-validate")  # that takes ten seconds, and what is kept of it is less
    done = subprocess.run([*command, *options], capture_output=True, text=True, check=True)
    sbom = of_release(json.loads(done.stdout), shipped(LOCK.read_text()))
    target.write_text(json.dumps(sbom, indent=2) + "\n")
    found = sorted(licences(sbom), key=lambda one: one[0].lower())
    for line in found:
        say("  ".join(text or "?" for text in line))
    say(f"{len(found)} packages: {target.relative_to(ROOT)}")
    wrong = refused(found)
    for line in wrong:
        say(f"REFUSED  {line}")
    return 1 if wrong else 0


def say(line: str) -> None:
    sys.stdout.write(line + "\n")


if __name__ == "__main__":
    sys.exit({"sbom": write_sbom, "audit": audit}[sys.argv[1]]())
