// The state of a game page: the newest snapshot and the actions that have no answer yet.
// Pure: no page, no network, no timer.

import { applied, fits } from "oxo/news.js";
import { everybody } from "oxo/view.js";

export const UNAVAILABLE = "unavailable";
export const MAINTENANCE = "maintenance";

// Whether `incoming` is the newer of two snapshots: by version, then by the server's time.
export function newer(current, incoming) {
  if (incoming.version !== current.version) return incoming.version > current.version;
  return (incoming.now ?? 0) >= (current.now ?? 0);
}

export class Store {
  // `words` and `opening` as for news.
  constructor(snapshot, words = null, opening = 0) {
    Object.assign(this, { snapshot, words, opening });
    this.unanswered = new Map(); // action id to message, in the order of sending
    this.seats = new Map(); // action id to the seat that it was sent from
    this.pending = null; // the viewer's move that the newest snapshot does not show yet
    this.unavailable = false; // whether the last message said that the database is away
  }

  get version() {
    return this.snapshot.version;
  }

  // The message to send for an action. It stays unanswered, to be sent again under the same id.
  act(id, action) {
    const message = { type: "act", id, version: this.version, ...action };
    this.unanswered.set(id, message);
    this.seats.set(id, this.snapshot.you);
    if (action.cell !== undefined) this.pending = { id, ...action, seat: this.snapshot.you, landed: Infinity };
    return message;
  }

  // Whether an action like this was sent and has no answer yet.
  isAsked(action) {
    return [...this.unanswered.values()].some((message) => message.action === action);
  }

  // Handles a message of the server. `before` is the snapshot that a newer one replaced, or null.
  // `repeated`: the viewer has been told: the server is still unavailable, or socket and HTTP both brought the refusal.
  // `recovered`: the server is no longer unavailable.
  hear(message) {
    const was = this.unavailable;
    const late = message.type === "refused" && Boolean(message.id) && !this.unanswered.has(message.id);
    if (message.type === "pong") this.unavailable &&= this.unanswered.size > 0; // it needs no database
    else if (message.type !== "presence") this.unavailable = message.code === UNAVAILABLE;
    if (message.type === "ack") this.acknowledged(message);
    if (message.type === "refused" && !this.unavailable) this.refused(message);
    if (message.type === "presence") this.present(message);
    if (message.type === "news") this.answeredBy(message);
    const game = message.type === "news" ? this.after(message) : message.game;
    const before = game ? this.accept(game) : null;
    return { before, repeated: late || (was && this.unavailable), recovered: was && !this.unavailable };
  }

  // The snapshot that news leads to; null if news between was lost or all of it is known.
  after(news) {
    return fits(this.snapshot, news) ? applied(this.snapshot, news, this.words, this.opening) : null;
  }

  // News acknowledges the action that it names, of the seat that moved first. Others may use the same id.
  answeredBy({ by, version, moves: [[seat, cell]] }) {
    const message = this.unanswered.get(by);
    if (message?.cell === cell && this.seats.get(by) === seat) this.acknowledged({ id: by, version });
  }

  // Later snapshots are made of this one, so it keeps who is here.
  present({ seats }) {
    for (const [name, presence] of Object.entries(everybody(seats, this.snapshot))) {
      if (this.snapshot.seats?.[name]) this.snapshot.seats[name].presence = presence;
    }
  }

  // Whether the server has a version that this page does not.
  isBehind({ version }) {
    return version > this.version;
  }

  acknowledged({ id, version }) {
    this.forget(id);
    if (this.pending?.id !== id) return;
    this.pending.landed = version;
    this.settle();
  }

  refused({ id }) {
    this.forget(id);
    if (this.pending?.id === id) this.pending = null;
  }

  forget(id) {
    this.unanswered.delete(id);
    this.seats.delete(id);
  }

  accept(game) {
    const before = this.snapshot;
    if (!newer(before, game)) return null;
    this.snapshot = game;
    if (game.version > before.version && this.pending?.cell === game.last?.cell) this.pending = null;
    this.settle();
    return before;
  }

  // A pending move is over once the page has the version that it led to.
  settle() {
    if (this.pending?.landed <= this.version) this.pending = null;
  }
}
