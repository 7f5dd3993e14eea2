// The patterns beside a board: what stands on their cells, and how far each side is.

// `marks` are those of the position that is shown; `counts` come with the newest snapshot.
export function showPatterns(section, marks, counts) {
  for (const cell of section.querySelectorAll("[data-cell]")) show(cell, marks[cell.dataset.cell]);
  for (const item of section.querySelectorAll("[data-pattern]")) {
    for (const place of item.querySelectorAll("[data-count]")) {
      const count = String(counts[item.dataset.pattern][place.dataset.count]);
      if (place.textContent !== count) place.textContent = count;
    }
  }
}

function show(cell, mark) {
  if (cell.dataset.mark === mark) return;
  cell.dataset.mark = mark;
  cell.setAttribute("class", mark ? `mark mark-${mark}` : "mark");
  const strokes = mark ? document.getElementById(`mark-${mark}`).content.querySelectorAll("path") : [];
  cell.replaceChildren(...[...strokes].map((stroke) => stroke.cloneNode()));
}
