import { deepEqual } from "node:assert/strict";
import { test } from "node:test";

globalThis.location ??= { href: "https://oxo.test/games/abc/" };
globalThis.document ??= { hidden: false, addEventListener() {} };
globalThis.addEventListener ??= () => {};

const { Link } = await import("oxo/link.js");

const NAMES = ["setTimeout", "setInterval", "fetch", "WebSocket"];
const real = Object.fromEntries(NAMES.map((name) => [name, globalThis[name]]));

// A socket that never opens, as behind a proxy that blocks WebSockets.
class Blocked {
  static OPEN = 1;
  readyState = 0;
  close() {}
}

test("a page without a socket asks for news every 500 ms, as formula 10 prints", async () => {
  const waiting = [];
  let asked = 0;
  Object.assign(globalThis, {
    setTimeout: (run, ms) => waiting.push({ run, ms }),
    setInterval: () => 0,
    fetch: async (url) => ({ status: 304, ok: false, asked: url.includes("?since=4") && (asked += 1) }),
    WebSocket: Blocked,
  });
  const heard = [];
  const store = { version: 4, unanswered: new Map() };
  const on = { message() {}, status: (status) => heard.push(status), final() {} };
  const link = new Link({ socket: "/ws/games/abc/", api: "/api/games/abc/", token: "t", store, on });
  const waits = [];
  try {
    link.start();
    const { run } = waiting.find(({ ms }) => ms === 1_200);
    let next = run;
    for (let round = 0; round < 3; round += 1) {
      waiting.length = 0;
      next();
      await new Promise((resolve) => real.setTimeout.call(globalThis, resolve, 0));
      waits.push(...waiting.map(({ ms }) => ms));
      next = waiting.at(-1).run;
    }
    link.stop();
  } finally {
    Object.assign(globalThis, real);
  }
  deepEqual([asked, waits], [3, [500, 500, 500]]);
  deepEqual(heard, ["connecting", "compatibility"]);
});

function linked(fetch) {
  const heard = [];
  Object.assign(globalThis, { fetch, WebSocket: Blocked });
  const store = { version: 4, unanswered: new Map(), isBehind: () => false };
  const on = { message: (message) => heard.push(message), status() {}, final() {} };
  const link = new Link({ socket: "/ws/games/abc/", api: "/api/games/abc/", token: "t", store, on });
  return { link, heard };
}

test("of two chains of questions only the newest goes on", async () => {
  const [answers, waiting] = [[], []];
  globalThis.setTimeout = (run, ms) => waiting.push(ms);
  const { link } = linked(() => new Promise((resolve) => answers.push(resolve)));
  link.polls = 1; // who is here is asked another time
  try {
    link.poll();
    link.stopPolling(); // the socket came, and went again before the answer
    link.poll();
    for (const answer of answers) answer({ status: 304, ok: false });
    await new Promise((resolve) => real.setTimeout.call(globalThis, resolve, 0));
  } finally {
    Object.assign(globalThis, real);
  }
  deepEqual([answers.length, waiting], [2, [500]]);
});

const answerOf = (status, body, type = "application/json") => async () => ({
  ...{ status, ok: status < 400, headers: { get: () => type }, text: async () => body },
});

test("a page of somebody else answers no action", async () => {
  try {
    for (const status of [200, 403, 502]) {
      const { link, heard } = linked(answerOf(status, "<h1>Welcome</h1>", "text/html"));
      await link.post({ type: "act", id: "a" });
      deepEqual(heard, []);
    }
  } finally {
    Object.assign(globalThis, real);
  }
});

test("that no game begins during maintenance is told, another trouble of the server is not", async () => {
  const codes = [];
  try {
    for (const code of ["maintenance", "unavailable", "other"]) {
      const { link, heard } = linked(answerOf(503, JSON.stringify({ code, message: "…" })));
      await link.post({ type: "act", id: "a" });
      codes.push(...heard.map((message) => message.code));
    }
  } finally {
    Object.assign(globalThis, real);
  }
  deepEqual(codes, ["maintenance", "unavailable"]);
});
