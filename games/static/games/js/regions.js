// Parts of the page that only the server can draw: the buttons, and the result of a game.
// They are fetched from the page's own address and put in place.

const WITHIN = 10_000;

// Returns what fetches parts; of its requests for the same parts the last counts.
export function refresher() {
  const latest = new Map();
  return (ids, ...how) => {
    const [key, turn] = [ids.join(), Symbol("turn")];
    latest.set(key, turn);
    return refresh(ids, () => latest.get(key) === turn, ...how);
  };
}

// If the element with the focus is gone, the focus goes to `fallback`, or to the part it was in.
// Returns the page that was fetched, unless it came too late. Throws if there is none.
// With `sent`, the data of a form, that is posted to the address; the answer is where it leads.
async function refresh(ids, counts, address = location.pathname, fallback = null, sent = null) {
  const signal = AbortSignal.timeout(WITHIN);
  const how = sent ? { method: "POST", body: sent } : { cache: "no-store" };
  const answer = await fetch(address, { ...how, headers: { Accept: "text/html" }, signal });
  if (!counts()) return null;
  if (!answer.ok) throw new Error(`${answer.status} for ${address}`);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  for (const id of ids) swap(document.getElementById(id), page.getElementById(id), fallback);
  return page;
}

function swap(old, fresh, fallback) {
  if (!old || !fresh || old.innerHTML === fresh.innerHTML) return;
  const focused = old.contains(document.activeElement) ? document.activeElement : null;
  old.replaceChildren(...document.adoptNode(fresh).childNodes);
  old.hidden = fresh.hidden;
  if (focused) restore(old, focused, fallback);
}

// The focus must not jump to the top of the page because a button was replaced.
function restore(region, focused, fallback) {
  const all = [...region.querySelectorAll("button, a, summary, input")].filter((one) => !one.disabled);
  const [key, does] = [identity(focused), purpose(focused)];
  const same = all.find((one) => identity(one) === key) ?? (focused.value ? all.find((one) => purpose(one) === does) : null);
  const target = same ?? fallback ?? region;
  if (!same) target.tabIndex = -1;
  target.focus({ preventScroll: true });
}

// Two buttons with the same words can do different things: their targets tell them apart.
function identity(element) {
  return element.textContent + purpose(element);
}

// What a button does may get other words, such as to do it or to undo it.
function purpose(element) {
  const leads = element.getAttribute("href") ?? element.form?.getAttribute("action");
  return JSON.stringify([element.name, element.value, leads]);
}
