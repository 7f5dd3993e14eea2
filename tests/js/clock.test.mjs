import { deepEqual, equal, ok } from "node:assert/strict";
import { test } from "node:test";

import { Clocks, Countdown, clockText, remaining } from "oxo/clock.js";

// Ann's turn: her time runs out at 100,000, and Bob has ten seconds.
const GAME = {
  status: "active",
  to_act: "Ann",
  you: "Ann",
  moves: [1, 2],
  seats: { Ann: { kind: "person" }, Bob: { kind: "person" } },
  clock: { remaining: { Ann: 60_000, Bob: 10_000 }, deadline: 100_000 },
};

class Face {
  constructor(seat) {
    this.dataset = { clock: seat };
    this.textContent = "";
    this.classes = new Set();
    this.classList = { toggle: (name, on) => (on ? this.classes.add(name) : this.classes.delete(name)) };
    const notes = { ".grace": { textContent: "" }, ".low-time": { hidden: true } };
    this.parentElement = { querySelector: (name) => notes[name] };
  }

  note(name) {
    return this.parentElement.querySelector(name);
  }
}

// Clocks at the server time that `time.at` says, and what they said aloud.
function clocks(snapshot, at, opening = 0) {
  const faces = Object.keys(snapshot.seats).map((seat) => new Face(seat));
  const [time, said] = [{ at, now: () => time.at, hint() {}, hear() {} }, []];
  const root = { querySelectorAll: () => faces };
  const all = new Clocks(root, { opening, begin: "{seconds} s to begin", onLow: (left) => said.push(left), time });
  all.set(snapshot);
  clearInterval(all.timer);
  return { all, faces, time, said, shown: () => faces.map((face) => face.textContent) };
}

test("the time of the seat to act runs towards the deadline, the others' stands", () => {
  equal(remaining(GAME, "Ann", 70_000), 30_000);
  equal(remaining(GAME, "Bob", 70_000), 10_000);
  equal(remaining(GAME, "Ann", 100_001), 0);
});

test("before the first move no time runs, an opening's moves aside", () => {
  equal(remaining({ ...GAME, moves: [] }, "Ann", 70_000), 60_000);
  equal(remaining(GAME, "Ann", 70_000, 2), 60_000);
  equal(remaining(GAME, "Ann", 70_000, 1), 30_000);
});

test("minutes and seconds are rounded up, the last ten seconds are in tenths", () => {
  deepEqual(
    [65_000, 60_000, 59_001, 10_000, 9_999, 9_400, 1_000, 99, 0].map(clockText),
    ["1:05", "1:00", "1:00", "0:10", "9.9", "9.4", "1.0", "0.0", "0.0"],
  );
});

test("what is shown never grows while a turn lasts", () => {
  const countdown = new Countdown();
  deepEqual(["a", "a", "a", "b"].map((turn, at) => countdown.shown(turn, [5_000, 4_000, 4_200, 9_000][at])), [5_000, 4_000, 4_000, 9_000]);
});

test("little time is shown by a word besides the colour, while the game goes on", () => {
  const { all, faces, time, shown } = clocks(GAME, 85_000);
  deepEqual(shown(), ["0:15", "0:10"]);
  ok(faces[0].note(".low-time").hidden && !faces[0].classes.has("low"));
  time.at = 90_600;
  all.draw();
  deepEqual(shown(), ["9.4", "0:10"]);
  ok(!faces[0].note(".low-time").hidden && faces[0].classes.has("low"));
  all.set({ ...GAME, status: "finished" });
  ok(faces[0].note(".low-time").hidden);
});

test("little time is said once, to whom it runs", () => {
  const { all, time, said } = clocks(GAME, 85_000);
  deepEqual(said, []);
  for (time.at of [90_600, 92_000, 80_000, 95_000]) all.draw();
  deepEqual(said, [10]);
  deepEqual(clocks({ ...GAME, you: "Bob" }, 99_000).said, []);
  deepEqual(clocks(GAME, 99_999).said, [1]);
});

test("until the first move the seat to act sees how long it has to begin", () => {
  const { faces } = clocks({ ...GAME, moves: [] }, 77_500);
  deepEqual(faces.map((face) => face.note(".grace").textContent), ["23 s to begin", ""]);
});

test("a seat that is nobody's has no clock", () => {
  const { faces } = clocks({ ...GAME, seats: { Ann: { kind: "person" }, Bob: { kind: "neutral" } } }, 70_000);
  deepEqual(faces.map((face) => face.hidden), [false, true]);
});
