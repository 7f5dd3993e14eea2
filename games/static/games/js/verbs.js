// The buttons beside the board: each sends its action, those with a question only once it is confirmed.

import { confirmed } from "oxo/confirm.js";

export class Verbs {
  // `act(action, facts)` sends it, with the facts that its form has.
  constructor(root, act) {
    this.act = act;
    root.addEventListener("submit", (event) => this.submitted(event));
    root.addEventListener("click", (event) => this.asked(event));
  }

  submitted(event) {
    const form = event.target.closest("form[data-act]");
    if (!form) return;
    event.preventDefault();
    const number = form.elements.number?.value;
    this.ask(form.dataset, number ? { number: Number(number) } : {});
  }

  // Without scripts a summary asks twice; with scripts a dialog does.
  asked(event) {
    const summary = event.target.closest(".confirm summary");
    if (!summary) return;
    event.preventDefault();
    this.ask(summary.parentElement.querySelector("form").dataset);
  }

  async ask({ act: action, question }, facts = {}) {
    if (!question || (await confirmed(question))) this.act(action, facts);
  }
}
