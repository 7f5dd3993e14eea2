"""What players read is plain English: Flesch's reading ease of every page, mail and error."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import pytest
from django.template import loader
from django.test import Client, RequestFactory

from accounts.models import User
from games.analysis.puzzles.collection import THEMES, of_theme
from games.characters import CAST
from games.engines import engines_for
from games.rules import VARIANTS
from tests.conftest import logged_in
from tests.pages import ALSO_READ, MEMBERS, PUBLIC, address, furnish
from tests.reading import Prose, ease, sentences, syllables

PLAIN = 65
"""Between Flesch's "plain English" (60) and "fairly easy" (70)."""

FORMAL = ("/formulas/",)
"""Pages about definitions and formulas begin with one of these; they keep their terms."""

NAMES = frozenset(
    {board.VARIANT for board in VARIANTS.values()}
    | {seat.lower() for board in VARIANTS.values() for seat in board.SEATS}
    | {one.name.lower() for one in CAST}
    | {part for variant in VARIANTS for slug in engines_for(variant) for part in slug.split("-")}
    | {"minimax", "alpha-beta", "oxo", "glicko-2", "tic-tac-toe", "json", "png", "svg", "url"}
)
"""Names of games, seats, characters, engines and formats."""

ERRORS = ("400", "403", "403_csrf", "404", "429", "500", "503")
"""All of the site's own: their texts are read together, each alone is too short."""


@pytest.mark.parametrize(
    ("word", "count"),
    [
        ("a", 1),
        ("move", 1),
        ("moved", 1),
        ("wanted", 2),
        ("corner", 2),
        ("opponent", 3),
        ("places", 2),
    ],
)
def test_syllables_are_counted_about_as_spoken(word: str, count: int) -> None:
    assert syllables(word) == count


def test_the_score_is_flesch_s() -> None:
    said = ["The cat sat on the mat."] * 5
    assert ease(said) == pytest.approx(206.835 - 1.015 * 6 - 84.6)


def test_names_numbers_notations_and_labels_are_left_out() -> None:
    html = "<main><p>You can block Minerva at c2 now.</p><button>Administration</button></main>"
    assert sentences(Prose(html).blocks) == ["You can block Minerva at c2 now."]
    assert ease(["You can block Minerva at c2 now."] * 5) == ease(["You can block at now."] * 5)


def visited(ada: User, grace: User) -> Iterator[tuple[str, str]]:
    """Every page with its HTML: as a visitor, as a member, and refused forms."""
    visitor, member = Client(), logged_in(ada)
    for path in (*PUBLIC, *ALSO_READ):
        yield path, visitor.get(path).content.decode()
    for theme in THEMES.values():
        path = f"/puzzles/{of_theme(theme)[0].id}/"
        yield path, visitor.get(path).content.decode()
    for path in MEMBERS:
        found = address(path, ada, grace)
        name = path if path != found else found
        yield f"{name} (member)", member.get(found).content.decode()
    for path in ("/accounts/sign-up/", "/accounts/login/"):
        wrong = {"name": "a b", "username": "ada", "password": "no", "password1": "1", "email": "x"}
        yield f"{path} (refused)", visitor.post(path, wrong).content.decode()


def errors() -> Iterator[tuple[str, str]]:
    request = RequestFactory().get("/")
    pages = [loader.render_to_string(f"{name}.html", {}, request) for name in ERRORS]
    yield "error pages", "".join(pages)


def letters(user: User) -> Iterator[tuple[str, str]]:
    """Every e-mail the site writes."""
    context = {
        "user": user,
        "hours": 24,
        "uid": "x",
        "token": "y",
        "site": "https://oxo.example",
        "domain": "oxo.example",
    }
    text = loader.render_to_string("accounts/mail/password_reset.txt", context)
    yield "password reset (mail)", f"<main><p>{text}</p></main>"


@pytest.mark.long
def test_every_page_is_plain_english(ada: User, grace: User) -> None:
    furnish(ada, grace)
    scores: dict[str, float] = {}
    for name, html in (*visited(ada, grace), *errors(), *letters(ada)):
        score = ease(sentences(Prose(html).blocks), NAMES)
        if score is not None and not name.startswith(FORMAL):
            scores[name] = score
    hardest = sorted(scores.items(), key=lambda one: one[1])[:10]
    lines = [f"{score:6.1f}  {name}\n" for name, score in hardest]
    sys.stdout.write("\nThe ten hardest pages:\n" + "".join(lines))
    assert [one for one in hardest if one[1] < PLAIN] == []
