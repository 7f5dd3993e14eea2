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

// A polite region that nobody sees, for pages that have none; what says something in it.
export function speaker() {
  const spoken = document.createElement("div");
  spoken.className = "vh";
  spoken.setAttribute("aria-live", "polite");
  document.body.append(spoken);
  return announcer(spoken, spoken).say;
}

let latest = []; // two changes at once may bring the same

// Says what `change` makes new of the sentences in the parts `ids`: a live region that is itself replaced is silent.
export async function sayingChanges(say, ids, change) {
  const places = () => ids.map((id) => document.getElementById(id)).filter(Boolean);
  const said = () => places().flatMap((one) => [...one.querySelectorAll("[data-said]")].map(words));
  const before = said();
  const done = await change();
  const fresh = said().filter((text) => text && !before.includes(text));
  for (const text of fresh) if (!latest.includes(text)) say(text);
  if (fresh.length) latest = fresh;
  return done;
}

const words = (element) => element.textContent.replace(/\s+/g, " ").trim();
