// The whole tree: a click opens or closes a position in place; the drawing zooms and moves.

import { refresher } from "oxo/regions.js";

const PART = "branches";
const MOST = 12;

function start() {
  const refresh = refresher();

  const part = () => document.getElementById(PART);
  const frame = () => part().querySelector("[data-frame]");
  const drawing = () => frame().querySelector("svg");
  const view = () => drawing().querySelector("[data-view]");
  const spots = () => [...drawing().querySelectorAll("[data-key]")];

  // --- zoom: `scale` and the corner that is at the top left, in units of the drawing ---

  const at = { scale: 1, x: 0, y: 0 };
  const box = () => [drawing().viewBox.baseVal.width, drawing().viewBox.baseVal.height];

  function place() {
    const [width, height] = box();
    at.scale = Math.max(1, Math.min(MOST, at.scale));
    at.x = Math.max(0, Math.min(width - width / at.scale, at.x));
    at.y = Math.max(0, Math.min(height - height / at.scale, at.y));
    view().setAttribute("transform", `scale(${at.scale}) translate(${-at.x} ${-at.y})`);
    frame().classList.toggle("zoomed", at.scale > 1);
  }

  // Where a point of the screen is in the drawing, as if it were not zoomed.
  function units(event) {
    return new DOMPoint(event.clientX, event.clientY).matrixTransform(drawing().getScreenCTM().inverse());
  }

  function zoom(by, point) {
    const [width, height] = box();
    const { x, y } = point ?? { x: width / 2, y: height / 2 };
    const here = { x: at.x + x / at.scale, y: at.y + y / at.scale };
    at.scale = Math.max(1, Math.min(MOST, at.scale * by));
    Object.assign(at, { x: here.x - x / at.scale, y: here.y - y / at.scale });
    place();
  }

  function move(x, y) {
    at.x += x / at.scale;
    at.y += y / at.scale;
    place();
  }

  function fit() {
    Object.assign(at, { scale: 1, x: 0, y: 0 });
    place();
  }

  // A wheel alone moves the page, unless the drawing has the focus.
  document.addEventListener(
    "wheel",
    (event) => {
      if (!event.target.closest?.(".forest")) return;
      if (!event.ctrlKey && !event.metaKey && !drawing().contains(document.activeElement)) return;
      event.preventDefault();
      zoom(Math.exp(-event.deltaY / 300), units(event));
    },
    { passive: false },
  );

  // --- dragging with one pointer, pinching with two ---

  const held = new Map();
  let dragged = false;

  document.addEventListener("pointerdown", (event) => {
    if (!event.target.closest?.(".forest") || event.button) return;
    held.set(event.pointerId, units(event));
    dragged = false;
  });

  document.addEventListener("pointermove", (event) => {
    const before = held.get(event.pointerId);
    if (!before) return;
    const now = units(event);
    const other = [...held].find(([id]) => id !== event.pointerId)?.[1];
    if (other) {
      const far = (point) => Math.max(1, Math.hypot(point.x - other.x, point.y - other.y));
      zoom(far(now) / far(before), other);
      dragged = true;
    } else if (at.scale > 1 && (dragged || Math.hypot(now.x - before.x, now.y - before.y) > 4)) {
      move(before.x - now.x, before.y - now.y);
      dragged = true;
    } else return;
    held.set(event.pointerId, now);
  });

  for (const end of ["pointerup", "pointercancel"]) {
    document.addEventListener(end, (event) => held.delete(event.pointerId));
  }
  document.addEventListener("dragstart", (event) => event.target.closest?.(".forest") && event.preventDefault());

  // --- opening ---

  // Whether it was shown: a later click overtakes it.
  async function open(address, key) {
    const inDrawing = drawing().contains(document.activeElement);
    const page = await refresh([PART], address).catch(() => location.assign(address));
    if (!page) return false;
    ready();
    const same = key && part().querySelector(`${inDrawing ? ".forest " : ""}[data-key="${key}"]`);
    if (same) {
      rove(same);
      same.focus({ preventScroll: true });
    }
    say(part().querySelector("[data-said]").firstChild.textContent);
    return true;
  }

  function say(text) {
    const line = document.createElement("p");
    line.textContent = text;
    document.getElementById("polite").replaceChildren(line);
  }

  document.addEventListener("click", async (event) => {
    const link = event.target.closest(`#${PART} a[data-swap]`);
    if (link && dragged && event.detail && link.closest(".forest")) return event.preventDefault();
    if (!link || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    const address = link.getAttribute("href").split("#")[0];
    if (await open(address, link.dataset.key)) history.pushState({}, "", address);
  });
  addEventListener("popstate", () => open(location.href));
  document.addEventListener("click", (event) => {
    const how = event.target.closest("[data-zoom]")?.dataset.zoom;
    if (how === "fit") fit();
    else if (how) zoom(how === "in" ? 1.5 : 1 / 1.5);
  });

  // --- keys: one tab stop, arrows by place ---

  function rove(to) {
    for (const spot of spots()) spot.setAttribute("tabindex", spot === to ? "0" : "-1");
  }

  const ARROWS = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] };
  const ZOOMS = { "+": 1.5, "=": 1.5, "-": 1 / 1.5 };

  document.addEventListener("keydown", (event) => {
    const spot = event.target.closest?.(".spot");
    if (!spot || event.ctrlKey || event.metaKey || event.altKey) return;
    if (ZOOMS[event.key]) zoom(ZOOMS[event.key]);
    else if (event.key === "0") fit();
    else if (ARROWS[event.key] && event.shiftKey) move(...ARROWS[event.key].map((way) => way * 120));
    else if (ARROWS[event.key]) walk(spot, ARROWS[event.key]);
    else return;
    event.preventDefault();
  });

  const placeOf = (spot) => spot.transform.baseVal[0].matrix;

  function walk(spot, [right, down]) {
    const here = placeOf(spot);
    const found = spots()
      .map((one) => ({ one, x: placeOf(one).e - here.e, y: placeOf(one).f - here.f }))
      .filter(({ x, y }) => (right ? x * right > 0 && y === 0 : y * down > 0))
      .sort((a, b) => (down ? Math.abs(a.y) - Math.abs(b.y) : 0) || Math.hypot(a.x, a.y) - Math.hypot(b.x, b.y));
    if (!found.length) return;
    rove(found[0].one);
    found[0].one.focus({ preventScroll: at.scale === 1 });
    bring(placeOf(found[0].one));
  }

  // What has the focus must be in sight.
  function bring({ e: x, f: y }) {
    const [width, height] = box().map((one) => one / at.scale);
    if (x < at.x + 40 || x > at.x + width - 40) at.x = x - width / 2;
    if (y < at.y + 10 || y > at.y + height - 100) at.y = y - height / 2;
    place();
  }

  function ready() {
    for (const hidden of part().querySelectorAll("[data-zooms]")) hidden.hidden = false;
    rove(drawing().querySelector(".now") ?? spots()[0]);
    place();
  }

  ready();
}

start();
