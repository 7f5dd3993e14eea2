"""A class at work, its own process: ``python -m tests.bench.classroom PORT PUPILS BROWSERS``.

All come from one address. Prints one JSON object with what ``bench_class`` shows.
"""

from __future__ import annotations

import asyncio
import json
import sys
import threading
import time
import urllib.parse
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection, HTTPResponse
from http.cookies import SimpleCookie
from random import Random
from statistics import median
from typing import Any

from tests.bench.load import people  # isort: skip  (it sets Django up, for the others)
from django.db import connections
from django.test import Client
from playwright.async_api import Browser, async_playwright

from progress.classes import door, kinds, make, tasks
from progress.models import ClassMember, Classroom, ClassTask, TaskAttempt
from tests.bench.bench_door import PHONE, chromium
from tests.bench.wire import Wire, dial

ALL, COLUMNS = 40, 20
PAGES_EACH = 40
"""A new page every 1.5 seconds, for a minute."""
PAUSE = 0.3
"""Between the news of a change and the look of a page (``class_wire.js``)."""
TOKEN = "p" * 32

CHOICES = [
    one
    for one in kinds.LESSONS
    if len(one.content.question.groups) == 1 and not one.content.question.groups[0].several
]
"""Lessons that ask for one of a few answers."""


class Sockets:
    """The sockets of all pages, in a thread of their own."""

    def __init__(self, port: int) -> None:
        self.port, self.loop, self.open = port, asyncio.new_event_loop(), list[Wire]()
        threading.Thread(target=self.loop.run_forever, daemon=True).start()

    def dial(self, classroom: Classroom, cookie: str) -> threading.Event:
        """Open the socket of a page; the event is set whenever it says that something changed."""
        told = threading.Event()
        way = f"/ws/classes/{classroom.pk}/"
        wire = dial(self.port, way, cookie, lambda payload: told.set())
        self.open.append(asyncio.run_coroutine_threadsafe(wire, self.loop).result(60))
        return told


class Device:
    """A browser that draws nothing: it keeps cookies."""

    statuses: Counter[int] = Counter()

    def __init__(self, port: int, cookie: str = "") -> None:
        self.connection = HTTPConnection("127.0.0.1", port, timeout=120)
        self.cookies = {"csrftoken": TOKEN, **dict(one.split("=") for one in cookie.split() if one)}

    @property
    def cookie(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.cookies.items())

    def get(self, path: str, **query: str) -> HTTPResponse:
        return self._ask("GET", f"{path}?{urllib.parse.urlencode(query)}" if query else path)

    def post(self, path: str, **form: str) -> HTTPResponse:
        fields = urllib.parse.urlencode({**form, "csrfmiddlewaretoken": TOKEN})
        return self._ask("POST", path, fields)

    def _ask(self, method: str, path: str, body: str | None = None) -> HTTPResponse:
        kind = {"Content-Type": "application/x-www-form-urlencoded"} if body else {}
        address = {"X-Real-IP": "203.0.113.7", "Connection": "close"}  # nginx keeps none open
        self.connection.request(method, path, body, {"Cookie": self.cookie, **kind, **address})
        answer = self.connection.getresponse()
        answer.read()
        self.statuses[answer.status] += 1
        for name, one in SimpleCookie("; ".join(answer.headers.get_all("Set-Cookie", []))).items():
            if name == "sessionid":
                self.cookies[name] = one.value
        return answer


def a_class(pupils: int) -> tuple[Classroom, ClassTask, ClassTask]:
    """A class with an open door and two tasks."""
    teacher = people(1)[0][0]
    classroom = make.make_class(teacher=teacher, name="Bench", pupils=[""] * pupils)
    first, second = (
        tasks.add(classroom, kinds.find_offer("lesson", one.slug)) for one in CHOICES[:2]
    )
    tasks.give(classroom, 1, None)
    door.open_door(classroom)
    return classroom, first, second


def right_answer(task: ClassTask) -> str:
    lesson = next(one for one in CHOICES if one.slug == task.what)
    return next(one.key for one in lesson.content.question.groups[0].options if one.right)


def come_in(device: Device, member: ClassMember, task: ClassTask, sockets: Sockets) -> float:
    """From the board on the wall, drawn wrong once, to the first answer; when it was there."""
    board, (first, second) = door.in_address(member.classroom.door), words_of(member)
    device.get("/join/")
    device.get("/join/", board="XXX------")
    device.get("/join/", board=board)
    way = {"board": board, "picture": member.picture}
    device.get("/join/", **way)
    device.post("/join/", first=first, **way)
    device.post("/join/", first=first, second=second, **way)
    device.get("/classes/mine/", hello="1")
    begin(device, task)
    sockets.dial(member.classroom, device.cookie)
    device.post(f"/learn/{task.what}/", a=right_answer(task))
    return time.monotonic()


def begin(device: Device, task: ClassTask) -> None:
    device.post(f"/classes/mine/{task.pk}/")
    device.get(f"/learn/{task.what}/")


def words_of(member: ClassMember) -> list[str]:
    return make.spoken_words(member).split()


