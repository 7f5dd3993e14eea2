// Who is at the game: presence beside the names, who is away and for how long, how many watch.

import { Absence } from "oxo/absence.js";
import { everybody } from "oxo/view.js";
import { Waiting } from "oxo/waiting.js";

export class People {
  // `renew` is called when other buttons are due, since somebody left or came back.
  constructor({ root, panel, phrases, game, say, renew }) {
    Object.assign(this, { panel, say, renew });
    this.absence = new Absence(root, phrases.away);
    this.waiting = new Waiting(root, { id: game, say });
  }

  // The message `presence`, about the game of `snapshot`.
  hear({ seats, grace, watchers, notice = "" }, snapshot) {
    if (this.panel.siteNotice(notice)) this.say(notice);
    const news = this.absence.set(snapshot, seats, grace);
    for (const [name, state] of Object.entries(everybody(seats, snapshot))) this.panel.presence(name, state);
    this.waiting.look(watchers);
    this.panel.watchers(watchers);
    if (news.spoken) this.say(news.spoken);
    if (news.buttons) this.renew();
  }
}
