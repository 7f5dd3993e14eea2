// One engine of the player: what it shows at a step. Only what differs from the step before is touched, and nothing is
// measured, so that a step costs the browser one style and one layout.

export class Side {
  constructor(root, outside) {
    const part = (name) => root.querySelector(`[data-${name}]`);
    this.root = root;
    this.tree = part("tree");
    this.texts = {
      heading: textIn(part("heading")),
      sentence: textIn(part("say")),
      crumbs: textIn(part("crumbs")),
      count: textIn(part("count") ?? outside.querySelector("[data-only-count]")),
    };
    this.pen = part("pen");
    this.line = part("line");
    this.said = part("window");
    this.code = [...root.querySelectorAll(".code li")];
    this.lives = this.code.map((line) => line.querySelector("[data-live]"));
    this.frame = {};
    this.running = this.code.findIndex((line) => line.hasAttribute("aria-current"));
    this.made = new Map();
  }

  draw(frame, pieces) {
    const before = this.frame;
    this.frame = frame;
    this.drawRows(frame.rows, before.rows ?? [], pieces);
    for (const [name, text] of Object.entries(this.texts)) {
      if (text && text.data !== frame[name]) text.data = frame[name];
    }
    if (this.pen && before.pen !== frame.pen) {
      this.pen.setAttribute("transform", `translate(${(frame.pen * 1200).toFixed(1)} 0)`);
    }
    this.drawCode(frame);
    if (frame.window) this.drawWindow(frame.window);
  }

  drawCode({ line, live }) {
    if (line !== this.running) {
      this.code[this.running]?.removeAttribute("aria-current");
      if (this.lives[this.running]) this.lives[this.running].textContent = "";
      this.code[line]?.setAttribute("aria-current", "step");
      this.running = line;
    }
    if (this.lives[line] && this.lives[line].textContent !== live) this.lives[line].textContent = live;
  }

  drawWindow({ alpha, beta, shut, said }) {
    if (this.said.textContent === said) return;
    this.line.setAttribute("class", `number-line a${alpha} b${beta}${shut ? " shut" : ""}`);
    this.said.textContent = said;
  }

  drawRows(rows, before, pieces) {
    const { tree } = this;
    const held = tree.contains(document.activeElement) ? nameOf(document.activeElement) : undefined;
    rows.forEach((row, at) => {
      const had = before[at] ?? [];
      if (had.length === row.length && had.every((key, place) => key === row[place])) return;
      this.drawRow(row, had, tree.children[at], pieces);
    });
    while (tree.children.length > rows.length) tree.lastElementChild.remove();
    if (held === undefined || tree.contains(document.activeElement)) return;
    const same = links(tree).find((link) => nameOf(link) === held);
    (same ?? tree.querySelector("a.now"))?.focus({ preventScroll: true });
  }

  drawRow([shell, ...items], [hadShell, ...had], old, pieces) {
    let row = old;
    if (!old || hadShell !== shell) {
      row = this.element(shell, pieces);
      // The items of a row stay where only what is around them changes.
      if (old) row.querySelector("ol").replaceWith(old.querySelector("ol"));
      if (old) old.replaceWith(row);
      else this.tree.append(row);
    }
    const list = row.querySelector("ol");
    items.forEach((key, at) => {
      const item = list.children[at];
      if (item && had[at] === key) return;
      const fresh = this.element(key, pieces);
      if (item) item.replaceWith(fresh);
      else list.append(fresh);
    });
    while (list.children.length > items.length) list.lastElementChild.remove();
  }

  // Each piece of HTML is read once.
  element(key, pieces) {
    let made = this.made.get(key);
    if (!made) {
      made = document.createElement("template");
      made.innerHTML = pieces[key];
      this.made.set(key, made);
      if (this.made.size > 400) this.made.delete(this.made.keys().next().value);
    }
    return made.content.firstElementChild.cloneNode(true);
  }
}

const nameOf = (link) => link.closest(".tree-board")?.getAttribute("aria-label").split(",")[0];

export const links = (tree) => [...tree.querySelectorAll("a[href]")];

function textIn(element) {
  if (!element) return null;
  if (!element.firstChild) element.append("");
  return element.firstChild;
}
