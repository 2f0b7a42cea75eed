import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { type Browser, openBrowser } from './support/browser.js';
import { openStream } from './support/event-stream.js';
import { eventually } from './support/eventually.js';
import { type Client, createClient, signInAdmin } from './support/http.js';
import { operationOf, operations } from './support/open-api.js';
import { createPerson, type Person } from './support/person.js';
import { exampleRequest, nothingIn } from './support/requests.js';
import { configuration, createProcess, deploy, unknownId } from './support/sub-project.js';
import type { OperationName } from './support/wire.js';

const url = inject('demoUrl');
const password = 'correct horse battery staple';
let admin: Client;
let administrator: Browser;

async function personWithPassword(): Promise<Person> {
  const person = await createPerson(admin);
  await person.client.ok('setPassword', { password });
  return person;
}

async function signedIn(email: string, remember = false): Promise<Browser> {
  const browser = openBrowser(url);
  await browser.ok('signIn', { email, password, remember });
  return browser;
}

const bounded = async (person: Person, scope: string): Promise<Client> => {
  const { clientId: client_id, clientSecret: client_secret } = person;
  const { access_token } = await createClient(url).ok('userLogin', { client_id, client_secret, scope });
  return createClient(url, access_token);
};

beforeAll(async () => {
  admin = await signInAdmin(url);
  const email = `${randomUUID()}@example.com`;
  const { link } = await admin.ok('inviteUser', { email, administrator: true, link: 'show' });
  const token = String(link).split('/').at(-1) ?? '';
  await createClient(url).ok('acceptInvitation', { token, name: 'Second administrator', password });
  administrator = await signedIn(email);
});

describe('signing in', () => {
  test('gives the browser a cookie that no script can read and no other site can send', async () => {
    const { userId, email } = await personWithPassword();
    const browser = await signedIn(email);
    expect(browser.setCookie).toMatch(/^millrace=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/);
    const me = await browser.ok('getMe', {});
    expect(me).toMatchObject({ user: { id: userId, email }, credential: 'session', session: { method: 'password' } });
    const kept = await signedIn(email, true);
    expect(kept.setCookie).toMatch(/; Max-Age=12096\d\d$/);
  });

  test('[D146] leaves a cookie by which the browser is known, which signs nobody in and stays', async () => {
    const { email } = await personWithPassword();
    const browser = openBrowser(url);
    const answer = await browser.call('signIn', { email, password });
    const device = answer.headers.getSetCookie().find((one) => one.startsWith('millrace-device=')) ?? '';
    expect(device).toMatch(/^millrace-device=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=77[67]\d{4}$/);
    const [cookie = ''] = device.split(';', 1);
    await createClient(url).refused('getMe', {}, 1001, { headers: { cookie } });
    const again = await createClient(url).call(
      'signIn',
      { email, password },
      { headers: { ...browser.headers(), cookie } },
    );
    expect(again.headers.getSetCookie().some((one) => one.startsWith(`${cookie};`))).toBe(true);
    const out = await browser.call('signOut', {});
    expect(out.headers.getSetCookie()).toHaveLength(1);
  });

  test('signing out takes the cookie away, and the session is over', async () => {
    const { email } = await personWithPassword();
    const browser = await signedIn(email);
    const { cookie = '' } = browser.headers();
    await browser.ok('signOut', {});
    expect(browser.setCookie).toMatch(/^millrace=; .*Max-Age=0$/);
    const ask = () => createClient(url).call('getMe', {}, { headers: { cookie } });
    expect((await eventually(ask, ({ status }) => status === 401)).status).toBe(401);
  });

  test('a wrong password and an unknown person are answered alike, also in their headers', async () => {
    const { email } = await personWithPassword();
    const attempt = (members: object) => openBrowser(url).call('signIn', { ...members });
    const wrong = await attempt({ email, password: 'wrong horse battery staple' });
    const unknown = await attempt({ email: 'nobody@example.com', password });
    expect([wrong.status, unknown.status]).toEqual([401, 401]);
    const withoutTrace = (text: string) => text.replace(/"traceId":"[^"]*"/, '');
    expect(withoutTrace(wrong.text)).toBe(withoutTrace(unknown.text));
    const names = (headers: Headers) => [...headers.keys()].toSorted();
    expect(names(wrong.headers)).toEqual(names(unknown.headers));
    expect(wrong.headers.get('set-cookie')).toBeNull();
    // A browser would ask for a password itself.
    expect(wrong.headers.get('www-authenticate')).toBeNull();
  });

  test('a bearer token counts, not the cookie beside it', async () => {
    const { email } = await personWithPassword();
    const browser = await signedIn(email);
    const { cookie = '' } = browser.headers();
    const me = await admin.ok('getMe', {}, { headers: { cookie } });
    expect(me).toMatchObject({ administrator: true, credential: 'clientToken', session: null });
    await createClient(url, 'wrong').refused('getMe', {}, 1001, { headers: { cookie } });
  });
});

