// Looking back on a finished game on its own board: the score sheet of the server beside it, reasons that
// are shown on the board, and playing on from a position to see what would have been.

import { drawLines, play } from "oxo/shown.js";
import { whereOf } from "oxo/small_boards.js";
import { boardView } from "oxo/view.js";

// Where the board stands above the review, and stays in sight.
const NARROW = "(max-width: 48rem) and (orientation: portrait), (max-width: 34rem)";

// The small boards that are closed at `ply` of a game; nothing else is known of them there.
function closedAt(ply, { small_boards: small }) {
  return small && { closed: small.closed.filter(([at]) => at <= ply), live: [], sends: [], takes: [], trail: "" };
}

export class Review {
  // `game` is the page's: its snapshot, its ply (null at the end), and what draws, writes and speaks.
  constructor(root, game) {
    Object.assign(this, { root, game, phrases: game.phrases });
    this.section = root.querySelector("#review");
    this.apart = null; // what the board shows instead of the game
    this.lines = []; // the lines played on so far, for taking back
    this.turn = 0;
    if (!this.section) return;
    root.addEventListener("click", (event) => this.clicked(event));
    if (!this.section.hidden) this.ready();
  }

  part(name) {
    return this.section.querySelector(`[data-${name}]`);
  }

  ready() {
    this.root.classList.add("reviewed");
    for (const hidden of this.section.querySelectorAll("[data-proof], [data-what-if-form]")) hidden.hidden = false;
    this.proofs = JSON.parse(this.section.querySelector("#review-proofs").textContent);
  }

  clicked(event) {
    const on = (selector) => event.target.closest(selector);
    const link = on("[data-open-review]");
    const modified = event.ctrlKey || event.metaKey || event.shiftKey;
    if (link && !modified) {
      event.preventDefault();
      this.open(link.href);
    } else if (on("[data-proof]")) this.show(on("[data-proof]").dataset.proof);
    else if (on("[data-play-on]")) this.begin();
    else if (on("[data-undo]")) this.takeBack();
    else if (on("[data-back]")) this.leave();
  }

  // Puts the review beside the board of this page; without it the address leads to the same.
  async open(address) {
    try {
      if (this.section.hidden) {
        const answer = await fetch(this.section.dataset.review, { cache: "no-store" });
        if (!answer.ok) throw new Error(answer.status);
        const page = new DOMParser().parseFromString(await answer.text(), "text/html");
        this.section.replaceChildren(...document.adoptNode(page.body).childNodes);
        this.section.hidden = false;
        this.ready();
        this.game.render();
      }
      this.section.focus({ preventScroll: true });
      const first = matchMedia(NARROW).matches ? this.root : this.section;
      first.scrollIntoView({ block: first === this.root ? "start" : "nearest" });
    } catch {
      location.assign(address);
    }
  }

  // --- what the board shows instead of the game ---

  // A view as `boardView` makes it; null while the board shows the game.
  view() {
    const shown = this.position();
    return shown && { ...boardView(shown, this.phrases), stepped: true };
  }

  // What a snapshot would say of it; null while the board shows the game.
  position() {
    if (!this.apart) return null;
    const game = this.game.snapshot;
    const { ply, moves, you = null, legal = [], action = "place", labels = null, won = [], small_boards = closedAt(ply, game) } = this.apart;
    const taken = Object.fromEntries(Object.entries(game.taken).filter(([at]) => at <= ply));
    moves.forEach((move, index) => {
      if (move.taken) taken[ply + index + 1] = move.taken;
    });
    return {
      ...game,
      moves: [...game.moves.slice(0, ply), ...moves.map(({ cell }) => cell)],
      movers: [...game.movers.slice(0, ply), ...moves.map(({ seat }) => seat)],
      status: "active",
      actions: legal.length ? [action] : [],
      outcome: won.length ? { cells: won } : null,
      ending: null,
      where: whereOf({ small_boards }, this.phrases),
      ...{ taken, you, legal, action, labels, small_boards, to_act: you },
    };
  }

  // What stands above the board instead of the result of the game, while a line is played on.
  heading() {
    return this.lines.length ? { headline: this.phrases.page.what_if, detail: this.apart?.result ?? "" } : null;
  }

  leave() {
    this.turn += 1;
    if (!this.apart) return;
    this.apart = null;
    this.lines = [];
    this.draws([]);
    this.game.panel.tell("");
    this.playing(null);
    this.game.render();
  }

  draws(lines) {
    drawLines(this.root.querySelector(".board-form"), lines);
  }

  // Says the reason, draws its lines, plays its moves one after the other, and comes back.
  async show(name) {
    this.leave();
    const turn = this.turn;
    const { ply, said, lines, moves } = this.proofs[name];
    this.game.panel.tell(said);
    this.game.voice.say(said);
    this.draws(lines);
    const render = (count) => {
      this.apart = { ply, moves: moves.slice(0, count) };
      this.game.render();
    };
    if (await play(moves, render, () => turn === this.turn)) this.leave();
  }

  // --- what if ---

  begin() {
    const { ply, snapshot } = this.game;
    this.leave();
    this.from = ply ?? snapshot.moves.length;
    this.against = this.section.querySelector("[name=engine]:checked").value;
    this.ask("");
  }

  // `kept` are the lines before that stay.
  async ask(line, kept = this.lines.length) {
    const turn = (this.turn += 1);
    const query = new URLSearchParams({ ply: this.from, engine: this.against, line });
    const answer = await fetch(`${this.section.dataset.whatIf}?${query}`).catch(() => null);
    if (turn !== this.turn) return;
    const heard = await answer?.json().catch(() => null);
    if (!answer?.ok || !heard) return this.game.panel.tell(heard?.message ?? this.phrases.page.reload);
    this.lines = [...this.lines.slice(0, kept), line];
    const moves = heard.moves.map((cell, at) => ({ cell, seat: heard.movers[at], taken: heard.taken[at + 1] ?? "" }));
    this.from = heard.ply; // the end of a game has nothing to play: it begins before
    this.apart = { ...heard, moves };
    this.playing(heard);
    this.game.render();
    this.game.voice.say([heard.said, heard.result].join(" "));
  }

  playing(heard) {
    const place = this.part("playing");
    if (!place) return;
    place.hidden = !heard;
    if (!heard) return;
    this.game.panel.tell("");
    this.part("result").textContent = heard.result;
    this.part("said").textContent = heard.said;
    this.part("analysis").href = heard.analysis;
    this.part("undo").disabled = this.lines.length < 2;
    for (const sign of place.querySelectorAll("[data-sign]")) sign.hidden = sign.dataset.sign !== heard.sign;
  }

  // Whether a touch of the board belongs to the line that is played on.
  picks(cell, legal) {
    if (!this.lines.length) return false;
    const name = this.phrases.cells[cell];
    if (legal) this.ask([this.apart.line, name].filter(Boolean).join("-"));
    return true;
  }

  takeBack() {
    if (this.lines.length > 1) this.ask(this.lines.at(-2), this.lines.length - 2);
  }
}
