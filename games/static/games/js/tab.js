// What the tab of a page says while nobody looks at it: the server's signal in title and icon, until it is seen.

export class Tab {
  // `page` has what a document and its icon have: see `onPage`.
  constructor(page) {
    Object.assign(this, { page, title: page.title, news: new Map(), heard: new Map() });
  }

  // Takes the newest signal of a game. One that was heard before, or that nobody needs told, is no news.
  hear(signal, game = "") {
    const key = JSON.stringify(signal ?? null);
    if (key !== this.heard.get(game)) {
      this.news.delete(game);
      if (signal) this.news.set(game, signal);
    }
    this.heard.set(game, key);
    this.show();
  }

  // What the page is called besides, once that has changed: a seat was taken.
  rename(title) {
    this.title = title;
    this.show();
  }

  // To be called when the page comes into view, too.
  show() {
    if (!this.page.hidden) this.news.clear();
    const last = [...this.news.values()].at(-1);
    this.page.title = last ? `● ${last.text} · ${this.title}` : this.title;
    this.page.icon = last?.kind ?? "";
  }
}

// The document, whose icons for signals are at `address` with SIGNAL in it.
export function onPage(address) {
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
