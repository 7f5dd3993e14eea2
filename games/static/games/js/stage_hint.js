// A hint on the page of a stage comes without loading the page.

import { speaker } from "oxo/announce.js";
import { Hint } from "oxo/hint.js";

function fail(text = "No hint came. Load the page and try again.") {
  const notice = document.getElementById("notice");
  notice.textContent = text;
  notice.hidden = false;
}

new Hint({ cells: [] }, { say: speaker(), fail });
