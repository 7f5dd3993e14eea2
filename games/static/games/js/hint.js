// Hints stay at the board: the next step comes without loading the page, and the board shows what it points at.
import { refresher } from "oxo/regions.js";

export class Hint {
  // `say` is told each step, `fail` why none comes, if that is known.
  constructor(board, { say, fail }) {
    Object.assign(this, { board, say, fail, refresh: refresher() });
    this.sheet = document.getElementById("hint");
    if (!this.sheet) return;
    this.sheet.addEventListener("submit", (event) => this.asked(event));
    new MutationObserver(() => this.draw()).observe(this.sheet, { childList: true });
    this.draw();
  }

  draw() {
    const cells = this.sheet.querySelector("ol")?.dataset.cells.split(" ") ?? [];
    this.board.cells.forEach((cell, index) => cell.classList.toggle("hinted", cells.includes(String(index))));
  }

  async asked(event) {
    event.preventDefault();
    const { target: form, submitter } = event;
    const sent = new FormData(form);
    if (submitter) sent.append(submitter.name, submitter.value);
    const page = await this.refresh(["hint"], form.action, null, sent).catch(() => undefined);
    if (page === null) return; // a later press answers
    const refusal = page?.querySelector(".messages li");
    if (!page || refusal) this.fail(refusal?.textContent);
    else this.say(this.sheet.querySelector("li:last-child")?.textContent ?? "");
    if (submitter) (this.sheet.querySelector("button") ?? this.board.cells.find((cell) => cell.tabIndex === 0))?.focus({ preventScroll: true });
  }
}
