"""A class in browsers: in by taps, the matrix that follows, and one board on all screens."""

from __future__ import annotations

import re

import pytest
from django.utils import timezone
from playwright.sync_api import Locator, Page, expect

from accounts.models import User
from progress.classes import arena, attempts, door, kinds, look, make, tasks
from progress.models import ClassMember, ClassPlayer, Classroom
from tests.browser.conftest import As
from tests.browser.faults import axe_in_either_theme, too_wide

CHOICE = next(
    one
    for one in kinds.LESSONS
    if len(one.content.question.groups) == 1 and not one.content.question.groups[0].several
)


@pytest.fixture
def classroom(grace: User) -> Classroom:
    made = make.make_class(teacher=grace, name="7b", pupils=["Amira", "Ben"])
    tasks.add(made, kinds.find_offer("lesson", CHOICE.slug))
    tasks.give(made, 1, None)
    door.open_door(made)
    return made


def come_in(page: Page, member: ClassMember) -> None:
    """Draw the board, choose the picture, tap the words: nothing is typed."""
    page.goto("/join/")
    for spot, mark in zip(page.locator(".spot").all(), member.classroom.door, strict=True):
        for _ in range(door.STATES.index(mark)):
            spot.click()
    page.get_by_role("button", name="Open the door").click()
    page.get_by_role("link", name=member.picture).click()
    for word in make.spoken_words(member).split():
        page.get_by_role("button", name=word, exact=True).click()
    expect(page.locator("h1")).to_have_text(f"Hello, {member.alias}.")


@pytest.mark.long
def test_a_class_comes_in_works_and_looks_up(as_: As, grace: User, classroom: Classroom) -> None:
    teacher, pupil = as_(grace), as_(None)
    member = classroom.members.select_related("user", "classroom").first()
    assert member is not None
    teacher.goto(f"/classes/{classroom.pk}/now/")
    cell = teacher.locator(f'a[href$="/now/{member.pk}/{classroom.tasks.get().pk}/"].matrix-cell')
    expect(cell).to_have_class(re.compile("is-none"))
    come_in(pupil, member)
    pupil.wait_for_url(f"**/learn/{CHOICE.slug}/**")  # the first task, by itself
    expect(cell).to_have_class(re.compile("is-at"))
    (group,) = CHOICE.content.question.groups
    wrong = next(one for one in group.options if not one.right)
    for _ in range(3):
        pupil.goto(f"/learn/{CHOICE.slug}/")
        pupil.locator(f'input[name="a"][value="{wrong.key}"]').check(force=True)
        pupil.get_by_role("button", name="See what comes out").click()
        expect(pupil.locator(".verdict-line")).to_be_visible()
    expect(cell).to_have_class(re.compile("is-stuck"))
    expect(teacher.locator("#now-side")).to_contain_text("Stuck now: 1")
    cell.focus()
    teacher.keyboard.press("n")
    expect(teacher.locator("#now-side")).not_to_contain_text(member.name, use_inner_text=True)
    teacher.goto(f"/classes/{classroom.pk}/look/")
    teacher.keyboard.press("Escape")
    expect(pupil.get_by_text("Your teacher shows you this.")).to_be_visible()
    teacher.keyboard.press("q")
    pupil.get_by_role("gridcell").first.click()
    expect(pupil.get_by_role("heading", level=1)).to_contain_text("Look up.")
    expect(teacher.locator("#look").get_by_text("1 of 1 have answered.")).to_be_visible()
    teacher.keyboard.press("Escape")
    pupil.wait_for_url(f"**/learn/{CHOICE.slug}/**")
    for page in (teacher, pupil):
        assert page.errors == []  # type: ignore[attr-defined]


