// A question on a board with scripts: answers change the page in place, the keyboard moves on the
// board, and the verdict is announced. Only the server knows what is right.

import { announcer } from "oxo/announce.js";
import { Grid } from "oxo/grid.js";
import { Stage } from "oxo/shown.js";

const AREA = "puzzle";

function start() {
  const area = () => document.getElementById(AREA);
  const grid = new Grid(area, "[role=gridcell]", "[data-legal]");
  const polite = document.getElementById("polite");
  const voice = announcer(polite, polite);
  const stage = new Stage(area, (text) => voice.say(text));
  let waiting = false;

  async function answer(form, cell) {
    const body = new URLSearchParams(new FormData(form));
    body.set("cell", cell.value);
    const get = form.method === "get";
    const url = new URL(form.action || location.href);
    if (get) url.search = body;
    const show = () => load(url, get ? {} : { method: "POST", body }, cell.dataset.key);
    await show().catch(() => form.requestSubmit(cell));
    stage.showAll(area().querySelectorAll("[data-shown]"));
  }

  // Puts the question of another address in place; the focus goes to the cell `key`, or to the board.
  async function load(url, options = {}, key = null) {
    waiting = true;
    try {
      const response = await fetch(url, options);
      const page = new DOMParser().parseFromString(await response.text(), "text/html");
      const fresh = page.getElementById(AREA);
      if (!fresh) throw new Error("another page");
      put(fresh, key);
      history.replaceState({}, "", response.ok ? response.url : location.href);
    } finally {
      waiting = false;
    }
  }

  function put(fresh, key) {
    stage.ready();
    area().replaceChildren(...document.adoptNode(fresh).childNodes);
    const same = key && area().querySelector(`[data-key="${CSS.escape(key)}"]`);
    grid.rove(same);
    (same ?? area().querySelector("[role=gridcell][tabindex='0']"))?.focus({ preventScroll: true });
    const wrong = area().querySelector("#wrong:not(:empty)");
    const said = wrong ? [wrong] : [...area().querySelectorAll("h1, .where, #said > *")];
    voice.say(said.map((one) => one.textContent.trim()).join(" "));
  }

  document.addEventListener("click", (event) => {
    const cell = event.target.closest("#question [role=gridcell]");
    if (!cell) return;
    event.preventDefault();
    if (cell.hasAttribute("data-legal") && !waiting) answer(cell.form, cell);
  });

  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[data-in-place]");
    if (!link || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    if (!waiting) load(link.href).catch(() => location.assign(link.href));
  });
  grid.rove();
}

start();
