// What is left of a time that the server names on an element. The element can be replaced: time passes from when it
// was first seen.

export class Countdown {
  constructor(id, page = window) {
    Object.assign(this, { id, page, shown: null, since: 0 });
  }

  // The element that shows it, if there is one.
  get place() {
    const place = this.page.document.getElementById(this.id);
    if (place !== this.shown) Object.assign(this, { shown: place, since: this.page.performance.now() });
    return place;
  }

  // `total` milliseconds less what has passed.
  left(total) {
    return total - (this.page.performance.now() - this.since);
  }
}
