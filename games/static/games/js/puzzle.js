// A question on a board with scripts: answers change the page in place, the keyboard moves on the
// board, and the verdict is announced. Only the server knows what is right.

import { announcer } from "oxo/announce.js";
import { Grid } from "oxo/grid.js";

const AREA = "puzzle";

const area = () => document.getElementById(AREA);
const grid = new Grid(area, "[role=gridcell]", "[data-legal]");
const polite = document.getElementById("polite");
const voice = announcer(polite, polite);
let waiting = false;

async function answer(form, cell) {
  waiting = true;
  const body = new URLSearchParams(new FormData(form));
  body.set("cell", cell.value);
  const get = form.method === "get";
  const url = new URL(form.action || location.href);
  if (get) url.search = body;
  try {
    const response = await fetch(url, get ? {} : { method: "POST", body });
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    const fresh = page.getElementById(AREA);
    if (!fresh) throw new Error("another page");
    put(fresh, cell.dataset.key);
    history.replaceState({}, "", response.ok ? response.url : location.href);
  } catch {
    form.requestSubmit(cell);
  }
  waiting = false;
}

function put(fresh, key) {
  const patterns = document.getElementById("show-patterns")?.checked;
  area().replaceChildren(...document.adoptNode(fresh).childNodes);
  if (patterns) document.getElementById("show-patterns").checked = true;
  const same = area().querySelector(`[data-key="${CSS.escape(key)}"]`);
  grid.rove(same);
  same?.focus({ preventScroll: true });
  const said = [...area().querySelectorAll("h1, #said > *")];
  voice.say(said.map((one) => one.textContent.trim()).join(" "));
}

document.addEventListener("click", (event) => {
  const cell = event.target.closest("#question [role=gridcell]");
  if (!cell) return;
  event.preventDefault();
  if (cell.hasAttribute("data-legal") && !waiting) answer(cell.form, cell);
});
grid.rove();
