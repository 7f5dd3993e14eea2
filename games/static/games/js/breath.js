// An engine's breath: its mark is drawn a moment after one's own, as long as its character hesitates.
// Only the drawing waits. The page knows the reply already, and any touch or key shows it at once.

import { moving } from "oxo/motion.js";

const NEXT = 350; // between two replies that came together

// When to draw the moves that `game` has and `before` had not, in ms from now, but for the viewer's own:
// one delay for each, none where nothing has to wait. `elapsed` is how long ago the viewer moved.
export function delays(before, game, elapsed) {
  const own = game.movers.lastIndexOf(game.you);
  const known = Math.max(before.moves.length, own + 1);
  const replies = game.moves.length - known;
  if (!game.breath || game.you === null || replies <= 0) return [];
  const first = Math.max(0, game.breath.ms - elapsed);
  return first ? Array.from({ length: replies }, (_, index) => first + index * NEXT) : [];
}

export class Breath {
  // `draw` draws the page anew; `look(cells)` shows what is looked at, and nothing for no cells.
  constructor({ draw, look }) {
    Object.assign(this, { draw, look, hidden: 0, timers: [] });
    for (const touch of ["pointerdown", "keydown"]) document.addEventListener(touch, () => this.end(), { capture: true });
    document.addEventListener("visibilitychange", () => this.end());
  }

  // The viewer's own mark begins now.
  moved() {
    this.since = performance.now();
  }

  // Holds back what `game` brings and calls `then` when all of it may be drawn: at once, if nothing waits.
  hold(before, game, then) {
    this.end();
    const waits = moving() ? delays(before, game, performance.now() - (this.since ?? -Infinity)) : [];
    if (!waits.length) return then();
    this.then = then;
    this.hidden = waits.length;
    this.timers = waits.map((wait) => setTimeout(() => this.next(), wait));
    this.draw();
    this.look(game.breath.cells);
  }

  next() {
    if (this.hidden === 1) return this.end();
    this.hidden -= 1;
    this.draw();
  }

  // Shows all that is held back.
  end() {
    if (!this.hidden) return;
    this.timers.forEach(clearTimeout);
    this.hidden = 0;
    this.look([]);
    this.then();
  }
}
