// The example of a rules page: its links lead to other positions, which are put in place here.

import { announcer } from "oxo/announce.js";
import { refresh } from "oxo/regions.js";

const example = document.getElementById("example");
const voice = announcer(document.getElementById("polite"), document.getElementById("polite"));

example.addEventListener("click", async (event) => {
  const link = event.target.closest("a[href^='?']");
  if (!link || event.metaKey || event.ctrlKey || event.shiftKey) return;
  event.preventDefault();
  history.replaceState(null, "", link.href);
  try {
    await refresh(["example"], link.href);
  } catch {
    location.assign(link.href);
  }
  voice.say(example.querySelector(".example-head").textContent);
});
