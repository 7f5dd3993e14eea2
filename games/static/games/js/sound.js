// Sounds of the board, synthesised here: nothing is fetched. On from the first touch, unless muted.

import { audible, score } from "oxo/score.js";

// Making a context takes a slow phone a tenth of a second: the mark of the first touch is drawn before.
const SOON = 50;

export class Sound {
  constructor(senses, page = window) {
    Object.assign(this, { senses, page, context: null, voiced: !page.navigator.locks });
    // Browsers let a page sound once it has been touched, or shortly after.
    const wake = () => setTimeout(() => this.wake(), SOON);
    for (const touch of ["pointerup", "keydown"]) page.document.addEventListener(touch, wake, { once: true, capture: true });
  }

  wake() {
    try {
      this.context ??= new this.page.AudioContext();
      this.context.resume();
    } catch {
      // A device without sound plays on in silence.
    }
  }

  // If several tabs show one game, only the first is voiced and plays the sounds of others' moves, until it is closed.
  // Browsers lend locks only on https and localhost; elsewhere every tab sounds.
  takeVoice(game) {
    this.page.navigator.locks?.request(`oxo-sound-${game}`, () => {
      this.voiced = true;
      return new Promise(() => {});
    });
  }

  // Sounds once what is seen of the moment has been drawn; resolves then.
  play(moment, count) {
    return new Promise((done) => setTimeout(() => done(this.sounds(moment, count)), this.context ? 0 : SOON));
  }

  sounds(moment, count) {
    if (!this.context || !this.senses.sound || !audible(moment, this.page.document.hidden)) return;
    for (const stroke of score(moment, surface(this.page), count)) this.sound(stroke);
  }

  sound({ kind, at, length, pitch, gain }) {
    const start = this.context.currentTime + at;
    const out = new GainNode(this.context, { gain });
    out.connect(this.context.destination);
    (kind === "knock" ? knock : scratch)(this.context, start, length, pitch, out);
  }
}

// Paper in light, a blackboard in dark: as the page looks.
function surface(page) {
  const chosen = page.document.documentElement.dataset.theme;
  const dark = chosen === "dark" || (chosen !== "light" && page.matchMedia("(prefers-color-scheme: dark)").matches);
  return dark ? "chalk" : "paper";
}

function scratch(context, start, length, pitch, out) {
  const buffer = context.createBuffer(1, Math.ceil(context.sampleRate * length), context.sampleRate);
  const data = buffer.getChannelData(0);
  for (let i = 0; i < data.length; i++) data[i] = (Math.random() * 2 - 1) * Math.sin((Math.PI * i) / data.length);
  const source = new AudioBufferSourceNode(context, { buffer });
  source.connect(new BiquadFilterNode(context, { type: "bandpass", frequency: pitch, Q: 1.2 })).connect(out);
  source.start(start);
}

function knock(context, start, length, pitch, out) {
  const source = new OscillatorNode(context, { type: "triangle", frequency: pitch });
  out.gain.setValueAtTime(out.gain.value, start);
  out.gain.exponentialRampToValueAtTime(0.0001, start + length);
  source.connect(out);
  source.start(start);
  source.stop(start + length);
}
