import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { plainFetch } from '../../identity/testing/plain-fetch.js';
import { testCaller } from '../../testing/test-caller.js';
import { type PageServer, startPageServer } from '../testing/page-server.js';

// A real identity provider. `.ci/keycloak.sh` starts it and names its realm.
const issuer = process.env.MILLRACE_TEST_KEYCLOAK;

/** A browser that fills forms: cookies by origin, redirects one at a time. */
function createBrowser() {
  const cookies = new Map<string, Map<string, string>>();
  const send = async (address: string, form?: Readonly<Record<string, string>>): Promise<Response> => {
    const { origin } = new URL(address);
    const jar = cookies.get(origin) ?? new Map<string, string>();
    cookies.set(origin, jar);
    const answer = await fetch(address, {
      redirect: 'manual',
      headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; '), accept: 'text/html' },
      ...(form === undefined ? {} : { method: 'POST', body: new URLSearchParams(form) }),
    });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '' || /max-age=0|expires=Thu, 01[ -]Jan[ -]1970/i.test(line)) jar.delete(name);
      else jar.set(name, value);
    }
    return answer;
  };
  /** Follows redirects up to a page. */
  const open = async (address: string, form?: Readonly<Record<string, string>>) => {
    let url = new URL(address);
    let answer = await send(address, form);
    for (let step = 0; step < 10; step += 1) {
      const location = answer.headers.get('location');
      if (location === null) return { url, status: answer.status, text: await answer.text() };
      url = new URL(location, url);
      answer = await send(url.href);
    }
    throw new Error(`too many redirects, at last to ${url.href}`);
  };
  return { open, cookies };
}

/** The address that the form of a page is sent to. */
const actionOf = ({ text }: { readonly text: string }): string =>
  (/<form[^>]* action="([^"]+)"/.exec(text)?.[1] ?? '').replaceAll('&amp;', '&');

