"""What the page takes, what it refuses and in which words, and who sees what."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.conf import settings
from django.test import Client

from accounts.models import User
from games.arena import runner, views
from games.arena.grading.limits import limits
from games.models import UploadedEngine
from tests.conftest import logged_in
from tests.grading import files, ultimate_files, wrong_files
from tests.uploads.conftest import FIRST_FREE, MINE, send

Sent = Callable[..., UploadedEngine]


def page_of(client: Client, row: UploadedEngine, query: str = "") -> str:
    answer = client.get(f"/engines/{row.pk}/{query}")
    assert answer.status_code == 200
    return str(answer.content.decode())


def test_a_visitor_who_brings_a_file_becomes_a_guest(client: Client, sent: Sent) -> None:
    assert "Bring a file" in client.get(MINE).content.decode()
    assert not User.objects.exists()
    row = sent(client, FIRST_FREE)
    assert row.author.is_guest
    assert "Yours is the next file" in page_of(client, row)


def test_the_page_shows_every_limit(client: Client) -> None:
    page = client.get(MINE).content.decode()
    rows = re.findall(r'<tr><th scope="row">(.*?)</th><td>', page)
    assert [re.sub("</?code>", "`", row) for row in rows] == [one["about"] for one in limits()]
    assert "<code>functools.lru_cache</code>" in page


def test_file_and_text_are_not_called_optional_since_one_of_them_is_needed(
    as_ada: Client,
) -> None:
    page = as_ada.get(MINE).content.decode()
    labels = re.findall(r'<label for="id_(\w+)">[^<]*(?:<span class="optional">([^<]*))?', page)
    needed = "one of the two is needed"
    assert labels == [("name", ""), ("file", needed), ("source", needed)]


@pytest.mark.long
def test_a_pasted_file_is_graded_and_told(as_ada: Client, sent: Sent) -> None:
    row = sent(as_ada, files.CS50.replace("\n", "\r\n"))
    assert row.source == files.CS50
    assert runner.work_off() == 1
    row.refresh_from_db()
    assert (row.status, row.error, row.tries) == ("graded", "", 1)
    page = page_of(as_ada, row)
    assert "It never loses." in page
    assert "<b>Proven</b>" in page
    assert row.digest in page
    assert row.grader in page


@pytest.mark.long
def test_what_came_back_is_told_beside_its_board(as_ada: Client, sent: Sent) -> None:
    row = sent(as_ada, wrong_files.COUNTS.replace("return best(position)[0]", "return None"))
    runner.work_off()
    page = page_of(as_ada, row)
    assert "<code>choose(position)</code> gives <code>None</code>." in page
    assert "does every way through the function end with a return?" in page
    assert "Why this is no proof" in page
    assert "<b>Proven</b>" not in page


@pytest.mark.long
def test_a_grade_of_an_older_grader_is_no_proof(as_ada: Client, sent: Sent) -> None:
    row = sent(as_ada, wrong_files.RIGHT)
    runner.work_off()
    row.refresh_from_db()
    assert "<b>Proven</b>" in page_of(as_ada, row)
    row.grade.pop("python")
    row.save()
    page = page_of(as_ada, row)
    assert "<b>Proven</b>" not in page
    assert "An older grader found this." in page


@pytest.mark.long
def test_the_lost_game_is_stepped_through_by_links(as_ada: Client, sent: Sent) -> None:
    row = sent(as_ada, files.FIRST_FREE)
    runner.work_off()
    end = page_of(as_ada, row)
    assert "It can lose." in end
    assert 'href="?ply=4#example"' in end
    assert end.count('class="cell won"') + end.count('class="cell last won"') == 3
    first = page_of(as_ada, row, "?ply=1")
    assert 'href="?ply=2#example"' in first
    assert "won" not in first.partition('id="example"')[2].partition("</section>")[0]
    for bad in ("?ply=99", "?ply=-1", "?ply=x"):
        assert page_of(as_ada, row, bad)


@pytest.mark.long
def test_a_report_names_mistakes_with_the_right_move_and_the_reason(
    as_ada: Client, sent: Sent
) -> None:
    row = sent(as_ada, files.FIRST_FREE)
    runner.work_off()
    answer = as_ada.get(f"/engines/{row.pk}/")
    report = answer.context["report"]
    assert len(report["mistakes"]) == 5
    assert all(
        one["why"] and one["right"] and one["played"] != one["right"] for one in report["mistakes"]
    )
    assert report["plies"][0]["percent"] == 100
    assert report["percent"] == 59
    assert sum(spot["count"] for spot in report["map"]["spots"]) == 1355 + 514


def test_a_dstru_file_has_its_expected_result_beside_the_best(as_ada: Client, sent: Sent) -> None:
    row = sent(as_ada, files.DSTRU, variant="dstru")
    runner.work_off()
    answer = as_ada.get(f"/engines/{row.pk}/")
    report = answer.context["report"]
    assert [seat for seat, _ in report["expected"]] == ["Tres", "Uno"]
    assert "a perfect player has" in report["expected"][0][1]
    assert 0 < len(report["costliest"]) <= 10
    assert len(report["plies"]) <= 12
    assert all(float(one["cost"]) > 0.04 for one in report["mistakes"])
    assert "The ten costliest moves" in answer.content.decode()


@pytest.mark.long
def test_a_file_for_an_unsolved_game_has_its_rating_and_games(as_ada: Client, sent: Sent) -> None:
    row = sent(as_ada, ultimate_files.FIRST_FREE, variant="ultimate")
    assert runner.work_off() == 1
    row.refresh_from_db()
    assert row.error == ""
    page = page_of(as_ada, row)
    assert f"Rated {row.grade['rating']:,} ± {row.grade['margin']}." in page
    assert "Nobody has solved this game, so nothing is proven." in page
    assert "Proven</b>" not in page
    assert "The shortest of the games that it lost" in page
    assert page.count('<th scope="row">Greedy</th>') == 1
    assert "% right" not in page


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("def f(:\n", "Line 1: "),
        ("x = 1\n", "It defines no function."),
        ("def minimax(board):\n    return 1\n", "tictactoe.py needs initial_state"),
        ("import os\nos.fork()\ndef choose(p):\n    return 0\n", "line 2: "),
    ],
)
def test_what_is_missing_is_said_with_its_line(
    as_ada: Client, sent: Sent, source: str, said: str
) -> None:
    row = sent(as_ada, source)
    runner.work_off()
    row.refresh_from_db()
    assert row.status == "refused"
    assert said.lower() in row.error.lower()
    assert "It cannot be graded." in page_of(as_ada, row)


REFUSED = {
    "a picture": (b"\x89PNG\r\n\x1a\n\0\0", "byte 0 (0x89) is not UTF-8"),
    "a program": (b"\x7fELF\x02\0\0", "byte 5 is zero"),
    "nothing": (b"", "The file is empty."),
    "blanks": (b" \n\n", "The file is empty."),
    "a huge file": (b"#" * 65_537, "The file has 65,537 bytes, and at most 64 KB"),
    "a huge text": ("#" * 65_537, "at most 65536 characters"),
    "a huge text of wide characters": ("é" * 40_000, "The file has 80,000 bytes"),
}


@pytest.mark.parametrize(("source", "said"), REFUSED.values(), ids=REFUSED.keys())
def test_what_is_no_file_to_grade_is_refused_in_words(
    as_ada: Client, source: bytes | str, said: str
) -> None:
    answer = send(as_ada, source)
    assert answer.status_code == 400
    assert said in answer.content.decode()
    assert not UploadedEngine.objects.exists()


def test_a_body_without_end_is_refused_before_it_is_read(as_ada: Client) -> None:
    answer = send(as_ada, b"#" * 300_000)
    assert answer.status_code == 413
    assert not UploadedEngine.objects.exists()


@pytest.mark.parametrize(
    "name", ["", " ", "<script>", "a\nb", "x" * 31, "\u202eevil", "../../etc", "-rf", "\0", "Zoë"]
)
def test_names_that_could_mislead_are_refused(as_ada: Client, name: str) -> None:
    answer = send(as_ada, name=name)
    assert answer.status_code == 400
    assert "<script>" not in answer.content.decode().partition("<main")[2]
    assert not UploadedEngine.objects.exists()


def test_an_unknown_game_is_refused(as_ada: Client) -> None:
    assert "is none of these" in send(as_ada, variant="chess").content.decode()


def test_a_file_whose_name_leads_elsewhere_is_stored_by_its_id(as_ada: Client, sent: Sent) -> None:
    row = sent(as_ada, FIRST_FREE.encode())
    answer = as_ada.get(f"/engines/{row.pk}/source/")
    assert answer["Content-Disposition"] == f'attachment; filename="{row.pk}.py"'
    assert answer["Content-Type"] == "text/plain; charset=utf-8"
    assert answer.content.decode() == FIRST_FREE


def test_no_other_site_can_send_a_file(ada: User) -> None:
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(ada)
    assert send(strict).status_code == 403
    assert not UploadedEngine.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_what_is_deleted_in_another_tab_meanwhile_is_not_found(
    ada: User, sent: Callable[..., UploadedEngine], monkeypatch: pytest.MonkeyPatch
) -> None:
    as_ada = logged_in(ada)
    row = sent(as_ada)

    def own_until_now(request: Any, key: str) -> UploadedEngine:
        found = UploadedEngine.objects.get(pk=key)
        UploadedEngine.objects.filter(pk=key).delete()
        return found

    monkeypatch.setattr(views, "own", own_until_now)
    answer = as_ada.post(f"/engines/{row.pk}/share/", {"shared": "yes"})
    assert answer.status_code == 404
    assert "This has just been deleted." in answer.content.decode()


@pytest.mark.long
def test_a_report_is_its_authors_until_it_is_shared(
    as_ada: Client, as_grace: Client, client: Client, sent: Sent
) -> None:
    row = sent(as_ada)
    runner.work_off()
    address = f"/engines/{row.pk}/"
    for other in (as_grace, client):
        assert other.get(address).status_code == 404
        for act in ("share", "delete"):
            assert other.post(f"{address}{act}/", {"shared": "yes"}).status_code == 404
        assert other.get(f"{address}source/").status_code == 404
    as_ada.post(f"{address}share/", {"shared": "yes"})
    page = page_of(client, row)
    assert "An engine by ada" in " ".join(page.split())
    assert "Delete the file" not in page
    assert row.source.splitlines()[0] not in page
    assert client.get(f"{address}source/").status_code == 404
    as_ada.post(f"{address}share/", {"shared": "no"})
    assert client.get(address).status_code == 404


def test_acts_are_posted(as_ada: Client, sent: Sent) -> None:
    row = sent(as_ada)
    assert as_ada.get(f"/engines/{row.pk}/delete/").status_code == 405
    assert as_ada.get(f"/engines/{row.pk}/share/").status_code == 405
    assert as_ada.post(f"/engines/{row.pk}/delete/").status_code == 302
    assert not UploadedEngine.objects.exists()


def test_a_file_of_the_same_name_is_its_next_version(as_ada: Client, sent: Sent) -> None:
    first = sent(as_ada, FIRST_FREE)
    assert sent(as_ada, FIRST_FREE) == first
    second = sent(as_ada, FIRST_FREE + "\n")
    assert (first.version, second.version, second.title) == (1, 2, "First 2")


@pytest.mark.long
def test_a_file_that_was_graded_has_its_grade_at_once(
    as_ada: Client, as_grace: Client, sent: Sent
) -> None:
    first = sent(as_ada)
    runner.work_off()
    first.refresh_from_db()
    again = sent(as_grace, name="Other")
    assert (again.status, again.grade) == ("graded", first.grade)
    assert runner.work_off() == 0
    assert "It can lose" in page_of(as_grace, again)


@pytest.mark.long
def test_another_version_of_the_grader_grades_again(
    as_ada: Client, as_grace: Client, sent: Sent
) -> None:
    sent(as_ada)
    runner.work_off()
    UploadedEngine.objects.update(grader="another")
    assert sent(as_grace).status == "waiting"


def test_one_person_has_so_many_files(as_ada: Client, sent: Sent) -> None:
    for number in range(settings.SIZES["waiting_engines"]):
        sent(as_ada, f"{FIRST_FREE}# {number}\n")
    answer = send(as_ada, f"{FIRST_FREE}# more\n")
    assert answer.status_code == 400
    assert "3 of your engines wait to be graded" in answer.content.decode()


def test_too_many_files_have_to_wait(as_ada: Client, settings: Any) -> None:
    settings.LIMITS = {**settings.LIMITS, "upload": (1, 60)}
    assert send(as_ada).status_code == 302
    answer = send(as_ada, name="Second")
    assert answer.status_code == 429
    assert "Too many files. Wait" in answer.content.decode()


def test_guests_bring_their_engines_along(ada: User, sent: Sent) -> None:
    from accounts.membership import held_by, merge

    visitor = Client()
    row = sent(visitor)
    own = sent(logged_in(ada), FIRST_FREE + "\n")
    guest = row.author
    assert "1 engine" in held_by(guest)
    merge(guest, ada)
    row.refresh_from_db()
    assert (row.author_id, row.version, own.version) == (ada.pk, 2, 1)
    assert not User.objects.filter(pk=guest.pk).exists()
