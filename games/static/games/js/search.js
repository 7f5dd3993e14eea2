// Plays an engine, or two side by side: steps come from the server in chunks, each piece of a drawing once.

import { Side, links } from "oxo/search_side.js";

function start() {
  const root = document.getElementById("search");
  const { api, query } = root.dataset;
  const steps = Number(root.dataset.steps);
  const CHUNK = 12;
  const KEPT = 40;

  const part = (name) => root.querySelector(`[data-${name}]`);
  const sides = [...root.querySelectorAll("[data-side]")].map((side) => new Side(side, root));
  const scrub = part("scrub");
  const button = part("play");
  const number = part("number").firstChild;
  const words = { play: button.textContent, pause: button.dataset.pause };
  const ways = Object.fromEntries([...root.querySelectorAll("[data-key]")].map((link) => [link.dataset.key, link]));

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

  const leads = new Map();
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
    if (!quiet || frame.sides.some((side) => side.kind === "cut" || side.kind === "done")) say();
    clearTimeout(resting);
    resting = setTimeout(rested, REST);
    if (to < steps) chunkOf(Math.min(steps, to + CHUNK / 2)).catch(() => {});
    return true;
  }

  function draw(pieces) {
    sides.forEach((side, at) => side.draw(frame.sides[at], pieces));
    number.data = frame.step;
    scrub.value = frame.step;
    const { step } = frame;
    lead("first", step > 1 && 1);
    lead("previous", step - 1);
    lead("next", step < steps && step + 1);
    lead("last", step < steps && steps);
    lead("over", frame.over);
    lead("cut", frame.cut);
  }

  // A link that leads on does so by its step at once; its address waits until somebody rests.
  function lead(key, to) {
    const link = ways[key];
    if (!link) return;
    leads.set(link, to);
    if (Boolean(to) === link.hasAttribute("href")) return;
    if (to) {
      link.setAttribute("href", `${query}${to}`);
      link.removeAttribute("aria-disabled");
    } else {
      link.removeAttribute("href");
      link.setAttribute("role", "link");
      link.setAttribute("aria-disabled", "true");
    }
  }

  // What happens, of two engines with their names.
  function told() {
    return frame.sides
      .map(({ sentence }, at) => [sides[at].root.getAttribute("aria-label"), sentence].filter(Boolean).join(": "))
      .join(" ");
  }

  function say() {
    const line = document.createElement("p");
    line.textContent = told();
    document.getElementById("polite").replaceChildren(line);
  }

  // The words of the slider.
  function named() {
    if (frame) scrub.setAttribute("aria-valuetext", `${frame.step}: ${told()}`);
  }

  const REST = 250;
  let resting = null;

  // What need not be right before somebody rests. For a new address a browser loads the icon of the page again, which
  // takes longer than a step.
  function rested() {
    clearTimeout(resting);
    for (const [link, to] of leads) if (to) link.setAttribute("href", `${query}${to}`);
    if (timer) return;
    history.replaceState(null, "", `${query}${now}`);
    const embed = document.getElementById("embed-code");
    if (embed) embed.value = embed.value.replace(/step=\d+/, `step=${now}`);
  }

  // --- going on ---

  let timer = null;

  // Time to read: 0.6 s and 45 ms a letter, half as long again at a cut.
  function dwell() {
    const letters = Math.max(...sides.map((side) => side.texts.sentence.data.length));
    const pace = Number(part("pace").querySelector("select").value);
    const cut = frame?.sides.some((side) => side.kind === "cut");
    return (600 + 45 * letters) * (cut ? 1.5 : 1) * pace;
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
    if (!timer) return;
    clearTimeout(timer);
    timer = null;
    labelled();
    named();
    rested();
  }

  function labelled() {
    button.textContent = timer ? words.pause : words.play;
    button.setAttribute("aria-pressed", String(Boolean(timer)));
  }

  async function go(step) {
    stop();
    if (await show(step)) named();
  }

  const stepOf = (link) => leads.get(link) || Number(new URL(link.href).searchParams.get("step"));

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
    const link = ways[KEYS[event.key]];
    if (!link?.hasAttribute("href")) return;
    event.preventDefault();
    go(stepOf(link));
  });

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
    const found = links(event.target.closest("[data-tree]")).map(away).filter(towards);
    found.sort((a, b) => Math.hypot(a.x, a.y) - Math.hypot(b.x, b.y));
    found[0]?.link.focus();
  }

  for (const hidden of [button, scrub, part("pace")]) hidden.hidden = false;
  chunkOf(now).catch(() => {});
}

start();
