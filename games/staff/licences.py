"""What is shipped, with its licence: the site's own code, its typefaces, and the libraries."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import metadata

from django.conf import settings


@dataclass(frozen=True, slots=True)
class Shipped:
    """``licence`` is an SPDX expression where its makers state one, else what they say.

    ``text`` is where the licence stands in the repository; of a library, its package has it.
    """

    name: str
    version: str
    licence: str
    text: str = ""


FONTS = "games/static/games/fonts"
TYPEFACES = (
    Shipped("Young Serif", "2023", "OFL-1.1", f"{FONTS}/young-serif-OFL.txt"),
    Shipped("TeX Gyre Pagella Math", "2014", "GUST Font License", f"{FONTS}/GUST-FONT-LICENSE.txt"),
)
"""Each cut to the letters that pages use; the README beside the files says how."""

UNSAID = {"resvg-py": "MIT"}
"""Of packages that name none in their metadata, from the text that they bring."""

CLASSIFIER = "License :: OSI Approved :: "


def shipped() -> Iterator[Shipped]:
    """All of it, our own first."""
    yield Shipped("Oxo", settings.VERSION, "MIT", "LICENSE")
    yield from TYPEFACES
    yield from libraries()


def libraries() -> Iterator[Shipped]:
    """What ``requirements.lock`` names and this machine has, sorted by name."""
    lock = (settings.BASE_DIR / "requirements.lock").read_text()
    for name in dict.fromkeys(re.findall(r"^([\w.-]+)==", lock, re.MULTILINE)):
        try:
            found = metadata.metadata(name)
        except metadata.PackageNotFoundError:
            continue  # for other machines, or other versions of Python
        yield Shipped(name, found["Version"], UNSAID.get(name) or _licence(found))


def _licence(package: metadata.PackageMetadata) -> str:
    said = package.get_all("Classifier", [])
    named = " OR ".join(one.removeprefix(CLASSIFIER) for one in said if one.startswith(CLASSIFIER))
    expression, text = (
        package[field].strip() if field in package else ""
        for field in ("License-Expression", "License")
    )
    short = text if "\n" not in text and len(text) < 60 else ""
    return expression or named or short or "not stated"
