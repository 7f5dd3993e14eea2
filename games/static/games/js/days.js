// The end of one's day: counts down to it by the server's clock, and tells the server the device's time zone.

import { Countdown } from "oxo/countdown.js";
import { inHours } from "oxo/durations.js";

function tick(countdown) {
  const { place } = countdown;
  if (!place) return;
  const left = countdown.left(Date.parse(place.dataset.closes) - Date.parse(place.dataset.now));
  if (left <= 0) location.reload();
  else place.textContent = inHours(left);
}

// A zone that is not known yet is taken over; another one than the known is offered.
async function tellZone(form) {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (!zone || zone === form.dataset.zone) return;
  form.elements.time_zone.value = zone;
  if (form.dataset.zone) {
    form.querySelector("span").textContent = `Your device is in ${zone.replaceAll("_", " ")}.`;
    form.hidden = false;
    document.getElementById("day-end")?.after(form);
    return;
  }
  const answer = await fetch(form.action, { method: "POST", body: new URLSearchParams(new FormData(form)) });
  if (answer.ok) show(new DOMParser().parseFromString(await answer.text(), "text/html"));
}

// The page as it is in the device's zone: another board if the date is another one there, else another end of the day.
function show(page) {
  const day = (document_) => document_.querySelector("[data-day]")?.dataset.day;
  if (day(page) !== day(document)) location.reload();
  else document.querySelector(".ritual").replaceWith(document.adoptNode(page.querySelector(".ritual")));
}

const countdown = new Countdown("countdown");
setInterval(tick, 15_000, countdown);
tick(countdown);
const form = document.getElementById("device-zone");
if (form) tellZone(form).catch(() => {});
