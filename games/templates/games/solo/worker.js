// Stores one page and what it is made of, and answers from there only where the network does not.
const FILES = {{ files|safe }};
const STORE = "solo-{{ version }}";

addEventListener("install", (event) => {
  skipWaiting();
  event.waitUntil(caches.open(STORE).then((store) => store.addAll(FILES)));
});

addEventListener("activate", (event) => {
  const drop = (name) => name.startsWith("solo-") && name !== STORE && caches.delete(name);
  event.waitUntil(caches.keys().then((names) => Promise.all(names.map(drop))));
});

addEventListener("fetch", (event) => {
  const { pathname } = new URL(event.request.url);
  if (event.request.method === "GET" && FILES.includes(pathname)) event.respondWith(answer(event.request, pathname));
});

async function answer(request, pathname) {
  const stored = await caches.match(pathname, { cacheName: STORE, ignoreVary: true });
  try {
    const fresh = await fetch(request, stored && { signal: AbortSignal.timeout(4000) });
    return fresh.ok || !stored ? fresh : stored;
  } catch (error) {
    if (stored) return stored;
    throw error;
  }
}
