// Players who left: counts down the time they have to come back, and says when it is over.

const AWAY = ["unstable", "gone"];

export class Absence {
  constructor(root) {
    this.root = root;
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
      spoken: changed.map((seat) => words(snapshot, seat, before[seat], this.states[seat], grace[seat])).join(" ").trim(),
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
    if (this.states[seat] === "gone") return "left";
    if (this.states[seat] !== "unstable") return "";
    const left = Math.max(0, Math.ceil((this.until[seat] - performance.now()) / 1000));
    return `away, ${left} s`;
  }
}

function words(snapshot, seat, before, now, grace = 0) {
  const name = snapshot.seats[seat].name;
  if (now === "gone") return `${name} has left the game.`;
  if (now === "unstable" && before === "online") return `${name} is away and has ${Math.ceil(grace / 1000)} seconds to come back.`;
  return now === "online" && AWAY.includes(before) ? `${name} is back.` : "";
}
