// Players who left: counts down the time they have to come back, and says when it is over.

import { filled } from "oxo/words.js";

const AWAY = ["unstable", "gone"];

export class Absence {
  // `words` are the server's for a player who left.
  constructor(root, words) {
    Object.assign(this, { root, words });
    this.states = {};
    this.until = {};
  }

  // Takes the presence of the `seats`; returns what to announce and whether buttons change.
  set(snapshot, seats, grace = {}) {
    const before = this.states;
    this.states = snapshot.status === "active" ? seats : {};
    this.until = Object.fromEntries(Object.entries(grace).map(([seat, ms]) => [seat, performance.now() + ms]));
    clearInterval(this.timer);
    if (Object.keys(this.until).length) this.timer = setInterval(() => this.draw(), 250);
    this.draw();
    const others = Object.keys(snapshot.seats).filter((seat) => seat !== snapshot.you);
    const changed = others.filter((seat) => before[seat] !== this.states[seat]);
    return {
      spoken: changed.map((seat) => this.news(snapshot.seats[seat], before[seat], this.states[seat], grace[seat])).join(" ").trim(),
      buttons: changed.some((seat) => [before[seat], this.states[seat]].includes("gone")),
    };
  }

  draw() {
    for (const note of this.root.querySelectorAll("[data-seat] .away")) {
      const text = this.noteFor(note.closest("[data-seat]").dataset.seat);
      if (note.textContent !== text) note.textContent = text;
    }
  }

  noteFor(seat) {
    if (this.states[seat] === "gone") return this.words.gone;
    if (this.states[seat] !== "unstable") return "";
    const left = Math.max(0, Math.ceil((this.until[seat] - performance.now()) / 1000));
    return filled(this.words.unstable, { seconds: left });
  }

  news({ name }, before, now, grace = 0) {
    if (now === "gone") return filled(this.words.has_gone, { name });
    if (now === "unstable" && before === "online") return filled(this.words.has_seconds, { name, seconds: Math.ceil(grace / 1000) });
    return now === "online" && AWAY.includes(before) ? filled(this.words.is_back, { name }) : "";
  }
}
