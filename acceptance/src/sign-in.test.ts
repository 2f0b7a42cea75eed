import { createPublicKey, verify } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { allowInsecureRequests, ClientSecretPost, clientCredentialsGrant, discovery } from 'openid-client';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { eventually } from './support/eventually.js';
import { type Client, createClient, problemOf, signIn, signInAdmin } from './support/http.js';
import { operationOf } from './support/open-api.js';
import { createPerson } from './support/person.js';
import { createHome, startServerProcess } from './support/server-process.js';
import { demoSubProjectId } from './support/sub-project.js';

const url = inject('demoUrl');
const nobody = createClient(url);
const owner = { client_id: 'demo-owner', client_secret: 'demo-owner-secret' };
const form = { 'content-type': 'application/x-www-form-urlencoded' };
const firstPage = { page: '1', perPageCount: '1', filters: { subProjectId_id: demoSubProjectId } };
let admin: Client;

beforeAll(async () => {
  admin = await signInAdmin(url);
});

const basic = (id: string, secret: string) => `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;

function decode(token: string) {
  const [header = '', payload = '', signature = ''] = token.split('.');
  const part = (text: string) => JSON.parse(Buffer.from(text, 'base64url').toString()) as Record<string, unknown>;
  return { header: part(header), payload: part(payload), signed: `${header}.${payload}`, signature };
}

describe('the ways to sign in', () => {
  test('[D10] JSON, as the interface says', async () => {
    const token = await nobody.ok('userLogin', owner);
    expect(token.token_type).toBe('Bearer');
    expect(token.expires_in).toBe(3600);
    expect(token.scope.split(' ')).toContain('process');
    const { meta } = await createClient(url, token.access_token).ok('getProcess', firstPage);
    expect(Number(meta.totalCount)).toBeGreaterThan(0);
  });

  test('[D10] the form and HTTP Basic of RFC 6749', async () => {
    const bodies = [
      { rawBody: `${new URLSearchParams({ ...owner, grant_type: 'client_credentials' })}`, headers: form },
      {
        rawBody: 'grant_type=client_credentials',
        headers: { ...form, authorization: basic(owner.client_id, owner.client_secret) },
      },
    ];
    for (const options of bodies) {
      const { access_token } = await nobody.ok('userLogin', {}, options);
      await createClient(url, access_token).ok('getProcess', firstPage);
    }
  });

  test('[D10] JSON that a generated client sends as text/plain signs in', async () => {
    const { path } = operationOf('userLogin');
    const rawBody = JSON.stringify(owner);
    const signedIn = await nobody.request('POST', path, {
      rawBody,
      headers: { 'content-type': 'text/plain;charset=UTF-8' },
    });
    expect(signedIn.status).toBe(200);
    const broken = await nobody.request('POST', path, { rawBody: 'x', headers: { 'content-type': 'text/plain' } });
    expect(problemOf(broken)).toMatchObject({ id: 1007, status: 400 });
  });

  test.each(['oauth2', 'oidc'] as const)(
    '[D10] a client library finds its way from the address alone: %s',
    async (algorithm) => {
      const config = await discovery(new URL(url), owner.client_id, undefined, ClientSecretPost(owner.client_secret), {
        algorithm,
        execute: [allowInsecureRequests],
      });
      const token = await clientCredentialsGrant(config, { scope: 'process' });
      expect(token.expiresIn()).toBeGreaterThan(3500);
      await createClient(url, token.access_token).ok('getProcess', firstPage);
    },
  );

  test('[D10] tokens are JWTs of RFC 9068 that anyone can verify', async () => {
    const { access_token } = await nobody.ok('userLogin', owner);
    const { header, payload, signed, signature } = decode(access_token);
    const { json } = await nobody.request('GET', '/.well-known/jwks.json');
    const { keys } = json as { keys: readonly (JsonWebKey & { kid: string })[] };
    const jwk = keys.find(({ kid }) => kid === header.kid);
    expect(header).toMatchObject({ typ: 'at+jwt', alg: 'ES256' });
    const key = createPublicKey({ key: { ...jwk }, format: 'jwk' });
    const whole = { key, dsaEncoding: 'ieee-p1363' } as const;
    expect(verify('sha256', Buffer.from(signed), whole, Buffer.from(signature, 'base64url'))).toBe(true);
    expect(payload).toMatchObject({ iss: url, client_id: 'demo-owner' });
    expect(Number(payload.exp) - Number(payload.iat)).toBe(3600);
    for (const name of ['sub', 'aud', 'jti']) expect(payload, name).toHaveProperty(name);
    expect(keys.every((one) => !('d' in one))).toBe(true);
  });
});

describe('what is refused', () => {
  test('[D10] a wrong secret and an unknown client look the same', async () => {
    const [wrong, unknown] = await Promise.all([
      nobody.refused('userLogin', { ...owner, client_secret: 'wrong' }, 1002),
      nobody.refused('userLogin', { client_id: 'nobody-at-all', client_secret: 'wrong' }, 1002),
    ]);
    expect(wrong.error).toBe('invalid_client');
    expect({ ...wrong, traceId: '' }).toEqual({ ...unknown, traceId: '' });
    const answer = await nobody.call('userLogin', { ...owner, client_secret: 'wrong' });
    expect(answer.headers.get('www-authenticate')).toMatch(/^Basic /);
  });

  test('[D14] missing members and other grant types are 1200', async () => {
    await nobody.refused('userLogin', { client_id: 'demo-owner' }, 1200);
    await nobody.refused('userLogin', { ...owner, client_secret: '' }, 1200);
    await nobody.refused('userLogin', { ...owner, client_secret: 1 }, 1200);
    const password = await nobody.refused('userLogin', { ...owner, grant_type: 'password' }, 1200);
    expect(password.error).toBe('unsupported_grant_type');
    const scope = await nobody.refused('userLogin', { ...owner, scope: 'everything' }, 1200);
    expect(scope.error).toBe('invalid_scope');
  });

  test('[D9] no token, a broken one and one of another signature are 1001 with WWW-Authenticate', async () => {
    const { access_token } = await nobody.ok('userLogin', owner);
    const { signed } = decode(access_token);
    const none = `${Buffer.from('{"alg":"none","typ":"at+jwt"}').toString('base64url')}.${signed.split('.')[1]}.`;
    const forged = `${signed}.${Buffer.alloc(64, 1).toString('base64url')}`;
    for (const token of [undefined, 'rubbish', none, forged, `${access_token}x`]) {
      const answer = await createClient(url, token).call('getProcess', firstPage);
      expect([token, answer.status]).toEqual([token, 401]);
      expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer /);
    }
    await nobody.refused('getProcess', firstPage, 1001, { headers: { authorization: basic('demo-owner', 'x') } });
  });

  test('[D87] a refused request says where its metadata is, and applications of any origin may call the endpoints', async () => {
    const refused = await nobody.call('getProcess', firstPage);
    const [, metadata = ''] = /resource_metadata="([^"]+)"/.exec(refused.headers.get('www-authenticate') ?? '') ?? [];
    const resource = (await (await fetch(metadata)).json()) as { readonly authorization_servers: readonly string[] };
    const [server = ''] = resource.authorization_servers;
    const described = await fetch(`${server}/.well-known/oauth-authorization-server`);
    expect(described.headers.get('access-control-allow-origin')).toBe('*');
    const endpoints = (await described.json()) as Readonly<Record<string, string>>;
    for (const name of ['token_endpoint', 'revocation_endpoint', 'device_authorization_endpoint']) {
      const address = endpoints[name] ?? '';
      const preflight = await fetch(address, {
        method: 'OPTIONS',
        headers: { origin: 'https://app.example.com', 'access-control-request-method': 'POST' },
      });
      expect(preflight.status).toBe(204);
      expect(Object.fromEntries(preflight.headers)).toMatchObject({
        'access-control-allow-origin': '*',
        'access-control-allow-methods': 'POST',
        'access-control-allow-headers': 'authorization, content-type',
      });
      // An error can be read too. No cookie is ever sent along: credentials are not allowed.
      const answer = await fetch(address, { method: 'POST', headers: { origin: 'https://app.example.com' } });
      expect(answer.headers.get('access-control-allow-origin')).toBe('*');
      expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
    }
    // The interface itself is called with cookies, so only its own origin may read its answers.
    expect(refused.headers.get('access-control-allow-origin')).toBeNull();
  });

  test('[D11] a scope narrows what a token may do', async () => {
    const { access_token, scope } = await nobody.ok('userLogin', { ...owner, scope: 'process.read' });
    expect(scope).toBe('process.read');
    const reader = createClient(url, access_token);
    await reader.ok('getProcess', firstPage);
    await reader.refused('createProcess', { subProjectId: demoSubProjectId, fields: { supplier: 'x' } }, 1206);
  });
});

describe('taking access away', () => {
  test('[D10] disabling a client stops sign-in at once and its tokens within seconds', async () => {
    const person = await createPerson(admin);
    await person.client.ok('getSubProjects', {});
    const { client } = await admin.ok('updateClient', { clientId: person.clientId, disabled: true });
    expect(client.disabled).toBe(true);
    const credentials = { client_id: person.clientId, client_secret: person.clientSecret };
    await nobody.refused('userLogin', credentials, 1002);
    const last = await eventually(
      () => person.client.call('getSubProjects', {}),
      ({ status }) => status === 401,
      3000,
    );
    expect(last.status).toBe(401);
    await admin.ok('updateClient', { clientId: person.clientId, disabled: false });
    await nobody.ok('userLogin', credentials);
  });

  test('[D10] disabling a user does so for all its clients', async () => {
    const person = await createPerson(admin);
    await admin.ok('updateUser', { userId: person.userId, disabled: true });
    await nobody.refused('userLogin', { client_id: person.clientId, client_secret: person.clientSecret }, 1002);
    const last = await eventually(
      () => person.client.call('getSubProjects', {}),
      ({ status }) => status === 401,
      3000,
    );
    expect(last.status).toBe(401);
  });

  test('[D11] a rotated secret works at once, the one before it for the overlap', async () => {
    const { clientId, clientSecret } = await createPerson(admin);
    const first = await admin.ok('rotateClientSecret', { clientId });
    expect(first.client_secret).not.toBe(clientSecret);
    await signIn(url, clientId, clientSecret);
    await signIn(url, clientId, first.client_secret);
    const second = await admin.ok('rotateClientSecret', { clientId, overlapSeconds: 0 });
    await signIn(url, clientId, second.client_secret);
    await nobody.refused('userLogin', { client_id: clientId, client_secret: first.client_secret }, 1002);
    await nobody.refused('userLogin', { client_id: clientId, client_secret: clientSecret }, 1002);
  });

  test('[D10] revoked tokens, and those of a client whose secret ended at once, are refused within two seconds', async () => {
    const { clientId, clientSecret } = await createPerson(admin);
    const before = await signIn(url, clientId, clientSecret);
    await before.ok('getSubProjects', {});
    await admin.ok('revokeTokens', { clientId });
    const after = await signIn(url, clientId, clientSecret);
    await after.ok('getSubProjects', {});
    const ends = async (client: Client) => {
      const { status } = await eventually(
        () => client.call('getSubProjects', {}),
        (response) => response.status === 401,
        2500,
      );
      expect(status).toBe(401);
    };
    await ends(before);
    await after.ok('getSubProjects', {});
    await admin.ok('rotateClientSecret', { clientId, overlapSeconds: 0 });
    await ends(after);
  });
});

describe('on a server that allows five failures a minute', () => {
  test('[D11] guessing is stopped with 1003 and Retry-After, and locks out nobody who signed in before', async () => {
    const home = await createHome({ MILLRACE_SIGN_IN_ATTEMPTS: '5', MILLRACE_LOG_LEVEL: 'warn' });
    const server = await startServerProcess(home, ['start']);
    try {
      const other = await signInAdmin(server.url);
      const guesser = createClient(server.url);
      const guess = (n: number) => guesser.call('userLogin', { client_id: 'victim', client_secret: `guess ${n}` });
      for (let n = 0; n < 5; n++) expect((await guess(n)).status).toBe(401);
      const stopped = await guess(5);
      expect(stopped.status).toBe(429);
      expect(stopped.json).toMatchObject({ id: 1003 });
      expect(Number(stopped.headers.get('retry-after'))).toBeGreaterThan(0);
      await sleep(10);
      await other.ok('getSubProjects', {});
      await signInAdmin(server.url);
    } finally {
      await server.stop();
      await home.remove();
    }
  });
});
