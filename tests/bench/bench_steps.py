"""Work of a step of a search in the browser: ``python -m tests.bench.bench_steps http://…``.

The search of the empty board, in real Chromium with its processor throttled four times, against a
running site: every step is clicked as soon as the last one stands. A frame is the time between two
animation frames; ``script``, ``style`` and ``layout`` are what the main thread did for a step. The
counts of style recalculations and layouts do not depend on how busy the machine is.
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable
from typing import Any

from playwright.sync_api import CDPSession, Page, sync_playwright

LIMIT = 50
PAGES = {
    "minimax": "/analysis/........._X/search/?method=minimax&step=549946",
    "alpha-beta": "/analysis/........._X/search/?step=18000",
    "two searches": "/analysis/........._X/search/?against=minimax&step=18000",
}
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
  seen.observe(document.querySelector("[data-number]"), { childList: true, characterData: true, subtree: true });
  link.click();
})"""  # noqa: E501


def measure(page: Page, session: CDPSession) -> dict[str, Any]:
    session.send("Performance.enable")
    page.evaluate(WATCH)
    before, steps = _metrics(session), 0
    while steps < STEPS and page.evaluate(STEP):
        steps += 1
    after = _metrics(session)
    work = {name: after[name] - before[name] for name in after}
    return {"steps": steps, "work": work, **page.evaluate("({frames: frames_, tasks: tasks_})")}


def _metrics(session: CDPSession) -> dict[str, float]:
    found = session.send("Performance.getMetrics")["metrics"]
    return {one["name"]: one["value"] for one in found}


def told(name: str, found: dict[str, Any]) -> str:
    frames, work, steps = sorted(found["frames"]), found["work"], found["steps"]
    each: Callable[[str, float], float] = lambda key, scale: work[key] * scale / steps  # noqa: E731
    return (
        f"{name}: {steps} steps; frames median {frames[len(frames) // 2]:.1f} ms, slowest "
        f"{frames[-1]:.1f} ms, {sum(one > LIMIT for one in frames)} over {LIMIT} ms; "
        f"tasks over {LIMIT} ms: {len(found['tasks'])}; a step: "
        f"script {each('ScriptDuration', 1000):.1f} ms, "
        f"{each('RecalcStyleCount', 1):.1f} styles {each('RecalcStyleDuration', 1000):.1f} ms, "
        f"{each('LayoutCount', 1):.1f} layouts {each('LayoutDuration', 1000):.1f} ms, "
        f"all tasks {each('TaskDuration', 1000):.1f} ms\n"
    )


def main(url: str) -> None:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=os.environ.get("CHROMIUM") or shutil.which("chromium"),
            args=["--no-sandbox"],
        )
        for name, path in PAGES.items():
            page = browser.new_page()
            page.goto(f"{url}{path}")
            session = page.context.new_cdp_session(page)
            session.send("Emulation.setCPUThrottlingRate", {"rate": 4})
            sys.stdout.write(told(name, measure(page, session)))
            page.close()
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:8000")
