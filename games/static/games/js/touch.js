// Press, look, let go: on a board with small cells a finger sees what a move does before it plays it. It can slide
// to another cell, or off the board to take the move back. A quick tap beside another cell that can be played asks.

const LONG = 120;
const NEAR = 6;
const CLICK = 500;

// The first finger on the screen: not a second one beside it, nor a mouse.
function isFinger({ pointerType, isPrimary }) {
  return pointerType === "touch" && isPrimary;
}

export class Touch {
  constructor(board) {
    Object.assign(this, { board, index: null, since: 0, ended: -Infinity });
  }

  listen() {
    const { grid } = this.board;
    grid.addEventListener("pointerdown", (event) => this.down(event));
    grid.addEventListener("pointermove", (event) => this.moved(event));
    grid.addEventListener("pointerup", (event) => this.up(event));
    // A finger that leaves the page, or that the browser takes to scroll, plays nothing.
    for (const name of ["pointerup", "pointercancel"]) addEventListener(name, (event) => this.lost(event));
    // Until then a swipe scrolls the page.
    grid.addEventListener("touchmove", (event) => this.isLong && event.cancelable && event.preventDefault(), { passive: false });
    grid.addEventListener("contextmenu", (event) => this.index !== null && event.preventDefault());
  }

  get isLong() {
    return this.index !== null && performance.now() - this.since > LONG;
  }

  // A click that a finger's touch leads to, not a key, has been answered when it was lifted.
  took(event) {
    return event.detail > 0 && performance.now() - this.ended < CLICK;
  }

  down(event) {
    if (!isFinger(event)) return;
    if (event.target.hasPointerCapture(event.pointerId)) event.target.releasePointerCapture(event.pointerId);
    this.since = performance.now();
    this.look(this.board.at(event));
  }

  moved(event) {
    if (this.index === null || !isFinger(event)) return;
    const found = this.board.at({ target: document.elementFromPoint(event.clientX, event.clientY) });
    if (found !== this.index) this.look(found);
  }

  look(index) {
    this.index = index;
    this.board.point(index, true);
  }

  up(event) {
    const { index, board } = this;
    if (index === null || !isFinger(event)) return;
    const unsure = !this.isLong && this.isNear(index, event);
    this.over();
    this.ended = performance.now();
    if (index >= 0) board.onPick(index, board.isLegal(index), unsure);
  }

  lost(event) {
    if (this.index !== null && isFinger(event)) this.over();
  }

  over() {
    this.index = null;
    this.board.point(null, true);
  }

  // Whether another cell that can be played is so near that the finger may have meant it.
  isNear(index, { clientX, clientY }) {
    const around = [-NEAR, 0, NEAR].flatMap((x) => [-NEAR, 0, NEAR].map((y) => [clientX + x, clientY + y]));
    const cells = around.map(([x, y]) => this.board.at({ target: document.elementFromPoint(x, y) }));
    return cells.some((cell) => cell !== index && this.board.isLegal(cell));
  }
}
