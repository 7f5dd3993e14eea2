// The end of a game on its board: a ring and its rays round what won, a sleeping cat on a draw, the square
// that was missed after a loss. What is drawn comes with the snapshot; the page draws it once.

import { moving } from "oxo/motion.js";

const SVG = "http://www.w3.org/2000/svg";
const SWELL = { duration: 240, easing: "ease-in-out" };
const BETWEEN = 70;

function strokes(layer, paths, seat) {
  layer.classList.add(`by-${seat}`);
  layer.replaceChildren(...paths.map(stroke));
}

function stroke(path) {
  const drawn = document.createElementNS(SVG, "path");
  drawn.setAttribute("pathLength", "1");
  drawn.setAttribute("d", path);
  return drawn;
}

function clone(template) {
  return template.content.firstElementChild.cloneNode(true);
}

export class EndingLayer {
  constructor(form) {
    this.form = form;
    this.layer = (name) => form.querySelector(`.${name}`);
    this.drawn = false;
  }

  // `ending` as in the snapshot, null while there is none or an earlier position is shown. The server may
  // have drawn the ring or the cat already.
  render({ ending, stopped, outcome }) {
    if (!(ending || stopped) || this.drawn) return;
    this.drawn = true;
    if (stopped && !this.layer("stopped g").childElementCount) this.stopped(stopped);
    if (!ending) return;
    if (ending.rings.length && !this.layer("sweep").childElementCount) this.ring(ending, outcome);
    if (ending.mood === "drawn" && !stopped && !this.layer("cat")) this.form.append(clone(this.layer("cat-drawing")));
    if (ending.missed) this.missed(ending.missed);
  }

  ring({ rings, rays }, { winner, cells }) {
    strokes(this.layer("sweep"), rings, winner);
    strokes(this.layer("rays"), rays, winner);
    if (!moving()) return;
    [...new Set(cells)].forEach((cell, index) => {
      const mark = this.form.querySelector(`[role=gridcell][value="${cell}"] > .mark`);
      mark?.animate({ scale: [1, 1.08, 1] }, { ...SWELL, delay: BETWEEN * index });
    });
  }

  // What stopped the game, in a cell that stayed free.
  stopped({ cell, paths }) {
    const layer = this.layer("stopped g");
    const columns = this.form.querySelector("[role=row]").childElementCount;
    layer.setAttribute("transform", `translate(${100 * (cell % columns)} ${100 * Math.floor(cell / columns)})`);
    layer.replaceChildren(
      ...paths.map(([css, path]) => {
        const drawn = stroke(path);
        if (css) drawn.setAttribute("class", css);
        return drawn;
      }),
    );
  }

  missed({ cell, seat, paths }) {
    strokes(this.layer("missed-lines"), paths, seat);
    const mark = clone(document.getElementById(`mark-${seat}`));
    mark.classList.add("missed");
    this.form.querySelector(`[role=gridcell][value="${cell}"]`).append(mark);
  }
}

// Shows how a character takes the end of the game, if the drawing can.
export function express(face, mood = "") {
  if (mood) face.dataset.mood = mood;
}

const FLIGHT = { duration: 420, easing: "cubic-bezier(.3, 1.5, .5, 1)", fill: "backwards" };
const APART = 140;

export const TOTAL = "[data-stars] > span";

// Stars that were earned fly from the board to where they are shown, and the total counts up to `total` as
// each of them lands. Answers how many they are.
export function fly(root, form, total) {
  const stars = [...root.querySelectorAll("[data-earned] .on")];
  const shown = document.querySelector(TOTAL);
  const gained = shown && total ? Number(total) - Number(shown.textContent) : 0;
  if (!moving()) {
    if (gained > 0) shown.textContent = total;
    return stars.length;
  }
  const from = centre(form.getBoundingClientRect());
  stars.forEach((star, index) => {
    const to = centre(star.getBoundingClientRect());
    const away = `${from.x - to.x}px ${from.y - to.y}px`;
    const flight = star.animate({ translate: [away, "0 0"], rotate: ["-90deg", "0deg"] }, { ...FLIGHT, delay: index * APART });
    if (index < gained) flight.finished.then(() => (shown.textContent = Number(shown.textContent) + 1));
  });
  return stars.length;
}

function centre({ left, top, width, height }) {
  return { x: left + width / 2, y: top + height / 2 };
}