@pytest.mark.long
def test_the_pages_of_a_class_fit_320_pixels_and_axe_finds_nothing(
    as_: As, grace: User, classroom: Classroom
) -> None:
    member = classroom.members.first()
    assert member is not None
    classroom.members.update(came_at=timezone.now())
    look.show(classroom, look.Showing("XO..X...O X", question="move", shown=True))
    arena.begin(classroom, "dstru", 20)
    tasks.begin(classroom.tasks.get(), member)
    page, pupil = as_(grace), as_(member.user)
    faults: dict[str, list[str]] = {}

    def look_at(shown: Page, address: str) -> None:
        shown.emulate_media(color_scheme="light")
        shown.set_viewport_size({"width": 320, "height": 640})
        shown.goto(address)
        if found := [*too_wide(shown), *axe_in_either_theme(shown)]:
            faults[address] = found

    ends = ("ready/", "now/", "tasks/", "cards/", "door/", "look/", "wall/", "arena/", "end/")
    attempt = f"now/{member.pk}/{classroom.tasks.get().pk}/"
    for end in (*ends, "arena/wall/", "tasks/?kind=position", attempt):
        look_at(page, f"/classes/{classroom.pk}/{end}")
    look_at(pupil, "/classes/mine/look/")
    look.show(classroom, None)
    board = door.in_address(classroom.door)
    for address in (f"/join/{member.card}/", f"/join/?board={board}", "/classes/mine/?hello=1"):
        look_at(pupil, address)
    look_at(pupil, "/classes/mine/arena/")
    look_at(pupil, "/classes/mine/")
    for end in ("", "new/", "courses/", "courses/think/", "parents/"):
        look_at(page, f"/classes/{end}")
    look_at(as_(None), "/join/")
    assert faults == {}
    assert (page.errors, pupil.errors) == ([], [])  # type: ignore[attr-defined]


def test_tasks_are_put_in_order_by_dragging_and_by_keys(
    as_: As, grace: User, classroom: Classroom
) -> None:
    for one in kinds.offers(kinds.Kind.STAGE)[:2]:
        tasks.add(classroom, one)
    first, second, third = (one.title for one in classroom.tasks.all())
    page = as_(grace)
    page.goto(f"/classes/{classroom.pk}/tasks/")
    titles, handles = page.locator(".task-plan b"), page.locator(".task-plan .no")
    drawn_anew = page.locator('.task-plan li:last-child button[value="down"]:disabled')
    handles.nth(0).drag_to(handles.nth(2), target_position={"x": 8, "y": 40})
    expect(titles).to_have_text([second, third, first])
    expect(drawn_anew).to_be_visible()
    page.reload()
    expect(titles).to_have_text([second, third, first])
    handles.nth(2).focus()
    for key in (" ", "ArrowUp", "ArrowUp", "Escape"):
        page.keyboard.press(key)
    expect(titles).to_have_text([second, third, first])
    for key in (" ", "ArrowUp", " "):
        page.keyboard.press(key)
    expect(titles).to_have_text([second, first, third])
    expect(drawn_anew).to_be_visible()
    expect(handles.nth(1)).to_be_focused()
    page.keyboard.press("Alt+ArrowUp")
    expect(titles).to_have_text([first, second, third])
    expect(handles.nth(0)).to_be_focused()
    page.reload()
    expect(titles).to_have_text([first, second, third])
    assert page.errors == []  # type: ignore[attr-defined]


def tab_to(page: Page, target: Locator) -> Locator:
    """Press Tab until ``target`` has the focus."""
    for _ in range(150):
        if target.evaluate("one => one === document.activeElement"):
            return target
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not lead to {target}")


def said(page: Page, text: str) -> Locator:
    """What the live regions of a page say to a screen reader."""
    return page.locator("[aria-live] p", has_text=text)


@pytest.mark.long
def test_a_pupil_comes_in_and_answers_by_keys_alone(as_: As, classroom: Classroom) -> None:
    member = classroom.members.select_related("classroom").first()
    assert member is not None
    page = as_(None)
    page.goto("/join/")
    tab_to(page, page.locator(".spot").first)
    for mark in classroom.door:
        page.keyboard.press("Delete" if mark == door.EMPTY else mark.lower())
        page.keyboard.press("ArrowRight")
    tab_to(page, page.get_by_role("button", name="Open the door"))
    page.keyboard.press("Enter")
    tab_to(page, page.get_by_role("link", name=member.picture))
    page.keyboard.press("Enter")
    for word in make.spoken_words(member).split():
        tab_to(page, page.get_by_role("button", name=word, exact=True))
        page.keyboard.press("Enter")
    page.wait_for_url(f"**/learn/{CHOICE.slug}/**")
    tab_to(page, page.locator('input[name="a"]').first)
    page.keyboard.press(" ")
    tab_to(page, page.get_by_role("button", name="See what comes out"))
    page.keyboard.press("Enter")
    expect(page.locator(".verdict-line")).to_be_visible()
    assert page.errors == []  # type: ignore[attr-defined]


