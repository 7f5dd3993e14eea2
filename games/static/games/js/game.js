// The game page: receives states, sends actions, and keeps board, panel and clocks true to both.

import { Absence } from "oxo/absence.js";
import { announcer } from "oxo/announce.js";
import { Board } from "oxo/board.js";
import { Clocks } from "oxo/clock.js";
import { confirmed } from "oxo/confirm.js";
import { Hint } from "oxo/hint.js";
import { Leaving } from "oxo/leaving.js";
import { Link } from "oxo/link.js";
import { Meanwhile } from "oxo/meanwhile.js";
import { Moments } from "oxo/moments.js";
import { Panel } from "oxo/panel.js";
import { refresh } from "oxo/regions.js";
import { Remarks } from "oxo/remarks.js";
import { Review } from "oxo/review.js";
import { Speech } from "oxo/speech.js";
import { Store } from "oxo/store.js";
import { onPage, pageTab } from "oxo/tab.js";
import { boardView, filled, offered, spoken, tentative } from "oxo/view.js";
import { Waiting } from "oxo/waiting.js";

const root = document.getElementById("game");
const options = root.dataset;
const opening = Number(options.opening);


const READ_RESULT = 4_000;

const SLOW_AFTER = 2_000;

class Game {
  constructor(snapshot, phrases, script) {
    this.phrases = phrases;
    this.store = new Store(snapshot, phrases, opening);
    this.drawn = snapshot;
    this.chosen = null;
    this.ply = null;
    this.voice = announcer(document.getElementById("polite"), document.getElementById("assertive"));
    this.panel = new Panel(root, phrases);
    this.board = new Board(document.getElementById("board-form"), phrases, {
      onPick: (cell, legal) => this.pick(cell, legal),
      onCancel: () => this.choose(null),
    });
    this.moments = new Moments({ root, board: this.board, draw: () => this.render(), speech: new Speech(root, script) });
    this.review = new Review(root, this);
    this.tab = pageTab(() => onPage(options.icons));
    this.leaving = new Leaving();
    this.absence = new Absence(root, phrases.away);
    this.waiting = new Waiting(root, { id: snapshot.id, say: this.voice.say });
    new Meanwhile({ tab: this.tab, alarm: this.voice.alarm }).follow();
    this.clocks = new Clocks(root, { opening, begin: phrases.page.begin, onLow: (left) => this.voice.alarm(low(phrases, left)) });
    this.link = new Link({
      socket: options.socket,
      api: options.api,
      token: document.querySelector("[name=csrfmiddlewaretoken]").value,
      store: this.store,
      on: {
        message: (message) => this.receive(message),
        status: (status) => this.linked(status),
        final: (code) => this.cutOff(code),
        reload: () => this.leaving.allow(),
      },
    });
    const say = (text) => this.voice.say(text);
    this.hint = new Hint(this.board, { say, fail: (text = phrases.page.reload) => this.panel.tell(text) });
    const { api, token, wire } = this.link;
    const fail = (text) => this.refused({ message: text });
    this.remarks = new Remarks(root, { api, token, send: (message) => wire.send(message), say: this.voice.say, fail });
  }

  get snapshot() {
    return this.store.snapshot;
  }

  start() {
    const asked = new URLSearchParams(location.search).get("ply");
    if (asked !== null) this.ply = this.lookingBack(Number(asked) || 0);
    this.link.start(); // first: the way to the server takes longer than what follows
    this.listen();
    this.clocks.set(this.snapshot);
    this.render();
    root.dataset.ready = "1";
    this.moments.begin(this.snapshot);
  }

  // --- what comes in ---

  receive(message) {
    const touched = this.store.pending?.id === message.id ? this.store.pending?.cell : undefined;
    const { before, repeated, recovered } = this.store.hear(message);
    if (message.type === "refused") repeated || this.refused(message, touched); // say it only once
    else if (recovered) this.panel.tell(this.asking());
    if (message.type === "pong") this.clocks.hear(message);
    if (message.type === "presence") this.present(message);
    if (message.type === "said") this.remarks.hear(message);
    if (before) this.hold(before, this.snapshot);
    this.answered(message);
    if (message.type === "ack" || message.type === "refused") this.render();
  }

  // An engine's reply may be drawn a breath later than it came, and the words beside the board with it.
  hold(before, game) {
    this.moments.hold(before, game, () => this.accepted(before, game));
  }

