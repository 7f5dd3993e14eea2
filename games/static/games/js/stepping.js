// Looking back on a game that is over: which of its positions the board shows.

import { filled } from "oxo/words.js";

export class Stepping {
  // `page` has the snapshot, the phrases and the voice; `onStep` is called when another position is shown.
  constructor(page, onStep) {
    Object.assign(this, { page, onStep, ply: null });
    const asked = new URLSearchParams(location.search).get("ply");
    if (asked !== null) this.ply = this.lookingBack(Number(asked) || 0);
    page.root.addEventListener("click", (event) => this.clicked(event));
    document.addEventListener("keydown", (event) => this.pressed(event));
  }

  get total() {
    return this.page.snapshot.moves.length;
  }

  get shown() {
    return this.ply ?? this.total;
  }

  // The ply on the board; null follows the game.
  lookingBack(ply) {
    return ply >= this.total ? null : Math.max(0, ply);
  }

  step(ply) {
    this.ply = this.lookingBack(ply);
    history.replaceState(null, "", this.ply === null ? location.pathname : `?ply=${this.ply}`);
    this.onStep();
    this.page.voice.say(filled(this.page.phrases.page.step, { ply: this.shown, total: this.total }));
  }

  clicked(event) {
    const link = event.target.closest("a[data-ply]");
    if (!link || this.page.snapshot.outcome === null) return;
    event.preventDefault();
    this.step(Number(link.dataset.ply));
  }

  pressed(event) {
    const elsewhere = event.target.closest("[role=grid], input, textarea, select, dialog");
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!by || elsewhere || event.altKey || event.ctrlKey || event.metaKey || this.page.snapshot.outcome === null) return;
    event.preventDefault();
    this.step(this.shown + by);
  }
}
