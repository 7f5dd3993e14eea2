// Minimax on two integers (document 003): bit i of each is square i.

const WINNING = [7, 56, 448, 73, 146, 292, 273, 84];
const FULL = 511;
const WIN = 1000;

// The winning integer that `positions` hold, if any.
export function line(positions) {
  return WINNING.find((mask) => (positions & mask) === mask);
}

const WON = Array.from({ length: FULL + 1 }, (_, positions) => Boolean(line(positions)));

// For `own`, to move with `marks` on the board: a win is worth more the sooner it comes.
function minimax(own, other, marks) {
  if (WON[other]) return marks - WIN;
  let value = marks === 9 ? 0 : -WIN;
  for (let bit = 1; bit < FULL; bit <<= 1) {
    if (!((own | other) & bit)) value = Math.max(value, -minimax(other, own | bit, marks + 1));
  }
  return value;
}

// The squares of the best moves of `own`, to move in a game that goes on. With `first` it is the first that wins or
// else draws, as printed: a win later counts as much as a win now.
export function choices(own, other, first) {
  const free = [0, 1, 2, 3, 4, 5, 6, 7, 8].filter((square) => !(((own | other) >> square) & 1));
  const scores = free.map((square) => -minimax(other, own | (1 << square), 10 - free.length));
  const values = first ? scores.map(Math.sign) : scores;
  const best = free.filter((_, at) => values[at] === Math.max(...values));
  return first ? best.slice(0, 1) : best;
}
