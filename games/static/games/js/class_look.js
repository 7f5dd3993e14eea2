// Screens that follow: what the teacher shows, and a member's place in the arena.

import { Grid } from "oxo/grid.js";

const TAKEN = "oxo-taken";

function start() {
  const area = () => document.getElementById("look") ?? document.getElementById("arena");
  const grid = new Grid(area, "[role=gridcell]", "[data-legal]");
  let again = null;

  function memory() {
    try {
      return sessionStorage;
    } catch {
      return null; // a private window
    }
  }

  // The screens are given back: to where they were.
  function released() {
    if (!area().querySelector("[data-free]") || memory()?.getItem(TAKEN) !== "1") return;
    memory().removeItem(TAKEN);
    history.back();
  }

  function prepare() {
    grid.rove();
    const game = area().querySelector("[data-goes]");
    if (game) setTimeout(() => location.assign(game.href), 2500);
    clearTimeout(again);
    const form = area().querySelector("form[data-again]");
    if (form) again = setTimeout(() => form.requestSubmit(form.querySelector("[data-again-button]")), Number(form.dataset.again));
  }

  document.addEventListener("refreshed", () => {
    prepare();
    released();
  });

  prepare();
}

start();
