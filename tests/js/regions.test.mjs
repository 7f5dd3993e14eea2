import { equal, rejects } from "node:assert/strict";
import { test } from "node:test";

import { refresher } from "oxo/regions.js";

test("parts that the server cannot draw are a failure, unless they are asked for again", async () => {
  const real = globalThis.fetch;
  const answers = [];
  globalThis.fetch = () => new Promise((resolve) => answers.push(resolve));
  try {
    const refresh = refresher();
    const [first, second] = [refresh(["controls"], "/games/abc/"), refresh(["controls"], "/games/abc/")];
    for (const answer of answers) answer({ ok: false, status: 503 });
    equal(await first, null);
    await rejects(second);
  } finally {
    globalThis.fetch = real;
  }
});
