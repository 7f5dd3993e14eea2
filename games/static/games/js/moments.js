// The moments of a game that are felt: a mark of one's own, an engine's breath, the end.

import { Breath } from "oxo/breath.js";
import { Celebration } from "oxo/cleared.js";
import { TOTAL, fly } from "oxo/ending.js";
import { mayAct } from "oxo/view.js";

const STAR = 140;
const END = [12, 60, 24];

// How many strokes draw the mark of a seat.
function strokesOf(seat) {
  return document.getElementById(`mark-${seat}`).content.querySelectorAll("path").length;
}

export class Moments {
  // `draw` draws the page anew; `speech` are the characters' words, where there is room for them.
  constructor({ root, board, draw, senses, sound, speech = null }) {
    Object.assign(this, { root, board, senses, sound, speech });
    const look = (cells, seat) => {
      board.look(cells, seat);
      if (cells.length) sound.play("look");
    };
    senses.begin();
    this.celebration = new Celebration(root, sound);
    this.breath = new Breath({ draw, look });
  }

  // How many of the newest moves the page does not draw yet.
  get hidden() {
    return this.breath.hidden;
  }

  begin(game) {
    this.sound.takeVoice(game.id);
    this.speech?.show(game);
  }

  // The viewer's own mark is on the board, before anybody has answered.
  picked(seat) {
    this.breath.moved();
    this.speech?.hide();
    this.sound.play("mark", strokesOf(seat));
    this.senses.vibrate();
  }

  // Calls `then` when the page may draw what `game` brings.
  hold(before, game, then) {
    this.breath.hold(before, game, then);
  }

  // What `game` brought is drawn now.
  changed(before, game) {
    const moved = game.moves.length - before.moves.length;
    if (moved > 0 || game.ending) this.speech?.show(game);
    const others = moved > 1 || game.last?.seat !== before.you;
    if (moved > 0 && others && this.sound.voiced) this.sound.play("mark", strokesOf(game.last.seat));
    if (moved > 0 && document.hidden && mayAct(game) && this.sound.voiced) this.sound.play("turn");
    if (game.ending && !before.ending) this.ended(game);
  }

  ended(game) {
    const { mood, rings } = game.ending;
    if (mood === "drawn") this.sound.play("drawn");
    else if (mood === "lost") this.sound.play("lost");
    else if (rings.length) this.sound.play("ring");
    if (mood !== "over") this.senses.vibrate(END);
  }

  // The part of the page that says how it ended has come from the server.
  told(page) {
    const stars = fly(this.root, this.board.form, page.querySelector(TOTAL)?.textContent);
    for (let star = 0; star < stars; star++) setTimeout(() => this.sound.play("star", star), 420 + star * STAR);
    this.celebration.begin();
  }
}
