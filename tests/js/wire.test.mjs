import { deepEqual, equal, ok } from "node:assert/strict";
import { test } from "node:test";

import { Wire, pause, spread } from "oxo/wire.js";

globalThis.location ??= { href: "https://oxo.test/games/abc/" };
globalThis.document ??= { hidden: false, addEventListener() {} };
globalThis.addEventListener ??= () => {};

const NAMES = ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "WebSocket"];

class Socket {
  static OPEN = 1;

  constructor(url) {
    Object.assign(this, { url: String(url), readyState: 0, sent: [] });
    Socket.made.push(this);
  }

  opens() {
    this.readyState = 1;
    this.onopen();
  }

  hears(message) {
    this.onmessage({ data: JSON.stringify(message) });
  }

  closes(code) {
    this.readyState = 3;
    this.onclose?.({ code });
  }

  send(text) {
    this.sent.push(JSON.parse(text));
  }

  close() {
    this.readyState = 2;
  }

  get pings() {
    return this.sent.filter(({ type }) => type === "ping").length;
  }
}

// Runs `play` with sockets and time of its own: `pass(ms)` lets that much time go by.
function alone(play) {
  const real = NAMES.map((name) => globalThis[name]);
  const timers = new Map();
  const said = [];
  let [now, last] = [0, 0];
  const set = (run, ms, every) => timers.set((last += 1), { run, at: now + ms, every }) && last;
  const fakes = {
    setTimeout: (run, ms = 0) => set(run, ms, 0),
    setInterval: (run, ms) => set(run, ms, ms),
    clearTimeout: (id) => timers.delete(id),
    clearInterval: (id) => timers.delete(id),
    WebSocket: Socket,
  };
  const pass = (ms) => {
    const until = now + ms;
    for (;;) {
      const due = [...timers].filter(([, { at }]) => at <= until).sort(([, one], [, other]) => one.at - other.at)[0];
      if (!due) break;
      const [id, timer] = due;
      now = timer.at;
      if (timer.every) timer.at += timer.every;
      else timers.delete(id);
      timer.run();
    }
    now = until;
  };
  Socket.made = [];
  Object.assign(globalThis, fakes);
  try {
    const wire = new Wire("/ws/games/abc/", {
      onOpen: () => said.push("open"),
      onMessage: ({ type }) => type !== "pong" && said.push(type),
      onDown: (lost) => said.push(lost ? "lost" : "down"),
      onFinal: (code) => said.push(code),
    });
    wire.connect();
    play({ wire, pass, said, made: Socket.made });
  } finally {
    NAMES.forEach((name, at) => (globalThis[name] = real[at]));
  }
}

// Answers each ping of `socket` for `ms`.
function answering(socket, pass, ms) {
  for (let at = 0; at < ms; at += 500) {
    socket.hears({ type: "pong" });
    pass(500);
  }
}

test("pauses double from try to try up to ten seconds, and are scattered over their second half", () => {
  deepEqual([0, 1, 2, 9].map((attempt) => pause(attempt, 1)), [400, 800, 1_600, 10_000]);
  deepEqual([0, 1, 2, 9].map((attempt) => pause(attempt, 0)), [200, 400, 800, 5_000]);
});

test("it pings four times on opening, then every two seconds", () =>
  alone(({ pass, said, made: [socket] }) => {
    ok(socket.url.endsWith("/ws/games/abc/") && socket.url.startsWith("ws"));
    socket.opens();
    deepEqual([said.join(), socket.pings], ["open", 1]);
    for (let number = 0; number < 5; number++) socket.hears({ type: "pong" });
    equal(socket.pings, 4);
    answering(socket, pass, 6_000);
    equal(socket.pings, 7);
  }));

test("a line that falls silent is lost within four seconds, though nothing closed it", () =>
  alone(({ wire, pass, said, made }) => {
    made[0].opens();
    answering(made[0], pass, 4_500); // the ping at 4 s is answered
    pass(3_400);
    deepEqual(said, ["open"]);
    pass(200);
    deepEqual(said, ["open", "lost"]);
    ok(!wire.open);
    pass(400);
    equal(made.length, 2);
  }));

test("a message of any kind shows that the line is alive", () =>
  alone(({ pass, said, made: [socket] }) => {
    socket.opens();
    for (let number = 0; number < 20; number++) {
      pass(1_000);
      socket.hears({ type: "state" });
    }
    deepEqual(said.filter((one) => one !== "state"), ["open"]);
  }));

test("a server that restarts is tried again, and not taken for a lost line", () =>
  alone(({ pass, said, made }) => {
    made[0].opens();
    made[0].closes(1012);
    deepEqual(said, ["open", "down"]);
    pass(2_900);
    made[1].opens();
    deepEqual(said, ["open", "down", "open"]);
  }));

test("a server that is there only to say that it is unavailable is left alone for longer", () =>
  alone(({ pass, made }) => {
    made[0].opens();
    made[0].closes(4503);
    pass(1_500);
    equal(made.length, 1);
    pass(1_700);
    equal(made.length, 2);
  }));

test("some ends are final, until somebody asks to try again", () =>
  alone(({ wire, pass, said, made }) => {
    made[0].opens();
    made[0].closes(4401);
    deepEqual(said, ["open", 4401]);
    wire.retry();
    pass(60_000);
    equal(made.length, 1);
    wire.again();
    equal(made.length, 2);
  }));

test("a handshake that takes five seconds is given up", () =>
  alone(({ pass, made: [socket] }) => {
    pass(4_900);
    equal(socket.readyState, 0);
    pass(200);
    equal(socket.readyState, 2);
  }));

test("what is sent on a closed line is not, and says so", () =>
  alone(({ wire, made: [socket] }) => {
    ok(!wire.send({ type: "sync" }));
    socket.opens();
    ok(wire.send({ type: "sync" }));
    equal(socket.sent.at(-1).type, "sync");
  }));

test("after a restart clients come back over two and a half seconds", () => {
  deepEqual([0, 0.5, 1].map(spread), [0, 1_250, 2_500]);
});