@pytest.mark.long
def test_a_teacher_shows_and_asks_by_keys_and_hears_what_changes(
    as_: As, grace: User, classroom: Classroom
) -> None:
    member = classroom.members.select_related("user").first()
    assert member is not None
    classroom.members.filter(pk=member.pk).update(came_at=timezone.now())
    page, pupil = as_(grace), as_(member.user)
    page.goto(f"/classes/{classroom.pk}/look/")
    tab_to(page, page.get_by_role("button", name="Take all screens"))
    page.keyboard.press("Enter")
    back = page.get_by_role("button", name="Give the screens back")
    expect(back).to_be_focused()
    expect(said(page, "1 screen follows")).to_have_count(1)
    pupil.goto("/classes/mine/look/")
    tab_to(page, page.get_by_role("button", name="Which cell?"))
    page.keyboard.press("Enter")
    expect(said(page, "Which cell?")).to_have_count(1)
    expect(said(pupil, "Which cell?")).to_have_count(1)
    tab_to(page, page.get_by_text("Show a position or a game"))
    page.keyboard.press("Enter")
    written = tab_to(page, page.get_by_label("The address of a game"))
    page.keyboard.type("/games/abcdefgh/")
    pupil.locator("[role=gridcell][tabindex='0']").press("Enter")
    expect(said(page, "1 of 1 have answered.")).to_have_count(1)
    expect(said(pupil, "Look up.")).to_have_count(1)
    expect(written).to_have_value("/games/abcdefgh/")
    expect(written).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("main").get_by_role("listitem").filter(has_text="abcdefgh")).to_be_visible()
    expect(said(page, "abcdefgh")).to_have_count(1)
    tab_to(page, page.get_by_role("link", name="Now", exact=True))
    page.keyboard.press("Enter")
    page.wait_for_url("**/now/")
    task = classroom.tasks.get()
    attempts.add_tries(task, member.user, [("b2", False, "1")] * 3, needed=1)
    expect(said(page, "Stuck now: 1")).to_have_count(1)
    tab_to(page, page.locator("a.matrix-cell[tabindex='0']"))
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_contain_text(member.name)
    for one in (page, pupil):
        assert one.errors == []  # type: ignore[attr-defined]


def test_somebody_who_waits_in_the_arena_looks_up_too(
    as_: As, grace: User, classroom: Classroom
) -> None:
    classroom.members.update(came_at=timezone.now())
    arena.begin(classroom, "dstru", 20)
    player = classroom.arena.players.select_related("member__user").first()
    assert player is not None
    arena.rest(player)
    ClassPlayer.objects.filter(pk=player.pk).update(game=None)
    pupil = as_(player.member.user)
    pupil.goto("/classes/mine/arena/")
    expect(pupil.get_by_role("button", name="Next game")).to_be_visible()
    look.show(classroom, look.usual())
    pupil.wait_for_url("**/classes/mine/look/")


def test_the_wall_names_only_those_who_are_in(as_: As, grace: User, classroom: Classroom) -> None:
    page = as_(grace)
    page.goto(f"/classes/{classroom.pk}/door/")
    expect(page.get_by_text("Nobody is in yet.")).to_be_visible()
    expect(page.get_by_role("region", name="Who is in").get_by_role("listitem")).to_have_count(0)
    member = classroom.members.select_related("user").first()
    assert member is not None
    door.note_arrival(member)
    expect(said(page, "1 in")).to_have_count(1)
    expect(page.get_by_role("listitem").filter(has_text=member.alias)).to_be_visible()
