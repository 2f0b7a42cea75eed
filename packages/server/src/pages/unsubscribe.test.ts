import { afterAll, beforeAll, expect, test } from 'vitest';
import { unsubscribeToken } from '../notifications/mail/unsubscribe-token.js';
import { lockMailings, unsubscribeKeyOf } from '../notifications/records/mailings.js';
import { findPreferences } from '../notifications/records/preferences.js';
import { transaction } from '../postgres/database.js';
import { formBrowser } from './testing/browser.js';
import { type PageServer, startPageServer } from './testing/page-server.js';

let server: PageServer;
beforeAll(async () => {
  server = await startPageServer();
});
afterAll(() => server.close());

/** A person with the link of an e-mail. */
async function recipient(name: string) {
  const { db } = server.database;
  const { userId } = await server.person(name);
  await transaction(db, (tx) => lockMailings(tx, [userId]));
  const key = await unsubscribeKeyOf(db, userId);
  const url = `${server.url}/unsubscribe/${unsubscribeToken(key ?? Buffer.alloc(0), userId, ['mentioned'])}`;
  const chosen = async () => (await findPreferences(db, [userId])).get(userId)?.reasons?.mentioned?.email;
  return { userId, url, chosen };
}

test('opening the link changes nothing and sets no cookie; the form of the page stops the e-mails', async () => {
  const { url, chosen } = await recipient('Paula');
  for (const method of ['GET', 'HEAD', 'GET']) {
    const answer = await fetch(url, { method, headers: { accept: 'text/html' } });
    expect([answer.status, answer.headers.getSetCookie(), answer.headers.get('cache-control')]).toEqual([
      200,
      [],
      'no-store',
    ]);
    await answer.text();
  }
  expect(await chosen()).toBeUndefined();
  const browser = formBrowser(server.url);
  await browser.open(url);
  expect((await browser.send({})).text).toContain('These e-mails are stopped');
  expect(await chosen()).toBe('never');
});

test.each([
  ['application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
  [
    'multipart/form-data; boundary=x',
    '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n',
  ],
])('[RFC 8058] a mail program stops them with one request of %s, without a cookie', async (type, body) => {
  const { userId, url, chosen } = await recipient('Robin');
  await server.database.db`update users set locale = 'de' where id = ${userId}`;
  for (let time = 1; time <= 2; time += 1) {
    const answer = await fetch(url, { method: 'POST', headers: { 'content-type': type }, body });
    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain('<html lang="de">');
  }
  expect(await chosen()).toBe('never');
});

test('a link that was changed is none, and a body that is no such form is not read', async () => {
  const { url, chosen } = await recipient('Vera');
  for (const path of [url.slice(0, -2), `${url.slice(0, -2)}xx`, `${server.url}/unsubscribe/x`]) {
    for (const method of ['GET', 'POST']) expect((await fetch(path, { method })).status).toBe(404);
  }
  const large = await fetch(url, { method: 'POST', body: 'x'.repeat(5000), headers: { accept: 'text/html' } });
  expect(large.status).toBe(413);
  expect(await chosen()).toBeUndefined();
});
