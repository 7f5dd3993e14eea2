// A board on which the first move starts a real game, which the page then goes on playing.

import { isSaidToAll } from "oxo/announce.js";
import { startCalls } from "oxo/challenges.js";
import { Controller } from "oxo/controller.js";
import { express } from "oxo/ending.js";
import { mayAct } from "oxo/view.js";

class Door extends Controller {
  constructor(root) {
    const [snapshot, phrases, words] = ["snapshot", "phrases", "words"].map((name) => JSON.parse(document.getElementById(`door-${name}`).textContent));
    super({ root, snapshot, phrases });
    this.words = words;
    this.greeting = this.part("say").textContent;
    this.key = crypto.randomUUID?.() ?? String(Math.random());
  }

  start() {
    this.render();
    this.root.dataset.ready = "1"; // tests and measurements wait until a click is handled
  }

  part(name) {
    return this.root.querySelector(`[data-door="${name}"]`);
  }

  // --- what goes out ---

  pick(cell, legal) {
    this.board.explain(cell, "");
    if (!legal) this.object(cell);
    else if (this.link) this.play(cell);
    else this.begin(cell);
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
    const { create, request } = this.root.dataset;
    const answer = await fetch(create, {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-CSRFToken": this.token, "Idempotency-Key": this.key },
      body: request,
      signal: AbortSignal.timeout(8_000),
    });
    const body = await answer.json();
    if (!answer.ok) throw Object.assign(new Error(body.code), { said: body.message });
    return body;
  }

  opened({ game, url }) {
    const { socket, api } = this.root.dataset;
    this.store.accept(game);
    this.root.classList.add("playing");
    this.url = url;
    this.part("open").href = url;
    this.part("open").hidden = false;
    this.connect(socket.replace("GAME", game.id), api.replace("GAME", game.id));
  }

  // --- what comes in ---

  refused({ message }) {
    this.tell(message);
  }

  linked() {
    this.tell(this.cut());
  }

  lost() {
    return { lost: this.words.offline, kept: this.words.kept };
  }

  cutOff() {
    location.assign(this.url);
  }

  // --- page ---

  render() {
    super.render();
    if (this.moments.hidden) return;
    const line = this.link || this.store.pending ? this.words[this.standing()] : this.greeting;
    if (this.part("say").textContent !== line) this.part("say").textContent = line;
    this.part("again").hidden = !this.snapshot.outcome;
    if (this.snapshot.ending) this.end(this.snapshot.ending);
  }

  end({ tale, faces, speaker }) {
    this.part("tale").textContent = tale;
    express(this.part("face").firstElementChild, faces[speaker]);
  }

  standing() {
    const { outcome, you } = this.snapshot;
    if (!outcome) return mayAct(this.snapshot) && !this.store.pending ? "yours" : "theirs";
    if (!outcome.winner) return "drawn";
    return outcome.winner === you ? "won" : "lost";
  }

  tell(text) {
    this.part("notice").textContent = text;
    this.part("notice").hidden = !text || isSaidToAll(text);
    if (text) this.voice.say(text);
  }
}

const door = new Door(document.getElementById("door"));
door.start();
startCalls(door);
