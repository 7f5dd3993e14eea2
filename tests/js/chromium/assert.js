// Stands in for the part of node:assert/strict that the tests use.
export function ok(value, message = `${value} is not truthy`) {
  if (!value) throw new Error(message);
}

export function equal(actual, expected) {
  ok(Object.is(actual, expected), `${JSON.stringify(actual)} is not ${JSON.stringify(expected)}`);
}

export function deepEqual(actual, expected) {
  equal(JSON.stringify(actual, sorted), JSON.stringify(expected, sorted));
}

// The order of an object's fields does not matter, and undefined is a value.
function sorted(_, value) {
  if (value === undefined) return "undefined";
  if (value === null || typeof value !== "object" || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
}

export async function rejects(promise) {
  ok(await promise.then(() => false, () => true), "the promise was kept");
}
