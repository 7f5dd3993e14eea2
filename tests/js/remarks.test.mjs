import { deepEqual } from "node:assert/strict";
import { test } from "node:test";

import { Remarks } from "oxo/remarks.js";

const posted = async (answer) => {
  const failed = [];
  const remarks = { token: "", ask: async () => answer, fail: (message) => failed.push(message), hear() {} };
  await Remarks.prototype.post.call(remarks, "hello");
  return failed;
};

test("a phrase that is not said is told, with the reason if there is one", async () => {
  deepEqual(await posted(null), [undefined]);
  deepEqual(await posted({ message: "Wait a minute." }), ["Wait a minute."]);
  deepEqual(await posted({ type: "said" }), []);
});
