"""What `make sbom` and `make audit` say of the packages that a release is made of."""

from __future__ import annotations

from importlib.metadata import metadata
from typing import Any

import pytest

from tests import supply

LOCK = """# a comment
Django==5.2.19 \\
    --hash=sha256:00
windows-only==1.0 ; sys_platform == 'win32' \\
    --hash=sha256:00
    # via nobody
zope-interface==8.7 \\
    --hash=sha256:00
"""


def component(name: str, *licenses: dict[str, Any]) -> dict[str, Any]:
    return {"name": name, "version": "1", "bom-ref": f"{name}==1", "licenses": licenses}


def test_what_a_lock_installs_here_is_shipped() -> None:
    assert supply.shipped(LOCK) == {"django": "5.2.19", "zope-interface": "8.7"}


def test_the_list_of_a_release_leaves_out_what_only_tests_need() -> None:
    sbom = {
        "components": [component("Django"), component("ruff"), component("zope.interface")],
        "dependencies": [
            {"ref": "Django==1", "dependsOn": ["ruff==1", "zope.interface==1"]},
            {"ref": "ruff==1"},
        ],
    }
    kept = supply.of_release(sbom, supply.shipped(LOCK))
    assert [one["name"] for one in kept["components"]] == ["Django", "zope.interface"]
    assert kept["dependencies"] == [{"ref": "Django==1", "dependsOn": ["zope.interface==1"]}]


def test_a_licence_is_named_once_however_it_is_said() -> None:
    components = [
        component("a", {"expression": "MIT AND PSF-2.0"}),
        component("b", {"license": {"id": "MIT"}}, {"license": {"name": "MIT"}}),
        component("c", {"license": {"name": "License :: OSI Approved :: BSD License"}}),
        component("resvg_py"),
        component("e"),
    ]
    assert [licence for *_, licence in supply.licences({"components": components})] == [
        "MIT AND PSF-2.0",
        "MIT",
        "BSD License",
        "MIT",
        "",
    ]


@pytest.mark.parametrize(
    ("licence", "why"),
    [
        ("MIT", []),
        ("LGPL-3.0-only", []),
        ("GNU Lesser General Public License v3 (LGPLv3)", []),
        ("GPL-3.0-or-later", ["p: GPL-3.0-or-later"]),
        ("AGPL-3.0-only", ["p: AGPL-3.0-only"]),
        ("GNU General Public License v2", ["p: GNU General Public License v2"]),
        ("", ["p: no licence is said"]),
    ],
)
def test_a_package_that_would_bind_our_code_is_refused(licence: str, why: list[str]) -> None:
    assert supply.refused([("p", "1", licence)]) == why


SKIPPED = {"name": "a", "skip_reason": "Dependency not found"}
SOUND: dict[str, Any] = {"name": "b", "version": "1", "vulns": []}
WEAK = {"name": "c", "version": "2", "vulns": [{"id": "PYSEC-1"}, {"id": "CVE-2"}]}
NONE = "NOT CHECKED: no advisory database could be asked. No check took place."


@pytest.mark.parametrize(
    ("answer", "said", "code"),
    [
        (None, NONE, 0),
        ({"dependencies": [SKIPPED]}, NONE, 0),
        ({"dependencies": [SOUND]}, "1 packages were checked.", 0),
        (
            {"dependencies": [SKIPPED, SOUND]},
            "1 packages were checked.\nNOT CHECKED, the database does not know them: a",
            0,
        ),
        (
            {"dependencies": [SOUND, WEAK]},
            "2 packages were checked.\nWEAK  c 2: PYSEC-1, CVE-2",
            1,
        ),
    ],
)
def test_an_audit_says_what_was_not_checked(
    answer: dict[str, Any] | None, said: str, code: int
) -> None:
    assert supply.verdict(answer) == (said, code)


def test_every_package_of_the_lock_has_a_licence_that_suits_ours() -> None:
    """By what is installed here, as `make sbom` asks it."""
    found = []
    for name, version in supply.shipped(supply.LOCK.read_text()).items():
        told = metadata(name)
        kinds = [one for one in told.get_all("Classifier", ()) if one.startswith("License ::")]
        licence = told.get("License-Expression") or " / ".join(kinds) or told.get("License") or ""
        found.append((name, version, licence or supply.NOT_SAID.get(name, "")))
    assert len(found) > 40
    assert supply.refused(found) == []
