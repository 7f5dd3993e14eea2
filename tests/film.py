"""``make film``: the animation and the picture of the README, taken from the site as it runs.

A visitor plays a game against the linear engine and wins it by its one trap; the review says why,
the search steps through the position before, and the proofs count every game. The frames are one
SVG that a browser plays, and of which it shows the last frame where less motion is asked for.
``SITE`` is the address of a site that runs already; else one is started.
"""

from __future__ import annotations

import os
import sys
from base64 import b64encode
from collections.abc import Iterator, Mapping, Sequence
from contextlib import nullcontext
from random import Random
from typing import Any, NamedTuple

from playwright.sync_api import Page, sync_playwright

from games.engines import engine
from games.rules.classic import ClassicBoard
from games.rules.shape import parse_cell
from tests.bench.bench_door import chromium
from tests.bench.stand import ROOT, Stand
from tests.wire import free_port

FILM = ROOT / "docs" / "oxo.svg"
PICTURE = ROOT / "docs" / "game.png"
WIDTH, HEIGHT = 800, 500
SITE = os.environ.get("SITE", "")
LARGEST = 1_000_000
"""Bytes of the film."""

OPPONENT = "engine:linear:ties=first"
TRAP = ("a1", "c3")
"""What X plays first: the engine answers with the centre, and then with a corner, which loses."""

BEFORE_THE_MISTAKE = "X...O...X_O"
STEPS = (1, 60, 120, 180)
"""Steps of the search that are shown."""


class Frame(NamedTuple):
    """A picture, and for how many seconds it is seen."""

    jpeg: bytes
    seconds: float


def film(page: Page, base: str) -> Iterator[Frame]:
    """A game, its review, its tree and its proof: twenty seconds."""
    yield from a_game(page, base)
    page.goto(f"{page.url}review/?ply=4")
    yield shot(page, 2.5)
    for step in STEPS:
        page.goto(f"{base}/analysis/{BEFORE_THE_MISTAKE}/search/?step={step}")
        yield shot(page, 1.25)
    for slug, seconds in (("linear", 2.5), ("linear-guarded", 3.0)):
        while (answer := page.goto(f"{base}/proofs/{slug}/")) and answer.status == 503:
            page.wait_for_timeout(1000)
        yield shot(page, seconds)


def a_game(page: Page, base: str) -> Iterator[Frame]:
    """Play as X until the game is over; the page after every reply."""
    page.goto(f"{base}/games/new/")
    body = {"variant": "classic", "opponent": OPPONENT, "seat": "X"}
    made = sent(page, f"{base}/api/games/", body)
    game, url, first = made["game"], made["url"], list(TRAP)
    page.goto(url)
    yield shot(page, 1.4)
    while game["status"] == "active":
        board = ClassicBoard.from_notation(game["position"])
        cell = (
            parse_cell(first.pop(0), board.SHAPE)
            if first
            else engine("classic", "perfect").choose(board, Random(1952)).move
        )
        act = {"id": f"film-{game['version']}", "version": game["version"]}
        act |= {"action": "place", "cell": cell}
        game = sent(page, f"{base}/api/games/{game['id']}/actions/", act)["game"]
        page.goto(url)
        yield shot(page, 1.4)
    PICTURE.write_bytes(page.screenshot())


def sent(page: Page, url: str, body: Mapping[str, object]) -> dict[str, Any]:
    """What the site answers to ``body``, sent as the page's visitor."""
    cookies = {one["name"]: one["value"] for one in page.context.cookies()}
    headers = {"X-CSRFToken": cookies["csrftoken"], "Referer": page.url}
    answer = page.request.post(url, data=body, headers=headers)
    assert answer.ok, answer.text()
    found: dict[str, Any] = answer.json()
    return found


def shot(page: Page, seconds: float) -> Frame:
    page.wait_for_load_state("networkidle")
    return Frame(page.screenshot(type="jpeg", quality=60, animations="disabled"), seconds)


def as_svg(frames: Sequence[Frame]) -> str:
    """All frames in one picture, each at its time; the last one where less motion is asked for."""
    total, begun = sum(frame.seconds for frame in frames), 0.0
    rules, images = [], []
    for number, frame in enumerate(frames):
        begin, begun = 100 * begun / total, begun + frame.seconds
        end = 100 * begun / total
        rules.append(
            f"@keyframes f{number}{{0%{{opacity:{int(not number)}}}{begin:.3f}%{{opacity:1}}"
            f"{end:.3f}%{{opacity:0}}100%{{opacity:0}}}}"
            f".f{number}{{animation:f{number} {total:g}s step-end infinite}}"
        )
        data = b64encode(frame.jpeg).decode()
        images.append(
            f'<image class="f{number}" width="{WIDTH}" height="{HEIGHT}" '
            f'href="data:image/jpeg;base64,{data}"/>'
        )
    style = f"{''.join(rules)}@media (prefers-reduced-motion:reduce){{image{{animation:none}}}}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" '
        f'aria-label="A game against an engine, its review, its search and its proof">'
        f"<style>{style}</style>{''.join(images)}</svg>\n"
    )


def main() -> None:
    with (
        nullcontext() if SITE else Stand("sqlite", 1, [free_port()]) as stand,
        sync_playwright() as playwright,
        playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"]) as browser,
    ):
        page = browser.new_page(viewport={"width": WIDTH, "height": HEIGHT})
        found = list(film(page, f"http://127.0.0.1:{stand.ports[0]}" if stand else SITE))
    text = as_svg(found)
    if len(text) > LARGEST:
        sys.exit(f"The film has {len(text):,} bytes; at most {LARGEST:,} are allowed.")
    FILM.write_text(text)
    seconds = sum(frame.seconds for frame in found)
    print(f"{FILM.relative_to(ROOT)}: {len(found)} frames, {seconds:g} s, {len(text):,} bytes")  # noqa: T201


if __name__ == "__main__":
    main()
