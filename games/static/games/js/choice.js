// A move that was chosen and not played yet, for those who confirm their moves: the same cell again plays it.

import { tentative } from "oxo/view.js";

export class Choice {
  // `page` has the snapshot, the phrases and the voice, and is drawn anew.
  constructor(page) {
    Object.assign(this, { page, cell: null });
  }

  // Whether a touch of `cell` only chooses it; an `unsure` one does for everybody.
  takes(cell, unsure = false) {
    if (!(this.page.root.dataset.confirm || unsure) || this.cell === cell) return false;
    this.choose(cell);
    return true;
  }

  choose(cell) {
    if (cell === this.cell) return;
    this.cell = cell;
    this.page.tell(this.question);
    this.page.voice.say(this.question || this.page.phrases.page.taken_back);
    this.page.render();
  }

  forget() {
    this.cell = null;
  }

  // Empty if nothing is chosen.
  get question() {
    return this.cell === null ? "" : tentative(this.page.snapshot, this.page.phrases, this.cell);
  }
}
