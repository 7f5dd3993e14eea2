// Plays a search: steps come from the server in chunks, each row of the tree once.

const root = document.getElementById("search");
const { api, query } = root.dataset;
const steps = Number(root.dataset.steps);
const CHUNK = 12;
const KEPT = 40;

const part = (name) => root.querySelector(`[data-${name}]`);
const tree = part("tree");
const scrub = part("scrub");
const button = part("play");
const words = { play: button.textContent, pause: button.dataset.pause };

// --- what the server sends ---

const chunks = new Map();

function chunkOf(step) {
  const at = Math.floor((step - 1) / CHUNK);
  if (!chunks.has(at)) {
    chunks.set(at, load(at).catch((error) => (chunks.delete(at), Promise.reject(error))));
    if (chunks.size > KEPT) chunks.delete(chunks.keys().next().value);
  }
  return chunks.get(at);
}

async function load(at) {
  const answer = await fetch(`${api}${at * CHUNK + 1}&count=${CHUNK}`);
  if (!answer.ok) throw new Error(`${answer.status}`);
  return answer.json();
}

// --- showing a step ---

let now = Number(root.dataset.step);
let frame = null;
let turn = 0;

async function show(step, { quiet = false } = {}) {
  const to = Math.max(1, Math.min(steps, step));
  const mine = (turn += 1);
  let chunk;
  try {
    chunk = await chunkOf(to);
  } catch {
    return location.assign(`${query}${to}`);
  }
  if (mine !== turn) return false;
  now = to;
  frame = chunk.frames[(to - 1) % CHUNK];
  draw(chunk.pieces);
  if (!quiet || frame.kind === "cut" || frame.kind === "done") say(frame.sentence);
  if (to < steps) chunkOf(Math.min(steps, to + CHUNK / 2)).catch(() => {});
  return true;
}

function draw(pieces) {
  drawRows(pieces);
  part("heading").textContent = frame.heading;
  part("say").textContent = frame.sentence;
  part("crumbs").textContent = frame.crumbs;
  part("number").textContent = frame.step;
  part("count").textContent = frame.count;
  part("pen").setAttribute("transform", `translate(${frame.pen} 0)`);
  scrub.value = frame.step;
  const embed = document.getElementById("embed-code");
  if (embed) embed.value = embed.value.replace(/step=\d+/, `step=${frame.step}`);
  scrub.setAttribute("aria-valuetext", `${frame.step}: ${frame.sentence}`);
  drawCode();
  if (frame.window) drawWindow(frame.window);
  const ways = { first: frame.step > 1 && 1, previous: frame.step - 1, next: frame.step < steps && frame.step + 1 };
  for (const [key, to] of Object.entries({ ...ways, last: frame.step < steps && steps, over: frame.over, cut: frame.cut })) lead(key, to);
}

// Of the tree only the pieces that differ are drawn again: the frame of a row, or a board in it.
function drawRows(pieces) {
  const held = document.activeElement?.closest?.(".tree-board")?.getAttribute("aria-label").split(",")[0];
  frame.rows.forEach(([shell, ...boards], at) => {
    const old = tree.children[at];
    const row = old?.dataset.piece === shell ? old : put(tree, old, pieces, shell);
    const list = row.querySelector("ol");
    boards.forEach((key, place) => {
      const board = list.children[place];
      if (board?.dataset.piece !== key) put(list, board, pieces, key);
    });
    while (list.children.length > boards.length) list.lastElementChild.remove();
  });
  while (tree.children.length > frame.rows.length) tree.lastElementChild.remove();
  if (held === undefined || tree.contains(document.activeElement)) return;
  const same = links().find((link) => link.getAttribute("aria-label").split(",")[0] === held);
  (same ?? tree.querySelector("a.now"))?.focus({ preventScroll: true });
}

function put(into, old, pieces, key) {
  const made = document.createElement("template");
  made.innerHTML = pieces[key];
  const element = made.content.firstElementChild;
  element.dataset.piece = key;
  // The boards of a row stay where only what is around them changes.
  if (old?.matches(".ply")) element.querySelector("ol").replaceWith(old.querySelector("ol"));
  if (old) old.replaceWith(element);
  else into.append(element);
  return element;
}

