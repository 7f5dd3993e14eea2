// Lets Node find the site's modules by the names pages use: node --import ./node.mjs --test *.test.mjs
import { register } from "node:module";

const scripts = new URL("../../games/static/games/js/", import.meta.url);
const hook = `export function resolve(name, context, next) {
  if (!name.startsWith("oxo/")) return next(name, context);
  return { url: new URL(name.slice(4), ${JSON.stringify(scripts.href)}).href, format: "module", shortCircuit: true };
}`;
register(`data:text/javascript,${encodeURIComponent(hook)}`);
