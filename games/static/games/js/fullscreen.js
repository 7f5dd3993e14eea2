// Full screen for the game: the browser's own if it has one, else the game covers the page. Escape leaves, and so
// does the corner.

function start() {
  const root = document.documentElement;
  const button = document.getElementById("full-screen");
  const corner = document.getElementById("leave-full-screen");

  function isFull() {
    return root.classList.contains("full-board");
  }

  function show(full) {
    if (full === isFull()) return;
    root.classList.toggle("full-board", full);
    for (const around of document.querySelectorAll(".skip, header.top, footer.bottom")) around.inert = full;
    corner.hidden = !full;
    (full ? corner : button).focus({ preventScroll: true });
  }

  // The root goes full screen, not the board: dialogs and live regions stay with it.
  async function enter() {
    show(true);
    await root.requestFullscreen?.().catch(() => {});
  }

  async function leave() {
    show(false);
    if (document.fullscreenElement) await document.exitFullscreen();
  }

  button.addEventListener("click", enter);
  corner.addEventListener("click", leave);
  document.addEventListener("fullscreenchange", () => document.fullscreenElement || show(false));
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && isFull() && !document.querySelector("dialog[open]")) leave();
  });
}

start();
