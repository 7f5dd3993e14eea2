// The socket of a class: it says that something has changed, and pages look again, not too often.

import { Wire } from "oxo/wire.js";

const BEAT = 25_000;
const PAUSE = 300; // between two looks: a class of thirty answers often
const LATER = 5000; // after a look that failed

// `seen` is the number of changes that the page shows already; `changed` answers undefined if it found no page.
export function follow(place, changed, seen) {
  let timer = null;
  let over = false;
  const look = (pause = PAUSE) => {
    timer ??= setTimeout(async () => {
      timer = null;
      if ((await changed()) === undefined && !over) look(LATER);
    }, pause);
  };
  const wire = new Wire(place, {
    beat: BEAT,
    onOpen: () => {},
    onMessage: ({ type, revision }) => {
      if (type !== "class") return;
      if (seen !== revision) look();
      seen = revision;
    },
    onDown: () => {},
    onFinal: () => (over = true),
  });
  wire.connect();
}
