// A search tree: the node that is pointed at, tapped or focused shows its board and its values.

const SVG = "http://www.w3.org/2000/svg";
const CELL = 100;
const TOLD = ["name", "sort", "side", "window", "value", "why"];

let shown = null;

function look(event) {
  const node = event.target.closest?.(".node[data-board]");
  if (!node || node === shown) return;
  shown?.classList.remove("looked-at");
  shown = node;
  node.classList.add("looked-at");
  const panel = document.querySelector("[data-looked]");
  for (const key of TOLD) panel.querySelector(`[data-told="${key}"]`).textContent = node.dataset[key];
  panel.querySelector("a").href = node.dataset.url;
  draw(panel.querySelector("svg"), node.dataset.board.split(" ")[0]);
}

function draw(board, cells) {
  for (const mark of board.querySelectorAll('[class^="mark-"]')) mark.remove();
  const columns = board.viewBox.baseVal.width / CELL;
  [...cells].forEach((letter, at) => {
    const drawn = document.getElementById(`mark-${letter}`);
    if (drawn) board.append(placed(drawn, letter, at % columns, Math.floor(at / columns)));
  });
}

function placed(drawn, seat, column, row) {
  const group = document.createElementNS(SVG, "g");
  group.setAttribute("class", `mark-${seat}`);
  group.setAttribute("stroke", "currentColor");
  group.setAttribute("stroke-width", "11");
  group.setAttribute("transform", `translate(${column * CELL} ${row * CELL})`);
  group.append(...drawn.content.firstElementChild.cloneNode(true).children);
  return group;
}

function move(event) {
  const node = event.target.closest?.(".node[data-board]");
  if (!node || event.ctrlKey || event.metaKey || event.altKey) return;
  const all = [...document.querySelectorAll(".node[data-board]")];
  const at = all.indexOf(node);
  const to = { ArrowRight: at + 1, ArrowDown: at + 1, ArrowLeft: at - 1, ArrowUp: at - 1 };
  const next = all[{ Home: 0, End: all.length - 1, ...to }[event.key]];
  if (!next) return;
  event.preventDefault();
  for (const one of all) one.setAttribute("tabindex", one === next ? "0" : "-1");
  next.focus();
}

// On narrow screens the tree is wider than its frame: what the step is about should be in sight.
function centre() {
  const frame = document.querySelector(".tree-frame");
  const now = frame?.querySelector(".node.now");
  if (!now || frame.scrollWidth <= frame.clientWidth) return;
  const at = Number(now.getAttribute("transform").match(/[\d.]+/)[0]);
  frame.scrollLeft = at - frame.clientWidth / 2;
}

new MutationObserver(centre).observe(document.getElementById("analysis"), { childList: true });
centre();
for (const kind of ["pointerover", "pointerdown", "focusin"]) document.addEventListener(kind, look);
document.addEventListener("keydown", move);
