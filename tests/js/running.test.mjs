import { deepEqual } from "node:assert/strict";
import { test } from "node:test";

import { RunningBoards } from "oxo/running.js";

test("a page asks once for a game that it does not show, and again when that is over", () => {
  const page = () => new RunningBoards({ querySelector: () => null });
  const boards = page();
  const said = (status) => boards.follow([{ id: "a", status, marks: [] }]);
  deepEqual([said("active"), said("active"), said("finished")], [true, false, true]);
  deepEqual(page().follow([{ id: "a", status: "active", marks: [] }]), true);
});
