// Sentences about a game, from what the viewer has to do with it.

import { cellName, cellWords, marksOf, mayAct, movesOf, seatNames } from "oxo/view.js";

function person(snapshot, seat) {
  return snapshot.seats[seat]?.name || seat;
}

function atOneScreen(snapshot) {
  return snapshot.kind === "local";
}

function verb(snapshot) {
  return marksOf(snapshot)[snapshot.legal[0]] ? "remove" : "place";
}

export function headline(snapshot) {
  const { status, outcome, to_act: toAct } = snapshot;
  if (status === "open") return snapshot.you ? "Waiting for an opponent" : "A seat is free";
  if (status === "aborted") return "Game aborted";
  if (status === "finished") return ending(snapshot, outcome);
  if (mayAct(snapshot) && !atOneScreen(snapshot)) return verb(snapshot) === "place" ? "Your move" : "Take a piece away";
  const who = atOneScreen(snapshot) ? toAct : person(snapshot, toAct);
  return `${who} to ${verb(snapshot) === "place" ? "move" : "take a piece"}`;
}

function ending(snapshot, { winner }) {
  if (!winner) return "A draw";
  if (atOneScreen(snapshot)) return `${winner} wins`;
  if (snapshot.you === null) return `${person(snapshot, winner)} (${winner}) wins`;
  return snapshot.you === winner ? "You win" : "You lose";
}

const REASONS = {
  line: "{winner} completed a line.",
  full: "The board is full.",
  resign: "{loser} resigned.",
  time: "{loser} ran out of time.",
  agreement: "Both sides agreed.",
  abandoned: "{loser} left the game.",
};

// While a game is on: the last move. When it is over: why, in the words of the server, which follow.
export function detail(snapshot) {
  if (snapshot.outcome) return reason(snapshot);
  const last = movesOf(snapshot).at(-1);
  if (snapshot.status !== "active" || !last) return "";
  if (snapshot.offers.draw) return snapshot.offers.draw === snapshot.you ? "You offered a draw." : "A draw is on offer.";
  const who = last.seat === snapshot.you && !atOneScreen(snapshot) ? "You" : person(snapshot, last.seat);
  const did = last.action === "remove" ? "took the piece from" : "played";
  return `${who} ${did} ${cellName(last.cell, sideOf(snapshot))}.`;
}

function reason(snapshot) {
  const { winner, reason: why } = snapshot.outcome;
  if (why === "abandoned" && !winner) return "A player left, and it was called a draw.";
  const loser = seatNames(snapshot).slice(0, 2).find((seat) => seat !== winner);
  return (REASONS[why] ?? "").replace("{winner}", winner).replace("{loser}", loser);
}

function sideOf(snapshot) {
  return Math.sqrt(marksOf(snapshot).length);
}

// What to say aloud of the moves after `known`, and of what is to be done now.
export function spoken(snapshot, known) {
  const side = sideOf(snapshot);
  const moves = movesOf(snapshot).slice(known);
  const said = moves.map(({ seat, cell, action }) =>
    action === "remove" ? `${seat} removes ${cellWords(cell, side)}.` : `${seat} plays ${cellWords(cell, side)}.`,
  );
  return [...said, `${headline(snapshot)}.`].join(" ");
}
