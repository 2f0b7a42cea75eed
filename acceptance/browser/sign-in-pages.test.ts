import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createClient, signInAdmin } from '../src/support/http.js';
import { createPerson, type Person } from '../src/support/person.js';
import { launchBrowser } from './launch.js';

const url = inject('demoUrl');
const password = 'every bishop paints 4 doors';
const axe = await readFile(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

let browser: Browser;
let person: Person;
let applicationId: string;
/** What the application is asked at its address. */
let application: Server;
let callback: string;

beforeAll(async () => {
  browser = await launchBrowser();
  const admin = await signInAdmin(url);
  person = await createPerson(admin, 'Maximiliane Donaudampfschifffahrtsgesellschaft');
  await person.client.ok('setPassword', { password });
  application = createServer((_request, response) => response.end('<title>Ledger</title><p>Back at the ledger.'));
  await once(application.listen(0, '127.0.0.1'), 'listening');
  callback = `http://127.0.0.1:${(application.address() as AddressInfo).port}/done`;
  const created = await admin.ok('createApplication', {
    name: 'Grundstücksverkehrsgenehmigungszuständigkeitsassistent',
    redirectUris: [callback],
    scopes: ['process', 'workflow.read', 'openid', 'profile'],
  });
  applicationId = created.application.applicationId;
});
afterAll(async () => {
  application?.close();
  await browser?.close();
});

interface Begun {
  readonly address: string;
  readonly verifier: string;
}

function begin(scope = 'process.read openid'): Begun {
  const verifier = randomBytes(32).toString('base64url');
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: applicationId,
    redirect_uri: callback,
    scope,
    state: 'xyz',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  });
  return { address: `${url}/oauth/authorize?${query}`, verifier };
}

/** What the browser reports: refused by the policy, errors of scripts. */
function watch(page: Page): string[] {
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => {
    // Chromium reports the status of a page that says what was wrong as an error, too.
    if (message.type() === 'error' && !message.text().includes('the server responded with a status of'))
      problems.push(message.text());
  });
  return problems;
}

async function fillSignIn(page: Page): Promise<void> {
  await page.getByLabel('E-mail').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** Rules of WCAG 2.2 AA that the page breaks. */
async function violations(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe);
  return page.evaluate(async () => {
    const { axe: rules } = globalThis as unknown as {
      axe: { run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> };
    };
    const found = await rules.run();
    return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
  });
}

const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

describe('an application of somebody else', () => {
  it('gets a token that acts as the person, who signs in with a password and allows it', async () => {
    const context = await browser.newContext();
    const page = await context.newPage();
    const problems = watch(page);
    const { address, verifier } = begin();
    await page.goto(address);
    await page.getByText('Grundstücksverkehrs').first().waitFor();
    await fillSignIn(page);
    await page.getByText('Read processes').waitFor();
    await page.getByRole('button', { name: 'Allow' }).click();
    await page.getByText('Back at the ledger.').waitFor();
    const answer = new URL(page.url()).searchParams;
    expect(Object.fromEntries(answer)).toMatchObject({ state: 'xyz', iss: url });
    const response = await fetch(`${url}/oauth/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        client_id: applicationId,
        redirect_uri: callback,
        code: answer.get('code') ?? '',
        code_verifier: verifier,
      }),
    });
    const { access_token: token, id_token: idToken } = (await response.json()) as Record<string, string>;
    expect(idToken).toBeDefined();
    const me = await createClient(url, token).ok('getMe', {});
    expect([me.user.id, me.scopes]).toEqual([person.userId, ['process.read', 'openid']]);
    await createClient(url, token).refused('getApplications', {}, 1205);
    expect(problems).toEqual([]);
  });

  it('is used by keyboard alone, and without scripts', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(begin('openid').address);
    await page.getByLabel('E-mail').focus();
    await page.keyboard.type(person.email);
    await page.keyboard.press('Tab');
    await page.keyboard.type(password);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Allow' }).focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByText('Back at the ledger.').waitFor();
    expect(new URL(page.url()).searchParams.get('error')).toBe('access_denied');
  });
});

describe('the pages', () => {
  /** Every page, each with what leads to it. */
  const show: Readonly<Record<string, (page: Page) => Promise<unknown>>> = {
    'sign-in': (page) => page.goto(begin().address),
    'sign-in that failed': async (page) => {
      await page.goto(`${url}/sign-in`);
      await page.getByLabel('E-mail').fill(person.email);
      await page.getByLabel('Password', { exact: true }).fill('wrong');
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await page.getByRole('alert').waitFor();
    },
    error: (page) => page.goto(`${url}/oauth/authorize?client_id=none`),
    'signed in': async (page) => {
      await page.goto(`${url}/sign-in`);
      await fillSignIn(page);
      await page.waitForURL((address) => address.pathname !== '/sign-in');
      await page.goto(`${url}/sign-in`);
      await page.getByText('You are signed in').waitFor();
    },
    consent: (page) => page.goto(begin('process workflow.read openid profile').address),
    device: (page) => page.goto(`${url}/device?user_code=BCDF-GHJK`),
    'device with a wrong code': async (page) => {
      await page.goto(`${url}/device?user_code=BCDF-GHJK`);
      await page.getByRole('button', { name: 'Continue' }).click();
      await page.getByRole('alert').waitFor();
    },
    'asked to sign out': (page) => page.goto(`${url}/oauth/logout?client_id=${applicationId}`),
    'sign-out': (page) => page.goto(`${url}/sign-out`),
    'signed out': async (page) => {
      await page.goto(`${url}/sign-out`);
      await page.getByRole('button', { name: 'Sign out' }).click();
      await page.getByText('You are signed out').waitFor();
    },
  };
  /** 640 wide is a screen of 1280 at 200 %. */
  const screens = [
    { width: 390, height: 844, colorScheme: 'dark' },
    { width: 640, height: 400, colorScheme: 'light' },
    { width: 1280, height: 800, colorScheme: 'dark' },
    { width: 1280, height: 800, colorScheme: 'light' },
  ] as const;

  it.each(screens)('have no barrier and nothing beside the screen: %o', async ({ width, height, colorScheme }) => {
    const context: BrowserContext = await browser.newContext({ viewport: { width, height }, colorScheme });
    const page = await context.newPage();
    const problems = watch(page);
    for (const [name, open] of Object.entries(show)) {
      await open(page);
      const shots = process.env.MILLRACE_TEST_SCREENSHOTS;
      if (shots) await page.screenshot({ path: `${shots}/${name}-${width}-${colorScheme}.png`.replaceAll(' ', '-') });
      expect([name, await violations(page)]).toEqual([name, []]);
      expect([name, await overflow(page)]).toEqual([name, 0]);
    }
    expect(problems).toEqual([]);
  });
});
