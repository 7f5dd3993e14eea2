// The game page: a game with its panel, clocks, words, hint and review around the board.

import { startCalls } from "oxo/challenges.js";
import { Controller } from "oxo/controller.js";
import { Speech } from "oxo/speech.js";
import { surroundings } from "oxo/surroundings.js";
import { isAnswered, offered } from "oxo/view.js";
import { filled } from "oxo/words.js";

const READ_RESULT = 4_000;

class GamePage extends Controller {
  constructor(root) {
    const [snapshot, phrases, script] = ["snapshot", "phrases", "script"].map((id) => JSON.parse(document.getElementById(id).textContent));
    const opening = Number(root.dataset.opening);
    super({ root, snapshot, phrases, opening, speech: new Speech(root, script) });
    Object.assign(this, surroundings(this, opening));
  }

  start() {
    const { socket, api } = this.root.dataset;
    this.connect(socket, api); // first: the way to the server takes longer than what follows
    this.root.addEventListener("toggle", () => this.parts.follow(), { capture: true });
    this.clocks.set(this.snapshot);
    this.render();
    this.root.dataset.ready = "1";
    this.moments.begin(this.snapshot);
  }

  get ply() {
    return this.stepping.ply;
  }

  get position() {
    return this.review.position() ?? (this.ply === null ? this.drawn : { ...this.drawn, where: "" });
  }

  // --- what comes in ---

  heard(message, { recovered }) {
    if (recovered && message.type !== "refused") this.tell(this.choice.question);
    if (message.type === "pong") this.clocks.hear(message);
    if (message.type === "presence") this.people.hear(message, this.snapshot);
    if (message.type === "said") this.remarks.hear(message);
    this.slow.answered(message);
  }

  accepted(before, game) {
    this.clocks.set(game);
    super.accepted(before, game);
  }

  changed(before, game) {
    const over = game.outcome !== null && before.outcome === null;
    const moved = game.moves.length > before.moves.length;
    if (moved || over) this.choice.forget();
    super.changed(before, game);
    if (!over && game.detail !== before.detail && (!moved || isAnswered(before, game))) this.voice.say(game.detail);
    if (moved) this.parts.follow();
    if (offered(before) !== offered(game)) this.renew();
    if (before.signal?.kind !== "rematch" && game.signal?.kind === "rematch") this.asked(`${game.signal.text}.`);
    if (!before.offers?.game && game.offers?.game && game.you !== null) this.goOn(game, over);
  }

  // The other side would like another game. On a phone the buttons stand below the review, out of sight.
  asked(text) {
    if (this.root.classList.contains("reviewed")) this.tell(text);
    this.voice.say(text);
  }

  // Goes to the next game: at once if the viewer asked for it, else after time to read the result.
  goOn(game, over) {
    const address = this.root.dataset.games.replace("GAME", game.offers.game);
    setTimeout(() => location.assign(address), over ? READ_RESULT : 0);
  }

  async renew() {
    const page = await this.parts.renew(this.snapshot.outcome !== null);
    if (page) this.tab.rename(page.title);
    if (page && this.snapshot.ending) this.moments.told(page);
  }

  refused({ status, message = filled(this.phrases.page.refused, { status }) }, cell) {
    if (cell !== undefined) this.board.explain(cell, message);
    this.announce(message);
  }

  linked(status) {
    const cut = this.unlinked();
    this.panel.link(status);
    this.remarks.linked(status);
    if (cut || status !== "connecting") this.tell(this.choice.question);
    if (cut) this.voice.alarm(cut);
  }

  cutOff(code) {
    this.panel.link("closed");
    this.panel.cutOff(code);
  }

  reloads() {
    this.leaving.allow();
  }

  // --- what goes out ---

  pick(cell, legal, unsure) {
    if (this.review.picks(cell, legal)) return;
    if (this.ply !== null) this.stepping.step(this.snapshot.moves.length);
    else if (!legal) this.object(cell);
    else if (!this.choice.takes(cell, unsure)) this.slow.watch(this.play(cell));
  }

  play(cell) {
    this.choice.forget();
    return super.play(cell);
  }

  object(cell) {
    const said = super.object(cell);
    if (this.snapshot.status === "active") this.tell(said);
  }

  cancel() {
    this.choice.choose(null);
  }

  // That the link is lost, while that matters.
  unlinked() {
    return this.snapshot.status === "active" ? this.cut() : "";
  }

  // A lost link stays told until it is back: beside it stands only a question that waits for an answer.
  tell(text) {
    const cut = this.unlinked();
    this.panel.tell(cut ? [cut, this.choice.question].filter(Boolean).join(" ") : text);
  }

  announce(text) {
    this.tell(text);
    this.voice.say(text);
  }

  stepped() {
    this.review.leave();
    this.render();
    this.parts.follow();
  }

  view() {
    return this.review.view() ?? super.view();
  }

  render() {
    const view = this.view();
    this.board.render(view);
    this.root.classList.toggle("ended", view.over);
    this.tellWhere(this.position.where);
    this.panel.render(this.drawn, view.stepped, this.review.heading());
    if (this.moments.hidden) return;
    this.tab.hear(this.snapshot.signal);
    this.leaving.set(this.snapshot.leaving_costs);
    this.panel.step(this.stepping.shown, this.snapshot.moves.length);
  }
}

const page = new GamePage(document.getElementById("game"));
page.start();
startCalls(page);
