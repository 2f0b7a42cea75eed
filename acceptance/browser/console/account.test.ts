import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { expect, inject, it } from 'vitest';
import { signInAdmin } from '../../src/support/http.js';
import { createPerson } from '../../src/support/person.js';
import { useConsole } from './console.js';

const openConsole = useConsole();
const PASSWORD = 'correct horse battery staple';

/** Somebody who may change what the people of the demo must keep. @returns the address */
async function newPerson(): Promise<string> {
  const { client, email } = await createPerson(await signInAdmin(inject('demoUrl')));
  await client.ok('setPassword', { password: PASSWORD });
  return email;
}

async function signInWith(page: Page, email: string, password: string): Promise<void> {
  await page.goto(`${inject('demoUrl')}/sign-in`);
  await page.fill('#email', email);
  await page.fill('#password', password);
  await page.click('button[type=submit]');
  await expect.poll(async () => (await page.request.get(`${inject('demoUrl')}/v1/users/getMe`)).status()).toBe(200);
}

it('a token is made, shown once, and ended', async () => {
  const { page, open, expectNoBarriers, screenshot } = await openConsole('manager');
  await open('/account');
  await page.getByRole('button', { name: 'Create a token' }).click();
  await page.getByLabel('What it is for').fill('Nightly report');
  await page.getByRole('dialog').getByRole('button', { name: 'Create a token' }).click();
  const shown = page.getByRole('dialog', { name: 'The token is made' });
  await shown.getByText(/^mrp_/).waitFor();
  await expectNoBarriers();
  await shown.getByRole('button', { name: 'I have kept it' }).click();
  await screenshot('account-desktop');
  await page.getByRole('button', { name: 'End Nightly report' }).click();
  await page.getByText('Nightly report no longer works').waitFor();
});

it('where the server asks for a fresh sign-in, the person proves who they are and the request goes on', async () => {
  const { page, open, expectNoBarriers, problems } = await openConsole('manager');
  const problem = {
    type: 'about:blank',
    title: 'Sign in again',
    status: 403,
    detail: 'The sign-in is older than 10 minutes.',
    instance: '/v1/users/createPersonalToken',
    code: 'ERROR_STEP_UP_REQUIRED',
    id: 1018,
    traceId: 'trace',
  };
  const answer = { password: true, passkeys: [], totp: null, recoveryCodes: 0, secondFactor: 'optional' };
  const proofs: unknown[] = [];
  await page.route('**/createPersonalToken', (route) => route.fulfill({ status: 403, json: problem }), { times: 1 });
  await page.route('**/getFactors', (route) => route.fulfill({ json: answer }));
  await page.route('**/stepUp', (route) => {
    proofs.push(route.request().postDataJSON());
    return route.fulfill({ json: { session: {} } });
  });
  await open('/account');
  await page.getByRole('button', { name: 'Create a token' }).click();
  await page.getByLabel('What it is for').fill('Import');
  await page.getByRole('dialog').getByRole('button', { name: 'Create a token' }).click();
  const asked = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await asked.getByLabel('Password').fill('correct horse battery staple');
  await expectNoBarriers();
  await asked.getByRole('button', { name: 'Confirm' }).click();
  await page.getByRole('dialog', { name: 'The token is made' }).waitFor();
  expect(proofs).toEqual([{ password: 'correct horse battery staple' }]);
  // The browser reports the refused request.
  problems.splice(0);
});

it('a failed request is told in the language of the person, with what the server says of it', async () => {
  const { page, open, expectNoBarriers, screenshot, problems } = await openConsole('manager', { locale: 'de' });
  const problem = {
    type: 'about:blank',
    title: 'A value is not valid',
    status: 400,
    detail: 'The vote needs a reason.',
    instance: '/v1/users/getSessions',
    code: 'ERROR_PROCESS_INVALID_FIELD_VALUE',
    id: 1232,
    traceId: 'trace-1',
    errors: [
      { pointer: '/reason', detail: 'is missing' },
      { pointer: '/payload/amount', detail: 'is too large' },
    ],
  };
  await page.route('**/getSessions*', (route) => route.fulfill({ status: 400, json: problem }));
  await open('/account');
  const alert = page.getByRole('alert');
  await alert.getByRole('heading', { name: 'Der Wert ist hier nicht erlaubt', exact: true }).waitFor();
  expect(await alert.getByRole('listitem').allTextContents()).toEqual([
    'Begründung: is missing',
    '/payload/amount is too large',
  ]);
  expect(await alert.locator('[lang=en]').allTextContents()).toEqual([problem.detail, 'is missing', 'is too large']);
  await alert.getByText('trace-1').waitFor();
  await expectNoBarriers();
  await screenshot('problem-german');
  // The browser reports the refused requests.
  problems.splice(0);
});

