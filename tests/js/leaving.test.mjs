import { equal } from "node:assert/strict";
import { test } from "node:test";

import { Leaving } from "oxo/leaving.js";

// A page at /games/abc/: `asks` is whether the browser would ask before it is left.
function page() {
  const target = new EventTarget();
  target.document = new EventTarget();
  target.location = { origin: "https://oxo.test", pathname: "/games/abc/" };
  const leaving = new Leaving(target);
  const asks = () => !target.dispatchEvent(new Event("beforeunload", { cancelable: true }));
  const press = (link) => {
    const event = new Event("click");
    Object.defineProperty(event, "target", { value: { closest: () => link } });
    target.document.dispatchEvent(event);
  };
  return { leaving, asks, press };
}

const EARLIER = { origin: "https://oxo.test", pathname: "/games/abc/", target: "" };
const AWAY = { ...EARLIER, pathname: "/lobby/" };

test("it asks while leaving costs something, and no longer", () => {
  const { leaving, asks } = page();
  equal(asks(), false);
  leaving.set(true);
  leaving.set(true);
  equal(asks(), true);
  leaving.set(false);
  equal(asks(), false);
});

test("a link to the page itself is no way out, others are", () => {
  const { leaving, asks, press } = page();
  leaving.set(true);
  press(EARLIER);
  equal(asks(), false);
  press(AWAY);
  equal(asks(), true);
  press(null);
  equal(asks(), true);
});

test("where leaving costs nothing no link makes it ask", () => {
  const { asks, press } = page();
  press(AWAY);
  equal(asks(), false);
});

test("the page itself may go, until the next state", () => {
  const { leaving, asks } = page();
  leaving.set(true);
  leaving.allow();
  equal(asks(), false);
  leaving.set(true);
  equal(asks(), true);
});
