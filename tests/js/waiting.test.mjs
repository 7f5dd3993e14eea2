import { deepEqual } from "node:assert/strict";
import { test } from "node:test";

import { counted, elapsed } from "oxo/waiting.js";

test("the time somebody has waited is counted in whole seconds", () => {
  deepEqual([-5, 0, 7_999, 60_000, 750_000, 3_725_000].map(elapsed), ["0:00", "0:00", "0:07", "1:00", "12:30", "1:02:05"]);
});

test("a count picks its form of the text that the page brought along", () => {
  const forms = { none: "nobody", one: "somebody", many: "{count} of them" };
  deepEqual([0, 1, 2, 12].map((count) => counted(forms, count)), ["nobody", "somebody", "2 of them", "12 of them"]);
  deepEqual(counted({ one: "somebody", many: "{count}" }, 0), "");
});
