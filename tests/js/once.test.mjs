import { deepEqual } from "node:assert/strict";
import { test } from "node:test";

import { sendOnce } from "oxo/once.js";

test("a form is sent once, until its page is shown again", () => {
  const handlers = {};
  const real = globalThis.addEventListener;
  globalThis.addEventListener = (name, handle) => (handlers[name] = handle);
  sendOnce();
  globalThis.addEventListener = real;
  const form = (action, once = true) => ({ action, matches: () => once });
  const press = (target) => {
    let stopped = false;
    handlers.submit({ target, preventDefault: () => (stopped = true) });
    return !stopped;
  };
  const presses = [form("/join/"), form("/join/"), form("/other/"), form("/any/", false), form("/any/", false)];
  deepEqual(presses.map(press), [true, false, true, true, true]);
  handlers.pageshow();
  deepEqual(press(form("/join/")), true);
});
