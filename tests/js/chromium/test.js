// Stands in for node:test where the tests run in a browser.
const results = (globalThis.results = []);

export function test(name, run) {
  results.push(Promise.resolve().then(run).then(() => ({ name }), (error) => ({ name, error: String(error.message) })));
}
