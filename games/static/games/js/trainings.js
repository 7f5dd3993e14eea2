// Learners while they train: the page is asked for again until the training is over, and a slider goes through all
// moments of it. What is drawn at each moment comes with the page.

import { announcer } from "oxo/announce.js";
import { moving } from "oxo/motion.js";

const EVERY = 1200;
const LATER = 5000; // after an answer that did not come
const PACE = 220;

function start() {
  const polite = document.getElementById("polite");
  const voice = announcer(polite, polite);
  const area = () => document.getElementById("trainings");
  const part = (name) => area().querySelector(`[${name}]`);
  let frames;
  let playing = false;
  let follows = true;
  let latest = 0;
  let state = "";

  function prepare() {
    frames = JSON.parse(document.getElementById("frames").textContent);
    const slider = document.getElementById("moment");
    slider.max = Math.max(0, frames.stops.length - 1);
    slider.hidden = part("data-play").hidden = frames.stops.length < 2;
    const now = new URLSearchParams(location.search).get("at");
    const at = frames.stops.findIndex((stop) => stop.games === Number(now).toLocaleString("en"));
    slider.value = follows || at < 0 ? slider.max : at;
    part("data-play").textContent = playing ? part("data-play").dataset.pause : "Play";
    for (const board of area().querySelectorAll(".learner-board")) rove(board);
    show();
  }

  const label = (at) => frames.stops[at]?.games ?? "0";

  // Everything of one moment.
  function show() {
    const slider = document.getElementById("moment");
    const stop = frames.stops[slider.value];
    if (!stop) return;
    part("data-game").textContent = stop.games;
    slider.setAttribute("aria-valuetext", stop.games);
    area().querySelectorAll(".trainings-chart .now").forEach((line, at) => line.setAttribute("transform", `translate(${stop.x[at]} 0)`));
    area().querySelectorAll("[data-learner]").forEach((learner, at) => {
      const moment = frames.learners[at][stop.frames[at]];
      if (moment) draw(learner, moment);
    });
  }

  function draw(learner, moment) {
    const one = (name) => learner.querySelector(`[${name}]`);
    one("data-loses").textContent = moment.loses;
    one("data-ways").textContent = moment.loses === "1" ? "way" : "ways";
    one("data-safe").hidden = !moment.safe;
    one("data-unsafe").hidden = moment.safe;
    one("data-remembers").textContent = moment.remembers;
    const free = moment.cells.filter(([text]) => text);
    learner.querySelectorAll("[data-cell]").forEach((cell, at) => {
      const [text, hatch, best] = free[at] ?? ["", 0, ""];
      cell.className = `cell judged ${best}`;
      cell.querySelector("[data-text]").textContent = text;
      cell.querySelector(".hatch use").setAttribute("href", `#hatch-${hatch}`);
      cell.querySelector("[data-choice]").textContent = best ? ", its choice" : "";
    });
    learner.querySelectorAll("[data-bar]").forEach((bar, at) => {
      const [...strokes] = moment.bars[at];
      const words = strokes.pop();
      bar.querySelector("[data-said]").textContent = strokes.pop();
      bar.querySelector("svg").setAttribute("aria-label", words);
      bar.querySelectorAll("path").forEach((path, number) => path.setAttribute("d", strokes[number]));
    });
    const [first, second, neither] = moment.memory;
    const paths = learner.querySelectorAll(".memory path");
    [neither, first, second].forEach((d, at) => paths[at]?.setAttribute("d", d));
  }

  // One tab stop a board.
  function rove(board, to) {
    const cells = [...board.querySelectorAll("[role=gridcell]")];
    for (const cell of cells) cell.tabIndex = cell === (to ?? cells[0]) ? 0 : -1;
    to?.focus();
  }

  function ghosts() {
    return [...area().querySelectorAll(".trainings-chart:not(.results-chart) svg")].map((svg) => svg.querySelector(".line")?.getAttribute("d"));
  }

  // A page that asks again gets nothing where nothing has changed.
  async function load(url, { keep = false, again = false } = {}) {
    const mine = ++latest;
    const old = keep ? ghosts() : before;
    const response = await fetch(url, { headers: again && state ? { "If-None-Match": state } : {} }).catch(() => null);
    if (response?.status === 304) return mine === latest && wait();
    const text = await response?.text().catch(() => null);
    if (mine !== latest) return;
    if (again && !response?.ok) return wait(LATER);
    const fresh = text && new DOMParser().parseFromString(text, "text/html").getElementById("trainings");
    if (!fresh) return location.assign(url);
    state = response.headers.get("ETag");
    const slider = document.getElementById("moment");
    const place = follows ? null : label(slider.value);
    const focus = document.activeElement?.id;
    const open = area().querySelector("details").open;
    // What somebody is about to choose stays.
    const settings = again && area().querySelector(".training-settings");
    if (settings) fresh.querySelector(".training-settings")?.replaceWith(settings);
    area().replaceWith(document.adoptNode(fresh));
    area().querySelector("details").open = open;
    before = old;
    if (!again) history.replaceState({}, "", url);
    prepare();
    if (place !== null) {
      const at = frames.stops.findIndex((stop) => stop.games === place);
      document.getElementById("moment").value = Math.max(0, at);
      show();
    }
    drawGhosts();
    if (focus) document.getElementById(focus)?.focus();
    wait();
  }

  let before = [];

  // The curve of the training before stays as a pale line.
  function drawGhosts() {
    area().querySelectorAll(".trainings-chart:not(.results-chart) svg").forEach((svg, at) => {
      if (!before[at]) return;
      const line = svg.querySelector(".line")?.cloneNode();
      line?.setAttribute("d", before[at]);
      line?.classList.add("before");
      if (line) svg.prepend(line);
    });
  }

  let timer;

  function wait(pause = EVERY) {
    clearTimeout(timer);
    if (area().dataset.goesOn === undefined) {
      if (waited) voice.say(area().querySelector(".trainings-chart svg").getAttribute("aria-label"));
      waited = false;
      return;
    }
    waited = true;
    timer = setTimeout(() => load(location.href, { again: true }), pause);
  }

  let waited = false;

  function play() {
    const slider = document.getElementById("moment");
    if (!playing) return;
    if (Number(slider.value) >= Number(slider.max)) playing = false;
    else slider.value = Number(slider.value) + 1;
    show();
    part("data-play").textContent = playing ? part("data-play").dataset.pause : "Play";
    if (playing) setTimeout(play, PACE);
    else summary();
  }

  function summary() {
    const said = [...area().querySelectorAll("[data-learner]")].map((one) => {
      const shown = one.querySelector(".still-loses > :not([hidden])")?.textContent.trim().replace(/\s+/g, " ");
      return `${one.getAttribute("aria-label")}: ${shown}`;
    });
    voice.say(`${part("data-game").textContent}. ${said.join(". ")}.`);
  }

  document.addEventListener("input", (event) => {
    if (event.target.id === "moment") {
      playing = false;
      follows = event.target.value === event.target.max;
      show();
    }
    const output = area().querySelector(`output[for="${event.target.id}"]`);
    if (output) output.textContent = event.target.value;
  });

  document.addEventListener("change", (event) => {
    if (event.target.id === "moment") summary();
  });

  document.addEventListener("click", (event) => {
    if (event.target.closest("[data-play]")) {
      const slider = document.getElementById("moment");
      follows = false;
      if (slider.value === slider.max) slider.value = 0;
      else if (!moving()) slider.value = Math.min(slider.max, Number(slider.value) + 4);
      playing = !playing && moving();
      show();
      if (playing) play();
      else summary();
      return;
    }
    const link = event.target.closest("[data-swap]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
    event.preventDefault();
    load(link.href);
  });

  document.addEventListener("submit", (event) => {
    if (!event.target.closest(".training-settings")) return;
    event.preventDefault();
    follows = true;
    load(`${location.pathname}?${new URLSearchParams(new FormData(event.target))}`, { keep: true });
  });

  document.addEventListener("keydown", (event) => {
    const cell = event.target.closest(".learner-board [role=gridcell]");
    if (!cell || event.altKey || event.ctrlKey || event.metaKey) return;
    const board = cell.closest(".learner-board");
    const cells = [...board.querySelectorAll("[role=gridcell]")];
    const across = board.querySelector("[role=row]").children.length;
    const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -across, ArrowDown: across }[event.key];
    const to = cells[cells.indexOf(cell) + step];
    if (!to) return;
    event.preventDefault();
    rove(board, to);
  });

  prepare();
  wait();
}

start();
