// Challenges, on every page of somebody who is logged in: the server says that they have changed, and the part of
// the page that shows them is fetched again. Of all pages in one browser only one has the socket; it tells the others.

import { speaker } from "oxo/announce.js";
import { startBar } from "oxo/class_bar.js";
import { refresher } from "oxo/regions.js";
import { Senses } from "oxo/senses.js";
import { Sound } from "oxo/sound.js";
import { pageTab } from "oxo/tab.js";
import { Wire } from "oxo/wire.js";

const BEAT = 25_000;
const REGION = "calls";
const LISTS = "challenge-lists";

class Calls {
  // `place` is the part of the page; `say` announces, `ring` sounds.
  constructor(place, { tab, say, ring }) {
    Object.assign(this, { place, tab, say, ring, leads: false, refresh: refresher() });
    this.name = `oxo-person-${place.dataset.me}`;
    this.known = new Set(this.shown().map((call) => call.dataset.call));
    place.addEventListener("submit", (event) => this.submit(event));
  }

  start() {
    this.others = new BroadcastChannel(this.name);
    this.others.onmessage = () => this.update();
    // Browsers lend locks only on https and localhost; elsewhere every page has a socket of its own.
    if (navigator.locks) navigator.locks.request(this.name, () => this.lead());
    else this.lead();
  }

  // Resolves when the server has ended it for good.
  lead() {
    this.leads = true;
    return new Promise((resolve) => {
      const wire = new Wire(this.place.dataset.socket, {
        beat: BEAT,
        onOpen: () => {},
        onMessage: (message) => this.heard(message),
        onDown: () => {},
        onFinal: resolve,
      });
      wire.connect();
    });
  }

  // The first message after connecting may say nothing new.
  heard({ type, waiting }) {
    if (type !== "challenges") return;
    const first = !this.connected;
    this.connected = true;
    this.place.dataset.connected = "1";
    if (first && waiting === this.shown().filter((call) => "asked" in call.dataset).length) return;
    this.others.postMessage("changed");
    this.update();
  }

  shown() {
    return [...this.place.querySelectorAll("[data-call]")];
  }

  async update() {
    const page = await this.refresh([REGION], this.place.dataset.from).catch(() => null);
    if (!page) return;
    if (document.getElementById(LISTS)) this.refresh([LISTS]).catch(() => {});
    this.tell();
  }

  tell() {
    const calls = this.shown();
    const news = calls.filter((call) => !this.known.has(call.dataset.call));
    for (const key of this.known) if (!calls.some((call) => call.dataset.call === key)) this.tab.hear(null, key);
    this.known = new Set(calls.map((call) => call.dataset.call));
    for (const call of news) {
      const { call: key, signal, icon } = call.dataset;
      this.say(call.querySelector("p").textContent.trim().replace(/\s+/g, " "));
      if (signal) this.tab.hear({ kind: icon, text: signal }, key);
    }
    if (news.length && (this.leads || !document.hidden)) this.ring();
  }

  // Answers without leaving the page: a game may be going on here.
  async submit(event) {
    const form = event.target.closest("form[data-answer]");
    if (!form) return;
    event.preventDefault();
    const { url, message } = await answered(form);
    if (url) location.assign(url);
    else if (message) this.refused(form, message);
    else this.update();
  }

  refused(form, message) {
    form.closest("[data-call]").querySelector(".call-refused").textContent = message;
  }
}

const NO_ANSWER = { message: "We could not reach the site. Try again." };

async function answered(form) {
  const headers = { Accept: "application/json" };
  const request = { method: "POST", body: new FormData(form), headers, signal: AbortSignal.timeout(10_000) };
  const answer = await fetch(form.action, request).catch(() => null);
  if (!answer) return NO_ANSWER;
  const isJson = answer.headers.get("Content-Type")?.includes("json");
  return isJson ? answer.json() : { url: answer.ok ? "" : location.href };
}

// What somebody who is logged in hears on every page. A page that has a tab and sounds of its own shares them.
export function startCalls({ tab, sound } = {}) {
  startBar();
  const place = document.getElementById(REGION);
  if (!place) return;
  const say = speaker();
  tab ??= pageTab(place.dataset.icons);
  sound ??= new Sound(new Senses());
  new Calls(place, { tab, say, ring: () => sound.play("challenge") }).start();
}
