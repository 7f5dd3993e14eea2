// Leaving the page of a running game: the browser asks first where the server says that it costs something.

const ask = (event) => event.preventDefault();

export class Leaving {
  constructor(target = window) {
    this.target = target;
    // A link to the same page, an earlier position for instance, is no way out.
    target.document.addEventListener("click", (event) => this.clicked(event));
  }

  set(costs) {
    this.costs = costs;
    if (costs) this.target.addEventListener("beforeunload", ask);
    else this.allow();
  }

  // Until the next state of the game says otherwise.
  allow() {
    this.target.removeEventListener("beforeunload", ask);
  }

  clicked(event) {
    const link = event.target.closest("a[href]");
    if (!this.costs || !link) return;
    const { origin, pathname } = this.target.location;
    if (link.origin === origin && link.pathname === pathname && !link.target) this.allow();
    else this.set(true);
  }
}
