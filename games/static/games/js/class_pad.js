// A board that is drawn by tapping: each tap changes a mark to the next one, letters set it. The marks are the server's.

// `say` announces; `changed` gets the board, a sign for each cell.
export function startPad(pad, say, changed) {
  const marks = [...pad.dataset.states];
  const spots = [...pad.querySelectorAll(".spot")];
  const empty = Object.assign(document.createElement("i"), { className: "tip" });
  const set = (spot, mark) => {
    spot.dataset.mark = mark;
    const drawn = mark && document.getElementById(`mark-${mark}`).content.cloneNode(true);
    spot.replaceChildren(drawn || empty.cloneNode());
    const [name] = spot.getAttribute("aria-label").split(",");
    spot.setAttribute("aria-label", `${name}, ${mark || "empty"}`);
    changed(spots.map((one) => one.dataset.mark || "-").join(""));
    say(mark || "empty");
  };
  pad.addEventListener("click", (event) => {
    const spot = event.target.closest(".spot");
    if (!spot) return;
    event.preventDefault();
    set(spot, ["", ...marks][(marks.indexOf(spot.dataset.mark) + 2) % (marks.length + 1)]);
  });
  pad.addEventListener("keydown", (event) => {
    const spot = event.target.closest(".spot");
    const typed = event.key.toUpperCase();
    if (!spot || event.ctrlKey || event.metaKey || event.altKey) return;
    if (marks.includes(typed)) set(spot, typed);
    else if (event.key === "Delete" || event.key === "Backspace") set(spot, "");
    else return;
    event.preventDefault();
  });
}
