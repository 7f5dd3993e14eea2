// What the board shows, as plain data, made of a snapshot and of `board`, the static words of its game
// (games/presenters/phrases.py). Nothing here touches the page or knows a rule of the game: the server
// says which cells may be used and what their labels are.

import { boardOf, cellsOf, smallView } from "oxo/small_boards.js";
import { filled } from "oxo/words.js";

export function mayAct(snapshot) {
  return snapshot.actions.includes(snapshot.action);
}

// The moves with what each did to its cell: `taken` is whose mark it took away, if it placed none.
export function movesOf(snapshot, ply = snapshot.moves.length) {
  return snapshot.moves.slice(0, ply).map((cell, index) => ({
    ply: index + 1,
    cell,
    seat: snapshot.movers[index],
    taken: snapshot.taken[index + 1] ?? "",
  }));
}

export function marksAt(snapshot, board, ply = snapshot.moves.length) {
  const marks = board.cells.map(() => "");
  for (const { cell, seat, taken } of movesOf(snapshot, ply)) marks[cell] = taken ? "" : seat;
  return marks;
}

// The presence of all people: once a game is over the server names only those who are here.
export function everybody(seats, { outcome, seats: all = {} }) {
  if (!outcome) return seats;
  const people = Object.keys(all).filter((name) => all[name].kind === "person");
  return { ...Object.fromEntries(people.map((name) => [name, "offline"])), ...seats };
}

// What to announce: the moves after `known`, and what to do now.
export function spoken(snapshot, known) {
  const fresh = snapshot.moves.length - known;
  const now = [snapshot.headline, snapshot.where].filter(Boolean).join(" ");
  return [...(fresh > 0 ? snapshot.said.slice(-fresh) : []), `${now}.`].join(" ");
}

// The question of a move that waits to be confirmed.
export function tentative(snapshot, board, cell) {
  const mark = marksAt(snapshot, board)[cell];
  const { confirm } = board.tasks[snapshot.action];
  return filled(confirm, { cell: board.cells[cell], mark });
}

// The facts that decide which buttons the server draws. While they stay the same, nothing is fetched.
export function offered(snapshot) {
  const beside = snapshot.actions.filter((action) => action !== snapshot.action);
  const kinds = Object.values(snapshot.seats).map(({ kind }) => kind);
  return JSON.stringify([snapshot.status, beside, snapshot.offers, kinds, snapshot.you === null, snapshot.chance?.numbers]);
}

// Whether the viewer's draw offer was answered by playing on.
export function isAnswered(before, game) {
  return before.offers.draw !== null && before.offers.draw === game.you && game.offers.draw === null;
}

export function lowOnTime(words, seconds) {
  return seconds === 1 ? words.one : filled(words.many, { seconds });
}

// The whole board at `ply` (null: now), with the viewer's own unanswered or unconfirmed move on it. Of the
// newest position the last `hidden` moves are not drawn yet.
export function boardView(snapshot, board, { ply = null, pending = null, chosen = null, hidden = 0 } = {}) {
  const plies = snapshot.moves.length;
  const stepped = ply !== null && ply !== plies;
  const shown = stepped ? ply : plies - hidden;
  const now = shown === plies;
  const last = movesOf(snapshot, shown).at(-1) ?? null;
  const open = now && !pending && mayAct(snapshot) ? snapshot.legal : [];
  const line = (now && snapshot.outcome?.cells) || [];
  const small = smallView(snapshot, board, shown, now && !pending);
  const placed = cellsOf(small, board);
  const cells = marksAt(snapshot, board, shown).map((mark, index) => {
    const base = now && snapshot.labels ? snapshot.labels[index] : labelOf(board, index, mark, last);
    const view = cellView({ mark, index, last, open, line, base, board, chosen, pending: stepped ? null : pending, you: snapshot.you });
    return { ...view, ...placed[index] };
  });
  const removing = now && snapshot.action === "remove";
  const over = (now || stepped) && snapshot.status === "finished";
  const { ending = null, stopped = null } = now ? snapshot : {};
  return { cells, line, stepped, over, removing, ending, stopped, small, outcome: snapshot.outcome };
}

function cellView({ mark, index, last, open, line, base, board, pending, chosen, you }) {
  const sending = pending?.cell === index;
  const placing = sending && pending.action === "place";
  const isLast = !pending && last?.cell === index;
  const trace = isLast && last.taken && !mark ? last.seat : "";
  const legal = open.includes(index);
  const waits = legal && chosen === index;
  const label = placing ? labelOf(board, index, pending.seat, null) : base;
  return {
    mark: placing ? pending.seat : mark,
    trace,
    taken: trace && last.taken,
    ghost: legal ? you : "",
    legal,
    sending,
    last: isLast,
    won: line.includes(index),
    chosen: waits,
    label: [label, ...(sending ? [board.cell.sending] : []), ...(waits ? [board.cell.chosen] : [])].join(", "),
  };
}

// What a screen reader says of a cell.
export function labelOf(board, index, mark, last, takeable = false, note = "") {
  const parts = [board.cells[index], mark || board.cell.empty];
  if (board.boards.length) parts.splice(1, 0, filled(board.small.board, { board: board.names[boardOf(index, board)] }));
  if (note) parts.push(note);
  if (takeable) parts.push(board.cell.takeable);
  if (last?.cell === index) parts.push(last.taken ? filled(board.cell.took, last) : board.cell.last);
  return parts.join(", ");
}
