// Sounds of the board, synthesised here: nothing is fetched. On from the first touch, unless muted.

import { audible, score } from "oxo/score.js";
import { senses } from "oxo/senses.js";

let context;
let mine = !navigator.locks;

// Browsers let a page sound once it has been touched.
for (const touch of ["pointerdown", "keydown"]) document.addEventListener(touch, wake, { once: true, capture: true });

function wake() {
  try {
    context ??= new AudioContext();
    context.resume();
  } catch {
    // A device without sound plays on in silence.
  }
}

// If several tabs show one game, only the first plays the sounds of others' moves, until it is closed. Browsers lend
// locks only on https and localhost; elsewhere every tab sounds.
export function takeVoice(game) {
  navigator.locks?.request(`oxo-sound-${game}`, () => {
    mine = true;
    return new Promise(() => {});
  });
}

export function voiced() {
  return mine;
}

// Paper in light, a blackboard in dark: as the page looks.
function surface() {
  const chosen = document.documentElement.dataset.theme;
  const dark = chosen === "dark" || (chosen !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  return dark ? "chalk" : "paper";
}

export function play(moment, count) {
  if (!context || !senses.sound || !audible(moment, document.hidden)) return;
  for (const stroke of score(moment, surface(), count)) sound(stroke);
}

function sound({ kind, at, length, pitch, gain }) {
  const start = context.currentTime + at;
  const out = new GainNode(context, { gain });
  out.connect(context.destination);
  if (kind === "knock") knock(start, length, pitch, out);
  else scratch(start, length, pitch, out);
}

function scratch(start, length, pitch, out) {
  const buffer = context.createBuffer(1, Math.ceil(context.sampleRate * length), context.sampleRate);
  const data = buffer.getChannelData(0);
  for (let i = 0; i < data.length; i++) data[i] = (Math.random() * 2 - 1) * Math.sin((Math.PI * i) / data.length);
  const source = new AudioBufferSourceNode(context, { buffer });
  source.connect(new BiquadFilterNode(context, { type: "bandpass", frequency: pitch, Q: 1.2 })).connect(out);
  source.start(start);
}

function knock(start, length, pitch, out) {
  const source = new OscillatorNode(context, { type: "triangle", frequency: pitch });
  out.gain.setValueAtTime(out.gain.value, start);
  out.gain.exponentialRampToValueAtTime(0.0001, start + length);
  source.connect(out);
  source.start(start);
  source.stop(start + length);
}
