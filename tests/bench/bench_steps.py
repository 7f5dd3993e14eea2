"""Frames while a search is stepped through: ``python -m tests.bench.bench_steps http://…``.

The tree with the most nodes of all that are drawn, in real Chromium against a running site: every
step is clicked as soon as the last one stands. A frame is the time between two animation frames;
a task is what the browser's main thread did in one go.
"""

from __future__ import annotations

import os
import shutil
import sys
from typing import Any

from playwright.sync_api import Page, sync_playwright

from games.analysis import variations
from games.analysis.tree import tree_drawing
from games.engines.classic.tablebase import table

LIMIT = 50
STEPS = 120

WATCH = """() => {
  window.frames_ = []; window.tasks_ = [];
  let last = performance.now();
  const frame = (now) => { frames_.push(now - last); last = now; requestAnimationFrame(frame); };
  requestAnimationFrame(frame);
  const seen = (list) => list.getEntries().forEach((one) => tasks_.push(one.duration));
  new PerformanceObserver(seen).observe({ type: "longtask", buffered: false });
}"""

STEP = """() => new Promise((done) => {
  const link = document.querySelector('[data-key="next"][href]');
  if (!link) return done(false);
  const seen = new MutationObserver(() => {
    seen.disconnect();
    requestAnimationFrame(() => done(true));
  });
  seen.observe(document.getElementById("analysis"), { childList: true });
  link.click();
})"""


def largest() -> tuple[str, int]:
    """The position whose drawing has most nodes, and how many."""
    boards = [
        board
        for board in table().boards()
        if not board.is_game_over()
        and len(board.available_moves()) in (tree_drawing.WHOLE, tree_drawing.MOST_FREE)
    ]
    counted = {
        board: sum(1 for _ in tree_drawing.walk(tree_drawing.traced(board, False).root))
        for board in boards
    }
    board = max(boards, key=lambda one: counted[one])
    return variations.slug_of(board), counted[board]


def measure(page: Page) -> dict[str, Any]:
    page.evaluate(WATCH)
    steps = 0
    while steps < STEPS and page.evaluate(STEP):
        steps += 1
    return {"steps": steps, **page.evaluate("({frames: frames_, tasks: tasks_})")}


def main(url: str) -> None:
    slug, nodes = largest()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=os.environ.get("CHROMIUM") or shutil.which("chromium"),
            args=["--no-sandbox"],
        )
        page = browser.new_page()
        page.goto(f"{url}/analysis/{slug}/search/?method=minimax&step=1")
        found = measure(page)
        browser.close()
    frames, tasks = sorted(found["frames"]), found["tasks"]
    over = sum(one > LIMIT for one in frames)
    sys.stdout.write(
        f"{slug}: {nodes} nodes, {found['steps']} steps, {len(frames)} frames, "
        f"median {frames[len(frames) // 2]:.1f} ms, slowest {frames[-1]:.1f} ms, "
        f"{over} over {LIMIT} ms; tasks over {LIMIT} ms: {len(tasks)}\n"
    )


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:8000")
