// Pages of live mathematics: a click on what can be changed changes the page in place. All numbers
// come from the server; each board is one tab stop, and the result is spoken.

import { announcer } from "oxo/announce.js";
import { Grid } from "oxo/grid.js";

function start() {
  const polite = document.getElementById("polite");
  const voice = announcer(polite, polite);
  const parts = [...document.querySelectorAll("[data-live]")];
  const grids = parts.map((part) => new Grid(() => part, "[role=gridcell] > :is(a, .spot)", "a"));

  let latest = 0;

  async function show(url, key = "") {
    const turn = (latest += 1);
    try {
      const answer = await fetch(url, { headers: { Accept: "text/html" } });
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      if (turn !== latest) return false;
      if (!answer.ok || !page.querySelector("[data-live]")) throw new Error("another page");
      for (const part of parts) put(part, page.getElementById(part.id));
      grids.forEach((grid) => grid.rove());
      speak(key);
      return true;
    } catch {
      location.assign(url);
      return false;
    }
  }

  // Parts that are open stay open.
  function put(part, fresh) {
    const open = [...part.querySelectorAll("details")].map((one) => one.open);
    part.replaceChildren(...document.adoptNode(fresh).childNodes);
    part.querySelectorAll("details").forEach((one, at) => (one.open = Boolean(open[at])));
  }

  function speak(key) {
    const same = key && document.querySelector(`[data-live] [data-key="${CSS.escape(key)}"]`);
    if (!same) return;
    same.focus({ preventScroll: true });
    const part = same.closest("[data-live]");
    if (same.closest("[role=grid]")) grids[parts.indexOf(part)].rove(same);
    const said = part.querySelector(".said");
    if (said) voice.say(said.firstChild.textContent);
  }

  document.addEventListener("click", async (event) => {
    const link = event.target.closest("[data-live] a[data-key]");
    if (!link || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    const { href, dataset } = link;
    if (await show(href, dataset.key)) history.pushState({}, "", href);
  });
  addEventListener("popstate", () => show(location.href));
  grids.forEach((grid) => grid.rove());
}

start();
