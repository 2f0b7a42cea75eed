// Shows notifications of the person, also when the console is closed (web push). It takes no requests and keeps nothing.

self.addEventListener('push', (event) => {
  const { title, body, path, tag, language } = event.data.json();
  const icon = new URL('app-icon-192.png', self.registration.scope).href;
  event.waitUntil(self.registration.showNotification(title, { body, tag, lang: language, icon, data: { path } }));
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(show(new URL(event.notification.data.path, self.registration.scope)));
});

// In the window that shows it already, else in a new one. Nothing leads out of the console.
async function show(address) {
  if (!address.href.startsWith(self.registration.scope)) return;
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const shown = windows.find(({ url }) => url === address.href);
  await (shown === undefined ? self.clients.openWindow(address.href) : shown.focus());
}
