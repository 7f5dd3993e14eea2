// Plays a search: follows "one step on" again and again until somebody stops it or it ends.

let timer = null;

const play = () => document.querySelector("[data-play]");

function stop() {
  clearTimeout(timer);
  timer = null;
  draw();
}

function draw() {
  const box = play();
  box.hidden = false;
  const button = box.querySelector("button");
  button.textContent = timer ? "Pause" : "Play";
  button.setAttribute("aria-pressed", String(Boolean(timer)));
}

function next() {
  const link = document.querySelector('[data-key="next"][href]');
  if (!link) return stop();
  link.click();
  timer = setTimeout(next, Number(speed));
  return draw();
}

let speed = 600;

document.addEventListener("click", (event) => {
  if (!event.target.closest("[data-play] button")) return;
  if (timer) stop();
  else next();
});
document.addEventListener("change", (event) => {
  if (event.target.matches("[data-play] select")) speed = event.target.value;
});
new MutationObserver(() => {
  const box = play();
  if (box?.hidden) {
    box.querySelector("select").value = speed;
    draw();
  }
}).observe(document.getElementById("analysis"), { childList: true });
draw();
