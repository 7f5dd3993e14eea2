// Brings the part of a long page into view where the reader is, unless the address names another part or
// they come back to a page that they had scrolled.

const here = document.querySelector("[data-here]");
const [visit] = performance.getEntriesByType("navigation");

if (here && !location.hash && visit?.type === "navigate" && !window.scrollY) {
  const { top, bottom } = here.getBoundingClientRect();
  if (top < 0 || bottom > window.innerHeight) here.scrollIntoView({ block: "center", behavior: "instant" });
}
