// The viewer's games that wait for an opponent, on the page of something else: this page stays connected to
// them, so that they keep waiting, and says when somebody joins.

import { Link } from "oxo/link.js";
import { refresher } from "oxo/regions.js";
import { Store } from "oxo/store.js";

const REGION = "meanwhile";

export class Meanwhile {
  constructor({ tab, alarm, token = "" }) {
    Object.assign(this, { tab, alarm, token, links: new Map(), refresh: refresher() });
  }

  // Call it again after that part of the page was replaced.
  follow() {
    for (const entry of document.querySelectorAll(`#${REGION} [data-waits]`)) {
      const { waits: id, socket, api } = entry.dataset;
      if (!this.links.has(id)) this.links.set(id, this.linkTo(id, socket, api));
    }
  }

  linkTo(id, socket, api) {
    const store = new Store({ id, version: 0, you: null, moves: [] });
    const on = { message: (message) => this.heard(id, store, message), status() {}, final() {} };
    const link = new Link({ socket, api, token: this.token, store, on });
    link.start();
    return link;
  }

  async heard(id, store, message) {
    const { before } = store.hear(message);
    if (!before || store.snapshot.status === "open") return;
    // From now on the game has its players, and this page leaves it.
    this.links.get(id).stop();
    await this.refresh([REGION]).catch(() => {});
    const entry = document.querySelector(`#${REGION} [data-game="${id}"]`);
    if (!entry) return;
    this.tab.hear(store.snapshot.signal, id);
    this.alarm(entry.querySelector("span").textContent);
  }
}
