// A moment of its own over the whole page: the server says when there is one. A touch shows its last frame, the button
// or Escape closes it, nothing closes by itself; then the focus is on the next step.

import { moving } from "oxo/motion.js";

const AFTER = 1_400; // the stars land first

export class Celebration {
  constructor(root, sound) {
    Object.assign(this, { root, sound });
  }

  // Opens what is there to celebrate, once.
  begin() {
    const moment = this.root.querySelector("[data-moment]");
    if (!moment || this.moment) return;
    this.moment = moment;
    document.body.append(moment); // where it was is drawn anew by the server
    moment.addEventListener("pointerdown", () => moment.classList.add("still"));
    moment.addEventListener("close", () => this.closed());
    setTimeout(() => this.open(), moving() ? AFTER : 0);
  }

  open() {
    this.moment.classList.toggle("still", !moving());
    this.moment.showModal();
    this.moment.querySelector("h2").focus();
    this.sound.play("bell");
  }

  closed() {
    this.root.querySelector("#result .actions .btn")?.focus();
  }
}
