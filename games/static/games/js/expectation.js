// A training on its way: the page is asked for again until it is over, and what has come is put in place.

import { announcer } from "oxo/announce.js";

const EVERY = 1500;
const LATER = 5000; // after an answer that did not come
const polite = document.getElementById("polite");
const voice = announcer(polite, polite);
const area = () => document.getElementById("expectation");

async function look() {
  const response = await fetch(location.href).catch(() => null);
  if (!response?.ok) return setTimeout(look, LATER);
  const fresh = new DOMParser().parseFromString(await response.text(), "text/html").getElementById("expectation");
  if (!fresh) return location.reload();
  const drawn = area().querySelectorAll("figure").length;
  const over = fresh.dataset.goesOn === undefined;
  if (over || fresh.querySelectorAll("figure").length !== drawn) replace(fresh);
  else area().querySelector("[data-state]").textContent = fresh.querySelector("[data-state]").textContent;
  if (over) voice.say([...area().querySelectorAll("figure svg[role=img]")].at(-1).getAttribute("aria-label"));
  else setTimeout(look, EVERY);
}

// The focus stays where it is, on the field of the seed or on Stop.
function replace(fresh) {
  const focus = document.activeElement?.id;
  area().replaceWith(document.adoptNode(fresh));
  if (focus) document.getElementById(focus)?.focus();
}

if (area().dataset.goesOn !== undefined) setTimeout(look, EVERY);