  accepted(before, game) {
    this.drawn = game;
    if (game.version !== before.version) this.changed(before, game);
    this.clocks.set(game);
    this.render();
  }

  changed(before, game) {
    const over = game.outcome !== null && before.outcome === null;
    const moved = game.moves.length - before.moves.length;
    if (moved > 0 || over) this.chosen = null;
    if (moved > 0 || over) this.speak(before, game, over);
    if (!over && game.detail !== before.detail && (moved === 0 || isAnswered(before, game))) this.voice.say(game.detail);
    this.moments.changed(before, game);
    if (moved > 0) this.refreshFormal();
    if (offered(before) !== offered(game)) this.refreshRegions(game);
    if (!before.offers?.game && game.offers?.game && game.you !== null) this.goOn(game, over);
  }

  // Goes to the next game: at once if the viewer asked for it, else after time to read the result.
  goOn(game, over) {
    setTimeout(() => location.assign(gameAddress(game.offers.game)), over ? READ_RESULT : 0);
  }

  speak(before, game, over) {
    const text = spoken(game, before.moves.length);
    if (over) this.voice.alarm(`${text} ${game.ending?.tale || game.detail}`);
    else this.voice.say(text);
    this.panel.tell("");
  }

  async refreshRegions(game) {
    const regions = ["controls", "sayings", "leave", "result", "chance", "hint"];
    const over = game.outcome !== null;
    // The button that resigned or claimed is gone: move the focus to the result.
    const fallback = over ? document.getElementById("headline") : null;
    const page = await refresh(regions, location.pathname, fallback).catch(() => this.panel.tell(this.phrases.page.reload));
    if (page) this.tab.rename(page.title);
    if (page && game.ending) this.moments.told(page);
  }

  // What the server writes of a position, as sets, in numbers or as a hint: only while somebody looks at it.
  refreshFormal() {
    const shown = [...root.querySelectorAll(".formal[open] > dl, [data-follows]:has(ol)")].map((part) => part.id);
    if (shown.length) refresh(shown, location.href).catch(() => {});
  }

  refused({ status, message = filled(this.phrases.page.refused, { status }) }, cell) {
    if (cell !== undefined) this.board.explain(cell, message);
    this.panel.tell(message);
    this.voice.say(message);
  }

  present({ seats, grace, watchers, notice = "" }) {
    if (this.panel.siteNotice(notice)) this.voice.say(notice);
    const news = this.absence.set(this.snapshot, seats, grace);
    for (const [name, state] of Object.entries(seats)) this.panel.presence(name, state);
    this.waiting.look(watchers);
    this.panel.watchers(watchers);
    if (news.spoken) this.voice.say(news.spoken);
    if (news.buttons) this.refreshRegions(this.snapshot);
  }

  linked(status) {
    this.panel.link(status);
    this.remarks?.linked(status);
    if (status === "offline" && this.snapshot.status === "active") {
      this.panel.tell(this.cut());
      this.voice.alarm(this.cut());
    } else if (status !== "connecting") {
      this.panel.tell(this.asking());
    }
  }

  // That the link is lost, and what becomes of a move made meanwhile; empty while there is one.
  cut() {
    const { lost, kept } = this.phrases.page;
    if (this.link.now !== "offline") return "";
    return this.store.pending ? `${lost} ${kept}` : lost;
  }

  cutOff(code) {
    this.panel.link("closed");
    this.panel.cutOff(code);
  }

  // --- what goes out ---

  pick(cell, legal) {
    if (this.review.picks(cell, legal)) return;
    if (this.ply !== null) return this.step(this.snapshot.moves.length);
    if (!legal) return this.objection(cell);
    if (options.confirm && this.chosen !== cell) return this.choose(cell);
    this.chosen = null;
    this.board.explain(cell, "");
    this.watch(this.link.act({ action: this.snapshot.action, cell }));
    this.panel.tell(this.cut());
    this.render();
    this.moments.picked(this.store.pending.seat);
  }

  choose(cell) {
    if (cell === this.chosen) return;
    this.chosen = cell;
    this.panel.tell(this.asking());
    this.voice.say(this.asking() || this.phrases.page.taken_back);
    this.render();
  }

  // The question of a move that waits to be confirmed; empty if there is none.
  asking() {
    return this.chosen === null ? "" : tentative(this.snapshot, this.phrases, this.chosen);
  }

