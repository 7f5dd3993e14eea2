// The machine of matchboxes in place: each button leads to a page that the server draws, and here its parts are
// replaced. A box that was opened shakes first; a long practice comes in pieces, so that one sees it go on.

import { announcer } from "oxo/announce.js";
import { Grid } from "oxo/grid.js";
import { moving } from "oxo/motion.js";

const OPENING = 1500;
const PIECES = 10;

function start() {
  const form = document.getElementById("machine");
  const polite = document.getElementById("polite");
  const voice = announcer(polite, polite);
  const board = new Grid(() => form.querySelector(".box-board"), "[role=gridcell]", "[data-legal]");
  let latest = 0;

  function prepare() {
    board.rove();
    const boxes = [...form.querySelectorAll(".matchbox")];
    const stop = boxes.find((box) => box.matches(".looked, .now")) ?? boxes[0];
    for (const box of boxes) box.tabIndex = box === stop ? 0 : -1;
  }

  const wait = (ms) => new Promise((go) => setTimeout(go, ms));

  async function load(fields, counts) {
    const address = `${form.action.split("?")[0]}?${new URLSearchParams(fields)}`;
    const response = await fetch(address).catch(() => null);
    const text = await response?.text().catch(() => null);
    if (!counts()) return false;
    const fresh = text && new DOMParser().parseFromString(text, "text/html").getElementById("machine");
    if (!fresh) {
      location.assign(address);
      return false;
    }
    const open = form.querySelector("details").open;
    form.replaceChildren(...document.adoptNode(fresh).childNodes);
    form.querySelector("details").open = open;
    history.replaceState({}, "", response.url);
    prepare();
    return true;
  }

  // The focus goes on to what takes the place of the button that was pressed.
  function follow(name, value) {
    const same = form.querySelector(`button[name="${name}"][value="${CSS.escape(value)}"]:not([disabled])`);
    const onBoard = form.querySelector(".box-board [tabindex='0']");
    const next = { cell: form.querySelector("[name=shake]") ?? onBoard, shake: onBoard, back: form.querySelector(".matchbox[tabindex='0']") };
    (next[name] ?? same ?? onBoard).focus({ preventScroll: name !== "back" });
  }

  function pieces(name, value) {
    const count = Number(value);
    return name === "practise" && count > PIECES && moving() ? Array(PIECES).fill(String(count / PIECES)) : [value];
  }

  async function press(name, value) {
    const mine = ++latest;
    const held = form.contains(document.activeElement);
    form.classList.remove("opening");
    form.classList.add("busy");
    for (const piece of pieces(name, value)) {
      const fields = [...new FormData(form)].concat(name ? [[name, piece]] : []);
      if (!(await load(fields, () => mine === latest))) return;
    }
    form.classList.remove("busy");
    if (held && name) follow(name, value);
    if ((name === "shake" || name === "cell") && moving()) {
      form.classList.add("opening");
      await wait(OPENING);
      if (mine !== latest) return;
      form.classList.remove("opening");
    }
    if (name !== "foe") voice.say(form.querySelector("#sentence").textContent.trim());
    if (name === "box") form.querySelector(".open-box").scrollIntoView({ block: "nearest" });
  }

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const button = event.submitter;
    if (!form.classList.contains("opening") || button?.name !== "cell") press(button?.name, button?.value);
  });

  form.addEventListener("keydown", (event) => {
    const box = event.target.closest(".matchbox");
    if (event.key === "Escape") form.querySelector("[name=back]")?.click();
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (/^[1-9]$/.test(event.key) && event.target.closest(".box-board")) board.spots()[event.key - 1]?.click();
    if (!box) return;
    const all = [...form.querySelectorAll(".matchbox")];
    const at = all.indexOf(box);
    const across = Math.max(1, all.filter((one) => one.offsetTop === all.at(-30).offsetTop).length);
    const moves = { ArrowLeft: at - 1, ArrowRight: at + 1, ArrowUp: at - across, ArrowDown: at + across, Home: 0, End: all.length - 1 };
    const to = all[moves[event.key]];
    if (!to) return;
    event.preventDefault();
    box.tabIndex = -1;
    to.tabIndex = 0;
    to.focus();
  });

  prepare();
}

start();
