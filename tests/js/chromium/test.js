// Stands in for node:test where the tests run in a browser: one after the other, for some put their own
// clocks and sockets in the place of the browser's.
const results = (globalThis.results = []);
let last = Promise.resolve();

export function test(name, run) {
  last = last.then(run).then(() => ({ name }), (error) => ({ name, error: String(error.message) }));
  results.push(last);
}
