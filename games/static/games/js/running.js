// Boards of games that others play: the server says what stands on each cell, and strokes are added or taken away.

const SVG = "http://www.w3.org/2000/svg";
const CELL = 100;

export class RunningBoards {
  // What was told of games that this page does not show as they are: it asks for them once.
  told = new Map();

  constructor(root = document) {
    this.root = root;
  }

  // Returns whether the page has to be drawn anew: a game has begun, or is over.
  follow(games) {
    let stale = false;
    for (const { id, status, marks } of games) {
      const board = this.root.querySelector(`[data-board="${id}"] svg.mini`);
      if (board && marks.length) draw(board, marks);
      if ((board && status === "active") || this.told.get(id) === status) continue;
      this.told.set(id, status);
      stale = true;
    }
    return stale;
  }
}

function draw(board, marks) {
  const wide = board.viewBox.baseVal.width / CELL;
  const old = new Map([...board.querySelectorAll("[transform]")].map((one) => [one.getAttribute("transform"), one]));
  marks.forEach((mark, cell) => {
    const place = `translate(${(cell % wide) * CELL} ${Math.floor(cell / wide) * CELL})`;
    const there = old.get(place);
    const wanted = mark && `mark-${mark}`;
    if (wanted === (there?.classList[0] ?? "")) return;
    there?.remove();
    if (mark) board.append(stroke(mark, wanted, place));
  });
}

function stroke(mark, name, place) {
  const group = document.createElementNS(SVG, "g");
  group.setAttribute("class", `${name} fresh`);
  group.setAttribute("transform", place);
  group.setAttribute("stroke-width", "11");
  const drawn = document.getElementById(`stroke-${mark}`).content.querySelector("svg");
  group.append(...drawn.cloneNode(true).childNodes);
  return group;
}
