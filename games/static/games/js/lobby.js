// The lobby: the list of open games is fetched again whenever the server says that it changed.

import { announcer } from "oxo/announce.js";
import { refresh } from "oxo/regions.js";
import { Wire } from "oxo/wire.js";

const WITHOUT_SOCKET = 5_000;
const list = document.getElementById("open-games");

const polite = document.getElementById("polite");
const { say } = announcer(polite, polite);

async function update() {
  const known = new Set(cards().map((card) => card.dataset.game));
  await refresh(["open-games"]).catch(() => {});
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

const wire = new Wire(list.dataset.socket, {
  onOpen: update,
  onMessage: (message) => message.type === "lobby" && update(),
  onDown: () => {},
  onFinal: () => {},
});
wire.connect();
setInterval(() => wire.open || document.hidden || update(), WITHOUT_SOCKET);
