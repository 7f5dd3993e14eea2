// The way into a class with scripts: a tap draws at once, letters and arrows move, and a pause is counted down.

import { speaker } from "oxo/announce.js";
import { startPad } from "oxo/class_pad.js";

const say = speaker();

const pad = document.getElementById("pad");
if (pad) {
  startPad(pad, say, (board) => {
    pad.elements.board.value = document.getElementById("drawn").value = board;
  });
}

const wait = document.querySelector("[data-wait]");
if (wait) {
  const open = document.querySelector("#drawn").form.querySelector("button");
  open.disabled = true;
  setTimeout(() => {
    open.disabled = false;
    wait.textContent = "";
  }, Number(wait.dataset.wait) * 1000);
}

// --- pictures, words, and the board: arrows move between what stands in rows, a letter jumps ---

function perRow(all) {
  const { top } = all[0].getBoundingClientRect();
  return all.filter((one) => Math.abs(one.getBoundingClientRect().top - top) < 4).length;
}

document.addEventListener("keydown", (event) => {
  const holder = event.target.closest("#which, #words, #pad");
  if (!holder || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  const all = [...holder.querySelectorAll("a, button")];
  const here = all.indexOf(event.target.closest("a, button"));
  const wide = perRow(all);
  const by = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: wide, ArrowUp: -wide }[event.key];
  let to = by && all[here + by];
  if (!by && event.key.length === 1 && holder.id !== "pad") {
    const named = all.filter((one) => one.textContent.trim().startsWith(event.key.toLowerCase()));
    to = named[(named.indexOf(all[here]) + 1) % named.length];
  }
  if (!to) return;
  event.preventDefault();
  to.focus();
});

// --- hello, and the first task ---

const onward = document.querySelector("[data-goes-on]");
if (onward) setTimeout(() => onward.requestSubmit(), Number(onward.dataset.goesOn));
