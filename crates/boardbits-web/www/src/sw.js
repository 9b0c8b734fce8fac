// The page without a connection: all files of one version, kept at the first visit.
// build.mjs puts in the version and the list of files.
const VERSION = '__VERSION__';
const FILES = __FILES__;

self.addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(VERSION)
      .then((cache) => cache.addAll(FILES.map((file) => new Request(file, { cache: 'reload' }))))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener('activate', (event) => {
  const drop = (names) => Promise.all(names.filter((name) => name.startsWith('boardbits-') && name !== VERSION).map((name) => caches.delete(name)));
  event.waitUntil(caches.keys().then(drop).then(() => self.clients.claim()));
});

// Everything comes from one version, also the document: parts of two versions may not fit together. A new version is
// installed meanwhile, and is what the next visit sees.
self.addEventListener('fetch', (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== 'GET' || url.origin !== location.origin) return;
  const name = event.request.mode === 'navigate' && url.pathname.endsWith('/') ? 'index.html' : event.request;
  const found = caches.open(VERSION).then((cache) => cache.match(name, { ignoreSearch: true }));
  event.respondWith(found.then((response) => response || fetch(event.request)));
});
