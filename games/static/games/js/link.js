// The page's link to its game: a socket, and behind it polling for where sockets are blocked.
// It sends unanswered actions again by whichever way works; the server does each id only once.

import { MAINTENANCE, UNAVAILABLE } from "oxo/store.js";
import { Wire, pause } from "oxo/wire.js";

const POLL = 500; // as formula 10 prints
const BEFORE_POLLING = 1_200;
const ANSWER = 2_000;
const PRESENCE_POLLS = 6;
const LOG_IN_AGAIN = 4401;
// What is asked over HTTP is given up after so long: a line that died says nothing.
const NEWS_WITHIN = 3_500;
const ACTION_WITHIN = 8_000;
const SECOND_THOUGHTS = [200, 1_000, 2_500];

export class Link {
  // `on`: message(message), status("connected" | "connecting" | "compatibility" | "offline"), final(code),
  // and reload(), before the page is loaded again for another seat.
  constructor({ socket, api, token, store, on }) {
    Object.assign(this, { api, token, store, on, misses: 0, polls: 0 });
    this.posting = new Set();
    this.wire = new Wire(socket, {
      onOpen: () => this.opened(),
      onMessage: (message) => this.receive(message),
      onDown: (lost) => this.down(lost),
      onFinal: (code) => this.ended(code),
    });
  }

  start() {
    this.status("connecting");
    this.waitToPoll();
    this.wire.connect();
    this.nudging = setInterval(() => this.nudge(), ANSWER);
    document.addEventListener("visibilitychange", () => document.hidden || this.sync());
  }

  // Leaves the game for good.
  stop() {
    clearInterval(this.nudging);
    this.stopPolling();
    this.wire.stop();
  }

  // Sends an action and returns its id.
  act(action) {
    const message = this.store.act(crypto.randomUUID?.() ?? fallbackId(), action);
    if (!this.wire.send(message)) this.post(message);
    return message.id;
  }

  // Actions that the socket has not answered in time go over HTTP, again and again, under the same id.
  nudge() {
    for (const message of this.store.unanswered.values()) this.post(message);
  }

  receive(message) {
    this.on.message(message);
    if (!this.store.isBehind(message)) return;
    if (message.type === "pong" || message.type === "news") this.sync();
    // The state follows its ack: ask only where it got lost.
    if (message.type === "ack") setTimeout(() => this.store.isBehind(message) && this.sync(), POLL);
  }

  sync() {
    this.wire.send({ type: "sync", version: this.store.version });
  }

  // --- socket ---

  opened() {
    this.stopPolling();
    this.status("connected");
    this.sync();
    for (const message of this.store.unanswered.values()) this.wire.send(message);
  }

  // `lost`: an open connection fell silent, so nothing reaches the server for now.
  down(lost) {
    if (this.polling) return;
    this.status((lost && this.now === "connected") || this.now === "offline" ? "offline" : "connecting");
    this.waitToPoll();
  }

  async ended(code) {
    this.stopPolling();
    if (code === LOG_IN_AGAIN && (await this.stillTheSame())) this.wire.again();
    else this.on.final(code);
  }

  // A changed password ends a person's other sessions; the one that changed it continues under a new key.
  // Until this browser has that key it looks logged out, so ask more than once.
  async stillTheSame() {
    for (const pause of SECOND_THOUGHTS) {
      await new Promise((resolve) => setTimeout(resolve, pause));
      const answer = await fetch(this.api, asking(ACTION_WITHIN)).catch(() => null);
      if (!answer?.ok) continue;
      const { you } = unwrapped(await answer.json());
      if (you === this.store.snapshot.you) return true;
      if (you !== null) {
        this.on.reload?.();
        location.reload(); // to another seat than before: a guest's game was brought into an account
        return true;
      }
    }
    return false;
  }

  // --- polling ---

  // Counted from the first failure: a socket that fails again and again must not put it off.
  waitToPoll() {
    this.patience ??= setTimeout(() => this.poll(), BEFORE_POLLING);
  }

  stopPolling() {
    clearTimeout(this.patience);
    clearTimeout(this.polling);
    this.patience = this.polling = null;
  }

  // Only the newest chain of questions goes on: one may have waited for its answer while the socket came and went.
  async poll() {
    clearTimeout(this.polling);
    const turn = (this.polling = {});
    const well = await this.ask();
    if (this.polling !== turn || this.wire.open || this.wire.final) return;
    this.misses = well ? 0 : this.misses + 1;
    this.status(well ? "compatibility" : "offline");
    this.polling = setTimeout(() => this.poll(), well ? POLL : POLL + pause(this.misses));
  }

  async ask() {
    try {
      const answer = await fetch(`${this.api}?since=${this.store.version}`, asking(NEWS_WITHIN));
      if (answer.status === 200) this.on.message({ type: "state", game: unwrapped(await answer.json()) });
      if (this.polls++ % PRESENCE_POLLS === 0) await this.askWhoIsHere();
      return answer.status === 200 || answer.status === 304;
    } catch {
      return false;
    }
  }

  async askWhoIsHere() {
    const answer = await fetch(`${this.api}presence/`, asking(NEWS_WITHIN));
    if (answer.ok) this.on.message(await answer.json());
  }

  async post(message) {
    if (this.posting.has(message.id)) return;
    this.posting.add(message.id);
    try {
      const answer = await this.posted(message);
      const said = await answered(answer, message);
      if (answer.status < 500 || [UNAVAILABLE, MAINTENANCE].includes(said.code)) this.receive(said);
    } catch {
      // No network: the next nudge tries again.
    } finally {
      this.posting.delete(message.id);
    }
  }

  posted({ type: _, ...body }) {
    return fetch(`${this.api}actions/`, {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-CSRFToken": this.token },
      body: JSON.stringify(body),
      ...asking(ACTION_WITHIN),
    });
  }

  status(now) {
    if (now === this.now) return;
    this.now = now;
    this.on.status(now);
  }
}

function asking(within) {
  return { cache: "no-store", signal: AbortSignal.timeout(within) };
}

function unwrapped(body) {
  return body.game ?? body;
}

// An HTTP answer as a message of the socket. What is cut off halfway, or says nothing of the game, as the page of a
// network that wants a log-in first, is no answer: it raises.
async function answered(answer, { id }) {
  const text = await answer.text();
  if (!answer.headers.get("Content-Type")?.includes("json")) throw new Error(`${answer.status} without an answer`);
  const body = JSON.parse(text);
  if (answer.ok) return { type: "ack", id, version: body.version, game: body.game };
  return { type: "refused", id, code: body.code ?? "bad_message", message: body.message, status: answer.status, game: body.game };
}

// crypto.randomUUID exists only on https and localhost.
function fallbackId() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