def work(port: int, count: int) -> dict[str, Any]:
    """A class comes in, answers one after the other, and then leafs through lessons."""
    classroom, task, other = a_class(ALL)
    members = list(classroom.members.select_related("classroom", "user"))
    sockets = Sockets(port)
    devices = [Device(port) for _ in members]
    connections.close_all()
    with ThreadPoolExecutor(ALL) as pupils:

        def enter(some: slice) -> float:
            args = devices[some], members[some], [task] * ALL, [sockets] * ALL
            return max(pupils.map(come_in, *args))

        began = time.monotonic()
        entered = enter(slice(count)) - began
        enter(slice(count, ALL))
        done = TaskAttempt.objects.filter(task=task, done_at__isnull=False).count()
        live = follow(Device(port, people(1)[0][1]), classroom, devices, other, sockets)
        began = time.monotonic()
        list(pupils.map(leaf, devices))
        leafed = time.monotonic() - began
    return {
        **{"entered": entered, "done": done, "leafed": leafed, "statuses": dict(Device.statuses)},
        "stranger": Device(port).get("/learn/lines/").status,
        "told": [one for one, _ in live],
        "shown": [one for _, one in live],
    }


def leaf(device: Device) -> None:
    for number in range(PAGES_EACH):
        device.get(f"/learn/{kinds.LESSONS[number % len(kinds.LESSONS)].slug}/")


def follow(
    teacher: Device,
    classroom: Classroom,
    devices: Sequence[Device],
    task: ClassTask,
    sockets: Sockets,
) -> list[tuple[float, float]]:
    """Seconds from each answer until the teacher's page hears of it, and until it shows it."""
    told, rng, live = sockets.dial(classroom, teacher.cookie), Random(1), []

    def heard() -> None:
        if not told.wait(60):
            raise RuntimeError("the teacher's page was not told")
        told.clear()

    heard()  # it is open
    for device in devices:
        begin(device, task)
        heard()
        time.sleep(rng.random())  # anywhere between two looks of the server
        began = time.monotonic()
        device.post(f"/learn/{task.what}/", a=right_answer(task))
        heard()
        known = time.monotonic()
        time.sleep(PAUSE)
        teacher.get(f"/classes/{classroom.pk}/now/")
        live.append((known - began, time.monotonic() - began))
    return live


def matrix() -> dict[str, Any]:
    """Processor time of the page of 40 members by 20 tasks."""
    teacher = people(1)[0][0]
    classroom = make.make_class(teacher=teacher, name="Matrix", pupils=[""] * ALL)
    for offer in kinds.offers(kinds.Kind.STAGE)[:COLUMNS]:
        tasks.add(classroom, offer)
    tasks.give(classroom, 1, None)
    tried = [["b2", False, "1"], ["a1", True, "1"]]
    TaskAttempt.objects.bulk_create(
        TaskAttempt(task=task, member=member, tries=tried)
        for task in classroom.tasks.all()
        for member in classroom.members.all()
    )
    client, page = Client(headers={"host": "127.0.0.1"}), f"/classes/{classroom.pk}/now/"
    client.force_login(teacher, "django.contrib.auth.backends.ModelBackend")
    assert client.get(page).text.count('class="matrix-cell is-') == ALL * COLUMNS
    used = []
    for _ in range(15):
        began = time.process_time()
        client.get(page)
        used.append((time.process_time() - began) * 1000)
    return {"ms": median(used), "least_ms": min(used)}


async def in_browsers(port: int, count: int) -> float:
    """Seconds in which so many browsers come in and answer: those of the site's own pauses, too."""
    classroom, task, _ = await asyncio.to_thread(a_class, count)
    members = await asyncio.to_thread(list, classroom.members.select_related("classroom"))
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(
            executable_path=chromium(), args=["--no-sandbox"]
        )
        began = time.monotonic()
        await asyncio.gather(*(tap_in(browser, port, one, task) for one in members))
        return time.monotonic() - began


async def tap_in(browser: Browser, port: int, member: ClassMember, task: ClassTask) -> None:
    page = await browser.new_page(viewport=PHONE)  # type: ignore[arg-type]
    page.set_default_timeout(300_000)
    await page.goto(f"http://127.0.0.1:{port}/join/")
    spots = await page.locator(".spot").all()
    for spot, mark in zip(spots, member.classroom.door, strict=True):
        for _ in range(door.STATES.index(mark)):
            await spot.click()
    await page.get_by_role("button", name="Open the door").click()
    await page.get_by_role("link", name=member.picture).click()
    for word in words_of(member):
        await page.get_by_role("button", name=word, exact=True).click()
    await page.wait_for_url(f"**/learn/{task.what}/**")
    await page.locator(f'input[name="a"][value="{right_answer(task)}"]').check(force=True)
    await page.get_by_role("button", name="See what comes out").click()
    await page.locator(".verdict-line").wait_for()


def main() -> None:
    port, count, browsers = map(int, sys.argv[1:])
    found = {**work(port, count), **matrix()}
    if browsers:
        found["browsers"] = asyncio.run(in_browsers(port, browsers))
    sys.stdout.write(json.dumps(found) + "\n")


if __name__ == "__main__":
    main()