  // Says at the cell, and to the live region, why a touch does nothing.
  objection(cell) {
    const said = this.why();
    this.board.explain(cell, said);
    if (this.snapshot.status === "active") this.panel.tell(said);
    this.voice.say(said);
  }

  why() {
    if (this.store.pending) return this.link.now === "offline" ? this.phrases.page.kept : this.phrases.page.on_its_way;
    return this.snapshot.blocked || this.phrases.tasks[this.snapshot.action].not_here;
  }

  // Tells the player about a move that has no answer after a while, until it has one.
  watch(id) {
    setTimeout(() => {
      if (this.store.pending?.id !== id) return;
      this.slow = id;
      if (this.cut()) return; // which says what becomes of it
      this.panel.tell(this.phrases.page.slow);
      this.voice.say(this.phrases.page.slow);
    }, SLOW_AFTER);
  }

  // Removes that notice when the answer is there; a refusal brings its own.
  answered({ type }) {
    if (!this.slow || this.store.pending?.id === this.slow) return;
    this.slow = null;
    if (type !== "refused") this.panel.tell(this.asking());
  }

  async submit(event) {
    const form = event.target.closest("form[data-act]");
    if (!form) return;
    event.preventDefault();
    const number = form.elements.number?.value;
    await this.ask({ ...form.dataset, ...(number && { number: Number(number) }) });
  }

  // Without scripts a summary asks twice; with scripts a dialog does.
  asked(event) {
    const summary = event.target.closest(".confirm summary");
    if (!summary) return;
    event.preventDefault();
    this.ask(summary.parentElement.querySelector("form").dataset);
  }

  async ask({ act: action, question, number }) {
    if (!question || (await confirmed(question))) this.link.act({ action, number });
  }

  // --- looking back ---

  // The ply on the board; null follows the game.
  lookingBack(ply) {
    return ply >= this.snapshot.moves.length ? null : Math.max(0, ply);
  }

  step(ply) {
    this.review.leave();
    const total = this.snapshot.moves.length;
    this.ply = this.lookingBack(ply);
    history.replaceState(null, "", this.ply === null ? location.pathname : `?ply=${this.ply}`);
    this.render();
    this.refreshFormal();
    this.voice.say(filled(this.phrases.page.step, { ply: this.ply ?? total, total }));
  }

  stepped(event) {
    const link = event.target.closest("a[data-ply]");
    if (!link || this.snapshot.outcome === null) return;
    event.preventDefault();
    this.step(Number(link.dataset.ply));
  }

  stepKey(event) {
    const elsewhere = event.target.closest("[role=grid], input, textarea, select, dialog");
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!by || elsewhere || this.snapshot.outcome === null) return;
    event.preventDefault();
    this.step((this.ply ?? this.snapshot.moves.length) + by);
  }

  // --- page ---

  listen() {
    root.addEventListener("submit", (event) => this.submit(event));
    root.addEventListener("click", (event) => this.asked(event));
    root.addEventListener("click", (event) => this.stepped(event));
    document.addEventListener("keydown", (event) => this.stepKey(event));
    root.addEventListener("toggle", () => this.refreshFormal(), { capture: true });
    document.addEventListener("visibilitychange", () => this.tab.show());
  }

  render() {
    const view = this.review.view() ?? boardView(this.snapshot, this.phrases, { ...this, pending: this.store.pending, hidden: this.moments.hidden });
    this.board.render(view);
    this.panel.render(this.drawn, view.stepped, this.review.heading());
    if (this.moments.hidden) return;
    this.tab.hear(this.snapshot.signal);
    this.leaving.set(this.snapshot.leaving_costs);
    this.panel.step(this.ply ?? this.snapshot.moves.length, this.snapshot.moves.length);
  }
}

// Whether the viewer's draw offer was answered by playing on.
function isAnswered(before, game) {
  return before.offers.draw !== null && before.offers.draw === game.you && game.offers.draw === null;
}

function low({ low: words }, seconds) {
  return seconds === 1 ? words.one : filled(words.many, { seconds });
}

function gameAddress(id) {
  return options.games.replace("GAME", id);
}

const told = (id) => JSON.parse(document.getElementById(id).textContent);
new Game(told("snapshot"), told("phrases"), told("script")).start();
