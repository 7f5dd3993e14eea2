// A board on which the first move starts a real game, which the page then goes on playing.

import { announcer } from "oxo/announce.js";
import { Board } from "oxo/board.js";
import { express } from "oxo/ending.js";
import { Link } from "oxo/link.js";
import { Moments } from "oxo/moments.js";
import { Store } from "oxo/store.js";
import { boardView, mayAct, spoken } from "oxo/view.js";

const root = document.getElementById("door");
const options = root.dataset;
const part = (name) => root.querySelector(`[data-door="${name}"]`);
const told = (name) => JSON.parse(document.getElementById(`door-${name}`).textContent);

class Door {
  constructor() {
    const snapshot = told("snapshot");
    this.phrases = told("phrases");
    this.words = told("words");
    this.store = new Store(snapshot, this.phrases);
    this.token = document.querySelector("[name=csrfmiddlewaretoken]").value;
    this.voice = announcer(document.getElementById("polite"), document.getElementById("assertive"));
    this.board = new Board(document.getElementById("board-form"), this.phrases, {
      onPick: (cell, legal) => this.pick(cell, legal),
      onCancel: () => {},
    });
    this.moments = new Moments({ root, board: this.board, draw: () => this.render() });
    this.key = crypto.randomUUID?.() ?? String(Math.random());
  }

  get snapshot() {
    return this.store.snapshot;
  }

  // --- what goes out ---

  pick(cell, legal) {
    this.board.explain(cell, "");
    if (!legal) return this.object(cell);
    if (!this.link) return this.begin(cell);
    this.link.act({ action: this.snapshot.action, cell });
    if (this.cut()) this.tell(this.cut());
    this.render();
    this.moments.picked(this.snapshot.you);
  }

  // Until the game exists, the board shows the move as being sent.
  async begin(cell) {
    this.store.pending = { action: "place", cell, seat: this.snapshot.you, landed: Infinity };
    this.tell("");
    this.render();
    this.moments.picked(this.snapshot.you);
    try {
      this.opened(await this.create());
      this.link.act({ action: "place", cell });
    } catch (problem) {
      this.store.pending = null;
      this.tell(problem.said ?? this.words.failed);
    }
    this.render();
  }

  async create() {
    const answer = await fetch(options.create, {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-CSRFToken": this.token, "Idempotency-Key": this.key },
      body: options.request,
    });
    const body = await answer.json();
    if (!answer.ok) throw Object.assign(new Error(body.code), { said: body.message });
    return body;
  }

  opened({ game, url }) {
    this.store.accept(game);
    root.classList.add("playing");
    part("open").href = url;
    part("open").hidden = false;
    this.link = new Link({
      socket: options.socket.replace("GAME", game.id),
      api: options.api.replace("GAME", game.id),
      token: this.token,
      store: this.store,
      on: {
        message: (message) => this.receive(message),
        status: () => this.tell(this.cut()),
        final: () => location.assign(url),
      },
    });
    this.link.start();
  }

  // That the link is lost, and what becomes of a move made meanwhile; empty while there is one.
  cut() {
    if (this.link?.now !== "offline") return "";
    return this.store.pending ? `${this.words.offline} ${this.words.kept}` : this.words.offline;
  }

  // Says at the cell, and to the live region, why a touch does nothing.
  object(cell) {
    const { blocked, action } = this.snapshot;
    const waits = this.cut() ? this.words.kept : this.words.on_its_way;
    const said = this.store.pending ? waits : blocked || this.phrases.tasks[action].not_here;
    this.board.explain(cell, said);
    this.voice.say(said);
  }

  // --- what comes in ---

  receive(message) {
    const { before } = this.store.hear(message);
    if (message.type === "refused") this.tell(message.message);
    if (before) this.hold(before, this.snapshot);
    if (message.type === "ack" || message.type === "refused") this.render();
  }

  // The reply may be drawn a breath later than it came.
  hold(before, game) {
    this.moments.hold(before, game, () => this.accepted(before, game));
  }

  accepted(before, game) {
    if (game.moves.length > before.moves.length) this.moved(before, game);
    this.moments.changed(before, game);
    this.render();
  }

  moved(before, game) {
    this.tell("");
    const text = spoken(game, before.moves.length);
    if (game.ending) this.voice.alarm(`${text} ${game.ending.tale || game.detail}`);
    else this.voice.say(text);
  }

  // --- page ---

  render() {
    this.board.render(boardView(this.snapshot, this.phrases, { pending: this.store.pending, hidden: this.moments.hidden }));
    if (this.moments.hidden) return;
    const line = this.words[this.standing()];
    if (part("say").textContent !== line) part("say").textContent = line;
    part("again").hidden = !this.snapshot.outcome;
    if (this.snapshot.ending) this.end(this.snapshot.ending);
  }

  end({ tale, faces, speaker }) {
    part("tale").textContent = tale;
    express(part("face").firstElementChild, faces[speaker]);
  }

  standing() {
    const { outcome, you } = this.snapshot;
    if (!outcome) return mayAct(this.snapshot) && !this.store.pending ? "yours" : "theirs";
    if (!outcome.winner) return "drawn";
    return outcome.winner === you ? "won" : "lost";
  }

  // What the site tells everybody on top of the page is not said twice.
  tell(text) {
    const known = document.getElementById("site-notice").textContent === text;
    part("notice").textContent = text;
    part("notice").hidden = !text || known;
    if (text) this.voice.say(text);
  }
}

const door = new Door();
door.render();
// Tests and measurements wait until a click is handled.
root.dataset.ready = "1";
