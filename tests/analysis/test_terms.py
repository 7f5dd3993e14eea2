"""Every term is told before it is used, or linked where it is used."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.test import Client

from games.analysis.documents.terms import letters, mentions
from games.analysis.learn.course.terms import TERMS, from_elsewhere, uses, words_of
from games.analysis.learn.lessons import BY_SLUG, LESSONS

pytestmark = pytest.mark.django_db

SLUGS = [lesson.slug for lesson in LESSONS]


@pytest.mark.parametrize("term", TERMS, ids=lambda term: term.slug)
def test_the_lesson_of_a_term_tells_it(term: object) -> None:
    assert term in TERMS
    content = BY_SLUG[term.lesson].content  # type: ignore[attr-defined]
    told = " ".join((*content.idea, *content.question.because, *content.meaning))
    assert uses(term, told)  # type: ignore[arg-type]


def test_terms_are_in_the_order_of_the_lessons() -> None:
    order = [SLUGS.index(term.lesson) for term in TERMS]
    assert order == sorted(order)
    assert len({term.slug for term in TERMS}) == len(TERMS)


@pytest.mark.parametrize("slug", SLUGS)
def test_a_term_from_elsewhere_is_linked_on_the_page(client: Client, slug: str) -> None:
    page = unescape(client.get(f"/learn/{slug}/").content.decode())
    linked = set(re.findall(r'href="/learn/terms/#([a-z-]+)"', page))
    text = "\n".join(words_of(BY_SLUG[slug].content))
    used = {term.slug for term in TERMS if uses(term, text)}
    told = {term.slug for term in TERMS if term.lesson == slug}
    assert linked == used - told


@pytest.mark.parametrize("slug", SLUGS)
def test_whoever_follows_the_order_meets_no_term_untold(slug: str) -> None:
    before = SLUGS[: SLUGS.index(slug) + 1]
    assert [one.slug for one in from_elsewhere(slug) if one.lesson not in before] == []


def test_a_term_is_a_word_of_its_own() -> None:
    by_slug = {term.slug: term for term in TERMS}
    assert uses(by_slug["ply"], "Ply by ply.")
    assert not uses(by_slug["ply"], "They reply.")
    assert not uses(by_slug["alpha"], "That is alpha-beta.")
    assert not uses(by_slug["max"], "expectimax")
    assert not uses(by_slug["and"], "a and b")


def test_the_index_has_every_term_of_the_course_with_its_lesson(client: Client) -> None:
    page = unescape(client.get("/learn/terms/").content.decode())
    for term in TERMS:
        assert f'id="{term.slug}">{term.name}</dt>' in page
        assert term.meaning in page
        assert f'href="/learn/{term.lesson}/"' in page
    assert 'href="/learn/terms/"' in client.get("/learn/").content.decode()


@pytest.mark.parametrize("number", ["000", "001", "002", "003", "004"])
def test_the_index_leads_to_a_page_for_each_term_of_a_document(client: Client, number: str) -> None:
    page = unescape(client.get("/learn/terms/").content.decode())
    found = [one for one in mentions() if one.document == number]
    assert len(found) >= 14
    for one in found:
        assert f'href="{one.url}"' in page


@pytest.mark.long
@pytest.mark.parametrize("url", sorted({one.url for one in mentions()}))
def test_a_page_of_the_index_is_there(client: Client, url: str) -> None:
    path, _, fragment = url.partition("#")
    answer = client.get(path)
    assert answer.status_code == 200
    assert not fragment or f'id="{fragment}"' in answer.content.decode()


def test_the_footer_of_every_page_leads_to_the_index(client: Client) -> None:
    page = client.get("/rules/").content.decode()
    assert 'href="/learn/terms/">Index of terms</a>' in page[page.index("<footer") :]


def test_two_spellings_of_one_word_are_one_entry() -> None:
    named = {entry.name: entry for _, entries in letters() for entry in entries}
    assert {one.document for one in named["alpha, α"].mentions} == {"004"}
    assert "alpha" not in named
    assert named["minimax"].lesson == BY_SLUG["minimax"]
    assert [initial for initial, _ in letters()] == sorted(initial for initial, _ in letters())
