// The board in the page: draws a view, moves the focus, reports which cell was picked.

import { EndingLayer } from "oxo/ending.js";
import { SmallBoards } from "oxo/small_boards.js";
import { Touch } from "oxo/touch.js";

const ARROWS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

const EXPLAINED = 4_000;

function drawing(name, ...classes) {
  const mark = document.getElementById(`mark-${name}`).content.firstElementChild.cloneNode(true);
  mark.classList.add(...classes);
  return mark;
}

export class Board {
  constructor(form, words, { onPick, onCancel, onPoint = () => {} }) {
    const { cells: names, columns, boards } = words;
    this.form = form;
    this.grid = form.querySelector("[role=grid]");
    this.cells = [...form.querySelectorAll("[role=gridcell]")];
    this.names = names;
    this.columns = columns;
    this.ending = new EndingLayer(form);
    this.words = words;
    this.boards = boards;
    this.small = new SmallBoards(document);
    this.touch = new Touch(this);
    this.column = "";
    this.onPick = (...picked) => {
      this.aim(null);
      onPick(...picked);
    };
    this.onCancel = onCancel;
    this.onPoint = onPoint;
    this.board = null;
    this.shown = [];
    this.rove(0);
    form.addEventListener("submit", (event) => event.preventDefault());
    this.grid.addEventListener("click", (event) => this.clicked(event));
    this.grid.addEventListener("keydown", (event) => this.pressed(event));
    this.grid.addEventListener("focusin", (event) => this.focused(this.cells.indexOf(event.target)));
    this.grid.addEventListener("focusout", (event) => this.left(event));
    if (!boards.length) return;
    this.grid.addEventListener("pointerover", (event) => event.pointerType === "mouse" && this.point(this.at(event)));
    this.grid.addEventListener("pointerleave", () => this.point(null));
    this.touch.listen();
  }

  // --- drawing ---

  render(view) {
    const { form } = this;
    form.classList.toggle("over", view.over);
    form.classList.toggle("stepped", view.stepped);
    form.classList.toggle("removing", view.removing);
    form.classList.toggle("drawn", view.over && !view.line.length);
    let changed = 0;
    view.cells.forEach((cell, index) => {
      if (this.renderCell(index, cell, changed > 0)) changed += 1;
    });
    this.ending.render(view);
    this.small.render(view.small);
    if (changed) this.aim(null);
  }

  renderCell(index, cell, reply) {
    const before = this.shown[index] ?? this.found(index);
    const button = this.cells[index];
    for (const name of ["last", "won", "sending", "chosen", "away", "spent"]) button.classList.toggle(name, cell[name]);
    button.toggleAttribute("data-legal", cell.legal);
    if (cell.legal) button.removeAttribute("aria-disabled");
    else button.setAttribute("aria-disabled", "true");
    if (button.getAttribute("aria-label") !== cell.label) button.setAttribute("aria-label", cell.label);
    const drawn = before.mark !== cell.mark || before.trace !== cell.trace;
    if (drawn) this.drawMark(button, cell, reply);
    if (drawn || before.ghost !== cell.ghost) this.drawGhost(button, cell);
    this.shown[index] = cell;
    return drawn && Boolean(cell.mark);
  }

  // Reads what the server has drawn, so that the first render changes nothing.
  found(index) {
    const name = (selector) => {
      const mark = this.cells[index].querySelector(selector);
      return mark ? [...mark.classList].find((css) => css.startsWith("mark-")).slice(5) : "";
    };
    return { mark: name(":scope > .mark"), trace: name(".trace > :last-child"), ghost: name(".ghost .mark") };
  }

  drawMark(button, cell, reply) {
    button.querySelectorAll(":scope > .mark, .trace").forEach((mark) => mark.remove());
    const fresh = reply ? ["fresh", "reply"] : ["fresh"];
    if (cell.mark) button.prepend(drawing(cell.mark, ...fresh));
    else if (cell.trace) button.prepend(this.trace(cell, fresh));
  }

  // A piece that was taken away: pale, with the strokes that took it drawn over it.
  trace(cell, fresh) {
    const trace = document.createElement("span");
    trace.className = "trace";
    trace.append(drawing(cell.taken), drawing(cell.trace, ...fresh));
    return trace;
  }

  drawGhost(button, cell) {
    button.querySelector(".ghost")?.remove();
    if (!cell.ghost) return;
    const ghost = document.createElement("span");
    ghost.className = "ghost";
    ghost.append(drawing(cell.ghost));
    button.append(ghost);
  }