test('[D103] a POST that expects somebody else than the person who is signed in changes nothing', async () => {
  const [before, after] = [await personWithPassword(), await personWithPassword()];
  const browser = await signedIn(after.email);
  const expecting = (user: string) => ({ headers: { 'x-expected-user': user } });
  const draft = { kind: 'designer', key: 'plan', value: { text: 'mine' } };
  await browser.refused('saveDraft', draft, 1022, expecting(before.userId));
  const { draft: kept } = await browser.ok('getDraft', { kind: 'designer', key: 'plan' });
  expect(kept).toBeNull();
  const saved = await createClient(url).call('saveDraft', draft, {
    headers: { ...browser.headers(), ...expecting(after.userId).headers },
  });
  expect(saved.status).toBe(200);
  // Tokens of programs are held to it, too.
  await admin.refused('saveDraft', draft, 1022, expecting(before.userId));
});

describe('[CSRF] with the session of an administrator, a POST is refused when it has', () => {
  /** What a browser sends along, or an old one, when another page than ours makes it send something. */
  const attacks: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    'neither header': {},
    'another origin, from an old browser without Sec-Fetch': { origin: 'https://evil.example' },
    'the origin null, of a sandboxed frame or a file': { origin: 'null' },
    'our host with another port as its origin': { origin: 'http://127.0.0.1:1' },
    'a form of another site': {
      'sec-fetch-site': 'cross-site',
      'sec-fetch-mode': 'navigate',
      'sec-fetch-dest': 'document',
      origin: 'https://evil.example',
      'content-type': 'application/x-www-form-urlencoded',
    },
    'a fetch of another site, as text': {
      'sec-fetch-site': 'cross-site',
      'sec-fetch-mode': 'no-cors',
      origin: 'https://evil.example',
      'content-type': 'text/plain',
    },
    'a page of another host of our domain': { 'sec-fetch-site': 'same-site', origin: 'https://other.millrace.example' },
    'our origin beside a cross-site mark': { 'sec-fetch-site': 'cross-site', origin: url },
    'no page at all': { 'sec-fetch-site': 'none' },
  };
  const posts = operations.filter(({ id, method }) => method === 'POST' && id !== 'userLogin');

  test('every POST of the contract is in the list', () => {
    expect(posts.length).toBeGreaterThan(40);
    expect(posts.filter(({ errors }) => !errors.includes(1015))).toEqual([]);
  });

  test.each(Object.entries(attacks))('%s', async (_name, headers) => {
    const { cookie = '' } = administrator.headers();
    const { user } = await administrator.ok('getMe', {});
    // Other tests run beside this one.
    const count = async () => (await admin.ok('getAuditLogs', { filters: { by: user?.id } })).meta.totalCount;
    const before = await count();
    const attacker = createClient(url);
    await Promise.all(
      posts.map(({ id }) =>
        attacker.refused(id as OperationName, exampleRequest(id, nothingIn(unknownId)), 1015, {
          headers: { cookie, ...headers },
        }),
      ),
    );
    expect(await count()).toBe(before);
  });

  test('while our own pages, and old browsers on them, get through', async () => {
    const { cookie = '' } = administrator.headers();
    for (const headers of [{ 'sec-fetch-site': 'same-origin' }, { origin: url }]) {
      const email = `${randomUUID()}@example.com`;
      await createClient(url).ok('createUser', { name: 'Made', email }, { headers: { cookie, ...headers } });
    }
  });

  test('and our own pages send nothing but JSON', async () => {
    const { path } = operationOf('createUser');
    for (const type of ['application/x-www-form-urlencoded', 'text/plain', 'multipart/form-data; boundary=x']) {
      const answer = await createClient(url).request('POST', path, {
        headers: { ...administrator.headers(), 'content-type': type },
        rawBody: 'name=x&email=x@example.com',
      });
      expect([type, answer.status]).toEqual([type, 415]);
    }
  });

  test('another site cannot sign a browser in or out, with or without a cookie', async () => {
    const { email } = await personWithPassword();
    const headers = { 'sec-fetch-site': 'cross-site' };
    await createClient(url).refused('signIn', { email, password }, 1015, { headers });
    await createClient(url).refused('signOut', {}, 1015, { headers });
    await createClient(url).refused('signIn', { email, password }, 1015, {
      headers: { origin: 'https://evil.example' },
    });
  });

  test('no answer lets a page of another origin read it', async () => {
    const { cookie = '' } = administrator.headers();
    const answer = await createClient(url).call('getMe', {}, { headers: { cookie, origin: 'https://evil.example' } });
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
    expect(answer.headers.get('cross-origin-resource-policy')).toBe('same-origin');
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });
});