function drawCode() {
  [...root.querySelectorAll(".code li")].forEach((line, at) => {
    const runs = at === frame.line;
    if (runs) line.setAttribute("aria-current", "step");
    else line.removeAttribute("aria-current");
    line.querySelector("[data-live]").textContent = runs ? frame.live : "";
  });
}

function drawWindow({ alpha, beta, shut, said }) {
  part("line").setAttribute("class", `number-line a${alpha} b${beta}${shut ? " shut" : ""}`);
  part("window").textContent = said;
}

function lead(key, to) {
  const link = root.querySelector(`[data-key="${key}"]`);
  if (to) {
    link.href = `${query}${to}`;
    link.removeAttribute("aria-disabled");
  } else {
    link.removeAttribute("href");
    link.setAttribute("role", "link");
    link.setAttribute("aria-disabled", "true");
  }
}

function say(text) {
  const line = document.createElement("p");
  line.textContent = text;
  document.getElementById("polite").replaceChildren(line);
}

// --- going on ---

let timer = null;

// Time to read: 0.6 s and 45 ms a letter, half as long again at a cut.
function dwell() {
  const letters = part("say").textContent.length;
  const pace = Number(part("pace").querySelector("select").value);
  return (600 + 45 * letters) * (frame?.kind === "cut" ? 1.5 : 1) * pace;
}

async function play() {
  if (now === steps) await show(1, { quiet: true });
  timer = setTimeout(tick, dwell());
  labelled();
}

async function tick() {
  const went = await show(now + 1, { quiet: true });
  if (timer === null) return;
  if (!went || now === steps) stop();
  else timer = setTimeout(tick, dwell());
}

function stop() {
  clearTimeout(timer);
  timer = null;
  labelled();
  history.replaceState(null, "", `${query}${now}`);
}

function labelled() {
  button.textContent = timer ? words.pause : words.play;
  button.setAttribute("aria-pressed", String(Boolean(timer)));
}

async function go(step) {
  stop();
  if (await show(step)) history.replaceState(null, "", `${query}${now}`);
}

const stepOf = (link) => Number(new URL(link.href).searchParams.get("step"));

document.addEventListener("click", (event) => {
  const link = event.target.closest("[data-tree] a[href], .steps a[href]");
  if (!link || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  go(stepOf(link));
});

button.addEventListener("click", () => (timer ? stop() : play()));
scrub.addEventListener("input", () => {
  stop();
  show(Number(scrub.value), { quiet: true });
});
scrub.addEventListener("change", () => go(Number(scrub.value)));

// --- keys ---

const KEYS = { ArrowRight: "next", ArrowLeft: "previous", ArrowDown: "over", c: "cut", C: "cut", Home: "first", End: "last" };

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("select, input, textarea, summary")) return;
  if (event.target.closest(".tree-board") && event.key.startsWith("Arrow")) return walk(event);
  if (event.key === " " && !event.target.closest("button, a")) {
    event.preventDefault();
    button.click();
  }
  const link = KEYS[event.key] && root.querySelector(`[data-key="${KEYS[event.key]}"][href]`);
  if (!link) return;
  event.preventDefault();
  go(stepOf(link));
});

const links = () => [...tree.querySelectorAll("a[href]")];

// The arrows move among the boards by their place.
function walk(event) {
  event.preventDefault();
  const here = event.target.closest(".tree-board").getBoundingClientRect();
  const away = (link) => {
    const there = link.getBoundingClientRect();
    return { link, x: there.x - here.x, y: there.y - here.y };
  };
  const towards = {
    ArrowRight: ({ x, y }) => x > 4 && Math.abs(y) < 8,
    ArrowLeft: ({ x, y }) => x < -4 && Math.abs(y) < 8,
    ArrowDown: ({ y }) => y > 8,
    ArrowUp: ({ y }) => y < -8,
  }[event.key];
  const found = links().map(away).filter(towards);
  found.sort((a, b) => Math.hypot(a.x, a.y) - Math.hypot(b.x, b.y));
  found[0]?.link.focus();
}

for (const hidden of [button, scrub, part("pace")]) hidden.hidden = false;
chunkOf(now).catch(() => {});
