"""The pages of documents 001 to 004, the errata, and the refusal that live pages share."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import urlencode

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from games.analysis.documents import bits as bitboards
from games.analysis.documents import definitions, markdown, relations, statements
from games.analysis.documents import matrix as matrices
from games.analysis.documents import sets as dstru
from games.analysis.documents.address import BadAddress
from games.analysis.documents.program import page as programs
from games.web.page_limits import limited


@require_safe
@limited("analysis")
def matrix(request: HttpRequest) -> HttpResponse:
    """Document 001: c = Pᵀs, every step of it."""
    try:
        page = matrices.read(request.GET)
    except BadAddress as error:
        return refused(request, str(error), reverse("analysis:matrix"))
    return render(request, "documents/matrix.html", {"live": page, "p": matrices.P_LATEX})


@require_safe
@limited("analysis")
def sets(request: HttpRequest) -> HttpResponse:
    """Document 002: the game as sets and transitions."""
    try:
        (reading,) = dstru.READING.read(request.GET.get("won", dstru.READING.default))
        board, moves = dstru.read(request.GET.get("moves", dstru.MOVES.default), reading)
        relation = relations.read(request.GET.get(relations.T.name, relations.T.default))
    except BadAddress as error:
        return refused(request, str(error), reverse("analysis:sets"))
    context = {
        "live": dstru.page(board, moves, relation),
        "patterns": definitions.patterns(),
        "given": definitions.sets(),
        "initial": definitions.initial(),
        "sequence": definitions.SEQUENCE,
        "author": definitions.AUTHOR,
        "variant": board.VARIANT,
    }
    return render(request, "documents/sets.html", context)


@require_safe
@limited("analysis")
def program(request: HttpRequest) -> HttpResponse:
    """Document 004: the program drawn as it runs, its claims beside what holds."""
    return render(request, "documents/program.html", {"live": programs.page()})


@require_safe
def errata(request: HttpRequest) -> HttpResponse:
    """Where the source documents are wrong, and what Oxo does instead."""
    file = Path(settings.BASE_DIR / "docs/errata.md")
    return render(request, "documents/errata.html", {"document": markdown.page(file)})


@require_safe
def documents(request: HttpRequest) -> HttpResponse:
    """What the five documents say, and where each statement works."""
    return render(request, "documents/statements.html", {"documents": statements.documents()})


@require_safe
@limited("analysis")
def bits(request: HttpRequest) -> HttpResponse:
    """Document 003: a board as two integers, a move as an OR, a win as an AND."""
    try:
        choice = bitboards.read(lambda name, default: request.GET.get(name, default))
    except BadAddress as error:
        return refused(request, str(error), reverse("analysis:bits"))
    live = bitboards.page(choice, lambda other, part: f"?{urlencode(other)}#{part}")
    return render(request, "documents/bits.html", {"live": live})


def refused(request: HttpRequest, message: str, page: str) -> HttpResponse:
    """400: what could not be read, in quotes, and the way to the page as it opens."""
    context = {"message": message, "page": page}
    return render(request, "documents/refused.html", context, status=400)
