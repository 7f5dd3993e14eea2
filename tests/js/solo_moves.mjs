// For each [own, other] that comes in as JSON: the squares the page would choose among, and the first as printed.
import { readFileSync } from "node:fs";

import { choices } from "oxo/solo_search.js";

const positions = JSON.parse(readFileSync(0, "utf8"));
console.log(JSON.stringify(positions.map(([own, other]) => [choices(own, other), choices(own, other, true)])));
