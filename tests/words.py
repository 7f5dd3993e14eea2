"""``make words``: every sentence of pages, messages, mails, commands and documents, with its place.

It is written to ``var/words.txt`` to be read from top to bottom, and ends with the sentences that
stand in more than one place. It reads the sources: what a template fills in is shown as ``…``.
"""

from __future__ import annotations

import ast
import json
import re
import tomllib
from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

from tests.reading import INLINE
from tests.sources import PACKAGES, ROOT, project_modules

TEMPLATES = ("templates", *(f"{package}/templates" for package in PACKAGES))
SHOWN = ("alt", "aria-label", "aria-description", "content", "placeholder", "title")
"""Attributes that are read or heard."""

BREAKS = re.compile(rf"</?(?!(?:{'|'.join(sorted(INLINE))})\b)[a-z][^>]*>", re.I)
SPLIT = re.compile(r"(?<=[.!?])\s+(?=[A-Z“'(…])")
SILENT = re.compile(
    r"{%\s*comment.*?endcomment\s*%}|{#.*?#}|<!--.*?-->|<(script|style|svg|pre)\b.*?</\1>", re.S
)
DOCUMENTS = ("README.md", "CONTRIBUTING.md", "SECURITY.md", "config/deploy/README.md")


class Sentence(NamedTuple):
    file: str
    place: str
    """Its line, or its keys in a table."""
    text: str


def of_template(text: str, name: str) -> Iterator[Sentence]:
    """What a template says: its text block by block, and its attributes that people meet."""
    text = _filled(SILENT.sub(_lines_of, text))
    attribute = re.compile(rf'\b(?:{"|".join(SHOWN)})="([^"]*[a-z] [^"]*)"')
    for found in attribute.finditer(text):
        yield from _split(found[1], name, _line(text, found.start()))
    start = 0
    for found in [*BREAKS.finditer(text), None]:
        end = found.start() if found else len(text)
        block = text[start:end]
        told = re.sub(r"<[^>]*>", "", block)
        skipped = len(block) - len(block.lstrip())
        yield from _split(told, name, _line(text, start + skipped))
        start = found.end() if found else len(text)


def _filled(text: str) -> str:
    """``text`` without what the server fills in, on as many lines."""
    text = re.sub(r"{{.*?}}", lambda found: "…" + _lines_of(found), text, flags=re.S)
    return re.sub(r"{%.*?%}", lambda found: " " + _lines_of(found), text, flags=re.S)


def _lines_of(found: re.Match[str]) -> str:
    return "\n" * found[0].count("\n")


def _line(text: str, at: int) -> int:
    return text.count("\n", 0, at) + 1


