"""The pages of documents 001 to 004, the errata, and the refusal that live pages share."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import urlencode

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.safestring import mark_safe
from django.views.decorators.http import require_safe

from games.analysis.documents import bits as bitboards
from games.analysis.documents import definitions, markdown, relations, statements, terms
from games.analysis.documents import matrix as matrices
from games.analysis.documents import sets as dstru
from games.analysis.documents.address import BadAddress
from games.analysis.documents.anchors import anchor
from games.analysis.documents.program import page as programs
from games.web.chapters import Chapter, chapter_place
from games.web.page_limits import limited


@require_safe
def index_of_terms(request: HttpRequest) -> HttpResponse:
    """Every term of the course and of the five documents, with what explains it."""
    return render(request, "analysis/terms.html", {"letters": terms.letters()})


@require_safe
@limited("analysis")
def matrix(request: HttpRequest) -> HttpResponse:
    """Document 001: c = Pᵀs, every step of it."""
    return _of_matrix(request, "analysis:matrix", "documents/matrix.html")


@require_safe
@limited("analysis")
def laboratory(request: HttpRequest) -> HttpResponse:
    """Document 001 with other path scores: what they play, and what is proved of them."""
    return _of_matrix(request, "analysis:laboratory", "documents/laboratory.html")


def _of_matrix(request: HttpRequest, page: str, template: str) -> HttpResponse:
    """One of two pages that an address is read for alike."""
    try:
        live = matrices.read(request.GET)
    except BadAddress as error:
        return refused(request, str(error), reverse(page))
    url = _beside(request, "analysis:laboratory")
    parts = (Chapter("Play against them", f"{url}#play", "play"),)
    chapters = [Chapter("Laboratory: change the ten scores", url, "laboratory", parts)]
    context = {"live": live, "p": matrices.P_LATEX, "chapters": chapters}
    return render(request, template, context)


def _beside(request: HttpRequest, page: str) -> str:
    """The address of ``page`` with what this one shows."""
    query = request.GET.urlencode()
    return f"{reverse(page)}?{query}" if query else reverse(page)


@require_safe
@limited("analysis")
def sets(request: HttpRequest) -> HttpResponse:
    """Document 002: the game as sets and transitions."""
    return _of_sets(request, "analysis:sets", "documents/sets.html")


@require_safe
@limited("analysis")
def given(request: HttpRequest) -> HttpResponse:
    """What document 002 begins with: its sets, the patterns by name, the relation T."""
    return _of_sets(request, "analysis:given", "documents/given.html")


def _of_sets(request: HttpRequest, page: str, template: str) -> HttpResponse:
    """One of two pages that an address is read for alike."""
    try:
        (reading,) = dstru.READING.read(request.GET.get("won", dstru.READING.default))
        board, moves = dstru.read(request.GET.get("moves", dstru.MOVES.default), reading)
        relation = relations.read(request.GET.get(relations.T.name, relations.T.default))
    except BadAddress as error:
        return refused(request, str(error), reverse(page))
    url = _beside(request, "analysis:given")
    parts = (
        Chapter("The patterns by name", f"{url}#patterns", "patterns"),
        Chapter("The relation T", f"{url}#relation", "relation"),
    )
    context = {
        "live": dstru.page(board, moves, relation),
        "patterns": definitions.patterns(),
        "given": definitions.sets(),
        "initial": definitions.initial(),
        "sequence": definitions.SEQUENCE,
        "author": definitions.AUTHOR,
        "variant": board.VARIANT,
        "chapters": [Chapter("What is given", url, "given", parts)],
    }
    return render(request, template, context)


@require_safe
@limited("analysis")
def program(request: HttpRequest) -> HttpResponse:
    """Document 004: what its program does and what is claimed of it, a chapter for each part."""
    context = {"live": programs.page(), "chapters": _program_chapters()}
    return render(request, "documents/program.html", context)


@require_safe
@limited("analysis")
def program_part(request: HttpRequest, slug: str) -> HttpResponse:
    """One part of document 004: the program drawn as it runs, its claims beside what holds."""
    live, chapters = programs.page(), _program_chapters()
    found = [number for number, one in enumerate(chapters, 1) if one.anchor == slug]
    if not found:
        raise Http404(f"The explained program has no part {slug[:40]!r}.")
    played = {one["key"]: one for one in live["walkthroughs"]}
    context = {
        "live": live,
        "one": played.get(slug),
        "part": f"documents/program/{'walkthrough' if slug in played else slug}.html",
        "place": chapter_place(chapters, *found),
    }
    return render(request, "documents/program_part.html", context)


def _program_chapters() -> list[Chapter]:
    return [
        Chapter(title, reverse("analysis:program_part", args=[slug]), slug)
        for slug, title in programs.parts()
    ]


ERRATA = Path(settings.BASE_DIR / "docs/errata.md")


@require_safe
def errata(request: HttpRequest) -> HttpResponse:
    """Where the source documents are wrong, as contents: a chapter for each document."""
    document, _ = markdown.sections(ERRATA)
    context = {"document": document, "chapters": _errata_chapters()}
    return render(request, "documents/errata.html", context)


@require_safe
def errata_of(request: HttpRequest, document: str) -> HttpResponse:
    """Where one document is wrong, and what Oxo does instead."""
    number, (_, sections) = _number(document), markdown.sections(ERRATA)
    chapters = _errata_chapters()
    urls = {part.anchor: part.url for one in chapters for part in (one, *one.parts)}
    html = re.sub(
        r'(?<=href=")#([^"]+)', lambda link: urls.get(link[1], link[0]), sections[number - 1].html
    )
    context = {
        "html": mark_safe(html),  # noqa: S308  HTML in the file is text
        "place": chapter_place(chapters, number),
    }
    return render(request, "documents/errata_of.html", context)


def _errata_chapters() -> list[Chapter]:
    found = []
    for number, one in enumerate(markdown.sections(ERRATA)[1]):
        url = reverse("analysis:errata_of", args=[f"{number:03}"])
        parts = tuple(
            Chapter(entry, f"{url}#{anchor(entry)}", anchor(entry)) for entry in one.entries
        )
        found.append(Chapter(one.title, url, anchor(one.title), parts))
    return found


@require_safe
def documents(request: HttpRequest) -> HttpResponse:
    """What the five documents say, as contents: a chapter for each."""
    return render(request, "documents/statements.html", {"chapters": _document_chapters()})


@require_safe
def document(request: HttpRequest, document: str) -> HttpResponse:
    """What one document says, and where each of its statements works."""
    number = _number(document)
    context = {
        "one": statements.documents()[number - 1],
        "place": chapter_place(_document_chapters(), number),
    }
    return render(request, "documents/statements_of.html", context)


def _document_chapters() -> list[Chapter]:
    return [
        Chapter(
            one.title, reverse("analysis:document", args=[one.number]), f"document-{one.number}"
        )
        for one in statements.documents()
    ]


def _number(document: str) -> int:
    """The place of a document, ``000`` to ``004``, among the five, from 1. Raises Http404."""
    numbers = [one.number for one in statements.documents()]
    if document not in numbers:
        known = ", ".join(numbers)
        raise Http404(f"There is no document {document[:20]!r}: expected one of {known}.")
    return numbers.index(document) + 1


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
