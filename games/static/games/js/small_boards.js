// The small boards of a large one, as the server tells how they stand: frames, large marks, the trail of the
// last move, and a map with the words on where to play. Nothing here knows why a board is closed or live.

import { filled } from "oxo/words.js";

// What is drawn of the small boards at `ply`; null in a game without them. Frames belong to the newest position.
export function smallView({ small_boards: small, to_act: acts }, words, ply, now) {
  if (!small) return null;
  const held = words.boards.map(() => null);
  for (const [at, board, seat] of small.closed) if (at <= ply) held[board] = seat;
  const live = now ? small.live : [];
  return { held, live, acts, trail: now ? small.trail : "" };
}

// The class of each cell: `away` from where the next move may be, `spent` in one that is closed.
export function cellsOf(view, words) {
  const found = words.cells.map(() => ({ away: false, spent: false }));
  words.boards.forEach((cells, board) => {
    const away = view !== null && view.live.length > 0 && !view.live.includes(board);
    for (const cell of cells) found[cell] = { away, spent: (view?.held[board] ?? null) !== null };
  });
  return found;
}

function nextSeat({ to_act: acts }, { rivals }) {
  return rivals.find((seat) => seat !== acts);
}

export function boardOf(cell, { boards }) {
  return boards.findIndex((cells) => cells.includes(cell));
}

// Where a move on a legal cell sends the next seat, as the numbers of boards.
export function sentTo({ small_boards: small, legal }, { boards }, cell) {
  const to = small?.sends[legal.indexOf(cell)];
  if (to === undefined || endOf(small, cell)) return [];
  return to < 0 ? [...boards.keys()].filter((board) => !small.closed.some(([, one]) => one === board)) : [to];
}

// A legal cell that ends the game, with the seat that wins it then; undefined for any other.
function endOf({ ends = [] }, cell) {
  return ends.find(([one]) => one === cell);
}

// What a move on `cell` does to the small boards, in words; empty where there is nothing to say.
export function noteOf(game, words, cell) {
  const { small_boards: small, legal } = game;
  if (!small) return "";
  const { takes, sends, frees, wins, draws, loses, closed } = words.small;
  const [board, at] = [boardOf(cell, words), legal.indexOf(cell)];
  if (small.closed.some(([, one]) => one === board)) return closed;
  if (at < 0) return "";
  const to = small.sends[at];
  const [, winner] = endOf(small, cell) ?? [];
  const does = winner === undefined ? (to < 0 ? frees : sends) : !winner ? draws : winner === game.to_act ? wins : loses;
  const sent = filled(does, { seat: nextSeat(game, words), board: words.names[to] });
  return [...(small.takes.includes(cell) ? [filled(takes, { board: words.names[board] })] : []), sent].join(", ");
}

// Why a move on `cell` cannot be in its board; empty if it could.
export function whyElsewhere(game, words, cell) {
  const { small_boards: small, last } = game;
  const board = small ? boardOf(cell, words) : -1;
  if (!small?.live.length || small.live.includes(board)) return "";
  const places = { cell: words.cells[cell], board: words.names[board], where: whereOf(game, words) };
  if (small.closed.some(([, one]) => one === board)) return filled(words.small.elsewhere_closed, places);
  return filled(words.small.elsewhere, { ...places, seat: last.seat, last: words.cells[last.cell] });
}

export function whereOf({ small_boards: small }, words) {
  const live = small?.live ?? [];
  if (!live.length) return "";
  if (live.length === 1) return filled(words.where.one, { board: words.names[live[0]] });
  return live.length === words.boards.length ? words.where.all : words.where.many;
}

export class SmallBoards {
  constructor(root) {
    this.layers = [...root.querySelectorAll(".small-boards, .board-map")];
    this.trail = root.querySelector(".small-boards .trail");
  }

  render(view) {
    if (!view) return;
    for (const layer of this.layers) {
      layer.setAttribute("class", `${layer.classList[0]} by-${view.acts}`);
      view.held.forEach((holder, board) => this.show(layer, view, holder, board));
    }
    this.trail?.setAttribute("d", view.trail);
  }

  show(layer, { live, held }, holder, board) {
    const part = layer.querySelector(`[data-small="${board}"]`);
    const free = live.includes(board) && live.length < held.length;
    part.setAttribute("class", holder !== null ? "closed" : free ? (live.length === 1 ? "live" : "may") : "");
    const place = part.querySelector(".held");
    if ((holder !== null) === place.childElementCount > 0) return;
    place.replaceChildren(...(holder === null ? [] : [this.mark(holder)]));
  }

  // The large mark of a seat; a cat sleeps on a board that nobody won.
  mark(seat) {
    const drawn = document.createElementNS("http://www.w3.org/2000/svg", "g");
    const template = seat ? document.getElementById(`mark-${seat}`) : document.querySelector(".cat-drawing");
    drawn.setAttribute("class", seat ? `mark-${seat}` : "asleep");
    drawn.append(...template.content.firstElementChild.cloneNode(true).childNodes);
    return drawn;
  }

  // Marks the boards to which a move would send.
  point(boards) {
    this.toggle("would", boards);
  }

  // Marks the board in which the next digit names a cell; null for none.
  aim(board) {
    this.toggle("aimed", [board]);
  }

  toggle(css, boards) {
    for (const layer of this.layers)
      for (const part of layer.querySelectorAll("[data-small]")) part.classList.toggle(css, boards.includes(Number(part.dataset.small)));
  }
}
