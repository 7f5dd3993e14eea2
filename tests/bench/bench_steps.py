"""Frames while a search is stepped through: ``python -m tests.bench.bench_steps http://…``.

The search of the empty board, in real Chromium with its processor throttled four times, against a
running site: every step is clicked as soon as the last one stands. A frame is the time between two
animation frames; a task is what the browser's main thread did in one go.
"""

from __future__ import annotations

import os
import shutil
import sys
from typing import Any

from playwright.sync_api import Page, sync_playwright

LIMIT = 50
LARGEST = "/analysis/........._X/search/?method=minimax&step=549946"
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
  seen.observe(document.querySelector("[data-number]"), { childList: true });
  link.click();
})"""


def measure(page: Page) -> dict[str, Any]:
    page.evaluate(WATCH)
    steps = 0
    while steps < STEPS and page.evaluate(STEP):
        steps += 1
    return {"steps": steps, **page.evaluate("({frames: frames_, tasks: tasks_})")}


def main(url: str) -> None:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=os.environ.get("CHROMIUM") or shutil.which("chromium"),
            args=["--no-sandbox"],
        )
        page = browser.new_page()
        page.goto(f"{url}{LARGEST}")
        page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": 4})
        found = measure(page)
        browser.close()
    frames, tasks = sorted(found["frames"]), found["tasks"]
    over = sum(one > LIMIT for one in frames)
    sys.stdout.write(
        f"{found['steps']} steps, {len(frames)} frames, "
        f"median {frames[len(frames) // 2]:.1f} ms, slowest {frames[-1]:.1f} ms, "
        f"{over} over {LIMIT} ms; tasks over {LIMIT} ms: {len(tasks)}\n"
    )


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:8000")
