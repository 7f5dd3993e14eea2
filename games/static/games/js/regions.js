// Parts of the page that only the server can draw: what may be done, and what a game brought.
// They are fetched from the page's own address and put in place; of answers that overtake each other the last counts.

const latest = new Map();

export async function refresh(ids, address = location.pathname) {
  const [key, turn] = [ids.join(), Symbol("turn")];
  latest.set(key, turn);
  const answer = await fetch(address, { headers: { Accept: "text/html" }, cache: "no-store" });
  if (!answer.ok || turn !== latest.get(key)) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  for (const id of ids) swap(document.getElementById(id), page.getElementById(id));
}

function swap(old, fresh) {
  if (!old || !fresh || old.innerHTML === fresh.innerHTML) return;
  const focused = old.contains(document.activeElement) ? document.activeElement : null;
  old.replaceChildren(...document.adoptNode(fresh).childNodes);
  old.hidden = fresh.hidden;
  if (focused) restore(old, focused);
}

// Focus must not fall to the top of the page because a button was drawn anew.
function restore(region, focused) {
  const same = [...region.querySelectorAll("button, a, summary, input")].find(
    (element) =>
      element.value === focused.value &&
      element.textContent === focused.textContent &&
      element.dataset.key === focused.dataset.key,
  );
  const target = same ?? region;
  if (!same) region.tabIndex = -1;
  target.focus({ preventScroll: true });
}
