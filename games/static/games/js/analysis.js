// The analysis board with scripts: links within it change the page in place, arrows move on the
// board, pointing at a line lights its cells, and reasons are shown on the board. The server sends
// everything that is shown.

import { Grid } from "oxo/grid.js";
import { Stage } from "oxo/shown.js";

const AREA = "analysis";

function start() {
  let latest = 0;
  let controller = null;

  const area = () => document.getElementById(AREA);
  const grid = new Grid(area, "[role=gridcell] > :is(a, .spot)", "a");
  const stage = new Stage(area, say);

  async function show(url, key) {
    const turn = (latest += 1);
    controller?.abort();
    controller = new AbortController();
    try {
      const answer = await fetch(url, { headers: { Accept: "text/html" }, signal: controller.signal });
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const fresh = page.getElementById(AREA);
      if (turn !== latest) return false;
      if (!fresh) throw new Error("another page");
      area().replaceChildren(...document.adoptNode(fresh).childNodes);
      document.title = page.title;
      restore(key);
      heard(new URL(url, location.href).hash);
      return true;
    } catch (error) {
      if (error.name !== "AbortError") location.assign(url);
      return false;
    }
  }

  function restore(key) {
    grid.rove();
    stage.ready();
    showStep();
    const same = key && area().querySelector(`[data-key="${CSS.escape(key)}"]`);
    same?.focus({ preventScroll: true });
    if (same?.closest("[role=grid]")) grid.rove(same);
  }

  // Says what the page is about: the answer that was asked for, which comes into sight, or the verdict.
  function heard(hash) {
    const answer = hash ? area().querySelector(hash) : null;
    answer?.scrollIntoView({ block: "nearest" });
    const said = answer ? [...answer.querySelectorAll("[data-said]")] : [...area().querySelectorAll("h1, .where")];
    say(said.map((one) => one.textContent.trim()).join(" "));
  }

  // The move on the board stays in sight in a long line beside it.
  function showStep() {
    const step = area().querySelector(".go[aria-current]");
    const list = step?.closest("ol");
    if (list) list.scrollTop = step.offsetTop - list.offsetTop - list.clientHeight / 2;
  }

  function say(text) {
    const line = document.createElement("p");
    line.textContent = text;
    document.getElementById("polite").replaceChildren(line);
  }

  // --- pointing at a path ---

  let row = null;

  function light(event) {
    const before = row;
    row = event.target.closest?.("[data-cells]") ?? null;
    if (row === before) return;
    for (const lit of area().querySelectorAll(".lit")) lit.classList.remove("lit");
    if (!row) return;
    row.classList.add("lit");
    for (const cell of row.dataset.cells.split(" ")) {
      const touched = area().querySelectorAll(`[data-cell="${cell}"], [data-of="${cell}"]`);
      for (const one of touched) one.classList.add("lit");
    }
    if (row.dataset.path) {
      area().querySelector(`.sum [data-path="${row.dataset.path}"]`)?.classList.add("lit");
    }
  }

  document.addEventListener("click", async (event) => {
    const link = event.target.closest("[data-swaps] a[data-key][href]");
    if (!link || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    const { href } = link;
    if (await show(href, link.dataset.key)) history.pushState({}, "", href);
  });
  // A mouse comes "over" a row too when the page scrolls below it: only one that moves points at something.
  document.addEventListener("pointermove", light);
  document.addEventListener("pointerover", (event) => event.pointerType === "mouse" || light(event));
  document.addEventListener("focusin", light);
  addEventListener("popstate", () => show(location.href));
  grid.rove();
  stage.ready();
  showStep();
}

start();
