// DSTRU-TAC-TOE as the other frameworks play it: sixteen letters, and the ply says who acts.
const LINES = [[0, 1, 2, 3], [3, 6, 9, 12], [12, 13, 14, 15]];

exports.START = ".".repeat(16);

/** The cells after a move on `cell`, or null if it is illegal. */
exports.play = (cells, ply, cell) => {
  if (!Number.isInteger(cell) || cell < 0 || cell > 15) return null;
  const removes = ply % 3 === 2;
  if ((cells[cell] === ".") === removes) return null;
  return cells.slice(0, cell) + (removes ? "." : "TU"[ply % 3]) + cells.slice(cell + 1);
};

exports.over = (cells) =>
  !cells.includes(".") ||
  LINES.some((line) => ["T", "U"].some((mark) => line.every((cell) => cells[cell] === mark)));
