// What stands around the board of a game page, each part made with what it needs of the page.

import { Choice } from "oxo/choice.js";
import { Clocks } from "oxo/clock.js";
import { Hint } from "oxo/hint.js";
import { Leaving } from "oxo/leaving.js";
import { Meanwhile } from "oxo/meanwhile.js";
import { sendOnce } from "oxo/once.js";
import { Panel } from "oxo/panel.js";
import { People } from "oxo/people.js";
import { Remarks } from "oxo/remarks.js";
import { Review } from "oxo/review.js";
import { ServerParts } from "oxo/server_parts.js";
import { SlowMove } from "oxo/slow.js";
import { Stepping } from "oxo/stepping.js";
import { pageTab } from "oxo/tab.js";
import { Verbs } from "oxo/verbs.js";
import { lowOnTime } from "oxo/view.js";

// `page` is a controller that is not connected yet; `opening` is how many moves nobody made.
export function surroundings(page, opening) {
  const { root, phrases, board, voice, snapshot } = page;
  const say = (text) => voice.say(text);
  const fail = (text = phrases.page.reload) => page.tell(text);
  const unsaid = (message = page.cut() || phrases.page.reload) => page.refused({ message });
  const send = (message) => page.link.wire.send(message);
  const tab = pageTab(root.dataset.icons);
  const panel = new Panel(root, phrases);
  const choice = new Choice(page);
  new Meanwhile({ tab, alarm: voice.alarm }).follow();
  sendOnce();
  new Verbs(root, (action, facts) => page.store.isAsked(action) || page.link.act({ action, ...facts }));
  return {
    tab,
    panel,
    choice,
    review: new Review(root, page),
    stepping: new Stepping(page, () => page.stepped()),
    leaving: new Leaving(),
    parts: new ServerParts(root, fail),
    people: new People({ root, panel, phrases, game: snapshot.id, say, renew: () => page.renew() }),
    remarks: new Remarks(root, { api: root.dataset.api, token: page.token, send, say, fail: unsaid }),
    hint: new Hint(board, { say, fail }),
    clocks: new Clocks(root, { opening, begin: phrases.page.begin, onLow: (left) => voice.alarm(lowOnTime(phrases.low, left)) }),
    slow: new SlowMove({
      isPending: (id) => page.store.pending?.id === id,
      tell: () => page.cut() || page.announce(phrases.page.slow), // a lost link has been told already
      over: () => page.tell(choice.question),
    }),
  };
}
