// An engine's breath: its mark is drawn a moment after the one before, as long as its character hesitates.
// Only the drawing waits. The page knows the reply already, and any touch or key shows it at once. It is time to
// follow the game, not movement: those who ask for stillness have it too.

const NEXT = 350; // between two replies that came together

// How long each of the moves waits that `game` has and `before` had not, in ms after the mark before it, but for
// the viewer's own; none where nothing has to wait. `elapsed` is how long ago the last mark was drawn.
export function pauses(before, game, elapsed) {
  const own = game.movers.lastIndexOf(game.you);
  const known = Math.max(before.moves.length, own + 1);
  const replies = game.moves.length - known;
  if (!game.breath || game.you === null || replies <= 0) return [];
  const first = Math.max(0, game.breath.ms - elapsed);
  const others = Array(replies - 1).fill(NEXT);
  return first ? [first, ...others] : others;
}

export class Breath {
  // `draw` draws the page anew; `look(cells, seat)` shows what is looked at, and nothing for no cells.
  constructor({ draw, look }) {
    Object.assign(this, { draw, look, hidden: 0, queue: [], drawn: -Infinity });
    for (const touch of ["pointerdown", "keydown"]) document.addEventListener(touch, () => this.end(), { capture: true });
    document.addEventListener("visibilitychange", () => this.end());
  }

  // A mark is drawn now.
  moved() {
    this.drawn = performance.now();
  }

  // Holds back what `game` brings and calls `then` when all of it may be drawn: at once, if nothing waits, and
  // never before what came earlier.
  hold(before, game, then) {
    const first = !this.queue.length;
    const waits = document.hidden ? [] : pauses(before, game, first ? performance.now() - this.drawn : 0);
    this.queue.push({ game, then, waits });
    this.hidden += waits.length;
    if (waits.length && first) this.draw();
    if (first) this.next();
    if (game.moves.length > before.moves.length && game.last?.seat !== game.you && !waits.length) this.moved();
  }

  // Goes on with what has waited longest.
  next() {
    const { game, then, waits } = this.queue[0] ?? {};
    if (!game) return;
    if (waits.length) {
      this.look(game.breath.cells, game.last.seat);
      this.timer = setTimeout(() => this.show(), waits[0]);
      return;
    }
    this.queue.shift();
    then();
    this.next();
  }

  show() {
    const { waits } = this.queue[0];
    waits.shift();
    this.hidden -= 1;
    this.moved();
    this.look([]);
    if (waits.length) this.draw();
    this.next();
  }

  // Shows all that is held back.
  end() {
    if (!this.queue.length) return;
    clearTimeout(this.timer);
    this.hidden = 0;
    this.look([]);
    for (const { then } of this.queue.splice(0)) then();
  }
}
