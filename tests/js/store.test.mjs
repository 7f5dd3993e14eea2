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
  const pong = { type: "pong", sent: 0, now: 0, version: 3 };
  ok(!store.hear(pong).recovered, "nor does a pong");
  ok(store.hear({ type: "ack", id: "a", version: 3 }).recovered);
  store.hear({ ...unavailable("a"), id: null });
  ok(store.hear(pong).recovered, "nobody waits for an answer");
});

test("a refusal that comes by both ways is told once", () => {
  const store = new Store(START);
  store.act("a", { action: "rematch" });
  ok(store.isAsked("rematch") && !store.isAsked("offer_draw"));
  const refused = { type: "refused", id: "a", code: "not_allowed", message: "…", game: null };
  deepEqual([1, 2].map(() => store.hear(refused).repeated), [false, true]);
  ok(!store.isAsked("rematch"));
  equal(store.hear({ ...refused, id: null }).repeated, false);
});

const WORDS = {
  cells: ["a1", "b1", "c1"],
  boards: [],
  rivals: ["X", "O"],
  patterns: [],
  tasks: { place: { yours: "Go on", theirs: "{who} goes on", said: "{seat} to {cell}.", told: "{who} went to {cell}." } },
  who: { you: "You" },
  blocked: { watching: "", not_yours: "Wait for {who}." },
  cell: { empty: "empty", last: "new" },
};
const seat = (name) => ({ name, title: name, kind: "person", presence: "online" });
const PLAYED = {
  ...START,
  ...{ kind: "friend", status: "active", seats: { X: seat("ada"), O: seat("grace") }, patterns: null, offers: { draw: null } },
  ...{ to_act: "X", action: "place", actions: ["place", "give_up"], moves: [], movers: [], taken: {} },
};
const news = (version, by, mover = "X", cell = 0) => {
  const [to_act] = ["X", "O"].filter((name) => name !== mover);
  return { type: "news", version, by, moves: [[mover, cell, "place"]], to_act, action: "place", legal: [1, 2], ago: 5, now: 2000 };
};

test("news is the answer to the action that it names, and the next snapshot", () => {
  const store = new Store(PLAYED, WORDS);
  store.act("a", { action: "place", cell: 0 });
  equal(store.hear(news(4, "a")).before, PLAYED);
  deepEqual([store.pending, store.unanswered.size, store.version], [null, 0, 4]);
  const { headline, detail, labels, actions, updated_at } = store.snapshot;
  deepEqual([headline, detail, actions, updated_at], ["grace goes on", "You went to a1.", ["give_up"], 1995]);
  deepEqual(labels, ["a1, X, new", "b1, empty", "c1, empty"]);
});

test("another's news with the same id answers nothing", () => {
  const store = new Store({ ...PLAYED, to_act: "O" }, WORDS);
  store.act("a", { action: "place", cell: 0 });
  store.hear(news(4, "a", "O", 0));
  deepEqual([...store.unanswered.keys()], ["a"]);
});

test("news that does not follow changes nothing, and shows that the page is behind", () => {
  const store = new Store(PLAYED, WORDS);
  for (const version of [3, 5]) equal(store.hear(news(version)).before, null);
  deepEqual([store.version, store.isBehind(news(3)), store.isBehind(news(5))], [3, false, true]);
});

test("after the end whoever is not named is not here", () => {
  const seats = { X: { kind: "person", presence: "online" }, O: { kind: "person", presence: "online" } };
  const store = new Store({ ...START, outcome: { winner: "X" }, seats });
  store.hear({ type: "presence", seats: { X: "online" }, watchers: 0 });
  deepEqual(Object.values(seats).map(({ presence }) => presence), ["online", "offline"]);
});

test("who is here is known to the snapshots that follow", () => {
  const store = new Store(structuredClone(PLAYED), WORDS);
  store.hear({ type: "presence", seats: { O: "gone" }, watchers: 0 });
  store.hear(news(4));
  deepEqual(Object.values(store.snapshot.seats).map(({ presence }) => presence), ["online", "gone"]);
});
