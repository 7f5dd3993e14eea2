import { deepEqual, equal, ok } from "node:assert/strict";
import { test } from "node:test";

import { noteOf, sentTo } from "oxo/small_boards.js";
import { boardView, marksAt, mayAct, movesOf, offered, spoken, tentative } from "oxo/view.js";

// Three seats with names of their own on a row of four cells: nothing here may depend on a real game.
const BOARD = {
  columns: 4,
  cells: ["p", "q", "r", "s"],
  boards: [],
  cell: { empty: "nothing", last: "just now", took: "lost its {taken}", sending: "sending", chosen: "chosen, not played yet" },
  tasks: {
    place: { turn: "to put", confirm: "Put on {cell}?", not_here: "Not there." },
    remove: { turn: "to lift", confirm: "Lift {mark} from {cell}?", not_here: "Nothing there." },
  },
};

// Ann put on p, Bob on q, Cid lifted Ann's from p; it is Ann's turn again.
const GAME = {
  status: "active",
  outcome: null,
  to_act: "Ann",
  action: "place",
  seats: { Ann: { kind: "person" }, Bob: { kind: "person" }, Cid: { kind: "neutral" } },
  you: "Ann",
  legal: [0, 2, 3],
  moves: [0, 1, 0],
  movers: ["Ann", "Bob", "Cid"],
  taken: { 3: "Ann" },
  said: ["one.", "two.", "three."],
  headline: "Go on",
  labels: ["p!", "q!", "r!", "s!"],
  actions: ["place", "give_up"],
  offers: { draw: null },
};

const marks = (view) => view.cells.map(({ mark }) => mark);
const labels = (view) => view.cells.map(({ label }) => label);

test("moves have their seats and what they took", () => {
  deepEqual(movesOf(GAME).map(({ seat, taken }) => [seat, taken]), [["Ann", ""], ["Bob", ""], ["Cid", "Ann"]]);
  deepEqual(movesOf(GAME, 1), [{ ply: 1, cell: 0, seat: "Ann", taken: "" }]);
});

test("the marks after each move", () => {
  deepEqual([0, 1, 2, 3].map((ply) => marksAt(GAME, BOARD, ply).join("-")), ["---", "Ann---", "Ann-Bob--", "-Bob--"]);
});

test("who may act is what the server says", () => {
  ok(mayAct(GAME));
  ok(!mayAct({ ...GAME, actions: ["give_up"] }));
  ok(!mayAct({ ...GAME, action: null, actions: [] }));
});

test("now the cells have the server's labels, and those that may be used show the own mark", () => {
  const view = boardView(GAME, BOARD);
  deepEqual(labels(view), GAME.labels);
  deepEqual(view.cells.map(({ legal, ghost }) => [legal, ghost]), [[true, "Ann"], [false, ""], [true, "Ann"], [true, "Ann"]]);
  const { trace, taken, last } = view.cells[0];
  deepEqual([trace, taken, last, view.removing, view.stepped], ["Cid", "Ann", true, false, false]);
});

test("somebody who may not act is offered no cell", () => {
  ok(boardView({ ...GAME, actions: [] }, BOARD).cells.every(({ legal }) => !legal));
});

test("a move on its way is shown where it goes, and no other can be chosen", () => {
  const view = boardView(GAME, BOARD, { pending: { cell: 2, action: "place", seat: "Ann" } });
  deepEqual(marks(view), ["", "Bob", "Ann", ""]);
  equal(view.cells[2].label, "r, Ann, sending");
  ok(view.cells.every(({ legal, last }) => !legal && !last));
});

test("a mark on its way to be taken stays until the answer", () => {
  const view = boardView({ ...GAME, action: "remove" }, BOARD, { pending: { cell: 1, action: "remove", seat: "Cid" } });
  deepEqual([view.cells[1].mark, view.cells[1].label], ["Bob", "q!, sending"]);
});

test("a move to be confirmed is marked and says what it asks for", () => {
  const { chosen, label, mark } = boardView(GAME, BOARD, { chosen: 2 }).cells[2];
  deepEqual([chosen, label, mark], [true, "r!, chosen, not played yet", ""]);
  equal(tentative(GAME, BOARD, 2), "Put on r?");
  equal(tentative({ ...GAME, action: "remove" }, BOARD, 1), "Lift Bob from q?");
});

