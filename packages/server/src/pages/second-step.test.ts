import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fromBase32 } from '../identity/totp/base32.js';
import { codeOfStep, stepAt } from '../identity/totp/totp.js';
import { testCaller } from '../testing/test-caller.js';
import { type FormBrowser, formBrowser } from './testing/browser.js';
import { PASSWORD, type PageServer, startPageServer } from './testing/page-server.js';

let server: PageServer;
beforeAll(async () => {
  server = await startPageServer();
});
afterAll(() => server.close());

const policy = (secondFactor: 'optional' | 'required') =>
  server.identity.useCases.setSignInPolicy(testCaller(server.database.db, { administrator: true }), { secondFactor });
const codeNow = (secret: string, by = 0) => codeOfStep(fromBase32(secret), stepAt(Date.now()) + by);
const secretOn = (text: string) => /name="secret" value="([A-Z2-7]+)"/.exec(text)?.[1] ?? '';
const codesOn = (text: string) =>
  (/<pre class="codes">([^<]*)<\/pre>/.exec(text)?.[1] ?? '').split('\n').filter((code) => code !== '');

async function signIn(browser: FormBrowser, email: string, at = '/sign-in') {
  await browser.open(at);
  return browser.send({ email, password: PASSWORD });
}

/** Sets up an authenticator app on the pages, without a script. */
async function enrolled() {
  await policy('required');
  const person = await server.person('Ann Lee');
  const browser = formBrowser(server.url);
  const choice = await signIn(browser, person.email, '/sign-in?return_to=/sign-in');
  expect(new URL(choice.url).pathname).toBe('/sign-in/enrol');
  // The session opens nothing else yet.
  expect((await browser.open('/sign-in')).text).not.toContain('You are signed in');
  await browser.open('/sign-in/enrol');
  const setUp = await browser.send({});
  const secret = secretOn(setUp.text);
  expect(setUp.text).toContain('<svg class="qr"');
  const wrong = await browser.send({ code: '000000' });
  expect([wrong.status, secretOn(wrong.text)]).toEqual([401, secret]);
  const done = await browser.send({ code: codeNow(secret, -1) });
  await policy('optional');
  return { person, browser, secret, recoveryCodes: codesOn(done.text) };
}

describe('pages without a script', () => {
  test('who must set up a second factor does, gets recovery codes and is signed in', async () => {
    const { browser, recoveryCodes } = await enrolled();
    expect(recoveryCodes).toHaveLength(10);
    expect((await browser.open('/sign-in')).text).toContain('You are signed in');
  });

  test('a password leads to the second step, which takes a code or a recovery code', async () => {
    const { person, secret, recoveryCodes } = await enrolled();
    const [byCode, byRecoveryCode] = [formBrowser(server.url), formBrowser(server.url)];
    const step = await signIn(byCode, person.email);
    expect(step.text).toContain('One more step');
    expect(byCode.cookies.has('millrace')).toBe(false);
    const refused = await byCode.send({ code: '000000' });
    expect([refused.status, refused.text.includes('role="alert"')]).toEqual([401, true]);
    expect((await byCode.send({ code: codeNow(secret) })).text).toContain('You are signed in');
    await signIn(byRecoveryCode, person.email);
    const last = await byRecoveryCode.send({ code: recoveryCodes[0] ?? '' });
    expect(last.text).toContain('You are signed in');
  });

  test('nobody sets up a factor without having signed in', async () => {
    const browser = formBrowser(server.url);
    expect((await browser.open('/sign-in/enrol')).status).toBe(401);
  });
});
