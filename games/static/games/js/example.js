// The example of a rules page: its links lead to other positions, which are put in place here.

import { announcer } from "oxo/announce.js";
import { refresher } from "oxo/regions.js";

const LINKS = "a[href^='?']";

function start() {
  const example = document.getElementById("example");
  const voice = announcer(document.getElementById("polite"), document.getElementById("polite"));
  const refresh = refresher();
  let followed = Promise.resolve();

  example.addEventListener("click", (event) => {
    const link = event.target.closest(LINKS);
    if (!link || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    followed = followed.then(() => follow(current(link)));
  });

  // A quick second click meets a link that is about to be replaced: it means the one that takes its place.
  function current(link) {
    if (link.isConnected) return link;
    return [...example.querySelectorAll(LINKS)].find((one) => one.textContent === link.textContent);
  }

  async function follow(link) {
    if (!link) return;
    history.replaceState(null, "", link.href);
    try {
      await refresh(["example"], link.href);
    } catch {
      location.assign(link.href);
    }
    voice.say(example.querySelector(".example-head").textContent);
  }
}

start();
