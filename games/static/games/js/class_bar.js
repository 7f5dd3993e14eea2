// The line of a class above every page of somebody in it: hints arrive there, and the teacher can show a board to all.

import { sayingChanges, speaker } from "oxo/announce.js";
import { follow } from "oxo/class_wire.js";
import { refresher } from "oxo/regions.js";

const BAR = "class-bar";
const TASKS = "my-tasks";
const ANSWERED = 1200;
const TAKEN = "oxo-taken"; // the way back from a board that the teacher shows
const ARENA = "oxo-arena"; // the arena that this page has led to already

function remember(key, value) {
  try {
    const known = sessionStorage.getItem(key);
    sessionStorage.setItem(key, value);
    return known !== value;
  } catch {
    return true; // a private window
  }
}

// Leads to what the teacher shows, and once to an arena that begins.
function obey() {
  const here = document.querySelector("[data-class-socket]");
  if (here && !here.matches(".my-arena")) return;
  const shown = document.querySelector(`#${BAR} [data-follow]`);
  const arena = document.querySelector(`#${BAR} [data-arena]`);
  if (shown) {
    remember(TAKEN, "1");
    location.assign(shown.href);
  } else if (arena && !here && remember(ARENA, arena.dataset.arena)) location.assign(arena.href);
}

export function startBar() {
  const bar = document.getElementById(BAR);
  if (!bar) return;
  const { from, socket, revision } = bar.dataset;
  const [refresh, say] = [refresher(), speaker()];
  const renew = (id, ...how) => sayingChanges(say, [id], () => refresh([id], ...how).catch(() => undefined));
  const look = async () => {
    const page = await renew(BAR, from);
    if (document.getElementById(TASKS)) renew(TASKS);
    if (page) obey();
    return page;
  };
  follow(socket, look, Number(revision));
  // An answer that changes the page in place may be the last one of a task.
  const soon = ({ target }) => target.closest("#question, form[data-in-place]") && setTimeout(look, ANSWERED);
  document.addEventListener("click", soon);
  document.addEventListener("submit", soon);
  obey();
}
