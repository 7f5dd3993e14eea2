// The matrix by keys: one tab stop, arrows by row and column, Home and End.

const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
const table = () => document.querySelector("[data-matrix]");
const cellsOf = (row) => [...row.querySelectorAll("a.matrix-cell")];

function stopAt(cell) {
  for (const one of table()?.querySelectorAll("a.matrix-cell") ?? []) one.tabIndex = one === cell ? 0 : -1;
}

function first() {
  stopAt(table()?.querySelector("a.matrix-cell"));
}

document.addEventListener("focusin", ({ target }) => {
  if (target.matches("a.matrix-cell")) stopAt(target);
});

document.addEventListener("keydown", (event) => {
  const cell = event.target.closest("a.matrix-cell");
  if (!cell || event.ctrlKey || event.metaKey || event.altKey) return;
  const rows = [...table().tBodies[0].rows];
  const at = rows.indexOf(cell.closest("tr"));
  const here = cellsOf(rows[at]);
  const step = ARROWS[event.key];
  let to = null;
  if (step) to = rows[at + step[0]] && cellsOf(rows[at + step[0]])[here.indexOf(cell) + step[1]];
  else if (event.key === "Home") [to] = here;
  else if (event.key === "End") to = here.at(-1);
  else return;
  event.preventDefault();
  to?.focus();
});

document.addEventListener("refreshed", () => {
  const focused = document.activeElement.closest?.("a.matrix-cell");
  if (focused) stopAt(focused);
  else first();
});
first();