test('a stream of events opens with the cookie, as EventSource sends it, and ends with the session', async () => {
  const { email, userId } = await personWithPassword();
  const browser = await signedIn(email);
  const document = configuration({
    roles: [{ name: 'LISTENER', read: true, create: true, subscribe: true }],
    members: [{ user: userId, roles: ['LISTENER'] }],
  });
  const { id: subProjectId } = await deploy(admin, document);
  const { cookie = '' } = browser.headers();
  const stream = await openStream(url, { subProjectId }, { cookie, 'sec-fetch-site': 'same-origin' });
  expect(stream.status).toBe(200);
  const processId = await createProcess(admin, subProjectId);
  const messages = await stream.until('process.created');
  expect(JSON.stringify(messages.at(-1)?.data)).toContain(processId);
  await browser.ok('signOut', {});
  await stream.ended();
});

test('an Idempotency-Key of one person is nothing to another', async () => {
  const [one, other] = [await personWithPassword(), await personWithPassword()];
  const [first, second] = [await signedIn(one.email), await signedIn(other.email)];
  await signedIn(one.email);
  const headers = { 'idempotency-key': randomUUID() };
  const end = (browser: Browser) => browser.ok('endSession', { everywhereElse: true }, { headers });
  expect(await end(first)).toMatchObject({ endedSessions: 1 });
  expect(await end(second)).toMatchObject({ endedSessions: 0 });
  expect(await end(first)).toMatchObject({ endedSessions: 1 });
});

describe('who may manage how somebody signs in', () => {
  test('oneself and the administrator', async () => {
    const [one, other] = [await personWithPassword(), await personWithPassword()];
    const browser = await signedIn(one.email);
    const { session } = await browser.ok('getMe', {});
    const { personalToken } = await browser.ok('createPersonalToken', { name: 'Mine' });
    const { userId } = one;
    const stranger = other.client;
    await stranger.refused('getSessions', { userId }, 1205);
    await stranger.refused('getPersonalTokens', { userId }, 1205);
    await stranger.refused('endSession', { sessionId: session?.id }, 1200, { status: 404 });
    await stranger.refused('endSession', { everywhereElse: true, userId }, 1207);
    await stranger.refused('revokePersonalToken', { personalTokenId: personalToken.id }, 1200, { status: 404 });
    expect((await admin.ok('getSessions', { userId })).sessions).toMatchObject([{ id: session?.id, current: false }]);
    expect((await admin.ok('getPersonalTokens', { userId })).personalTokens).toEqual([personalToken]);
    await admin.refused('getSessions', { userId: unknownId }, 1200, { status: 404 });
    await admin.refused('getPersonalTokens', { userId: unknownId }, 1200, { status: 404 });
    await admin.ok('revokePersonalToken', { personalTokenId: personalToken.id });
    expect(await admin.ok('endSession', { everywhereElse: true, userId })).toMatchObject({ endedSessions: 1 });
  });

  test('no token with scopes, and no personal token', async () => {
    const person = await personWithPassword();
    const change = { password: 'four purple doors whistle', currentPassword: password };
    const token = await bounded(person, 'process');
    await token.refused('setPassword', change, 1207);
    await token.refused('getSessions', {}, 1205);
    await token.refused('endSession', { everywhereElse: true }, 1207);
    await token.refused('getPersonalTokens', {}, 1205);
    await token.refused('revokePersonalToken', { personalTokenId: unknownId }, 1207);
    await token.refused('createPersonalToken', { name: 'Wider', scope: 'file' }, 1206);
    const { token: personal } = await person.client.ok('createPersonalToken', { name: 'Mine' });
    const holder = createClient(url, personal);
    await holder.refused('setPassword', change, 1207);
    await holder.refused('createPersonalToken', { name: 'Another' }, 1206);
    await person.client.refused('setPassword', { ...change, currentPassword: 'wrong' }, 1016);
    await person.client.ok('setPassword', change);
  });
});

