// A form with data-once is sent once, however often its button is pressed: of a visitor's two presses, the second
// would come from another guest.

const AGAIN = 10_000; // an answer that does not come lets people try again

export function sendOnce() {
  const sent = new Map();
  addEventListener("submit", (event) => {
    const form = event.target;
    if (!form.matches("[data-once]")) return;
    const now = performance.now();
    if (now - (sent.get(form.action) ?? -Infinity) < AGAIN) event.preventDefault();
    else sent.set(form.action, now);
  });
  addEventListener("pageshow", () => sent.clear()); // a page that was kept is shown again
}
