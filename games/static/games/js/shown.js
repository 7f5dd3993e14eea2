// How a board shows that something said of a move is true: its lines are drawn, then its moves are played
// one after the other. What is drawn and played comes with the page (games/analysis/reasons/on_board.py).

const SVG = "http://www.w3.org/2000/svg";
const BEFORE = 1_100;
const BETWEEN = 1_000;
const AFTER = 2_200;
const STEP = 1_700;

const wait = (time) => new Promise((done) => setTimeout(done, time));

// Draws `lines` over the board in `form`, in place of those drawn before; none takes them away.
export function drawLines(form, lines) {
  form.querySelector(".proof-lines")?.remove();
  if (!lines.length) return;
  const layer = document.createElementNS(SVG, "svg");
  layer.setAttribute("class", "proof-lines");
  layer.setAttribute("viewBox", form.querySelector(".grid-lines").getAttribute("viewBox"));
  layer.setAttribute("aria-hidden", "true");
  for (const { seat, path } of lines) {
    const line = document.createElementNS(SVG, "path");
    line.setAttribute("class", `by-${seat}`);
    line.setAttribute("pathLength", "1");
    line.setAttribute("d", path);
    layer.append(line);
  }
  form.append(layer);
}

// Calls `render` with 0, 1 … of the `moves`, at a pace at which each is seen. Ends at once when `goes`
// says that something else is shown by now; returns whether all were shown.
export async function play(moves, render, goes, between = BETWEEN) {
  for (let count = 0; count <= moves.length; count++) {
    render(count);
    await wait(count === moves.length ? AFTER : count ? between : Math.max(BEFORE, between));
    if (!goes()) return false;
  }
  return true;
}

// Shows reasons on a board that the server drew with links: another board stands in its place meanwhile.
export class Stage {
  // `area` returns the element that holds the board, the panel below it, the marks and what can be shown.
  constructor(area, say) {
    Object.assign(this, { area, say, turn: 0, board: null });
    document.addEventListener("click", (event) => this.clicked(event));
    document.addEventListener("keydown", (event) => event.key === "Escape" && this.leave());
  }

  ready() {
    this.turn += 1;
    this.board = null;
    for (const button of this.area().querySelectorAll("[data-shown]")) button.hidden = false;
  }

  clicked(event) {
    const button = event.target.closest("[data-shown]");
    if (button?.href && (event.metaKey || event.ctrlKey || event.shiftKey)) return;
    if (button) {
      event.preventDefault();
      this.show(button);
    } else if (event.target.closest("[data-shown-back], .stage")) this.leave();
  }

  // Shows one thing after the other, until somebody goes back.
  async showAll(buttons) {
    for (const button of buttons) if (!(await this.show(button))) return;
  }

  // Returns whether all was shown; lines without moves stay until somebody goes back.
  async show(button) {
    this.leave();
    const turn = this.turn;
    const found = JSON.parse(this.area().querySelector("#shown").textContent)[button.dataset.shown];
    this.board = this.area().querySelector(".board-form");
    const held = this.board.contains(document.activeElement);
    this.from = { button: held ? document.activeElement : button, top: scrollY };
    const stage = this.build();
    this.board.replaceWith(stage);
    if (found.steps) {
      const shown = this.steps(stage, found.steps, turn);
      if (held) this.area().querySelector("[data-shown-back]").focus({ preventScroll: true });
      return shown;
    }
    this.panel(found.said);
    this.say(found.said);
    drawLines(stage, found.lines);
    stage.scrollIntoView({ block: "nearest" });
    const render = (count) => this.place(stage, found, found.moves.slice(0, count));
    if (!found.moves.length) {
      render(0);
      return this.note(stage, found.notes); // lines and notes alone stay as long as they are read
    }
    const all = await play(found.moves, render, () => turn === this.turn);
    if (all) this.leave();
    return all;
  }

  // Steps that each have their own words and lines.
  async steps(stage, steps, turn) {
    const render = (count) => {
      this.place(stage, steps[count], []);
      drawLines(stage, steps[count].lines);
      this.panel(steps[count].said);
      this.say(steps[count].said);
    };
    const played = play(steps.slice(1), render, () => turn === this.turn, STEP);
    this.area().querySelector("[data-shown-back]").scrollIntoView({ block: "nearest" });
    const all = await played;
    if (all) this.leave();
    return all;
  }

  // The board with empty cells.
  build() {
    const stage = this.board.cloneNode(true);
    stage.classList.add("stage");
    stage.classList.remove("over", "drawn");
    stage.setAttribute("aria-hidden", "true");
    stage.querySelector(".sweep")?.remove();
    for (const cell of stage.querySelectorAll("[data-cell]")) {
      cell.className = "cell";
      cell.tabIndex = -1;
      delete cell.dataset.legal;
      for (const drawn of cell.querySelectorAll(".ghost, .trace, .icon")) drawn.remove();
    }
    return stage;
  }

  place(stage, { marks, last }, moves) {
    const shown = [...marks];
    for (const { cell, seat, taken } of moves) shown[cell] = taken ? "" : seat;
    const newest = moves.at(-1)?.cell ?? last;
    stage.querySelectorAll("[data-cell]").forEach((cell, index) => {
      cell.classList.toggle("last", index === newest);
      if (cell.dataset.mark === shown[index]) return;
      cell.dataset.mark = shown[index];
      const mark = this.area().querySelector(`template[data-mark="${shown[index]}"]`);
      cell.replaceChildren(...(mark ? [mark.content.firstElementChild.cloneNode(true)] : []));
    });
  }

  note(stage, notes) {
    for (const { cell, text } of notes) {
      const note = document.createElement("span");
      note.className = "note";
      note.textContent = text;
      stage.querySelector(`[data-cell="${cell}"]`).append(note);
    }
  }

  panel(said) {
    const panel = this.area().querySelector("[data-shown-panel]");
    panel.hidden = !said;
    panel.firstElementChild.textContent = said;
  }

  // Back to the position, and to the button that was pressed.
  leave() {
    this.turn += 1;
    if (!this.board) return;
    const { button, top } = this.from;
    const inside = document.activeElement?.closest("[data-shown-panel]");
    this.area().querySelector(".stage").replaceWith(this.board);
    this.board = null;
    this.panel("");
    if (inside) button.focus({ preventScroll: true });
    scrollTo({ top });
  }
}
