// Clocks count down what the server sent, by the server's time. Only the server ends a game.

import { ServerTime } from "oxo/server_time.js";
import { filled } from "oxo/words.js";

const LOW = 10_000;

// Milliseconds a seat has left at the server time `now`.
export function remaining(snapshot, seat, now, opening = 0) {
  const { clock, to_act: toAct, moves } = snapshot;
  const left = clock.remaining[seat];
  const runs = seat === toAct && clock.deadline && moves.length > opening;
  return Math.max(0, runs ? clock.deadline - now : left);
}

// "1:05", and tenths when it is nearly over: "9.4".
export function clockText(ms) {
  if (ms < LOW) return (Math.floor(ms / 100) / 10).toFixed(1);
  const seconds = Math.ceil(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

// The time shown for the seat to act. A better estimate of the server's time may lower it, but never raises
// it during a turn.
export class Countdown {
  shown(turn, left) {
    this.least = turn === this.turn ? Math.min(this.least, left) : left;
    this.turn = turn;
    return this.least;
  }
}

export class Clocks {
  constructor(root, { opening, onLow, begin, time = new ServerTime() }) {
    this.faces = new Map([...root.querySelectorAll("[data-clock]")].map((face) => [face.dataset.clock, face]));
    Object.assign(this, { opening, onLow, begin, time, countdown: new Countdown(), warned: false });
  }

  set(snapshot) {
    this.snapshot = snapshot;
    if (snapshot.now) this.time.hint(snapshot.now);
    clearInterval(this.timer);
    if (!snapshot.clock) return;
    this.draw();
    if (snapshot.status === "active") this.timer = setInterval(() => this.draw(), 100);
  }

  hear(pong) {
    this.time.hear(pong);
  }

  // Milliseconds to show for a seat at the server time `now`.
  left(seat, now) {
    const { clock, to_act: toAct, moves } = this.snapshot;
    const left = remaining(this.snapshot, seat, now, this.opening);
    return seat === toAct ? this.countdown.shown(`${clock.deadline} ${moves.length}`, left) : left;
  }

  draw() {
    const now = this.time.now();
    this.drawGrace(now);
    for (const [seat, face] of this.faces) {
      face.hidden = this.snapshot.seats[seat].kind === "neutral";
      const left = this.left(seat, now);
      const text = clockText(left);
      if (face.textContent !== text) face.textContent = text;
      this.sign(face, left < LOW);
      if (seat === this.snapshot.you && seat === this.snapshot.to_act) this.warn(left);
    }
  }

  // Until the first move the deadline is for that move alone, and no clock runs.
  drawGrace(now) {
    const { clock, moves, to_act: toAct, status } = this.snapshot;
    const waits = status === "active" && clock.deadline && moves.length <= this.opening;
    for (const seat of this.faces.keys()) {
      const note = this.faces.get(seat).parentElement.querySelector(".grace");
      const left = Math.max(0, Math.ceil((clock.deadline - now) / 1000));
      note.textContent = waits && seat === toAct ? filled(this.begin, { seconds: left }) : "";
    }
  }

  // Little time is shown by a colour, a line under the clock, and a word with a drawing beside it.
  sign(face, low) {
    face.classList.toggle("low", low);
    face.parentElement.querySelector(".low-time").hidden = !low || this.snapshot.status !== "active";
  }

  // Only once: with an increment the time can rise above the last seconds and fall below them again.
  warn(left) {
    if (left >= LOW || this.warned) return;
    this.warned = true;
    this.onLow(Math.max(1, Math.ceil(left / 1000)));
  }
}
