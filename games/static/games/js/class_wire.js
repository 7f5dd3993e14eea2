// The socket of a class: it says that something has changed, and pages look again, not too often.

import { Wire } from "oxo/wire.js";

const BEAT = 25_000;
const PAUSE = 300; // between two looks: a class of thirty answers often
const LATER = 5000; // after a look that failed

// `seen` is the number of changes that the page shows already; `changed` answers what it found.
export function follow(place, changed, seen) {
  let timer = null;
  const look = () => {
    timer ??= setTimeout(async () => {
      timer = null;
      if (!(await changed())) setTimeout(look, LATER);
    }, PAUSE);
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
    onFinal: () => {},
  });
  wire.connect();
}
