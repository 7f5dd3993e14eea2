// A board whose content comes from the server: one tab stop, arrows, Home and End move on it.

const ARROWS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

export class Grid {
  // `area` returns the element that holds the board, which may be replaced; `spots` selects what takes
  // the focus in its cells, `first` those that the tab key should find.
  constructor(area, spots, first) {
    this.area = area;
    this.selector = spots;
    this.first = first;
    document.addEventListener("keydown", (event) => this.pressed(event));
  }

  spots() {
    return [...this.area().querySelectorAll(this.selector)];
  }

  rove(to) {
    const all = this.spots();
    const stop = to ?? all.find((spot) => spot.matches(this.first)) ?? all[0];
    for (const spot of all) spot.tabIndex = spot === stop ? 0 : -1;
  }

  pressed(event) {
    const all = this.spots();
    const at = all.indexOf(event.target);
    if (at < 0 || event.ctrlKey || event.metaKey || event.altKey) return;
    const columns = event.target.closest("[role=row]").querySelectorAll(this.selector).length;
    const to = target(event.key, at, columns, all.length);
    if (to === undefined) return;
    event.preventDefault();
    this.rove(all[to]);
    all[to].focus();
  }
}

function target(key, at, columns, count) {
  const row = Math.floor(at / columns);
  const ends = { Home: row * columns, End: row * columns + columns - 1 };
  if (!ARROWS[key]) return ends[key];
  const [right, down] = ARROWS[key];
  const x = (at % columns) + right;
  const y = row + down;
  return x >= 0 && x < columns && y >= 0 && y * columns < count ? y * columns + x : at;
}