describe.skipIf(issuer === undefined)('Keycloak (.ci/keycloak.sh starts it)', () => {
  let server: PageServer;
  let groupId: string;
  const admin = () => testCaller(server.database.db, { administrator: true });

  beforeAll(async () => {
    server = await startPageServer({
      identityProviders: () => ({
        configured: [
          {
            id: 'keycloak',
            name: 'Keycloak',
            issuer: issuer ?? '',
            clientId: 'millrace',
            clientSecret: 'millrace-oidc-secret',
            domains: ['example.com'],
            provision: true,
            groupsClaim: 'groups',
            scopes: [],
            disabled: false,
            source: 'settings',
            createdTs: undefined,
          },
        ],
        privateHosts: [],
        fetch: plainFetch,
      }),
    });
    const { group } = await server.identity.useCases.createGroup(admin(), { name: 'Managers' });
    groupId = group.id;
    await registerAddresses(server.url);
  });
  afterAll(() => server?.close());

  const start = () => `${server.url}/sso/keycloak/start?return_to=%2Fsign-in`;
  const sessionOf = (browser: ReturnType<typeof createBrowser>) =>
    server.identity.authentication.session(browser.cookies.get(server.url)?.get('millrace') ?? 'none');
  const signIn = async (browser: ReturnType<typeof createBrowser>, username: string, password: string) => {
    const form = await browser.open(start());
    expect(new URL(form.url).origin).toBe(new URL(issuer ?? '').origin);
    return browser.open(actionOf(form), { username, password });
  };

  test('signs a person in, with the groups that it says, and only with the right password', async () => {
    const browser = createBrowser();
    const refused = await signIn(browser, 'ada', 'wrong');
    expect(refused.url.href).toContain(issuer);
    await expect(sessionOf(browser)).rejects.toMatchObject({ id: 1001 });
    const answer = await browser.open(actionOf(refused), { username: 'ada', password: 'ada-password' });
    expect(answer.url.origin).toBe(server.url);
    const { principal, method } = await sessionOf(browser);
    expect([principal.name, method]).toEqual(['Ada Byron', 'sso:keycloak']);
    const { members } = await server.identity.useCases.getGroupMembers(admin(), { groupId });
    expect(members).toMatchObject([{ userId: principal.userId }]);
    // Keycloak remembers the browser: the second sign-in asks for nothing.
    const again = await browser.open(start());
    expect(again.url.origin).toBe(server.url);
  });

  test('does not vouch for an address that is not verified', async () => {
    const browser = createBrowser();
    const answer = await signIn(browser, 'max', 'max-password');
    expect([answer.url.origin, answer.status]).toEqual([server.url, 403]);
    await expect(sessionOf(browser)).rejects.toMatchObject({ id: 1001 });
  });

  test('a sign-out here ends the session there', async () => {
    const browser = createBrowser();
    await signIn(browser, 'ada', 'ada-password');
    const { sessionId } = await sessionOf(browser);
    const cookie = `millrace=${browser.cookies.get(server.url)?.get('millrace')}`;
    const headers = { cookie, origin: server.url, 'content-type': 'application/json' };
    const signedOut = await fetch(`${server.url}/v1/users/signOut`, { method: 'POST', headers, body: '{}' });
    const { identityProviderUrl } = (await signedOut.json()) as { readonly identityProviderUrl: string };
    expect(await server.database.db`select from sessions where id = ${sessionId ?? ''}`).toHaveLength(0);
    const page = await browser.open(identityProviderUrl);
    expect([page.url.href.split('?')[0], page.status]).toEqual([`${server.url}/sso/keycloak/signed-out`, 200]);
    const form = await browser.open(start());
    expect(form.url.href).toContain(issuer);
    expect(actionOf(form)).toContain('login-actions/authenticate');
  });

  test('a session that is ended there ends here, by back-channel logout', async () => {
    const browser = createBrowser();
    await signIn(browser, 'ada', 'ada-password');
    const { sessionId } = await sessionOf(browser);
    const [ada] = await administer<readonly { readonly id: string }[]>('users?username=ada&exact=true');
    // One by one: when all are ended at once, Keycloak tells this service of one of them only.
    const sessions = await administer<readonly { readonly id: string }[]>(`users/${ada?.id}/sessions`);
    for (const { id } of sessions) await administer(`sessions/${id}`, { method: 'DELETE' });
    await expect
      .poll(async () => (await server.database.db`select from sessions where id = ${sessionId ?? ''}`).length, {
        timeout: 10_000,
      })
      .toBe(0);
  });
});

/** Lets Keycloak redirect to this server, and tells it where logout tokens go. */
async function registerAddresses(url: string): Promise<void> {
  const [client] =
    await administer<readonly { readonly id: string; readonly attributes: object }[]>('clients?clientId=millrace');
  await administer(`clients/${client?.id}`, {
    method: 'PUT',
    body: JSON.stringify({
      ...client,
      redirectUris: [`${url}/sso/keycloak/callback`],
      attributes: {
        ...client?.attributes,
        'post.logout.redirect.uris': `${url}/sso/keycloak/signed-out`,
        'backchannel.logout.url': `${url}/sso/keycloak/back-channel-logout`,
        'backchannel.logout.session.required': 'true',
      },
    }),
  });
}

/** A request of Keycloak's administrator. */
async function administer<T>(path: string, init: RequestInit = {}): Promise<T> {
  const realm = new URL(issuer ?? '');
  const signedIn = await fetch(`${realm.origin}/realms/master/protocol/openid-connect/token`, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'password', client_id: 'admin-cli', username: 'admin', password: 'admin' }),
  });
  const { access_token } = (await signedIn.json()) as { readonly access_token: string };
  const answer = await fetch(`${realm.origin}/admin/realms/company/${path}`, {
    ...init,
    headers: { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' },
  });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  const text = await answer.text();
  return (text === '' ? undefined : JSON.parse(text)) as T;
}
