"""The parts page: every component of the site in every state, for people who work on its look."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.utils.safestring import mark_safe
from django.views.decorators.http import require_safe
from msgspec.structs import replace

from games.analysis.learn.asked import ask
from games.analysis.learn.lessons import BY_SLUG
from games.analysis.player import page as player
from games.analysis.player.methods import methods_for
from games.analysis.review.page import review_page
from games.characters import CAST, rivals
from games.drawing import art, marks, moments
from games.match import ACTIVE, FINISHED, Kind, Match, Seat, SeatKind
from games.match.moves import apply_move
from games.presenters import snapshot
from games.presenters.game_page import page_context
from games.rules import VARIANTS, Board
from progress.campaign.standing import Standing
from progress.campaign.zones import zones

VIEWER, OTHER = 1, 2

COLOURS = ("ground", "sheet", "wash", "ink", "ink-2", "line", "hair", "edge")
SPOTS = ("x", "o", "x-fill", "o-fill", "first-tint", "even-tint", "second-tint")
SIZES = range(7)


class PartExample(forms.Form):
    """A form with each kind of field."""

    name = forms.CharField(help_text="2 to 20 letters.", initial="ada")
    email = forms.EmailField(label="E-mail", required=False)
    clock = forms.ChoiceField(choices=[("none", "No clock"), ("180+2", "3 min + 2 s")])
    seat = forms.ChoiceField(
        choices=[("X", "X"), ("O", "O"), ("random", "Either")],
        widget=forms.RadioSelect,
        initial="X",
    )
    confirm = forms.BooleanField(
        label="Ask before each move", help_text="Choose a cell, then confirm.", required=False
    )


@require_safe
def style(request: HttpRequest) -> HttpResponse:
    """The page; only for staff, or with ``DEBUG``."""
    if not (settings.DEBUG or request.user.is_staff):
        raise Http404("There is no such page.")
    context = {
        "colours": COLOURS,
        "spots": SPOTS,
        "sizes": SIZES,
        "marks": marks.STROKES,
        "icons": art.names("icons"),
        "ways": art.names("ways"),
        "cat": mark_safe(moments.cat_svg()),  # noqa: S308  our own path data
        "cast": CAST,
        "form": PartExample(),
        "faulty": PartExample({"name": "", "email": "no address", "clock": "none", "seat": "X"}),
        "games": [{"words": words, **_shown(match)} for words, match in _games()],
        **_taught(),
    }
    return render(request, "style.html", context)


def _taught() -> dict[str, Any]:
    """A search at a step, a question before and after its answer, a review, a level of the map."""
    first = next(iter(VARIANTS.values()))
    late = _played(_begun(first), first.EXAMPLE[:4])
    over = replace(_played(_begun(first), first.EXAMPLE), id="0" * 12)
    question = BY_SLUG["symmetry"].content.question
    answered = QueryDict("b=b1&b=a2&b=c1")
    return {
        "search": player.page(late.board, player.Query(methods_for(late.board)[0]), "20"),
        "open_question": ask(question, "a", QueryDict(), check=False, show=False),
        "answered_question": ask(question, "b", answered, check=True, show=False),
        "review": review_page(over, VIEWER),
        "zone": zones(Standing({(1, 1): 3, (1, 2): 2}), {}, first.VARIANT)[0],
    }


def _shown(match: Match) -> dict[str, Any]:
    return {"page": page_context(match, VIEWER), "snapshot": snapshot(match, VIEWER, 0)}


def _games() -> list[tuple[str, Match]]:
    """Boards of every game in the states that a game has, with words for each."""
    found = []
    for board in VARIANTS.values():
        match = _begun(board)
        plies = (2, 3, len(board.EXAMPLE))
        found += [
            (f"{board.TITLE}, ply {ply}", _played(match, board.EXAMPLE[:ply])) for ply in plies
        ]
    return found


def _begun(board: type[Board]) -> Match:
    return Match("", board.start(), _seats(board), Kind.FRIEND, status=ACTIVE)


def _seats(board: type[Board]) -> tuple[Seat, ...]:
    """The viewer on the last seat, a character on the one before, somebody else on the others."""
    *others, before, last = board.SEATS
    return (
        *(Seat(name, SeatKind.PERSON, OTHER, "grace", rating=1624) for name in others),
        Seat(before, SeatKind.ENGINE, engine=rivals(board.VARIANT)[0].slug),
        Seat(last, SeatKind.PERSON, VIEWER, "ada"),
    )


def _played(match: Match, cells: Sequence[int]) -> Match:
    for cell in cells:
        match, _ = apply_move(match, cell)
    outcome = match.board.outcome
    return replace(match, status=FINISHED, outcome=outcome) if outcome else match
