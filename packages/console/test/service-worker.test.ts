import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { expect, test, vi } from 'vitest';

const source = readFileSync(new URL('../public/service-worker.js', import.meta.url), 'utf8');

/** The service worker in a browser with these windows; `fire` waits for what an event began. */
function start(windows: readonly { readonly url: string; focus(): void }[] = []) {
  const listeners = new Map<string, (event: object) => void>();
  const showNotification = vi.fn(async () => undefined);
  const openWindow = vi.fn(async () => undefined);
  const self = {
    addEventListener: (name: string, listener: (event: object) => void) => listeners.set(name, listener),
    registration: { scope: 'https://bpm.example.com/millrace/', showNotification },
    clients: { matchAll: async () => windows, openWindow },
  };
  runInNewContext(source, { self, URL });
  return {
    showNotification,
    openWindow,
    async fire(name: string, event: object) {
      let begun: unknown;
      const waitUntil = (work: unknown) => {
        begun = work;
      };
      listeners.get(name)?.({ ...event, waitUntil });
      await begun;
    },
  };
}

const clicked = (path: string) => ({ notification: { close: () => undefined, data: { path } } });

test('[D185] a message is shown in its language; one about the same process takes its place', async () => {
  const { fire, showNotification } = start();
  const message = {
    title: 'Rechnungen',
    body: 'Sie können eine Aufgabe übernehmen.',
    path: 'inbox',
    tag: 'process-1',
    language: 'de',
  };
  await fire('push', { data: { json: () => message } });
  expect(showNotification).toHaveBeenCalledWith('Rechnungen', {
    body: message.body,
    tag: 'process-1',
    lang: 'de',
    icon: 'https://bpm.example.com/millrace/app-icon-192.png',
    data: { path: 'inbox' },
  });
});

test('a press leads to the window that shows it, else to a new one, and never out of the console', async () => {
  const focus = vi.fn();
  const { fire, openWindow } = start([{ url: 'https://bpm.example.com/millrace/inbox', focus }]);
  await fire('notificationclick', clicked('inbox'));
  expect(focus).toHaveBeenCalledOnce();
  await fire('notificationclick', clicked('processes/a/b'));
  await fire('notificationclick', clicked('//evil.example.com/'));
  await fire('notificationclick', clicked('../admin'));
  expect(openWindow.mock.calls).toEqual([['https://bpm.example.com/millrace/processes/a/b']]);
});
