// What each moment sounds like, as plain data: strokes of a pen on paper, of chalk on a board, and wood.
// `at` and `length` in seconds, `pitch` in hertz, `gain` from 0 to 1. Nothing here makes a sound.

const SURFACES = {
  paper: { pitch: 2200, gain: 0.16, contact: false },
  chalk: { pitch: 3400, gain: 0.18, contact: true },
};

const STROKE = 0.13;
const ROUND = 0.21;
const APART = 0.17;
const THIRD = 1.26; // a tick to the next

function scratch(surface, at, length, pitch = 1) {
  const stroke = { kind: "scratch", at, length, pitch: surface.pitch * pitch, gain: surface.gain };
  return surface.contact ? [knock(at, 900, 0.1), stroke] : [stroke];
}

function knock(at, pitch, gain) {
  return { kind: "knock", at, length: 0.04, pitch, gain };
}

const MOMENTS = {
  mark: (surface, strokes) =>
    strokes === 1
      ? scratch(surface, 0, ROUND, 0.8)
      : Array.from({ length: strokes }, (_, index) => scratch(surface, index * APART, STROKE, 1 - index * 0.12)).flat(),
  ring: (surface) => scratch(surface, 0.16, 0.29, 0.7),
  star: (_, number) => [knock(0, 700 * THIRD ** number, 0.2)],
  drawn: () => [knock(0, 240, 0.25), knock(0.18, 200, 0.22)],
  lost: () => [knock(0, 180, 0.2)],
  turn: () => [knock(0, 520, 0.3), knock(0.14, 655, 0.3)],
  challenge: () => [knock(0, 655, 0.3), knock(0.12, 825, 0.3), knock(0.24, 1040, 0.3)],
  bell: () => [523, 659, 784, 1047].map((pitch, at) => ({ kind: "knock", at: at * 0.16, length: 0.9, pitch, gain: 0.2 })),
  look: () => [knock(0, 1500, 0.03)],
};

// The strokes of a moment on a surface, "paper" or "chalk"; `count` is of strokes, or which star it is.
export function score(moment, surface, count = 2) {
  return MOMENTS[moment](SURFACES[surface], count);
}

// What a page may sound like that nobody looks at: only that it is one's turn, or that somebody asks for a game.
export function audible(moment, hidden) {
  return !hidden || moment === "turn" || moment === "challenge";
}
