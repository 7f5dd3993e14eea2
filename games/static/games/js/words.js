// Sentences about a game, from what the viewer has to do with it.

import { cellName, cellWords, marksOf, mayAct, movesOf, seatNames } from "oxo/view.js";

function person(snapshot, seat) {
  return snapshot.seats[seat]?.name || seat;
}

function atOneScreen(snapshot) {
  return snapshot.kind === "local";
}

// What is to be done. Where somebody only removes, the others are told to place.
const TASKS = {
  move: { yours: "Your move", turn: "to move" },
  "place a piece": { yours: "Place a piece", turn: "to place" },
  "take a piece": { yours: "Take a piece away", turn: "to take" },
};

export function task(snapshot) {
  if (snapshot.action === "remove") return "take a piece";
  return seatNames(snapshot).length > 2 ? "place a piece" : "move";
}

export function turnWord(snapshot) {
  return TASKS[task(snapshot)].turn;
}

// Why a press on a cell did nothing, for the one who is to act.
export function objection(snapshot) {
  if (snapshot.action === "remove") return "Nothing to take there: choose a piece on the board.";
  return seatNames(snapshot).length > 2 ? "That cell is taken: place your piece on a free one." : "You cannot play there.";
}

// Of a move that waits to be confirmed.
export function tentative(snapshot, cell) {
  const at = cellName(cell, sideOf(snapshot));
  const does = snapshot.action === "remove" ? `take ${marksOf(snapshot)[cell]} from ${at}` : `play ${at}`;
  return `Press again or Enter to ${does}, Escape takes it back.`;
}

export function headline(snapshot) {
  const { status, outcome, to_act: toAct } = snapshot;
  if (status === "open") return waiting(snapshot);
  if (status === "aborted") return "Game aborted";
  if (status === "finished") return ending(snapshot, outcome);
  if (mayAct(snapshot) && !atOneScreen(snapshot)) return TASKS[task(snapshot)].yours;
  const who = atOneScreen(snapshot) ? toAct : person(snapshot, toAct);
  return `${who} to ${task(snapshot)}`;
}

function waiting(snapshot) {
  const free = Object.values(snapshot.seats).filter((seat) => seat.kind === "empty").length;
  if (free > 1) return snapshot.you ? `Waiting for ${free} players` : `${free} seats are free`;
  return snapshot.you ? "Waiting for an opponent" : "A seat is free";
}

function ending(snapshot, { winner }) {
  if (!winner) return "A draw";
  if (atOneScreen(snapshot)) return `${winner} wins`;
  if (snapshot.you === null) return `${person(snapshot, winner)} (${winner}) wins`;
  return snapshot.you === winner ? "You win" : "You lose";
}

const REASONS = {
  line: "{winner} completed a line.",
  full: "The board is full{gain}.",
  resign: "{loser} resigned.",
  time: "{loser} ran out of time.",
  agreement: "Both sides agreed.",
  abandoned: "{loser} left the game.",
};

// While a game is on: the last move. When it is over: why, in the words of the server, which follow.
export function detail(snapshot) {
  if (snapshot.outcome) return reason(snapshot);
  if (snapshot.status !== "active") return "";
  if (snapshot.offers.draw) return snapshot.offers.draw === snapshot.you ? "You offered a draw." : "A draw is on offer.";
  return recent(snapshot).map((move) => did(snapshot, move)).join(" ");
}

// The last move; of three seats, what both others did since the viewer's own.
function recent(snapshot) {
  const moves = movesOf(snapshot).slice(1 - seatNames(snapshot).length);
  return moves.at(-1)?.seat === snapshot.you ? moves.slice(-1) : moves.filter(({ seat }) => seat !== snapshot.you);
}

function did(snapshot, { seat, cell, taken }) {
  const screen = atOneScreen(snapshot);
  const who = screen ? seat : seat === snapshot.you ? "You" : person(snapshot, seat);
  const at = cellName(cell, sideOf(snapshot));
  return taken ? `${who} took ${taken} from ${at}.` : `${who} played ${at}.`;
}

function reason(snapshot) {
  const { winner, reason: why } = snapshot.outcome;
  if (why === "abandoned" && !winner) return "A player left, and it was called a draw.";
  const loser = seatNames(snapshot).slice(0, 2).find((seat) => seat !== winner);
  return (REASONS[why] ?? "").replace("{winner}", winner).replace("{loser}", loser).replace("{gain}", winner ? `: ${winner} wins` : "");
}

function sideOf(snapshot) {
  return Math.sqrt(marksOf(snapshot).length);
}

// What to say aloud of the moves after `known`, and of what is to be done now.
export function spoken(snapshot, known) {
  const side = sideOf(snapshot);
  const moves = movesOf(snapshot).slice(known);
  const said = moves.map(({ seat, cell, taken }) =>
    taken ? `${seat} takes ${taken} from ${cellWords(cell, side)}.` : `${seat} plays ${cellWords(cell, side)}.`,
  );
  return [...said, `${headline(snapshot)}.`].join(" ");
}
