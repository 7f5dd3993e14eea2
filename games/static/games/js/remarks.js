// What players say in set phrases and signs: shown beside the seat for a few seconds, kept in a list, announced
// politely. The server sends the words; those who switched phrases off have no such part of the page.

const SHOWN = 6_000;
const EVERY = 3_000;

export class Remarks {
  // `send(message)` is whether the socket took it; `api` is the game's address, `fail` says why something was not said.
  constructor(root, { api, token, send, say, fail }) {
    Object.assign(this, { root, api, token, send, say, fail, hiding: new Map() });
    this.place = root.querySelector("#remarks");
    root.addEventListener("submit", (event) => this.submit(event));
    root.addEventListener("beforetoggle", (event) => this.opens(event), { capture: true });
  }

  // Puts the sheet under the board on a phone, else under its button: it covers neither board nor clocks.
  opens({ target: sheet, newState }) {
    if (newState !== "open" || !sheet.matches("[data-say]")) return;
    const [button, board] = [sheet.previousElementSibling, this.root.querySelector(".board-form")].map((one) => one.getBoundingClientRect());
    const beside = button.left >= board.right;
    sheet.style.setProperty("--sheet-left", `${beside ? button.left : 0}px`);
    sheet.style.setProperty("--sheet-right", beside ? "var(--margin)" : "0px");
    sheet.style.setProperty("--sheet-top", `${beside ? button.bottom : board.bottom}px`);
  }

  // A message `said` of the server; one that is known is ignored.
  hear({ seat, phrase, number, text, spoken }) {
    const key = `${seat}-${number}`;
    if (!this.place || this.place.querySelector(`[data-said="${key}"]`)) return;
    const strip = this.root.querySelector(`[data-seat="${seat}"]`);
    const who = strip?.dataset.called ?? seat;
    this.list(key, who, phrase, text);
    if (strip) this.show(seat, strip.querySelector("[data-remark]"), phrase, text);
    this.say(spoken);
  }

  list(key, who, phrase, text) {
    const item = document.createElement("li");
    const name = document.createElement("b");
    item.dataset.said = key;
    name.textContent = who;
    item.append(name, " ", ...this.words(phrase, text));
    this.place.querySelector(".said").append(item);
    this.place.querySelector("#said").hidden = false;
  }

  show(seat, bubble, phrase, text) {
    if (!bubble) return;
    clearTimeout(this.hiding.get(seat));
    bubble.replaceChildren(...this.words(phrase, text));
    bubble.hidden = false;
    this.hiding.set(
      seat,
      setTimeout(() => (bubble.hidden = true), SHOWN),
    );
  }

  // A sign is drawn; beside its drawing stands what it means.
  words(phrase, text) {
    const face = this.place.querySelector(`template[data-face="${phrase}"]`);
    const span = document.createElement("span");
    span.textContent = text;
    return face ? [face.content.firstElementChild.cloneNode(true), span] : [span];
  }

  submit(event) {
    const form = event.target.closest("form[data-say]");
    if (!form) return;
    event.preventDefault();
    form.hidePopover();
    const phrase = event.submitter.value;
    if (!this.send({ type: "say", phrase })) this.post(phrase);
  }

  async post(phrase) {
    const headers = { "Content-Type": "application/json", "X-CSRFToken": this.token };
    const body = JSON.stringify({ phrase });
    const answer = await this.ask({ method: "POST", headers, body });
    if (answer?.type === "said") this.hear(answer);
    else this.fail(answer?.message);
  }

  // Where sockets are blocked the page asks; after a lost connection it asks once.
  linked(status) {
    if (!this.place) return;
    clearInterval(this.asking);
    if (status === "compatibility") this.asking = setInterval(() => this.catchUp(), EVERY);
    if (status === "connected" && this.was) this.catchUp();
    if (status !== "connecting") this.was = status;
  }

  async catchUp() {
    const answer = await this.ask({});
    for (const remark of answer?.remarks ?? []) this.hear(remark);
  }

  async ask(request) {
    const options = { cache: "no-store", signal: AbortSignal.timeout(3_500), ...request };
    const answer = await fetch(`${this.api}remarks/`, options).catch(() => null);
    return answer?.headers.get("Content-Type")?.includes("json") ? answer.json() : null;
  }
}