test("an earlier position is shown without anything to do", () => {
  const view = boardView(GAME, BOARD, { ply: 2, chosen: 2, pending: { cell: 3, action: "place", seat: "Ann" } });
  deepEqual(marks(view), ["Ann", "Bob", "", ""]);
  deepEqual(labels(view), ["p, Ann", "q, Bob, just now", "r, nothing", "s, nothing"]);
  ok(view.stepped && view.cells.every(({ legal, chosen, sending }) => !legal && !chosen && !sending));
});

test("an earlier move that took a mark says whose", () => {
  const longer = { ...GAME, moves: [0, 1, 0, 2], movers: [...GAME.movers, "Ann"] };
  const view = boardView(longer, BOARD, { ply: 3 });
  deepEqual([view.cells[0].label, view.cells[0].trace], ["p, nothing, lost its Ann", "Cid"]);
});

test("the end shows its cells, an earlier position does not", () => {
  const over = { ...GAME, status: "finished", outcome: { cells: [1, 2] }, actions: [], action: null };
  const view = boardView(over, BOARD);
  deepEqual([view.over, view.line, view.cells.map(({ won }) => won)], [true, [1, 2], [false, true, true, false]]);
  deepEqual(boardView(over, BOARD, { ply: 2 }).line, []);
});

test("what is new is spoken in the server's words", () => {
  equal(spoken(GAME, 1), "two. three. Go on.");
  equal(spoken(GAME, 3), "Go on.");
  equal(spoken({ ...GAME, moves: [...GAME.moves, 3, 2] }, 0), "one. two. three. Go on.");
});

test("the buttons are asked for when other actions are allowed, not when the turn passes", () => {
  equal(offered({ ...GAME, actions: ["give_up"] }), offered(GAME));
  ok(offered({ ...GAME, actions: ["place"] }) !== offered(GAME));
  ok(offered({ ...GAME, offers: { draw: "Bob" } }) !== offered(GAME));
  ok(offered({ ...GAME, you: null }) !== offered(GAME));
  ok(offered({ ...GAME, status: "finished" }) !== offered(GAME));
});

test("a reply that is not drawn yet leaves the board as it was, with nothing to do", () => {
  const view = boardView(GAME, BOARD, { hidden: 1 });
  deepEqual(marks(view), ["Ann", "Bob", "", ""]);
  equal(labels(view)[1], "q, Bob, just now");
  ok(!view.stepped && !view.over && view.cells.every(({ legal }) => !legal));
});

test("the ending comes with the last position only", () => {
  const over = { ...GAME, status: "finished", outcome: { cells: [1, 2] }, actions: [], action: null, ending: { mood: "won" } };
  deepEqual(boardView(over, BOARD).ending, { mood: "won" });
  deepEqual([boardView(over, BOARD, { ply: 1 }), boardView(over, BOARD, { hidden: 1 })].map(({ ending }) => ending), [null, null]);
});

test("a move that ends the game is said to, and sends nobody anywhere", () => {
  const words = {
    cells: ["p", "q", "r", "s"],
    boards: [[0, 1], [2, 3]],
    names: ["left", "right"],
    rivals: ["Ann", "Bob"],
    small: {
      takes: "takes {board}",
      sends: "sends {seat} to {board}",
      frees: "frees {seat}",
      wins: "wins",
      draws: "draws",
      loses: "{seat} wins",
    },
  };
  const ends = [[1, "Ann"], [2, ""], [3, "Bob"]];
  const small_boards = { closed: [], live: [0, 1], sends: [-1, -1, -1, -1], takes: [1], ends };
  const game = { small_boards, to_act: "Ann", legal: [0, 1, 2, 3] };
  deepEqual([0, 1, 2, 3].map((cell) => noteOf(game, words, cell)), ["frees Bob", "takes left, wins", "draws", "Bob wins"]);
  deepEqual([0, 1].map((cell) => sentTo(game, words, cell)), [[0, 1], []]);
});
