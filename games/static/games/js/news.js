// The next snapshot, made of the one that a page has and of the news of a move. What is known of the game,
// such as the legal cells and whose turn it is, comes with the news; here it is put into the server's words.

import { noteOf, whereOf } from "oxo/small_boards.js";
import { labelOf, marksAt, movesOf } from "oxo/view.js";
import { filled } from "oxo/words.js";

// Whether the news tells of the version after that of the snapshot.
export function fits(snapshot, news) {
  return news.version === snapshot.version + 1;
}

// `words` are those of the game (games/presenters/phrases.py); `opening` is how many moves nobody made.
export function applied(before, news, words, opening = 0) {
  const taken = { ...before.taken };
  const marks = marksAt(before, words);
  news.moves.forEach(([seat, cell, action], index) => {
    if (action === "remove") taken[before.moves.length + index + 1] = marks[cell];
    marks[cell] = action === "remove" ? "" : seat;
  });
  const [seat, cell, action] = news.moves.at(-1);
  const { position, formal, ...known } = before; // no part of news: nothing here is drawn from them
  const game = {
    ...known,
    version: news.version,
    updated_at: news.now - news.ago,
    now: news.now,
    to_act: news.to_act,
    action: news.action,
    legal: news.legal,
    small_boards: news.small_boards ?? null,
    moves: [...before.moves, ...news.moves.map(([, cell]) => cell)],
    movers: [...before.movers, ...news.moves.map(([seat]) => seat)],
    taken,
    clock: news.clock ?? null,
    offers: news.offers ?? before.offers,
    breath: news.breath ?? null,
    speech: news.speech ?? null,
    you: viewerIn(before, news),
  };
  game.last = { cell, seat, ply: game.moves.length, action };
  game.patterns = before.patterns && words.patterns.map((cells) => held(cells, marks, words.rivals));
  game.actions = actionsIn(before, game, news);
  return { ...game, ...said(game, words, opening, news.declined) };
}

// Who holds several seats is at the one to act, if that is theirs.
function viewerIn({ seats, you }, { to_act: toAct }) {
  if (you === null) return null;
  const own = Object.keys(seats).filter((name) => seats[name].kind === seats[you].kind && seats[name].name === seats[you].name);
  return own.includes(toAct) ? toAct : own[0];
}

function held(cells, marks, rivals) {
  return Object.fromEntries(rivals.map((seat) => [seat, cells.filter((cell) => marks[cell] === seat).length]));
}

function actionsIn(before, game, { may }) {
  if (game.you === null) return before.actions;
  const beside = may ? (may[game.you] ?? []) : before.actions.filter((action) => action !== before.action);
  return game.you === game.to_act ? [game.action, ...beside] : beside;
}

// --- words ---

function said(game, words, opening, declined) {
  const { headline, blocked } = standing(game, words);
  const moves = movesOf(game);
  return {
    headline,
    blocked,
    where: whereOf(game, words),
    signal: signal(game, words, headline),
    detail: detail(game, words, moves, opening, declined),
    said: moves.slice(-Object.keys(game.seats).length).map((move) => filled(taskOf(move, words).said, inWords(move, words))),
    labels: labels(game, words),
  };
}

function standing(game, words) {
  const { kind, you, to_act: acts } = game;
  const task = words.tasks[game.action];
  const who = kind === "local" ? acts : game.seats[acts].title;
  return {
    headline: you === acts && kind !== "local" ? task.yours : filled(task.theirs, { who }),
    blocked: you === null ? words.blocked.watching : kind === "local" || you === acts ? "" : filled(words.blocked.not_yours, { who }),
  };
}

function signal({ kind, you, offers, seats, to_act: acts }, words, headline) {
  if (kind === "local" || you === null) return null;
  const asks = offers.draw !== null && offers.draw !== you && words.rivals.includes(you);
  if (asks) return { kind: "draw", text: filled(words.signal.draw, { who: seats[offers.draw].name }) };
  return acts === you ? { kind: "turn", text: headline } : null;
}

function detail(game, words, moves, opening, declined) {
  const { you, offers, seats } = game;
  if (offers.draw !== null) return offers.draw === you ? words.draw.yours : filled(words.draw.theirs, { who: seats[offers.draw].title });
  const told = heardOf(moves.slice(opening), game).map((move) => filled(taskOf(move, words).told, { who: whoMade(move, game, words), ...inWords(move, words) }));
  return [...told, ...(you !== null && declined === you ? [words.draw.declined] : [])].join(" ");
}

// The last move of two seats; of three, what both others did since the viewer's own.
function heardOf(moves, { seats, you }) {
  const recent = moves.slice(1 - Object.keys(seats).length);
  return recent.at(-1).seat === you ? recent.slice(-1) : recent.filter(({ seat }) => seat !== you);
}

function whoMade({ seat }, { kind, you, seats }, words) {
  if (kind === "local") return seat;
  return seat === you ? words.who.you : seats[seat].title;
}

function taskOf({ taken }, words) {
  return words.tasks[taken ? "remove" : "place"];
}

function inWords({ seat, taken, cell }, words) {
  return { seat, taken, cell: words.cells[cell] };
}

function labels(game, words) {
  const last = movesOf(game).at(-1);
  const takeable = game.action === "remove" && game.actions.includes(game.action) ? game.legal : [];
  return marksAt(game, words).map((mark, cell) => labelOf(words, cell, mark, last, takeable.includes(cell), noteOf(game, words, cell)));
}
