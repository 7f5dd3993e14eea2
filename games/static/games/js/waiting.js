// A game that waits for an opponent: how long it has waited, whether its link was shared, and who is looking.
// The texts come with the page.

import { revealInTime } from "oxo/nearest.js";
import { refresher } from "oxo/regions.js";
import { Wire } from "oxo/wire.js";

const TICK = 1_000;

// The lobby changes often when many wait; their pages must not all ask at every change.
const SELDOM = 10_000;

// "0:07", "12:30", "1:02:05".
export function elapsed(ms) {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const tail = String(seconds % 60).padStart(2, "0");
  return hours ? `${hours}:${String(minutes).padStart(2, "0")}:${tail}` : `${minutes}:${tail}`;
}

// The form of a text for `count`, which the element brings along: none, one or many.
export function counted({ none = "", one, many }, count) {
  if (!count) return none;
  return count === 1 ? one : many.replace("{count}", count);
}

export class Waiting {
  constructor(root, { id, say }) {
    Object.assign(this, { root, say, key: `oxo-shared-${id}`, watchers: null, refresh: refresher() });
    this.loaded = performance.now();
    if (!this.box) return;
    this.timer = setInterval(() => this.draw(), TICK);
    document.addEventListener("oxo:shared", () => this.share());
    this.offering = revealInTime(say);
    this.followLobby();
    this.draw();
  }

  // Drawn anew by the server from time to time, and gone once the game begins.
  get box() {
    return this.root.querySelector("#waiting");
  }

  part(name) {
    return this.box.querySelector(`[data-wait="${name}"]`);
  }

  draw() {
    if (!this.box) return this.stop();
    this.waited ??= Number(this.box.dataset.waited);
    put(this.part("elapsed"), elapsed(this.waited + performance.now() - this.loaded));
    const shared = this.part("shared");
    if (sessionStorage.getItem(this.key)) put(shared, shared.dataset.done);
    if (this.watchers !== null) put(this.part("onlookers"), counted(this.part("onlookers").dataset, this.watchers));
  }

  stop() {
    clearInterval(this.timer);
    clearInterval(this.offering);
    this.lobby?.stop();
  }

  share() {
    sessionStorage.setItem(this.key, "1");
    if (this.box) this.draw();
  }

  // A new watcher is announced, too: the opener may be elsewhere in the page.
  look(watchers) {
    const more = watchers > (this.watchers ?? 0);
    this.watchers = watchers;
    if (!this.box) return;
    this.draw();
    if (more) this.say(this.part("onlookers").textContent);
  }

  followLobby() {
    const queue = this.root.querySelector("[data-lobby]");
    if (!queue) return;
    const ask = () => {
      this.asking = null;
      this.refresh(["queue"]).catch(() => {});
    };
    const onMessage = ({ type }) => type === "lobby" && (this.asking ??= setTimeout(ask, SELDOM));
    this.lobby = new Wire(queue.dataset.lobby, { onOpen() {}, onMessage, onDown() {}, onFinal() {} });
    this.lobby.connect();
  }
}

function put(element, text) {
  if (element.textContent !== text) element.textContent = text;
}
