// The parts around the board: the headline, the seats, the list of moves, the state of the link.

import { isSaidToAll } from "oxo/announce.js";
import { express } from "oxo/ending.js";
import { showPatterns } from "oxo/patterns.js";
import { marksAt, movesOf } from "oxo/view.js";
import { counted } from "oxo/waiting.js";

function put(element, text) {
  if (element && element.textContent !== text) element.textContent = text;
}

export class Panel {
  constructor(root, phrases) {
    this.root = root;
    this.phrases = phrases;
    this.notice = root.querySelector("#notice");
  }

  // `heading` stands in place of the result, if there is one.
  render(snapshot, stepped, heading = null) {
    this.head(snapshot, heading);
    this.seats(snapshot);
    this.moves(snapshot);
    this.stakes(snapshot);
    if (!stepped) this.patterns(snapshot);
  }

  patterns(snapshot) {
    const section = this.root.querySelector("#patterns");
    if (section) showPatterns(section, marksAt(snapshot, this.phrases), snapshot.patterns);
  }

  // What is at stake while the game goes on; the page knows it for every ply.
  stakes({ moves, outcome }) {
    const line = this.root.querySelector("[data-stakes]");
    if (line) put(line, JSON.parse(line.dataset.stakes).findLast(([ply]) => ply <= moves.length)[1]);
    for (const part of this.root.querySelectorAll("[data-while-played]")) part.hidden = outcome !== null;
  }

  // The mark of whose turn it is, or who won, where more than two take turns.
  sign({ to_act: acts, outcome }) {
    const seat = acts ?? outcome?.winner;
    const sign = this.root.querySelector("#turn-sign");
    if (!sign || sign.dataset.mark === (seat ?? "")) return;
    sign.dataset.mark = seat ?? "";
    sign.replaceChildren(...(seat ? [document.getElementById(`mark-${seat}`).content.firstElementChild.cloneNode(true)] : []));
  }

  head(snapshot, heading) {
    this.sign(snapshot);
    put(this.root.querySelector("#headline"), heading?.headline ?? snapshot.headline);
    put(this.root.querySelector("#detail"), heading?.detail ?? (snapshot.ending?.tale || snapshot.detail));
  }

  seats(snapshot) {
    for (const [name, seat] of Object.entries(snapshot.seats)) {
      const strip = this.root.querySelector(`[data-seat="${name}"]`);
      strip.classList.toggle("turn", snapshot.to_act === name);
      if (strip.dataset.kind !== seat.kind || strip.dataset.called !== seat.title) this.seated(strip, seat, snapshot);
      this.presence(name, seat.presence);
      if (snapshot.ending?.faces[name]) express(strip.querySelector(".face"), snapshot.ending.faces[name]);
    }
  }

  // A guest who signs up keeps the seat under a new name; a seat is free only until the game is cancelled.
  seated(strip, seat, { you, kind }) {
    strip.dataset.kind = seat.kind;
    strip.dataset.called = seat.title;
    const own = you === strip.dataset.seat && kind !== "local";
    put(strip.querySelector(".name"), own ? this.phrases.who.you : seat.title);
    if (seat.kind !== "person") strip.querySelector(".name").removeAttribute("href");
    put(strip.querySelector(".rating"), seat.rating ? seat.rating.toLocaleString("en") : "");
    const presence = strip.querySelector(".presence");
    if (presence) presence.hidden = seat.kind !== "person";
  }

  presence(name, state) {
    const dot = this.root.querySelector(`[data-seat="${name}"] .presence`);
    if (!dot || !state) return;
    dot.dataset.state = state;
    put(dot.firstElementChild, state);
  }

  // While the game waits for a player, waiting.js shows the watchers instead.
  watchers(number) {
    const line = this.root.querySelector("#watchers");
    line.hidden = !number || this.root.querySelector("#waiting") !== null;
    put(line.querySelector("span"), counted(line.dataset, number));
  }

  moves(snapshot) {
    const list = this.root.querySelector("#moves");
    const known = list.childElementCount;
    for (const move of movesOf(snapshot).slice(known)) list.append(this.moveItem(move));
    if (list.childElementCount > known) requestAnimationFrame(() => (list.scrollTop = list.scrollHeight));
    this.root.querySelector("#no-moves").hidden = snapshot.moves.length > 0;
    this.root.querySelector("#stepper").hidden = !["finished", "aborted"].includes(snapshot.status);
  }

  moveItem({ ply, seat, cell, taken }) {
    const item = document.createElement("li");
    const link = document.createElement("a");
    link.href = `?ply=${ply}`;
    link.dataset.ply = ply;
    link.append(this.said(`${seat} `), (taken ? "−" : "") + this.phrases.cells[cell]);
    item.append(link);
    return item;
  }

  said(text) {
    const span = document.createElement("span");
    span.className = "vh";
    span.textContent = text;
    return span;
  }

  step(ply, total) {
    for (const link of this.root.querySelectorAll("#moves a, #review .go")) {
      const here = Number(link.dataset.ply) === ply;
      if (here) link.setAttribute("aria-current", "step");
      else link.removeAttribute("aria-current");
    }
    const targets = { first: 0, previous: ply - 1, next: ply + 1, last: total };
    for (const [name, to] of Object.entries(targets)) {
      const link = this.root.querySelector(`[data-step="${name}"]`);
      link.dataset.ply = Math.max(0, Math.min(total, to));
      link.href = `?ply=${link.dataset.ply}`;
      link.setAttribute("aria-disabled", String(Number(link.dataset.ply) === ply));
    }
  }

  tell(text) {
    put(this.notice, text);
    this.notice.hidden = !text || isSaidToAll(text);
  }

  // What the site tells everybody; true if that is news.
  siteNotice(text) {
    const place = document.getElementById("site-notice");
    const before = place.textContent;
    put(place, text);
    place.hidden = !text;
    return Boolean(text) && text !== before;
  }

  // The server has closed the link for good: the page says why, and where to go on.
  cutOff(code) {
    this.root.querySelector(`[data-cut-off="${code}"]`).hidden = false;
  }

  link(status) {
    const line = this.root.querySelector("#link-status");
    line.hidden = false;
    line.dataset.state = status;
    put(line.querySelector("span"), this.phrases.link[status]);
  }
}
