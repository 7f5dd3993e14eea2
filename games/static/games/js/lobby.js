// The lobby: the list of open games is fetched again whenever the server says that it changed.

import { refresh } from "oxo/regions.js";
import { Wire } from "oxo/wire.js";

const WITHOUT_SOCKET = 5_000;
const list = document.getElementById("open-games");

const update = () => refresh(["open-games"]).catch(() => {});
const wire = new Wire(list.dataset.socket, {
  onOpen: update,
  onMessage: (message) => message.type === "lobby" && update(),
  onDown: () => {},
  onFinal: () => {},
});
wire.connect();
setInterval(() => wire.open || document.hidden || update(), WITHOUT_SOCKET);
