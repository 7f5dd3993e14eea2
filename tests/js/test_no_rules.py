"""The browser renders what the server says: no script names a seat or speaks of the game."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from games.rules import ClassicBoard, DstruBoard

ROOT = Path(__file__).parents[2]
SCRIPTS = sorted(
    path for app in ("games", "progress", "accounts") for path in ROOT.glob(f"{app}/static/**/*.js")
)
SEATS = {*ClassicBoard.SEATS, *DstruBoard.SEATS}
SPEECH = """win wins won winner winning lose loses loser draws takes took plays places placed
removes resigned completed opponent turn row rows column columns diagonal line lines pattern"""

COMMENT = re.compile(r"/\*.*?\*/|(?<![:\"'`])//[^\n]*", re.DOTALL)
TEXT = re.compile(r'"(?:[^"\\\n]|\\.)*"|\'(?:[^\'\\\n]|\\.)*\'|`(?:[^`\\]|\\.)*`')
SELECTOR = re.compile(r"\[[\w-]+[~|^$*]?=?[^\]]*\]|[.#][\w-]+|\$\{[^}]*\}")


def spoken_words(code: str) -> set[str]:
    """The words of all texts in a script, but for what selects elements or is put in."""
    texts = TEXT.findall(COMMENT.sub("", code))
    # One word in lower case is a name for the machine: a class, a key, an event.
    sentences = [text[1:-1] for text in texts if not re.fullmatch(r"[a-z_:.-]+", text[1:-1])]
    return {
        word for text in sentences for word in re.findall(r"[A-Za-z][\w-]*", SELECTOR.sub("", text))
    }


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.name)
def test_no_script_names_a_seat_or_speaks_of_the_game(path: Path) -> None:
    words = spoken_words(path.read_text())
    assert words & SEATS == set()
    assert {word.lower() for word in words} & set(SPEECH.split()) == set()


def test_no_script_draws_conclusions_from_the_shape_of_a_game() -> None:
    """Turns that go round by number, and seats that are known by a letter of the notation."""
    for path in SCRIPTS:
        code = COMMENT.sub("", path.read_text())
        assert not re.search(r"% \w*(names|seats)\w*\.length", code), path.name
        assert "position" not in re.findall(r"snapshot\.(\w+)", code), path.name


def test_the_walk_finds_such_words() -> None:
    code = 'a = "X wins"; // Tres\nb = `${who} took it`; c = root.query("[data-Uno]");'
    assert spoken_words(code) == {"X", "wins", "took", "it"}
