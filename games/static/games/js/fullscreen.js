// Full screen for the game: the browser's own if it has one, else the game covers the page.

const root = document.documentElement;
const button = document.getElementById("full-screen");

function isFull() {
  return root.classList.contains("full-board");
}

function show(full) {
  root.classList.toggle("full-board", full);
  for (const around of document.querySelectorAll(".skip, header.top, footer.bottom")) around.inert = full;
  button.querySelector("span").textContent = full ? "Leave full screen" : "Full screen";
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

button.addEventListener("click", () => (isFull() ? leave() : enter()));
document.addEventListener("fullscreenchange", () => document.fullscreenElement || show(false));
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && isFull() && !document.querySelector("dialog[open]")) leave();
});
