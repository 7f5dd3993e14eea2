// Reads games as JSON: snapshots of every viewer, and news between them. Prints the snapshots a page makes.
import { readFileSync } from "node:fs";

import { Store } from "oxo/store.js";
import { filled } from "oxo/words.js";

const { games, phrases } = JSON.parse(readFileSync(0));
const snapshots = games.map(({ words, opening, snapshot, frames }) => {
  const store = new Store(snapshot, words, opening);
  return frames.map((frame) => {
    store.hear(frame);
    return structuredClone(store.snapshot);
  });
});
const said = phrases.map(([text, places]) => filled(text, places));
console.log(JSON.stringify({ snapshots, said }));
