import { randomUUID } from 'node:crypto';
import type { BrowserContext } from 'playwright-core';
import { inject } from 'vitest';
import { createClient, signIn, signInAdmin } from '../../src/support/http.js';

/** Who opens the console: the people of the demo, and an administrator without a role in it. */
export type PersonName = 'owner' | 'manager' | 'assignee' | 'administrator';

export const people: readonly PersonName[] = ['owner', 'manager', 'assignee', 'administrator'];

const PASSWORD = 'every bishop paints 4 doors';
const url = inject('demoUrl');

type Cookies = Parameters<BrowserContext['addCookies']>[0];
const signedIn = new Map<PersonName, Promise<Cookies>>();

/** The session of a person as a browser keeps it; one for each test file. */
export function sessionOf(person: PersonName): Promise<Cookies> {
  const session = signedIn.get(person) ?? begin(person);
  signedIn.set(person, session);
  return session;
}

async function begin(person: PersonName): Promise<Cookies> {
  const email = person === 'administrator' ? await administrator() : await withPassword(person);
  const answer = await sendPassword(email);
  // The session and the device.
  const cookies = answer.headers.getSetCookie().map((cookie): Cookies[number] => {
    const [, name = '', value = ''] = /^([^=]+)=([^;]+)/.exec(cookie) ?? [];
    return { name, value, url, httpOnly: true, sameSite: 'Lax' };
  });
  if (answer.status !== 200 || cookies.length === 0)
    throw new Error(`${person} could not sign in: ${answer.status} ${answer.text}`);
  return cookies;
}

const sendPassword = (email: string) =>
  createClient(url).request('POST', '/v1/users/signIn', {
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
    rawBody: JSON.stringify({ email, password: PASSWORD }),
  });

/** Gives a person of the demo the password, unless another test file has. @returns the address */
async function withPassword(person: PersonName): Promise<string> {
  const email = `demo-${person}@example.com`;
  if ((await sendPassword(email)).status === 200) return email;
  const client = await signIn(url, `demo-${person}`, `demo-${person}-secret`);
  // 1207: another test file was faster.
  await client.call('setPassword', { password: PASSWORD });
  return email;
}

async function administrator(): Promise<string> {
  const admin = await signInAdmin(url);
  const email = `${randomUUID()}@example.com`;
  const { link } = await admin.ok('inviteUser', { email, administrator: true, link: 'show' });
  const token = String(link).split('/').at(-1) ?? '';
  await createClient(url).ok('acceptInvitation', { token, name: 'Ada Administrator', password: PASSWORD });
  return email;
}
