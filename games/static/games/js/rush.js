// The clock of a rush: shows the time that the server says is left, and asks it for the end.

import { inMinutes } from "oxo/durations.js";

const LOW = 10_000;

const element = () => document.getElementById("rush-clock");
const shownAt = new WeakMap();

function tick() {
  const clock = element();
  if (!clock) return;
  if (!shownAt.has(clock)) shownAt.set(clock, performance.now());
  const left = Number(clock.dataset.left) - (performance.now() - shownAt.get(clock));
  clock.textContent = inMinutes(left);
  clock.classList.toggle("low", left < LOW);
  if (left <= 0) {
    clearInterval(ticking);
    location.assign(location.pathname);
  }
}

const ticking = setInterval(tick, 100);
tick();
