// The parts of a game page that only the server can write: buttons, the result, a position in sets or numbers.

import { refresher } from "oxo/regions.js";

const PARTS = ["controls", "sayings", "leave", "result", "chance", "hint"];

export class ServerParts {
  // `failed` says that the page has to be loaded again.
  constructor(root, failed) {
    Object.assign(this, { root, failed, refresh: refresher() });
  }

  // Returns the page that was fetched; nothing if it came too late or not at all.
  async renew(over) {
    // The button that resigned or claimed is gone: move the focus to the result.
    const fallback = over ? document.getElementById("headline") : null;
    return this.refresh(PARTS, location.pathname, fallback).catch(() => this.failed());
  }

  // What follows the position is fetched only while somebody looks at it.
  follow() {
    const shown = [...this.root.querySelectorAll(".formal[open] > dl, [data-follows]:has(ol)")].map((part) => part.id);
    if (shown.length) this.refresh(shown, location.href).catch(() => {});
  }
}