it('a person changes name, address, password and language', async () => {
  const email = await newPerson();
  const { page, open, expectNoBarriers, screenshot } = await openConsole('nobody');
  await signInWith(page, email, PASSWORD);
  await open('/account');
  await page.getByRole('button', { name: 'Change name' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Nora Newcomer');
  await expectNoBarriers();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Your name is Nora Newcomer now').waitFor();
  await page.getByRole('main').getByText('Nora Newcomer', { exact: true }).waitFor();

  await page.getByRole('button', { name: 'Change address' }).click();
  const another = `${randomUUID()}@example.com`;
  await page.getByLabel('New e-mail address').fill(another);
  await page.getByRole('button', { name: 'Send the link' }).click();
  await page.getByText(`Open the link that was sent to ${another}`).waitFor();

  await page.getByRole('button', { name: 'Change password' }).click();
  await page.getByLabel('Password until now').fill('something else entirely');
  await page.getByLabel('New password').fill('four purple doors whistle');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('This is not your password').waitFor();
  await page.getByLabel('Password until now').fill(PASSWORD);
  await page.getByLabel('New password').fill('too short');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('It has fewer than 12 characters').waitFor();
  await expectNoBarriers();
  await screenshot('account-password');
  await page.getByLabel('New password').fill('four purple doors whistle');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('The password is set').waitFor();

  const saved = page.waitForResponse('**/setLocale');
  await page.getByLabel('Language').selectOption({ label: 'Deutsch' });
  await page.getByRole('heading', { name: 'Konto' }).waitFor();
  expect((await saved).status()).toBe(200);

  // Another browser, with the new password: the console speaks German there, too.
  const other = await openConsole('nobody');
  await signInWith(other.page, email, 'four purple doors whistle');
  await other.open('/account');
  await other.page.getByRole('heading', { name: 'Konto' }).waitFor();
});

it('accounts at identity providers are linked and unlinked', async () => {
  const { page, open, expectNoBarriers } = await openConsole('manager');
  const provider = { name: 'Example ID', startUrl: '/sso/example/start', forDomain: false };
  const linked = {
    id: 'link',
    providerId: 'corp',
    issuer: 'https://id.example.com',
    email: 'manager@corp.example',
    groups: [],
    linkedTs: '2026-01-31T09:30:00.000Z',
    usedTs: null,
  };
  const sent: unknown[] = [];
  const links = [linked];
  await page.route('**/getSignInMethods', (route) =>
    route.fulfill({
      json: {
        password: true,
        identityProviders: [
          { id: 'example', ...provider },
          { id: 'corp', ...provider, name: 'Corporate' },
        ],
      },
    }),
  );
  await page.route('**/getIdentityLinks', (route) => route.fulfill({ json: { links } }));
  await page.route('**/deleteIdentityLink', (route) => {
    sent.push(route.request().postDataJSON());
    links.pop();
    return route.fulfill({ json: { status: 'success' } });
  });
  await page.route('**/startIdentityLink', (route) => {
    sent.push(route.request().postDataJSON());
    return route.fulfill({ json: { url: new URL('/account?linked', page.url()).href } });
  });
  await open('/account');
  await page.getByText('manager@corp.example').waitFor();
  await expectNoBarriers();
  await page.getByRole('button', { name: 'Remove Corporate' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await page.getByText('Corporate was removed').waitFor();
  await page.getByRole('button', { name: 'Link Corporate' }).waitFor();
  await page.getByRole('button', { name: 'Link Example ID' }).click();
  await page.waitForURL('**/account?linked');
  expect(sent).toEqual([{ linkId: 'link' }, { providerId: 'example', returnTo: '/account' }]);
});

it.each([
  { device: 'desktop', locale: 'de', colorScheme: 'dark' },
  { device: 'phone', locale: 'de', colorScheme: 'light' },
  { device: 'desktop', locale: 'en', colorScheme: 'light', width: 1920 },
] as const)('the account page is accessible: $device, $locale, $colorScheme', async (options) => {
  const { page, open, expectNoBarriers, screenshot } = await openConsole('manager', options);
  await open('/account');
  await page
    .getByRole('heading', { name: options.locale === 'de' ? 'Persönliche Token' : 'Personal tokens' })
    .waitFor();
  await expectNoBarriers();
  await screenshot(`account-${options.device}-${options.locale}-${options.colorScheme}`);
});
