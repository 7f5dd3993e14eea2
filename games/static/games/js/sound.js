// A pen on paper: a short rustle per stroke. Synthesised here; nothing is fetched.

let context;
let mine = !navigator.locks;

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

function rustle(at, length, pitch) {
  const samples = context.createBuffer(1, context.sampleRate * length, context.sampleRate);
  const data = samples.getChannelData(0);
  for (let i = 0; i < data.length; i++) data[i] = (Math.random() * 2 - 1) * Math.sin((Math.PI * i) / data.length);
  const source = new AudioBufferSourceNode(context, { buffer: samples });
  const filter = new BiquadFilterNode(context, { type: "bandpass", frequency: pitch, Q: 1.2 });
  const gain = new GainNode(context, { gain: 0.22 });
  source.connect(filter).connect(gain).connect(context.destination);
  source.start(at);
}

export function pen(strokes = 2) {
  try {
    context ??= new AudioContext();
    for (let i = 0; i < strokes; i++) rustle(context.currentTime + i * 0.17, 0.13, 2600 - i * 350);
  } catch {
    // On a device without sound the game goes on in silence.
  }
}
