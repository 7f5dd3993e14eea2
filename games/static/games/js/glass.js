// The analysis board with scripts: links within it change the page in place, arrows move on the
// board, and pointing at a line lights its cells. All that is shown comes from the server.

const AREA = "glass";
const ARROWS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

let latest = 0;
let controller = null;

const area = () => document.getElementById(AREA);

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
    say(area().querySelector("h1").textContent);
    return true;
  } catch (error) {
    if (error.name !== "AbortError") location.assign(url);
    return false;
  }
}

function restore(key) {
  rove();
  const same = key && area().querySelector(`[data-key="${CSS.escape(key)}"]`);
  same?.focus({ preventScroll: true });
  if (same?.closest("[role=grid]")) rove(same);
}

function say(text) {
  const line = document.createElement("p");
  line.textContent = text;
  document.getElementById("polite").replaceChildren(line);
}

// --- one tab stop for the board ---

const spots = () => [...area().querySelectorAll("[role=gridcell] > :is(a, .spot)")];

function rove(to) {
  const all = spots();
  const stop = to ?? all.find((spot) => spot.matches("a")) ?? all[0];
  for (const spot of all) spot.tabIndex = spot === stop ? 0 : -1;
}

function pressed(event) {
  const all = spots();
  const at = all.indexOf(event.target);
  if (at < 0 || event.ctrlKey || event.metaKey || event.altKey) return;
  const side = Math.sqrt(all.length);
  const row = Math.floor(at / side);
  const ends = { Home: row * side, End: row * side + side - 1 };
  let to = ends[event.key];
  if (ARROWS[event.key]) {
    const [right, down] = ARROWS[event.key];
    const x = (at % side) + right;
    const y = row + down;
    if (x >= 0 && x < side && y >= 0 && y < side) to = y * side + x;
    else to = at;
  }
  if (to === undefined) return;
  event.preventDefault();
  rove(all[to]);
  all[to].focus();
}

// --- pointing at a path ---

function light(event) {
  const row = event.target.closest?.("[data-cells]");
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
document.addEventListener("keydown", pressed);
document.addEventListener("pointerover", light);
document.addEventListener("focusin", light);
addEventListener("popstate", () => show(location.href));
rove();
