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
    const held = nameOf(document.activeElement, tree);
    rows.forEach((row, at) => {
      const old = tree.children[at];
      const had = before[at] ?? [];
      if (!old) tree.append(this.piece(row[0], pieces).cloneNode(true));
      else old.classList.remove("spare");
      if (had.length !== row.length || had.some((key, place) => key !== row[place])) {
        this.drawRow(row, had, tree.children[at], pieces);
      }
    });
    for (let at = rows.length; at < tree.children.length; at += 1) tree.children[at].classList.add("spare");
    if (!held || nameOf(document.activeElement, tree) === held) return;
    const shown = links(tree);
    const same = shown.find((link) => nameOf(link, tree) === held);
    (same ?? shown.find((link) => link.matches(".now")))?.focus({ preventScroll: true });
  }

  drawRow([shell, ...items], [hadShell, ...had], row, pieces) {
    const list = row.querySelector("ol");
    if (hadShell !== shell) become(row, this.piece(shell, pieces), list);
    items.forEach((key, at) => {
      const item = list.children[at];
      if (!item) list.append(this.piece(key, pieces).cloneNode(true));
      else if (had[at] !== key) become(item, this.piece(key, pieces));
    });
    while (list.children.length > items.length) list.lastElementChild.remove();
  }

  // Each piece of HTML is read once.
  piece(key, pieces) {
    let made = this.made.get(key);
    if (!made) {
      made = document.createElement("template");
      made.innerHTML = pieces[key];
      this.made.set(key, made);
      if (this.made.size > 400) this.made.delete(this.made.keys().next().value);
    }
    return made.content.firstElementChild;
  }
}

// Makes `old` what `fresh` is. A new element would cost style and layout for all that is in it, even where only a word
// of it differs. What is in `kept` stays as it is.
function become(old, fresh, kept) {
  if (old === kept) return;
  if (old.nodeName !== fresh.nodeName) return old.replaceWith(fresh.cloneNode(true));
  if (old.nodeType === Node.TEXT_NODE) {
    if (old.data !== fresh.data) old.data = fresh.data;
    return;
  }
  for (const { name, value } of fresh.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  for (const { name } of [...old.attributes]) if (!fresh.hasAttribute(name)) old.removeAttribute(name);
  [...fresh.childNodes].forEach((child, at) => {
    if (at < old.childNodes.length) become(old.childNodes[at], child, kept);
    else old.append(child.cloneNode(true));
  });
  while (old.childNodes.length > fresh.childNodes.length) old.lastChild.remove();
}

const nameOf = (link, tree) =>
  tree.contains(link) ? link.closest(".tree-board:not(.spare *)")?.getAttribute("aria-label").split(",")[0] : undefined;

export const links = (tree) => [...tree.querySelectorAll("a[href]")].filter((link) => link.checkVisibility());

function textIn(element) {
  if (!element) return null;
  if (!element.firstChild) element.append("");
  return element.firstChild;
}
