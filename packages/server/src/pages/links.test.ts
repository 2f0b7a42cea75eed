import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLink, issueToken, linkPath, type NewLink } from '../identity/one-time-links/one-time-links.js';
import type { LinkPurpose } from '../identity/records/joining/one-time-link-queries.js';
import { transaction } from '../postgres/database.js';
import { testCaller } from '../testing/test-caller.js';
import { formBrowser } from './testing/browser.js';
import { PASSWORD, type PageServer, startPageServer } from './testing/page-server.js';

let server: PageServer;
beforeAll(async () => {
  server = await startPageServer();
});
afterAll(() => server.close());

const link = (given: Omit<NewLink<LinkPurpose>, 'expiresTs'>) =>
  transaction(server.database.db, async (tx) => {
    const id = await createLink(tx, { ...given, expiresTs: new Date(Date.now() + 60_000) });
    return `${server.url}${linkPath(await issueToken(tx, id))}`;
  });
const invite = async (email: string) =>
  (await server.identity.useCases.inviteUser(testCaller(server.database.db, { administrator: true }), { email }))
    .link ?? '';

/** What a mail scanner does with every link: it opens it, and never sends a form. */
async function scan(url: string): Promise<void> {
  for (const method of ['GET', 'HEAD', 'GET']) {
    const answer = await fetch(url, { method, headers: { accept: 'text/html' } });
    expect([method, answer.status]).toEqual([method, 200]);
    expect(answer.headers.getSetCookie()).toEqual([]);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('referrer-policy')).toBe('same-origin');
    await answer.text();
  }
}

test('an invitation: a scanner opens the link first, then the person joins without a script and is signed in', async () => {
  const url = await invite('ben@example.com');
  await scan(url);
  const browser = formBrowser(server.url);
  expect((await browser.open(url)).text).toContain('ben@example.com');
  const weak = await browser.send({ name: 'Ben <Roe>', password: 'short' });
  expect(weak.text).toContain('The password has 5 characters');
  expect(weak.text).toContain('value="Ben &lt;Roe&gt;"');
  const joined = await browser.send({ name: 'Ben Roe', password: PASSWORD });
  expect([joined.status, joined.url]).toEqual([200, `${server.url}/sign-in`]);
  expect(joined.text).toContain('Ben Roe');
  const again = await formBrowser(server.url).open(url);
  expect([again.status, again.text.includes('used already')]).toEqual([410, true]);
});

test('a new password and a sign-in link: only the form uses them, and only from a page of the service', async () => {
  const { userId, email } = await server.person('Paula');
  const reset = await link({ purpose: 'password-reset', subject: userId });
  await scan(reset);
  const browser = formBrowser(server.url);
  await browser.open(reset);
  const foreign = await browser.send({ password: PASSWORD }, { 'sec-fetch-site': 'cross-site' });
  expect(foreign.status).toBe(403);
  await browser.open(reset);
  const next = 'another quite long password';
  expect((await browser.send({ password: next })).text).toContain('Your password is set');
  await browser.open('/sign-in');
  expect((await browser.send({ email, password: next })).text).toContain('You are signed in');

  const signIn = await link({ purpose: 'sign-in', subject: userId });
  await scan(signIn);
  const other = formBrowser(server.url);
  await other.open(`${signIn}?return_to=/device`);
  const landed = await other.send({});
  expect([landed.status, landed.url]).toEqual([200, `${server.url}/device`]);
  expect((await formBrowser(server.url).open(signIn)).status).toBe(410);
});

test('the page presses only what the demo made for this machine', async () => {
  const { userId } = await server.person('Dora');
  const marked = async (path: string) => (await formBrowser(server.url).open(path)).text.includes('data-now');
  expect(await marked(await server.identity.seeding.createSignInLink(userId))).toBe(true);
  for (const purpose of ['sign-in', 'password-reset'] as const)
    expect([purpose, await marked(await link({ purpose, subject: userId }))]).toEqual([purpose, false]);
  expect(await marked(await link({ purpose: 'email-change', subject: userId, data: { email: 'd@example.com' } }))).toBe(
    false,
  );
});

test('a confirmed address, an unknown link, and a server that sends no e-mail', async () => {
  const { userId, email } = await server.person('Carla');
  const url = await link({ purpose: 'email-change', subject: userId, data: { email: 'carla.new@example.com' } });
  await scan(url);
  const browser = formBrowser(server.url);
  await browser.open(url);
  const elsewhere = await browser.send({});
  expect([elsewhere.status, elsewhere.text.includes('Sign in as that person')]).toEqual([409, true]);
  await browser.open('/sign-in');
  await browser.send({ email, password: PASSWORD });
  await browser.open(url);
  expect((await browser.send({})).text).toContain('carla.new@example.com');
  const unknown = await browser.open(`/link/${'A'.repeat(43)}`);
  expect([unknown.status, unknown.text.includes('not valid')]).toEqual([410, true]);
  await browser.open('/forgot-password');
  expect((await browser.send({ email: 'anyone@example.com' })).text).toContain('Ask an administrator');
});
