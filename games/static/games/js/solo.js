// A game against minimax that needs no server once its page is here.

import { choices, line } from "oxo/solo_search.js";

const ARROWS = { ArrowUp: -3, ArrowDown: 3, ArrowLeft: -1, ArrowRight: 1 };

function start() {
  const page = document.getElementById("main");
  const part = (name) => page.querySelector(`[data-part="${name}"]`);
  const cells = [...page.querySelectorAll(".cell")];
  const words = page.dataset;

  let game;

  function begin(person, computer) {
    game = { x: 0, o: 0, person, computer };
    words.person = person;
    for (const drawn of page.querySelectorAll(".cell > .mark")) drawn.remove();
    page.querySelector(".sweep.on")?.classList.remove("on");
    say(words.begin);
    if (person === "o") reply();
    show();
  }

  function say(sentence, square) {
    part("said").textContent = sentence.replace("%", cells[square]?.dataset.name);
  }

  const owner = (square) => ["x", "o"].find((side) => (game[side] >> square) & 1);

  function show() {
    cells.forEach((cell, square) => {
      const by = owner(square);
      cell.toggleAttribute("data-legal", !by && !game.over);
      cell.ariaLabel = cell.dataset[by ?? "free"];
    });
    for (const side of ["x", "o"]) {
      part(side).textContent = game[side];
      part(`${side}-bits`).textContent = game[side].toString(2).padStart(9, "0");
    }
  }

  // A move is an OR; the game ends with a line or with the last free square.
  function put(side, square) {
    game[side] |= 1 << square;
    cells[square].append(part(`mark-${side}`).content.cloneNode(true));
    const mask = line(game[side]);
    game.over = mask || (game.x | game.o) === 511;
    if (mask) page.querySelector(`[data-mask="${mask}"]`).classList.add("on");
    return mask;
  }

  function reply() {
    const best = choices(game[game.computer], game[game.person], part("first").checked);
    const square = best[Math.floor(Math.random() * best.length)];
    const lost = put(game.computer, square);
    say(lost ? words.lost : game.over ? words.drawn : words.reply, square);
  }

  function play(square) {
    if (game.over) return;
    if (owner(square)) return say(words.taken, square);
    put(game.person, square);
    if (game.over) say(words.drawn);
    else reply();
    show();
  }

  cells.forEach((cell, square) => {
    cell.onclick = () => play(square);
    cell.onfocus = () => cells.forEach((one) => (one.tabIndex = one === cell ? 0 : -1));
    cell.onkeydown = (event) => {
      const next = cells[square + ARROWS[event.key]];
      if (!next || event.altKey) return;
      event.preventDefault();
      next.focus();
    };
  });
  document.onkeydown = ({ key, ctrlKey, metaKey, altKey }) => {
    if (/^[0-8]$/.test(key) && !(ctrlKey || metaKey || altKey)) play(Number(key));
  };
  part("new").onclick = () => begin("x", "o");
  part("second").onclick = () => begin("o", "x");

  const full = part("full");
  full.hidden = !document.fullscreenEnabled;
  full.onclick = () => (document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen());
  document.onfullscreenchange = () => (full.ariaPressed = Boolean(document.fullscreenElement));

  begin("x", "o");
  part("play").hidden = false;
  const { serviceWorker } = navigator;
  serviceWorker?.register(words.worker);
  serviceWorker?.ready.then(() => (part("offline").hidden = false));
}

start();
