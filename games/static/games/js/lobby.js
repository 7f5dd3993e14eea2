// The lobby: the list of open games is fetched again whenever the server says that it changed, and the boards of
// games that are being played move.

import { announcer } from "oxo/announce.js";
import { startCalls } from "oxo/challenges.js";
import { Meanwhile } from "oxo/meanwhile.js";
import { revealInTime } from "oxo/nearest.js";
import { sendOnce } from "oxo/once.js";
import { refresher } from "oxo/regions.js";
import { RunningBoards } from "oxo/running.js";
import { pageTab } from "oxo/tab.js";
import { Wire } from "oxo/wire.js";

const WITHOUT_SOCKET = 5_000;

function start() {
  const list = document.getElementById("open-games");

  const { say, alarm } = announcer(document.getElementById("polite"), document.getElementById("assertive"));
  const tab = pageTab(list.dataset.icons);
  const refresh = refresher();
  const running = new RunningBoards();
  const meanwhile = new Meanwhile({ tab, alarm });

  async function update() {
    const known = new Set(cards().map((card) => card.dataset.game));
    await refresh(["open-games", "running-games"]).catch(() => {});
    const news = cards().filter((card) => !known.has(card.dataset.game) && card.querySelector("form"));
    if (news.length) say(news.length > 1 ? `${news.length} new games.` : `New game: ${words(news[0])}.`);
  }

  function cards() {
    return [...list.querySelectorAll("[data-game]")];
  }

  function words(card) {
    const said = [card.querySelector("h2"), card.querySelector("p")].map((part) => part.textContent.trim());
    return said.join(", ").replaceAll(" · ", ", ");
  }

  function heard(message) {
    if (message.type === "lobby") update();
    if (message.type === "boards" && running.follow(message.games)) refresh(["running-games"]).catch(() => {});
  }

  const wire = new Wire(list.dataset.socket, {
    onOpen: update,
    onMessage: heard,
    onDown: () => {},
    onFinal: () => {},
  });
  wire.connect();
  meanwhile.follow();
  revealInTime(say);
  setInterval(() => wire.open || document.hidden || update(), WITHOUT_SOCKET);
  sendOnce();
  startCalls({ tab });
}

start();
