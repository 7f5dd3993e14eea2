// What the board shows, as plain data. Nothing here touches the page or knows a law of the game:
// which cells may be used comes from the server, and a replay only puts marks down and takes them up.

export function newer(current, incoming) {
  if (!current || incoming.version !== current.version) {
    return !current || incoming.version > current.version;
  }
  return (incoming.now ?? 0) >= (current.now ?? 0);
}

export function seatNames(snapshot) {
  return Object.keys(snapshot.seats);
}

export function marksOf(snapshot) {
  const names = seatNames(snapshot);
  const letters = [...snapshot.position.split(" ")[0]];
  return letters.map((letter) => names.find((name) => name[0] === letter) ?? "");
}

export function seatAt(snapshot, ply) {
  const names = seatNames(snapshot);
  return names[(ply - 1) % names.length];
}

// Every move of the game up to `ply`, with what it did: on an empty cell a mark, else its removal.
// `taken` is whose mark it removed.
export function movesOf(snapshot, ply = snapshot.moves.length) {
  const marks = new Map();
  return snapshot.moves.slice(0, ply).map((cell, index) => {
    const [seat, taken] = [seatAt(snapshot, index + 1), marks.get(cell) ?? ""];
    if (taken) marks.delete(cell);
    else marks.set(cell, seat);
    return { ply: index + 1, seat, cell, action: taken ? "remove" : "place", taken };
  });
}

export function replay(snapshot, ply) {
  const marks = marksOf(snapshot).fill("");
  for (const move of movesOf(snapshot, ply)) {
    marks[move.cell] = move.action === "place" ? move.seat : "";
  }
  return marks;
}

export function mayAct(snapshot) {
  return snapshot.status === "active" && snapshot.you !== null && snapshot.you === snapshot.to_act;
}

export function cellName(index, side) {
  return "abcdefgh"[index % side] + (Math.floor(index / side) + 1);
}

export function cellWords(index, side) {
  return `row ${Math.floor(index / side) + 1}, column ${(index % side) + 1}`;
}

// The whole board at `ply` (null: now), with the viewer's own unanswered or unconfirmed move on it.
export function boardView(snapshot, { ply = null, pending = null, chosen = null } = {}) {
  const now = ply === null || ply === snapshot.moves.length;
  const marks = now ? marksOf(snapshot) : replay(snapshot, ply);
  const side = Math.sqrt(marks.length);
  const last = movesOf(snapshot, now ? undefined : ply).at(-1) ?? null;
  const open = now && !pending && mayAct(snapshot) ? snapshot.legal : [];
  const line = (now && snapshot.outcome?.cells) || [];
  const cells = marks.map((mark, index) =>
    cellView({ mark, index, side, last, open, line, pending: now ? pending : null, chosen, you: snapshot.you }),
  );
  const removing = now && snapshot.action === "remove";
  return { side, cells, line, stepped: !now, over: snapshot.status === "finished", removing };
}

function cellView({ mark, index, side, last, open, line, pending, chosen, you }) {
  const sending = pending?.cell === index;
  const shown = sending && pending.action === "place" ? pending.seat : mark;
  const isLast = !pending && last?.cell === index;
  const trace = isLast && last.action === "remove" && !mark ? last.seat : "";
  const legal = open.includes(index);
  const notes = [
    [sending, "sending"],
    [legal && chosen === index, "chosen, not played yet"],
    [legal && mark, "can be taken"],
    [isLast, trace ? `last move took ${last.taken} away` : "last move"],
    [line.includes(index), "winning line"],
  ];
  const said = notes.filter(([true_]) => true_).map(([, words]) => words);
  return {
    mark: shown,
    trace,
    taken: trace && last.taken,
    ghost: legal ? you : "",
    legal,
    sending,
    last: isLast,
    won: line.includes(index),
    chosen: legal && chosen === index,
    label: [cellWords(index, side), shown || "empty", ...said].join(", "),
  };
}
