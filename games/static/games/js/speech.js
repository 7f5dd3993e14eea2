// What the characters say: the page has the lines of this game by seat and situation, the snapshot says which is due.

const SHOWN = 5_000;

// Who speaks, and what; null if nobody does.
export function lineOf({ ending, speech }, script) {
  const [seat, situation] = ending ? [ending.speaker, ending.situation] : [speech?.seat, speech?.situation];
  const line = script[seat]?.[situation];
  return line ? { seat, line } : null;
}

export class Speech {
  constructor(root, script) {
    Object.assign(this, { root, script });
    this.places = [...root.querySelectorAll("[data-line]")];
  }

  // What is said at the end stays; while a game goes on it makes room for the name again.
  show(snapshot) {
    const said = lineOf(snapshot, this.script);
    for (const place of this.places) {
      const speaks = said?.seat === place.closest("[data-seat]").dataset.seat;
      place.hidden = !speaks;
      if (speaks && place.textContent !== said.line) place.textContent = said.line;
    }
    clearTimeout(this.hiding);
    if (said && !snapshot.ending) this.hiding = setTimeout(() => this.hide(), SHOWN);
  }

  hide() {
    for (const place of this.places) place.hidden = true;
  }
}
