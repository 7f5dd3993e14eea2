import { deepEqual } from "node:assert/strict";
import { test } from "node:test";

import { Touch } from "oxo/touch.js";

globalThis.document ??= {};

// A board of which each event brings its cell along, and the handlers of its grid and of the page.
function touched() {
  const [grid, page, picked] = [{}, {}, []];
  const real = [globalThis.addEventListener, document.elementFromPoint];
  const listen = (handlers) => (name, handle) => ((handlers[name] ??= []).push(handle));
  document.elementFromPoint = (cell) => ({ cell });
  globalThis.addEventListener = listen(page);
  const board = {
    grid: { addEventListener: listen(grid) },
    at: ({ target }) => target.cell,
    point() {},
    isLegal: () => true,
    onPick: (cell) => picked.push(cell),
  };
  new Touch(board).listen();
  const fire = (name, cell, more = {}) => {
    const target = { cell, hasPointerCapture: () => false };
    const event = { target, clientX: cell, pointerType: "touch", isPrimary: true, ...more };
    const heard = cell === null ? [] : (grid[name] ?? []);
    for (const handle of [...heard, ...(page[name] ?? [])]) handle(event);
  };
  [globalThis.addEventListener] = real;
  return { fire, picked };
}

test("a touch plays the cell that it is lifted from", () => {
  const { fire, picked } = touched();
  fire("pointerdown", 3);
  fire("pointermove", 4);
  fire("pointerup", 4);
  deepEqual(picked, [4]);
});

test("a second finger neither moves nor ends the touch of the first", () => {
  const { fire, picked } = touched();
  fire("pointerdown", 3);
  for (const name of ["pointerdown", "pointermove", "pointerup"]) fire(name, 7, { isPrimary: false });
  fire("pointerup", 3);
  deepEqual(picked, [3]);
});

test("a touch that ends beside the board plays nothing, also not with the next click", () => {
  for (const [name, cell] of [["pointerup", null], ["pointercancel", 3]]) {
    const { fire, picked } = touched();
    fire("pointerdown", 3);
    fire(name, cell);
    fire("pointerup", 5, { pointerType: "mouse" });
    fire("pointerup", 5);
    deepEqual(picked, []);
  }
});
