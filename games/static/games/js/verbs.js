// The buttons beside the board: each sends its action, those with a question only once it is confirmed.

import { confirmed } from "oxo/confirm.js";

export class Verbs {
  // `act(action)` sends it.
  constructor(root, act) {
    this.act = act;
    root.addEventListener("submit", (event) => this.submitted(event));
    root.addEventListener("click", (event) => this.asked(event));
  }

  submitted(event) {
    const form = event.target.closest("form[data-act]");
    if (!form) return;
    event.preventDefault();
    this.ask(form.dataset);
  }

  // Without scripts a summary asks twice; with scripts a dialog does.
  asked(event) {
    const summary = event.target.closest(".confirm summary");
    if (!summary) return;
    event.preventDefault();
    this.ask(summary.parentElement.querySelector("form").dataset);
  }

  async ask({ act: action, question }) {
    if (!question || (await confirmed(question))) this.act(action);
  }
}
