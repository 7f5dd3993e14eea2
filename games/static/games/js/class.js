// The pages of a class: single keys press what names them, names can be hidden, and what has changed is fetched again.

import { sayingChanges, speaker } from "oxo/announce.js";
import { startOrder } from "oxo/class_order.js";
import { startPad } from "oxo/class_pad.js";
import { follow } from "oxo/class_wire.js";
import { refresher } from "oxo/regions.js";

const NAMES = "oxo-names";

function start() {
  const root = document.documentElement;

  const say = speaker();

  // --- names, for the moment a laptop is mirrored ---

  function showNames(shown) {
    root.dataset.names = shown ? "on" : "off";
  }

  function remembered() {
    try {
      return localStorage.getItem(NAMES);
    } catch {
      return null; // a private window
    }
  }

  function flipNames() {
    const shown = root.dataset.names === "off";
    showNames(shown);
    try {
      localStorage.setItem(NAMES, root.dataset.names);
    } catch {
      // it holds for this page
    }
    say(shown ? "Names are shown." : "Names are hidden.");
  }

  showNames(remembered() !== "off");

  // --- what is pressed ---

  document.addEventListener("click", ({ target }) => {
    const pressed = target.closest("[data-names-switch], [data-print], [data-opens], [data-full-screen]");
    if (!pressed) return;
    if ("namesSwitch" in pressed.dataset) flipNames();
    else if ("print" in pressed.dataset) window.print();
    else if ("opens" in pressed.dataset) document.getElementById(pressed.dataset.opens)?.showModal();
    else if (document.fullscreenElement) document.exitFullscreen();
    else root.requestFullscreen?.().catch(() => {});
  });

  document.addEventListener("keydown", (event) => {
    const { key, target } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || target.closest("input, select, textarea, dialog")) return;
    if (key === "Enter" && target.closest("a, button, summary")) return;
    if (key.startsWith("Arrow") && target.closest("[role=grid]")) return;
    const named = document.querySelector(`[data-hotkey="${CSS.escape(key.toLowerCase())}"]`);
    if (!named) return;
    event.preventDefault();
    named.click();
  });

  // --- a position that is drawn ---

  const pad = document.getElementById("position-pad");
  if (pad) startPad(pad, say, (board) => (document.getElementById("drawn").value = board));

  // --- tasks in order ---

  const [refresh, send] = [refresher(), refresher()]; // what is sent is not overtaken by news of it
  const plan = document.getElementById("plan-part");

  async function move(row, place) {
    const form = row.querySelector("form");
    const sent = new FormData(form);
    sent.set("do", "to");
    sent.set("place", place);
    return refresh([plan.id], form.action, null, sent).catch(() => null);
  }

  if (plan) startOrder(plan, say, move);

  // --- what changes ---

  const live = document.querySelector("[data-class-socket]");
  const regions = live?.dataset.regions.split(" ");

  // What was refused stands where it does on a page that is loaded.
  function tell(messages) {
    document.querySelector(".messages")?.remove();
    if (!messages) return;
    live.before(messages);
    for (const one of messages.children) say(one.textContent);
  }

  async function renew(address, sent = null) {
    const page = await sayingChanges(say, regions, () => (sent ? send : refresh)(regions, address, null, sent).catch(() => undefined));
    if (page && sent) tell(page.querySelector(".messages"));
    if (page) live.dispatchEvent(new CustomEvent("refreshed", { bubbles: true }));
    return page;
  }

  if (live) {
    follow(live.dataset.classSocket, () => renew(location.pathname + location.search), Number(live.dataset.revision));
    live.dataset.ready = "1";
  }

  let last = ""; // the button whose press has no answer yet: some do a thing and undo it, and a double press is one

  // Forms that change what the page shows do so in place.
  document.addEventListener("submit", async (event) => {
    const form = event.target.closest("[data-in-place], #question");
    if (!form || !live || form.method !== "post") return;
    event.preventDefault();
    const { submitter } = event;
    const sent = new FormData(form, submitter);
    const press = JSON.stringify([...sent]);
    if (press === last || submitter?.getAttribute("aria-disabled") === "true") return;
    last = press;
    const page = await renew(form.getAttribute("action") || location.pathname, sent);
    if (last === press) last = "";
    if (page === undefined) location.reload(); // null: a later press answers
  });

  // --- how long the door is open, by the server's clock ---

  const began = performance.now();
  let until = null;

  function tick() {
    for (const one of document.querySelectorAll("[data-left]")) {
      until ??= Number(one.dataset.left);
      const left = Math.max(0, Math.round(until - (performance.now() - began) / 1000));
      one.textContent = one.textContent.replace(/\d+:\d\d/, `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`);
      if (left === 0) location.reload();
    }
  }

  if (document.querySelector("[data-left]")) setInterval(tick, 1000);
}

start();