def of_module(text: str, name: str) -> Iterator[Sentence]:
    """The strings of a module that people read; its docstrings are for those who change it."""
    tree = ast.parse(text)
    silent = {
        id(node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            silent |= {id(part) for part in node.values}
            said = "".join(
                part.value if isinstance(part, ast.Constant) else "…" for part in node.values
            )
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            said = "" if id(node) in silent else node.value
        else:
            continue
        if _is_prose(said):
            yield from _split(said, name, node.lineno)


def _is_prose(text: str) -> bool:
    """Whether a string of a program is meant for people: words, and not SQL or markup."""
    return (
        text.count(" ") >= 2
        and re.search(r"[a-z]{2,} [a-z]{2,}", text) is not None
        and re.match(r"\s*(?:SELECT|UPDATE|INSERT|DELETE|WITH|CREATE|DROP|ALTER)\b", text) is None
    )


def of_data(data: object, name: str, way: str = "") -> Iterator[Sentence]:
    """Every text in tables of TOML and JSON, with the keys that lead to it."""
    if isinstance(data, dict):
        for key, value in data.items():
            yield from of_data(value, name, f"{way} {key}".strip())
    elif isinstance(data, list):
        for value in data:
            yield from of_data(value, name, way)
    elif isinstance(data, str):
        yield from _split(data, name, way)


def of_script(text: str, name: str) -> Iterator[Sentence]:
    """The strings of a script that people read."""
    for said in re.finditer(r"""(["'`])((?:(?!\1).)* (?:(?!\1).)*)\1""", text):
        if _is_prose(said[2]):
            yield from _split(said[2], name, _line(text, said.start()))


def of_document(text: str, name: str) -> Iterator[Sentence]:
    """The paragraphs, list items and cells of a document, without its blocks of code."""
    text = re.sub(r"^```.*?^```$", _lines_of, text, flags=re.S | re.M)
    begun, at = "", 1
    for number, line in enumerate([*text.split("\n"), ""], 1):
        if begun and not re.match(r"\s*[^\s|#*-]", line):
            for cell in begun.split(" | "):
                yield from _split(cell.strip(" |"), name, at)
            begun = ""
        if line.strip():
            at = at if begun else number
            begun = f"{begun} {line.strip()}".strip()


def of_lines(text: str, name: str) -> Iterator[Sentence]:
    """A text whose lines are said one by one, as characters say them and mails have them."""
    for number, line in enumerate(text.splitlines(), 1):
        yield from _split(_filled(line), name, number)


def _split(text: str, file: str, place: int | str) -> Iterator[Sentence]:
    for one in SPLIT.split(" ".join(text.split())):
        if " " in one and re.search(r"[A-Za-z]{2}", one):
            yield Sentence(file, str(place), one)


def everything() -> Iterator[Sentence]:
    """All sentences: what pages say, then programs and data, then documents."""
    for path in _found("*.html", TEMPLATES):
        yield from of_template(path.read_text(), _name(path))
    for path in _found("*.txt", (*TEMPLATES, "games/characters/lines")):
        yield from of_lines(path.read_text(), _name(path))
    for _, path in sorted(project_modules()):
        yield from of_module(path.read_text(), _name(path))
    for path in _found("*.toml"):
        yield from of_data(tomllib.loads(path.read_text()), _name(path))
    for path in _found("*.json"):
        if "deploy" not in path.parts:
            yield from of_data(json.loads(path.read_text()), _name(path))
    for path in _found("*.js"):
        yield from of_script(path.read_text(), _name(path))
    for target, does in re.findall(r"^([a-z-]+):.*## (.*)", (ROOT / "Makefile").read_text(), re.M):
        yield from _split(does, "Makefile", target)
    for name in (*DOCUMENTS, *map(_name, _found("*.md", ("docs",))), "CHANGELOG.md"):
        yield from of_document((ROOT / name).read_text(), name)


def _found(pattern: str, folders: Iterable[str] = PACKAGES) -> list[Path]:
    return sorted(path for folder in folders for path in (ROOT / folder).rglob(pattern))


def _name(path: Path) -> str:
    return str(path.relative_to(ROOT))


def told_twice(sentences: Iterable[Sentence]) -> dict[str, list[str]]:
    """Whole sentences of four words and more that stand in several places."""
    places = defaultdict(list)
    for file, place, text in sentences:
        if text.count(" ") >= 3 and text[-1] in ".!?":
            places[text].append(f"{file}:{place}")
    return {text: found for text, found in places.items() if len(found) > 1}


def main() -> None:
    sentences = list(everything())
    twice = told_twice(sentences)
    path = ROOT / "var" / "words.txt"
    path.parent.mkdir(exist_ok=True)
    lines: list[str] = []
    for file, found in groupby(sentences, key=lambda one: one.file):
        lines += ["", file, *(f"{place}: {text}" for _, place, text in found)]
    lines += ["", f"In several places: {len(twice)}", ""]
    lines += [f"{text}\n    {', '.join(places)}" for text, places in sorted(twice.items())]
    path.write_text("\n".join(lines) + "\n")
    print(f"{len(sentences)} sentences in {path.relative_to(ROOT)}, {len(twice)} of them repeated")  # noqa: T201


if __name__ == "__main__":
    main()
