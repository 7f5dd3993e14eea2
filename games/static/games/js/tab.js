// The title and icon of a tab that nobody looks at: they show the server's signal until the page is seen.

export class Tab {
  // `page` has what a document and its icon have: see `onPage`.
  constructor(page) {
    Object.assign(this, { page, title: page.title, news: new Map(), heard: new Map() });
  }

  // Takes the newest signal of a game, and ignores one that is known or that nobody needs.
  hear(signal, game = "") {
    const key = JSON.stringify(signal ?? null);
    if (key !== this.heard.get(game)) {
      this.news.delete(game);
      if (signal) this.news.set(game, signal);
    }
    this.heard.set(game, key);
    this.show();
  }

  // Sets the page's own title when it changes: somebody took a seat.
  rename(title) {
    this.title = title;
    if (!this.told) this.page.title = title;
    this.show();
  }

  // Call it also when the page comes into view.
  show() {
    if (!this.page.hidden) this.news.clear();
    const last = [...this.news.values()].at(-1);
    if (!this.told) this.title = this.page.title; // other scripts may have changed it
    this.page.title = last ? `● ${last.text} · ${this.title}` : this.title;
    this.told = Boolean(last);
    this.page.icon = last?.kind ?? "";
  }
}

// The tab of this page, for all that has news of it. Icons for signals are at `address` with SIGNAL in it.
export function pageTab(address) {
  const tab = new Tab(onPage(address));
  document.addEventListener("visibilitychange", () => tab.show());
  return tab;
}

function onPage(address) {
  const link = document.getElementById("tab-icon");
  const usual = link.getAttribute("href");
  return {
    get hidden() {
      return document.hidden;
    },
    get title() {
      return document.title;
    },
    set title(text) {
      if (document.title !== text) document.title = text;
    },
    set icon(kind) {
      const href = kind ? address.replace("SIGNAL", kind) : usual;
      if (link.getAttribute("href") !== href) link.href = href;
    },
  };
}
