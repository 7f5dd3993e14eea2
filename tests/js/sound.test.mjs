import { deepEqual, equal } from "node:assert/strict";
import { test } from "node:test";

import { Sound } from "oxo/sound.js";

// A page in the light theme, with the sounds that it makes; `touch` it.
function page(senses, navigator = {}) {
  const document = new EventTarget();
  document.documentElement = { dataset: { theme: "light" } };
  document.hidden = false;
  const AudioContext = class {
    resume() {}
  };
  const sound = new Sound(senses, { document, navigator, AudioContext });
  const heard = [];
  sound.sound = ({ kind }) => heard.push(kind);
  return { sound, heard, touch: () => document.dispatchEvent(new Event("keydown")) };
}

test("a page is silent until it is touched", async () => {
  const { sound, heard, touch } = page({ sound: true });
  await sound.play("lost");
  equal(heard.length, 0);
  touch();
  await sound.play("lost");
  equal(heard.length > 0, true);
});

test("a page that is muted stays silent", async () => {
  const { sound, heard, touch } = page({ sound: false });
  touch();
  await sound.play("lost");
  equal(heard.length, 0);
});

test("of several tabs that show a game only the one that holds its lock is voiced", () => {
  const held = [];
  const navigator = { locks: { request: (name, then) => held.push([name, then]) } };
  const [first, second] = [page({}, navigator).sound, page({}, navigator).sound];
  first.takeVoice("a");
  second.takeVoice("a");
  deepEqual([first.voiced, second.voiced], [false, false]);
  held[0][1]();
  deepEqual([first.voiced, second.voiced], [true, false]);
  equal(held[0][0], "oxo-sound-a");
});

test("where browsers lend no locks every tab is voiced", () => {
  equal(page({}).sound.voiced, true);
});
