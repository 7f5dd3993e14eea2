// A game on a page: hears what the server sends, sends what the viewer does, and has both drawn. The game page and
// the board of the first page are this with what stands around each.

import { announcer } from "oxo/announce.js";
import { Board } from "oxo/board.js";
import { Link } from "oxo/link.js";
import { Moments } from "oxo/moments.js";
import { Senses } from "oxo/senses.js";
import { Sound } from "oxo/sound.js";
import { noteOf, sentTo, whyElsewhere } from "oxo/small_boards.js";
import { Store } from "oxo/store.js";
import { boardView, spoken } from "oxo/view.js";

export class Controller {
  // `speech` are the characters' words, where there is room for them.
  constructor({ root, snapshot, phrases, opening = 0, speech = null }) {
    Object.assign(this, { root, phrases });
    this.store = new Store(snapshot, phrases, opening);
    this.drawn = snapshot;
    this.voice = announcer(document.getElementById("polite"), document.getElementById("assertive"));
    this.board = new Board(document.getElementById("board-form"), phrases, {
      onPick: (cell, legal, unsure = false) => this.pick(cell, legal, unsure),
      onPoint: (cell, under) => this.point(cell, under),
      onCancel: () => this.cancel(),
    });
    const senses = new Senses();
    this.sound = new Sound(senses);
    this.moments = new Moments({ root, board: this.board, draw: () => this.render(), senses, sound: this.sound, speech });
  }

  get snapshot() {
    return this.store.snapshot;
  }

  get token() {
    return document.querySelector("[name=csrfmiddlewaretoken]").value;
  }

  connect(socket, api) {
    this.link = new Link({
      socket,
      api,
      token: this.token,
      store: this.store,
      on: {
        message: (message) => this.receive(message),
        status: (status) => this.linked(status),
        final: (code) => this.cutOff(code),
        reload: () => this.reloads(),
      },
    });
    this.link.start();
  }

  // --- what comes in ---

  receive(message) {
    const touched = this.store.pending?.id === message.id ? this.store.pending?.cell : undefined;
    const heard = this.store.hear(message);
    if (message.type === "refused" && !heard.repeated) this.refused(message, touched); // say it only once
    this.heard(message, heard);
    if (heard.before) this.hold(heard.before, this.snapshot);
    if (message.type === "ack" || message.type === "refused") this.render();
  }

  // An engine's reply may be drawn a breath later than it came, and the words beside the board with it.
  hold(before, game) {
    this.moments.hold(before, game, () => this.accepted(before, game));
  }

  accepted(before, game) {
    this.drawn = game;
    if (game.version !== before.version) this.changed(before, game);
    this.render();
  }

  // A newer version of the game is drawn from now on.
  changed(before, game) {
    const over = game.outcome !== null && before.outcome === null;
    if (over || game.moves.length > before.moves.length) this.moved(before, game, over);
    this.moments.changed(before, game);
  }

  moved(before, game, over) {
    const text = spoken(game, before.moves.length);
    if (over) this.voice.alarm(`${text} ${game.ending?.tale || game.detail}`);
    else this.voice.say(text);
    this.tell("");
  }

  // --- what goes out ---

  // Plays a legal cell and returns the id of the action.
  play(cell) {
    this.board.explain(cell, "");
    const id = this.link.act({ action: this.snapshot.action, cell });
    this.tell(this.cut());
    this.render();
    this.moments.picked(this.store.pending.seat);
    return id;
  }

  // That the link is lost, and what becomes of a move made meanwhile; empty while there is one.
  cut() {
    if (this.link?.now !== "offline") return "";
    const { lost, kept } = this.lost();
    return this.store.pending ? `${lost} ${kept}` : lost;
  }

  // The words for both.
  lost() {
    return this.phrases.page;
  }

  // Says at the cell, and to the live region, why a touch does nothing.
  object(cell) {
    const { blocked, action } = this.snapshot;
    const waits = this.cut() ? this.lost().kept : this.phrases.page.on_its_way;
    const elsewhere = whyElsewhere(this.snapshot, this.phrases, cell);
    const said = this.store.pending ? waits : blocked || elsewhere || this.phrases.tasks[action].not_here;
    this.board.explain(cell, said);
    this.voice.say(said);
    return said;
  }

  // Says and shows what a move on `cell` would do, also above the finger that is `under` it; null for none.
  point(cell, under = false) {
    const { position, phrases, board } = this;
    if (!position.small_boards) return;
    const text = cell === null ? position.where : `${phrases.cells[cell]} ${noteOf(position, phrases, cell)}`;
    board.small.point(cell === null ? [] : sentTo(position, phrases, cell));
    if (under) board.explain(cell ?? 0, cell === null ? "" : text);
    this.tellWhere(text);
  }

  tellWhere(text) {
    const words = this.root.querySelector("#where b");
    if (words && words.textContent !== text) words.textContent = text;
  }

  render() {
    this.board.render(this.view());
    this.tellWhere(this.position.where);
  }

  view() {
    const { ply, choice, store, moments } = this;
    return boardView(store.snapshot, this.phrases, { ply, chosen: choice?.cell, pending: store.pending, hidden: moments.hidden });
  }

  // --- for pages that have more around the board ---

  // The position of a game that is looked back on; null follows the game.
  get ply() {
    return null;
  }

  // What is known of the position on the board.
  get position() {
    return this.drawn;
  }

  heard() {}

  cancel() {}

  reloads() {}
}
