// Lessons and exercises with scripts: answers change the page in place and are spoken, values can be dragged up a tree,
// and on a wall the keys do everything. Without scripts the same forms and links work.

import { announcer } from "oxo/announce.js";

const AREA = "lesson";

function start() {
  const area = () => document.getElementById(AREA);
  const polite = document.getElementById("polite");
  const voice = announcer(polite, polite);
  const onWall = document.body.classList.contains("projector");
  let waiting = false;
  let asked = null;

  // What is asked for while an answer is on its way comes after it; of several the last.
  async function load(...request) {
    if (waiting) {
      asked = request;
      return;
    }
    await answer(...request);
    const next = asked;
    asked = null;
    if (next) await load(...next);
  }

  async function answer(url, options, key) {
    waiting = true;
    try {
      const response = await fetch(url, options);
      const page = new DOMParser().parseFromString(await response.text(), "text/html");
      const fresh = page.getElementById(AREA);
      if (!fresh) throw new Error("another page");
      replace(fresh, key);
      history.replaceState({}, "", new URL(response.url).pathname + new URL(response.url).search);
      area().classList.toggle("fresh", !key);
      prepare();
      speak(key);
    } finally {
      waiting = false;
    }
  }

  // A touch changes its own part alone, so that nothing is lost of an answer that is not checked yet.
  function replace(fresh, key) {
    const part = key && area().querySelector(`[data-key="${CSS.escape(key)}"]`)?.closest("[data-part]");
    if (part) {
      const name = `[aria-labelledby="${part.getAttribute("aria-labelledby")}"]`;
      part.replaceWith(document.adoptNode(fresh.querySelector(name)));
      return;
    }
    const open = new Set([...area().querySelectorAll("details[open]")].map((one) => one.className));
    area().replaceChildren(...document.adoptNode(fresh).childNodes);
    if (open.has("for-class")) area().querySelector(".for-class")?.setAttribute("open", "");
  }

  // What is new: the sentence about the touched cell, or how the answer was marked.
  function speak(key) {
    const place = key ? area().querySelector(`[data-key="${CSS.escape(key)}"]`) : null;
    const part = place?.closest("[data-part]") ?? area();
    const said = [...part.querySelectorAll("[data-said]")].filter((one) => one.textContent.trim());
    const asks = !place && area().querySelector("#exercise [name=check]") && !area().querySelector(".verdict-line");
    const verdict = place ? said[0] : asks ? null : said.find((one) => one.matches(".verdict-line, #result *")) ?? said.at(-1);
    if (!verdict) return place ? undefined : begin();
    voice.say(verdict.textContent.trim());
    if (place) return place.focus({ preventScroll: true });
    verdict.tabIndex = -1;
    verdict.focus({ preventScroll: true });
    verdict.closest("[data-part], form")?.scrollIntoView({ block: "nearest" });
  }

  // The next exercise: its question is spoken, and in sight.
  function begin() {
    const exercise = area().querySelector("#exercise");
    const question = exercise?.querySelector("legend");
    if (!question) return;
    voice.say(question.textContent.trim());
    question.tabIndex = -1;
    question.focus({ preventScroll: true });
    exercise.scrollIntoView({ block: "start" });
  }

  // As if its button were pressed with nothing in between.
  function submitAs(form, button) {
    if (button?.name) {
      const pressed = document.createElement("input");
      Object.assign(pressed, { type: "hidden", name: button.name, value: button.value });
      form.append(pressed);
    }
    HTMLFormElement.prototype.submit.call(form);
  }

  document.addEventListener("submit", (event) => {
    const form = event.target.closest("form[data-in-place]");
    if (!form) return;
    event.preventDefault();
    const body = new URLSearchParams(new FormData(form, event.submitter));
    const get = form.method === "get";
    const url = new URL(form.action);
    if (get) url.search = body;
    load(url, get ? {} : { method: "POST", body }, null).catch(() => submitAs(form, event.submitter));
  });

  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[data-in-place]");
    if (!link || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    load(link.href, {}, link.dataset.key).catch(() => location.assign(link.href));
  });

  // "None of them" and the others exclude each other.
  document.addEventListener("change", ({ target }) => {
    if (target.type !== "checkbox" || !target.checked) return;
    for (const other of target.form.querySelectorAll(`[name="${CSS.escape(target.name)}"]`)) {
      if (other !== target && (other.value === "none") !== (target.value === "none")) other.checked = false;
    }
  });

  // Arrows move over a board by place, not in the order of its choices. On a wall they change the part.
  document.addEventListener("keydown", (event) => {
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    const cell = event.target.closest?.(".learn-board .pick");
    if (!step || !cell || onWall || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    const rows = [...cell.closest(".board").querySelectorAll(".line-of-cells")].map((row) => [...row.children]);
    let y = rows.findIndex((row) => row.includes(cell));
    let x = rows[y].indexOf(cell);
    for (;;) {
      [x, y] = [x + step[0], y + step[1]];
      const next = rows[y]?.[x];
      if (!next) return;
      if (!next.matches(".pick")) continue;
      return (next.querySelector("input") ?? next).focus();
    }
  });

  // Values that can be dragged onto the boards of a tree, beside the buttons.
  function prepare() {
    for (const tree of area().querySelectorAll("[data-values]")) {
      const choices = [...tree.querySelectorAll("fieldset")];
      if (!choices.length || tree.querySelector(".chips") || !matchMedia("(hover: hover)").matches) continue;
      const chips = document.createElement("p");
      chips.className = "chips";
      chips.setAttribute("aria-hidden", "true");
      chips.append("Drag a value to a board: ");
      for (const input of choices[0].querySelectorAll("input")) {
        const chip = document.createElement("span");
        chip.className = "pill";
        chip.draggable = true;
        chip.textContent = input.nextElementSibling.textContent;
        chip.addEventListener("dragstart", (event) => event.dataTransfer.setData("text/plain", input.value));
        chips.append(chip);
      }
      tree.prepend(chips);
      for (const place of choices.map((one) => one.parentElement)) {
        place.addEventListener("dragover", (event) => (event.preventDefault(), place.classList.add("over")));
        place.addEventListener("dragleave", () => place.classList.remove("over"));
        place.addEventListener("drop", (event) => {
          event.preventDefault();
          place.classList.remove("over");
          const value = CSS.escape(event.dataTransfer.getData("text/plain"));
          const choice = place.querySelector(`:scope > fieldset input[value="${value}"]`);
          if (choice) choice.checked = true;
        });
      }
    }
    if (onWall) show(Math.min(at, parts().length - 1));
  }

  // On a wall: one part at a time.
  let at = 0;
  const parts = () => [...area().querySelectorAll("[data-part]")];

  function show(number) {
    const all = parts();
    at = Math.max(0, Math.min(number, all.length - 1));
    for (const [index, part] of all.entries()) part.hidden = index !== at;
  }

  function choose(number) {
    const part = parts()[at];
    const found = [...part.querySelectorAll("a.pick, input:not([type=hidden])")][number - 1];
    found?.focus();
    found?.click();
  }

  if (onWall) {
    document.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (/^[1-9]$/.test(event.key)) choose(Number(event.key));
      else if (event.key === "ArrowRight" || event.key === "PageDown") show(at + 1);
      else if (event.key === "ArrowLeft" || event.key === "PageUp") show(at - 1);
      else if (event.key === "Enter" && !event.target.closest("a, button, summary")) check();
      else if (event.key === "f") document.documentElement.requestFullscreen?.().catch(() => {});
      else if (event.key === "Escape") leave();
      else return;
      event.preventDefault();
    });
  }

  function check() {
    area().querySelector("form")?.requestSubmit(area().querySelector("form [name=check]"));
  }

  function leave() {
    const url = new URL(location.href);
    url.searchParams.delete("projector");
    location.assign(url);
  }

  prepare();
}

start();
