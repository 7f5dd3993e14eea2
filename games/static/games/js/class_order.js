// Tasks in an order that their teacher changes: dragged by their numbers, or lifted with Space and moved with the arrows.

// `save` gets a task's row and its new place, counted from one, and returns whether it is stored.
export function startOrder(part, say, save) {
  let lifted = null;
  let saving = false;

  const list = () => part.querySelector(".task-plan");
  const rows = () => [...(list()?.children ?? [])];
  const title = (row) => row.querySelector("b").textContent;
  const where = (row) => `${rows().indexOf(row) + 1} of ${rows().length}`;

  function begin() {
    for (const one of part.querySelectorAll(".task-plan .no")) {
      one.tabIndex = 0;
      one.setAttribute("role", "button");
      one.setAttribute("aria-label", `Move ${title(one.closest("li"))}, ${where(one.closest("li"))}. Space lifts it.`);
    }
  }

  function lift(row) {
    lifted = { row, from: rows().indexOf(row) };
    row.classList.add("is-lifted");
  }

  function put(at) {
    const { row } = lifted;
    const others = rows().filter((one) => one !== row);
    const place = Math.max(0, Math.min(others.length, at));
    if (rows().indexOf(row) === place) return;
    list().insertBefore(row, others[place] ?? null);
    rows().forEach((one, number) => (one.querySelector(".no").textContent = number + 1));
  }

  async function drop(keep) {
    const { row, from, byKeys } = lifted;
    if (!keep) put(from);
    row.classList.remove("is-lifted");
    lifted = null;
    const to = rows().indexOf(row);
    say(`${title(row)} is ${where(row)}.`);
    if (to !== from) {
      saving = true;
      if (!(await save(row, to + 1))) return location.reload();
      saving = false;
    }
    begin();
    if (byKeys) rows()[to].querySelector(".no").focus();
  }

  part.addEventListener("pointerdown", (event) => {
    const row = event.target.closest(".task-plan .no")?.closest("li");
    if (!row || event.button || lifted || saving) return;
    part.setPointerCapture(event.pointerId);
    lift(row);
  });
  part.addEventListener("pointermove", ({ clientY }) => {
    if (!lifted || lifted.byKeys) return;
    const above = (one) => one !== lifted.row && one.getBoundingClientRect().top + one.offsetHeight / 2 < clientY;
    put(rows().filter(above).length);
  });
  part.addEventListener("pointerup", () => lifted && !lifted.byKeys && drop(true));
  part.addEventListener("pointercancel", () => lifted && !lifted.byKeys && drop(false));

  part.addEventListener("keydown", (event) => {
    const handle = event.target.closest(".task-plan .no");
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!handle || saving || (event.key !== " " && event.key !== "Escape" && !step)) return;
    if (!lifted && (event.key === "Escape" || (step && !event.altKey))) return;
    event.preventDefault();
    event.stopPropagation();
    const row = handle.closest("li");
    if (!lifted) {
      lift(row);
      lifted.byKeys = true;
      if (!step) return say(`${title(row)} is lifted, ${where(row)}. Arrows move it, Space puts it down, Escape puts it back.`);
    }
    if (!step) return drop(event.key === " ");
    put(rows().indexOf(row) + step);
    handle.focus();
    if (event.altKey) return drop(true);
    say(where(row));
  });
  part.addEventListener("focusout", () => {
    // the row itself moves within the list, and has the focus again at once
    setTimeout(() => lifted?.byKeys && !lifted.row.contains(document.activeElement) && drop(false));
  });

  begin();
}