  // Touches cells one after the other, as somebody does who thinks about them; no cells end it.
  look(cells, seat) {
    this.form.querySelectorAll(".look").forEach((dot) => dot.remove());
    cells.forEach((cell, index) => {
      const dot = document.createElement("span");
      dot.classList.add("look", `look-${index}`, `by-${seat}`);
      this.cells[cell].append(dot);
    });
  }

  // Says beside a cell for a while why a touch did nothing; an empty text removes it.
  explain(index, text) {
    clearTimeout(this.explained);
    this.form.querySelector(".touch-reason")?.remove();
    if (!text) return;
    const [cell, form] = [this.cells[index], this.form].map((element) => element.getBoundingClientRect());
    const why = document.createElement("span");
    why.className = "touch-reason";
    why.setAttribute("aria-hidden", "true"); // the live region says it aloud
    why.textContent = text;
    const middle = (cell.left - form.left + cell.width / 2) / form.width;
    why.style.left = `${100 * Math.min(0.75, Math.max(0.25, middle))}%`;
    why.style.top = `${cell.top - form.top + cell.height / 4}px`;
    this.form.append(why);
    this.explained = setTimeout(() => why.remove(), EXPLAINED);
  }

  // --- pointer and keyboard ---

  at({ target }) {
    return this.cells.indexOf(target?.closest("[role=gridcell]"));
  }

  isLegal(index) {
    return this.cells[index]?.hasAttribute("data-legal") ?? false;
  }

  clicked(event) {
    const index = this.at(event);
    if (index < 0 || this.touch.took(event)) return;
    event.preventDefault();
    this.onPick(index, this.isLegal(index));
  }

  // The cell that a pointer or the focus is on, if one can play there; `under` a finger it is said beside it.
  point(index, under = false) {
    this.form.querySelector(".pressed")?.classList.remove("pressed");
    if (under) this.cells[index]?.classList.add("pressed");
    this.onPoint(index !== null && this.isLegal(index) ? index : null, under);
  }

  focused(index) {
    this.rove(index);
    this.point(index);
  }

  left({ relatedTarget }) {
    if (!this.grid.contains(relatedTarget)) this.aim(null);
    this.point(null);
  }

  pressed(event) {
    if (event.altKey || event.metaKey) return;
    const at = this.cells.indexOf(document.activeElement);
    const to = this.target(event, at);
    if (to !== null) {
      event.preventDefault();
      this.cells[to].focus();
    } else if (event.key === "Escape") {
      this.aim(null);
      this.onCancel();
    } else if (!event.ctrlKey && event.key.length === 1) {
      this.typed(event);
    }
  }

  target({ key, ctrlKey, shiftKey }, at) {
    const { columns } = this;
    const step = shiftKey && this.boards.length ? Math.sqrt(this.boards[0].length) : 1;
    const start = at - (at % columns);
    if (key === "Home") return ctrlKey ? 0 : start;
    if (key === "End") return ctrlKey ? this.cells.length - 1 : start + columns - 1;
    if (!ARROWS[key]) return null;
    const column = (at % columns) + step * ARROWS[key][0];
    const row = Math.floor(at / columns) + step * ARROWS[key][1];
    const inside = column >= 0 && row >= 0 && column < columns && row * columns < this.cells.length;
    return inside ? row * columns + column : at;
  }

  // The small board in which the next digit names a cell; null for none.
  aim(board) {
    if (board === this.board) return;
    this.board = board;
    this.small.aim(board);
    this.cells.forEach((cell, index) => {
      const place = this.boards[board]?.indexOf(index) ?? -1;
      if (place >= 0 && this.isLegal(index)) cell.dataset.digit = place + 1;
      else delete cell.dataset.digit;
    });
  }

  // Two digits, counted row by row: a small board, and a cell in it.
  typedDigit(event) {
    const number = Number(event.key) - 1;
    const index = this.boards[this.board]?.[number];
    event.preventDefault();
    if (this.board === null) return this.aim(number);
    this.cells[index].focus();
    this.cells[index].click();
  }

  // "b" then "3" names a cell; on a board of fewer than ten cells a digit alone is enough.
  typed(event) {
    const key = event.key.toLowerCase();
    if (this.boards.length && !this.column && /^[1-9]$/.test(key)) return this.typedDigit(event);
    if (this.names.some((name) => name[0] === key)) {
      this.column = key;
      return;
    }
    const named = this.column + key;
    const digit = this.names.length < 10 && !this.column ? Number(key) - 1 : -1;
    const index = this.names.findIndex((name, cell) => cell === digit || name === named);
    this.column = "";
    if (index < 0) return;
    event.preventDefault();
    this.cells[index].focus();
    this.cells[index].click();
  }

  // One tab stop: the cell that had the focus last.
  rove(index) {
    this.cells.forEach((cell, at) => (cell.tabIndex = at === index ? 0 : -1));
  }
}
