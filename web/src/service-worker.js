// Keeps the whole client on the device: after the first visit it opens and plays without a network. The build fills in the
// version and the list of files. What the server answers (/api) is never kept.
const VERSION = 'remise-__VERSION__';
const FILES = __FILES__;

// A few files at a time: the page itself comes first, and a server that has had enough of this address (429) is asked
// again after a pause instead of losing everything fetched so far.
const AT_A_TIME = 6;
const TRIES = 8;

async function keep(cache, file) {
  for (let tried = 1; ; ++tried) {
    const answer = await fetch(file);
    if (answer.ok) return cache.put(file, answer);
    if ((answer.status !== 429 && answer.status !== 503) || tried === TRIES)
      throw new Error(`${file}: ${answer.status}`);
    await new Promise((later) => setTimeout(later, 1000 * tried));
  }
}

async function keepAll() {
  const cache = await caches.open(VERSION);
  const left = ['./', ...FILES];
  const hand = async () => {
    for (let file = left.shift(); file !== undefined; file = left.shift()) await keep(cache, file);
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, hand));
  await self.skipWaiting();
}

self.addEventListener('install', (event) => event.waitUntil(keepAll()));

self.addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => name !== VERSION).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

self.addEventListener('fetch', (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== 'GET' || url.origin !== location.origin || url.pathname.includes('/api/')) return;
  if (event.request.mode === 'navigate') {
    // The newest page where there is a network, else the kept one. That one is of the first address and finds nothing from
    // another: a link to a table (/t/ID) is led there.
    const home = new URL('./', self.registration.scope);
    const path = url.pathname.slice(home.pathname.length);
    const kept = () => caches.match('./').then((page) => page ?? Response.error());
    const led = () => Response.redirect(new URL(path.startsWith('t/') ? `#/${path}` : '#/', home), 302);
    event.respondWith(fetch(event.request).catch(path === '' || path === 'index.html' ? kept : led));
    return;
  }
  event.respondWith(caches.match(event.request).then((kept) => kept ?? fetch(event.request)));
});

// The server calls: it is somebody's turn. A newer call of a table takes the place of an older one; who looks at the table needs none.
self.addEventListener('push', (event) => {
  let said = {};
  try {
    said = event.data?.json() ?? {};
  } catch {
    // Not ours, or cut off: the name alone is shown.
  }
  const table = typeof said.table === 'string' ? said.table : '';
  event.waitUntil(
    self.registration.showNotification(String(said.title ?? 'Remise'), {
      body: String(said.text ?? ''),
      lang: String(said.lang ?? ''),
      tag: table || 'remise',
      renotify: true,
      icon: './icon-512.png',
      data: { address: table ? `./#/t/${table}` : './' },
    }),
  );
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const address = new URL(event.notification.data?.address ?? './', self.registration.scope).href;
  event.waitUntil(
    self.clients.matchAll({ type: 'window', includeUncontrolled: true }).then(async (pages) => {
      const open =
        pages.find((page) => page.url === address) ?? pages.find((page) => page.url.includes('#/t/') === false);
      if (!open) return self.clients.openWindow(address);
      if (open.url !== address) await open.navigate(address).catch(() => self.clients.openWindow(address));
      return open.focus();
    }),
  );
});
