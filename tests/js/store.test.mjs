import { deepEqual, equal, ok } from "node:assert/strict";
import { test } from "node:test";

import { Store } from "oxo/store.js";

const START = { version: 3, now: 1000, you: "X", last: null };
const state = (version, more = {}) => ({ type: "state", game: { ...START, version, ...more } });
const unavailable = (id) => ({ type: "refused", id, code: "unavailable", message: "…", game: null });

test("a newer version replaces the snapshot, an older one does not", () => {
  const store = new Store(START);
  equal(store.hear(state(5)).before, START);
  equal(store.hear(state(4)).before, null);
  equal(store.version, 5);
});

test("of one version the later telling counts", () => {
  const store = new Store(START);
  equal(store.hear(state(3, { now: 999 })).before, null);
  equal(store.hear(state(3, { now: 1001 })).before, START);
  equal(store.snapshot.now, 1001);
});

test("an action is sent with the version of the page and stays unanswered until the ack", () => {
  const store = new Store(START);
  const message = store.act("a", { action: "offer_draw" });
  deepEqual(message, { type: "act", id: "a", version: 3, action: "offer_draw" });
  equal(store.pending, null);
  store.hear(state(4));
  deepEqual([...store.unanswered.values()], [message]);
  store.hear({ type: "ack", id: "a", version: 5 });
  equal(store.unanswered.size, 0);
});

test("a move is pending until the page has the version of its ack", () => {
  const store = new Store(START);
  store.act("a", { action: "place", cell: 4 });
  store.hear({ type: "ack", id: "a", version: 4 });
  equal(store.pending.cell, 4);
  equal(store.pending.seat, "X");
  ok(store.isBehind({ version: 4 }));
  store.hear(state(4));
  equal(store.pending, null);
  ok(!store.isBehind({ version: 4 }));
});

test("a state that overtakes the ack shows the move, and the late ack still answers it", () => {
  const store = new Store(START);
  store.act("a", { action: "place", cell: 4 });
  store.hear(state(4, { last: { cell: 4 } }));
  equal(store.pending, null);
  equal(store.unanswered.size, 1);
  store.hear({ type: "ack", id: "a", version: 4 });
  equal(store.unanswered.size, 0);
});

test("a state with somebody else's move leaves the own move pending", () => {
  const store = new Store(START);
  store.act("a", { action: "place", cell: 4 });
  store.hear(state(4, { last: { cell: 0 } }));
  equal(store.pending.id, "a");
});

test("an ack over HTTP brings the snapshot along", () => {
  const store = new Store(START);
  store.act("a", { action: "place", cell: 4 });
  const { before } = store.hear({ type: "ack", id: "a", version: 4, game: { ...START, version: 5 } });
  equal(before, START);
  equal(store.pending, null);
  equal(store.version, 5);
});

test("a refusal takes the move back and brings how the game stands", () => {
  const store = new Store(START);
  store.act("a", { action: "place", cell: 4 });
  const game = { ...START, version: 6 };
  equal(store.hear({ type: "refused", id: "a", code: "stale_version", message: "…", game }).before, START);
  deepEqual([store.pending, store.unanswered.size, store.version], [null, 0, 6]);
});

test("another action's refusal leaves the pending move alone", () => {
  const store = new Store(START);
  store.act("a", { action: "place", cell: 4 });
  store.act("b", { action: "offer_draw" });
  store.hear({ type: "refused", id: "b", code: "not_allowed", message: "…", game: null });
  equal(store.pending.id, "a");
  deepEqual([...store.unanswered.keys()], ["a"]);
});

test("while the server is unavailable an action is not lost, and the page hears of it once", () => {
  const store = new Store(START);
  store.act("a", { action: "place", cell: 4 });
  deepEqual(store.hear(unavailable("a")), { before: null, repeated: false, recovered: false });
  deepEqual(store.hear(unavailable("a")), { before: null, repeated: true, recovered: false });
  deepEqual([store.pending.id, [...store.unanswered.keys()]], ["a", ["a"]]);
  store.hear({ type: "presence", seats: {}, watchers: 0 });
  ok(store.unavailable, "presence needs no database");
  ok(store.hear({ type: "pong", sent: 0, now: 0, version: 3 }).recovered);
  deepEqual([...store.unanswered.keys()], ["a"]);
});
