import { deepEqual, equal, ok } from "node:assert/strict";
import { test } from "node:test";

import { pauses } from "oxo/breath.js";
import { audible, score } from "oxo/score.js";
import { isOn } from "oxo/senses.js";
import { lineOf } from "oxo/speech.js";

// Ann moves, then engines sit at Bob's and Cid's places.
const BEFORE = { moves: [0] };
const reply = (movers, breath = { ms: 500, cells: [] }) => ({ you: "Ann", moves: movers.map((_, index) => index), movers, breath });

test("a reply waits for what is left of its breath", () => {
  deepEqual(pauses(BEFORE, reply(["Bob", "Ann", "Bob"]), 120), [380]);
});

test("two replies follow each other", () => {
  deepEqual(pauses(BEFORE, reply(["Cid", "Ann", "Bob", "Cid"]), 100), [400, 350]);
});

test("who is later than the breath waits for nothing", () => {
  deepEqual(pauses(BEFORE, reply(["Bob", "Ann", "Bob"]), 500), []);
  deepEqual(pauses(BEFORE, reply(["Bob", "Ann", "Bob"]), Infinity), []);
});

test("of two replies that come late, the second waits all the same", () => {
  deepEqual(pauses(BEFORE, reply(["Cid", "Ann", "Bob", "Cid"]), 500), [350]);
});

test("one's own move, a game without breath and those who watch wait for nothing", () => {
  deepEqual(pauses(BEFORE, reply(["Bob", "Ann"]), 0), []);
  deepEqual(pauses(BEFORE, reply(["Bob", "Ann", "Bob"], null), 0), []);
  deepEqual(pauses(BEFORE, { ...reply(["Bob", "Ann", "Bob"]), you: null }, 0), []);
});

test("a reply to a move that was known before waits alone", () => {
  deepEqual(pauses({ moves: [0, 1] }, reply(["Bob", "Ann", "Bob"]), 50), [450]);
});

test("a character's line goes by the situation, of a round or of the end", () => {
  const script = { O: { block: "Not past me!", won: "Mine!" } };
  deepEqual(lineOf({ speech: { seat: "O", situation: "block" } }, script), { seat: "O", line: "Not past me!" });
  deepEqual(lineOf({ speech: null, ending: { speaker: "O", situation: "won" } }, script), { seat: "O", line: "Mine!" });
  equal(lineOf({ speech: null, ending: { speaker: null, situation: null } }, script), null);
  equal(lineOf({ speech: { seat: "O", situation: "own fork" } }, script), null);
});

test("chalk knocks before it scratches, and is brighter than a pen", () => {
  const [pen, chalk] = ["paper", "chalk"].map((surface) => score("mark", surface, 2));
  deepEqual([pen, chalk].map((strokes) => strokes.map(({ kind }) => kind)), [["scratch", "scratch"], ["knock", "scratch", "knock", "scratch"]]);
  ok(chalk[1].pitch > pen[0].pitch);
});

test("a mark of one stroke is longer and rounder than each of two", () => {
  const [[round], [first]] = [1, 2].map((strokes) => score("mark", "paper", strokes));
  ok(round.length > first.length && round.pitch < first.pitch);
});

test("stars rise by thirds, and nothing lasts longer than 300 ms", () => {
  const stars = [0, 1, 2].map((number) => score("star", "paper", number)[0].pitch);
  ok(Math.abs(stars[1] / stars[0] - stars[2] / stars[1]) < 1e-9 && stars[1] > stars[0]);
  for (const moment of ["mark", "ring", "drawn", "lost", "turn", "look"]) {
    ok(score(moment, "chalk").every(({ length }) => length <= 0.3), moment);
  }
});

test("a hidden page sounds only when it is one's turn", () => {
  deepEqual(["mark", "ring", "turn"].map((moment) => audible(moment, true)), [false, false, true]);
  ok(audible("mark", false));
});

test("what was chosen on this device holds until the account is set otherwise", () => {
  ok(isOn(null, "on") && !isOn(null, "off"));
  ok(!isOn("off@on", "on") && isOn("on@off", "off"));
  ok(!isOn("on@on", "off") && isOn("off@off", "on"));
});
