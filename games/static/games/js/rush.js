// The clock of a rush: shows the time that the server says is left, and asks it for the end.

import { Countdown } from "oxo/countdown.js";
import { inMinutes } from "oxo/durations.js";

const LOW = 10_000;

function tick(countdown) {
  const { place } = countdown;
  if (!place) return;
  const left = countdown.left(Number(place.dataset.left));
  place.textContent = inMinutes(left);
  place.classList.toggle("low", left < LOW);
  if (left > 0) return;
  clearInterval(countdown.ticking);
  location.assign(location.pathname);
}

const countdown = new Countdown("rush-clock");
countdown.ticking = setInterval(tick, 100, countdown);
tick(countdown);
