// Pages on which nothing else makes sounds or changes the title.

import { startCalls } from "oxo/challenges.js";

startCalls();