test('getMe tells what the caller may do in each sub-project, within the scopes of the token', async () => {
  const person = await createPerson(admin);
  const document = configuration({
    roles: [
      { name: 'READER', read: ['supplier', 'amount'] },
      { name: 'WRITER', read: ['notes'], update: ['notes'], audit: true },
    ],
    members: [{ user: person.userId, roles: ['READER', 'WRITER'] }],
  });
  const { id } = await deploy(admin, document);
  await deploy(admin);
  const { subProjects, moreSubProjects, hasPassword } = await person.client.ok('getMe', {});
  expect(subProjects).toEqual([
    {
      id,
      name: document.name,
      version: '1',
      roles: ['READER', 'WRITER'],
      grants: {
        'process.read': ['supplier', 'amount', 'notes'],
        'process.update': ['notes'],
        'workflow.read': ['*'],
        'user.read': ['*'],
        'comment.read': ['*'],
        'comment.write': ['*'],
        'audit.read': ['*'],
        'member.read': ['*'],
      },
    },
  ]);
  expect([moreSubProjects, hasPassword]).toEqual([false, false]);
  const narrow = await (await bounded(person, 'process.read')).ok('getMe', { subProjectId: id });
  expect(Object.keys(narrow.subProjects[0]?.grants ?? {})).toEqual(['process.read']);
  expect((await person.client.ok('getMe', { subProjectId: unknownId })).subProjects).toEqual([]);
  const administered = await admin.ok('getMe', { subProjectId: id });
  expect(administered.subProjects).toMatchObject([{ id, roles: [], grants: { 'process.delete': ['*'] } }]);
});

describe('a personal token', () => {
  test('is accepted wherever a bearer token is, shows itself once, and ends with its user', async () => {
    const person = await personWithPassword();
    const headers = { 'idempotency-key': randomUUID() };
    const request = { name: 'Report', scope: 'process.read', expiresInDays: 30 };
    const { token } = await person.client.ok('createPersonalToken', request, { headers });
    await person.client.refused('createPersonalToken', request, 1009, { headers });
    const holder = createClient(url, token);
    expect(await holder.ok('getMe', {})).toMatchObject({
      user: { id: person.userId },
      credential: 'personalToken',
      scopes: ['process.read'],
      session: null,
    });
    await admin.ok('updateUser', { userId: person.userId, disabled: true });
    const ask = () => holder.call('getMe', {});
    expect((await eventually(ask, ({ status }) => status === 401)).status).toBe(401);
  });

  test('opens a stream by a ticket, as an access token does', async () => {
    const { token } = await admin.ok('createPersonalToken', { name: 'Stream' });
    const { id: subProjectId } = await deploy(admin);
    const { ticket } = await createClient(url, token).ok('createStreamTicket', { subProjectId });
    const stream = await openStream(url, { subProjectId, ticket });
    expect(stream.status).toBe(200);
    stream.close();
  });
});
