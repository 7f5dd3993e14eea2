// One polite live region and one assertive. Each announcement is a node of its own, so that two equal
// sentences in a row are both spoken.

const KEEP = 4;

// Whether the site says this to everybody on the page already; then it is not shown twice.
export const isSaidToAll = (text) => document.getElementById("site-notice").textContent === text;

export function announcer(polite, assertive) {
  const into = (region) => (text) => {
    const line = document.createElement("p");
    line.textContent = text;
    region.append(line);
    while (region.childElementCount > KEEP) region.firstElementChild.remove();
  };
  return { say: into(polite), alarm: into(assertive) };
}
