import { equal } from "node:assert/strict";
import { test } from "node:test";

import { Countdown } from "oxo/countdown.js";

test("time passes from when an element was first seen, and anew when another takes its place", () => {
  let [now, place] = [1_000, {}];
  const document = { getElementById: (id) => (id === "left" ? place : null) };
  const countdown = new Countdown("left", { document, performance: { now: () => now } });
  equal(countdown.place, place);
  now += 400;
  equal(countdown.left(5_000), 4_600);
  equal(countdown.place, place);
  equal(countdown.left(5_000), 4_600);
  place = {};
  equal(countdown.place, place);
  equal(countdown.left(5_000), 5_000);
});
