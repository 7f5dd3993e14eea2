// Tells the player about a move that has no answer after a while, until it has one.

const AFTER = 2_000;

export class SlowMove {
  // `isPending(id)`: whether the move still waits; `tell` says that it does, `over` that it does no more.
  constructor({ isPending, tell, over }) {
    Object.assign(this, { isPending, tell, over, late: null });
  }

  watch(id) {
    setTimeout(() => {
      if (!this.isPending(id)) return;
      this.late = id;
      this.tell();
    }, AFTER);
  }

  // An answer came; a refusal brings its own words.
  answered({ type }) {
    if (!this.late || this.isPending(this.late)) return;
    this.late = null;
    if (type !== "refused") this.over();
  }
}
