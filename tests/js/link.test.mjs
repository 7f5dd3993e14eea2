import { deepEqual, equal } from "node:assert/strict";
import { mock, test } from "node:test";

globalThis.location = { href: "https://oxo.test/games/abc/" };
globalThis.document = { hidden: false, addEventListener() {} };
globalThis.addEventListener = () => {};

// A socket that never opens, as behind a proxy that blocks WebSockets.
globalThis.WebSocket = class {
  static OPEN = 1;
  readyState = 0;
  close() {}
};

const { Link } = await import("oxo/link.js");

const settled = () => new Promise(setImmediate);

test("a page without a socket asks for news every 500 ms, as formula 10 prints", async () => {
  mock.timers.enable({ apis: ["setTimeout", "setInterval"] });
  const asked = [];
  let now = 0;
  globalThis.fetch = async (url) => {
    if (!url.includes("presence")) asked.push(now);
    return { status: 304, ok: false };
  };
  const heard = [];
  const store = { version: 4, unanswered: new Map() };
  const on = { message() {}, status: (status) => heard.push(status), final() {} };
  const link = new Link({ socket: "/ws/games/abc/", api: "/api/games/abc/", token: "t", store, on });
  link.start();
  for (; now < 3_000; now += 100) {
    mock.timers.tick(100);
    await settled();
  }
  link.stop();
  mock.timers.reset();
  const apart = asked.slice(1).map((at, before) => at - asked[before]);
  equal(asked.length, 4);
  deepEqual(new Set(apart), new Set([500]));
  deepEqual(heard, ["connecting", "compatibility"]);
});
