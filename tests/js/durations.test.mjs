import { deepEqual } from "node:assert/strict";
import { test } from "node:test";

import { inHours, inMinutes } from "oxo/durations.js";

test("a wait is said in hours and minutes, rounded up", () => {
  deepEqual([-5, 200, 60_000, 60_001, 3_600_000, 86_400_000].map(inHours), ["1 min", "1 min", "1 min", "2 min", "1 h 0 min", "24 h 0 min"]);
});

test("a clock shows minutes and seconds, and nothing below zero", () => {
  deepEqual([180_000, 179_001, 65_000, 100, 0, -5].map(inMinutes), ["3:00", "3:00", "1:05", "0:01", "0:00", "0:00"]);
});
