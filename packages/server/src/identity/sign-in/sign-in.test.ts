import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { connect } from '../../postgres/database.js';
import { quietLog } from '../../testing/quiet-log.js';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.js';
import { createIdentity, type Identity } from '../identity.js';
import { hashSecret } from '../secrets/secret-hash.js';
import { type CapturedLog, captureLog } from '../testing/captured-log.js';
import { lowCost } from '../testing/low-cost.js';
import { jsonSignIn } from '../testing/sign-in-request.js';

let database: TestDatabase;
let log: CapturedLog;
let identity: Identity;

const server = (attempts = 5): Identity =>
  createIdentity({
    db: database.db,
    issuer: 'http://127.0.0.1:8080/',
    tokenSeconds: 3600,
    signInAttemptsPerMinute: attempts,
    secretCost: lowCost,
    log,
  });

beforeAll(async () => {
  database = await createTestDatabase();
  log = captureLog();
  const { seeding } = server();
  const userId = await seeding.upsertUser({ name: 'Ann', email: 'ann@example.com', kind: 'person' });
  await seeding.upsertClient({ clientId: 'ann', userId, secret: 'ann-secret' });
  await seeding.upsertClient({ clientId: 'bounded', userId, secret: 'bounded-secret', scope: 'process file.read' });
  const admin = await seeding.upsertUser({ name: 'A', email: 'a@b', kind: 'service', administrator: true });
  await seeding.upsertClient({ clientId: 'admin', userId: admin, secret: 'admin-secret' });
});
afterAll(() => database.drop());
beforeEach(async () => {
  await database.db`delete from sign_in_failures`;
  await database.db`delete from sign_in_trust`;
  await database.db`update clients set disabled = false`;
  await database.db`update users set disabled = false`;
  await database.db`update client_secrets set expires_ts = null`;
  log = captureLog();
  identity = server();
});

const signIn = (...args: Parameters<typeof jsonSignIn>) => identity.authorizationServer.signIn(jsonSignIn(...args));
const ALL = 'audit comment event file hook job member process project secret user workflow';

test('[D10] credentials become a bearer token that stands for their user', async () => {
  const answer = await signIn('ann', 'ann-secret');
  expect(answer).toEqual({ access_token: expect.any(String), token_type: 'Bearer', expires_in: 3600, scope: ALL });
  expect(await identity.tokens.verify(answer.access_token)).toMatchObject({ clientId: 'ann', name: 'Ann', scopes: [] });
});

test('[D10] every way of RFC 6749 to send them works', async () => {
  const form = { contentType: 'application/x-www-form-urlencoded' };
  const grant = { grant_type: 'client_credentials' };
  const body = { ...grant, client_id: 'ann', client_secret: 'ann-secret' };
  await expect(signIn('', '', { ...form, body })).resolves.toMatchObject({ token_type: 'Bearer' });
  const authorization = `Basic ${btoa('ann:ann-secret')}`;
  await expect(signIn('', '', { ...form, body: grant, authorization })).resolves.toMatchObject({ expires_in: 3600 });
});

describe('scopes', () => {
  test('[D10] a request narrows the token', async () => {
    const answer = await signIn('ann', 'ann-secret', { scope: 'process.read  file process.read' });
    expect(answer.scope).toBe('process.read file');
    expect((await identity.tokens.verify(answer.access_token)).scopes).toEqual(['process.read', 'file']);
  });

  test("[D10] a client's bound is its default, and covers what is in its areas", async () => {
    expect((await signIn('bounded', 'bounded-secret')).scope).toBe('process file.read');
    expect((await signIn('bounded', 'bounded-secret', { scope: 'process.update' })).scope).toBe('process.update');
  });

  test.each([
    ['bounded', 'file'],
    ['bounded', 'file.delete'],
    ['bounded', 'admin'],
    ['ann', 'everything'],
    ['ann', 'process.*'],
    ['ann', '__proto__'],
  ])('[D10] %s may not ask for %s', async (clientId, scope) => {
    await expect(signIn(clientId, `${clientId}-secret`, { scope })).rejects.toMatchObject({
      id: 1200,
      status: 400,
      oauthError: 'invalid_scope',
    });
  });

  test('[D34] the administrator has the scope of administration besides', async () => {
    expect((await signIn('admin', 'admin-secret')).scope).toBe(`${ALL} admin`);
  });
});

describe('[D10] refused with 1002, in the same words whatever the reason', () => {
  const refusal = {
    id: 1002,
    status: 401,
    oauthError: 'invalid_client',
    detail: 'client_id or client_secret is wrong, or the client is disabled.',
  };

  test.each([
    ['a wrong secret', 'ann', 'wrong'],
    ['the secret of another client', 'ann', 'admin-secret'],
    ['an unknown client', 'nobody', 'ann-secret'],
    ['a client id in another case', 'Ann', 'ann-secret'],
    ['characters PostgreSQL refuses', 'ann\u0000', 'ann-secret'],
    ['a lone surrogate', '\ud800', '\udfff'],
    ['SQL', "ann' or '1'='1", "' or '1'='1"],
    ['a wildcard', '%', '%'],
  ])('%s', async (_name, clientId, secret) => {
    await expect(signIn(clientId, secret)).rejects.toMatchObject(refusal);
  });

  test.each(['clients', 'users'])('right credentials after a row of %s was disabled, at once', async (table) => {
    await signIn('ann', 'ann-secret');
    if (table === 'clients') await database.db`update clients set disabled = true where id = 'ann'`;
    else await database.db`update users set disabled = true where name = 'Ann'`;
    await expect(signIn('ann', 'ann-secret')).rejects.toMatchObject(refusal);
  });

  test('a secret that has expired, also where it was right before', async () => {
    await signIn('ann', 'ann-secret');
    // Not now(): kept in milliseconds, it is rounded, and may lie half a millisecond ahead.
    await database.db`update client_secrets set expires_ts = now() - interval '1 second' where client_id = 'ann'`;
    await expect(signIn('ann', 'ann-secret')).rejects.toMatchObject(refusal);
  });
});

describe('[D11] failures are limited', () => {
  const limited = { id: 1003, status: 429, retryAfter: expect.any(Number) };

  test('per client, from wherever, by all servers together', async () => {
    for (let index = 0; index < 5; index += 1) {
      const { authorizationServer } = server();
      const attempt = authorizationServer.signIn(jsonSignIn('ann', 'wrong', { address: `192.0.2.${index}` }));
      await expect(attempt).rejects.toMatchObject({ id: 1002 });
    }
    const refusal = await signIn('ann', 'ann-secret', { address: '198.51.100.1' }).catch((error: unknown) => error);
    expect(refusal).toMatchObject(limited);
    const { retryAfter } = refusal as { retryAfter: number };
    expect(retryAfter).toBeGreaterThan(50);
    expect(retryAfter).toBeLessThanOrEqual(60);
    await expect(signIn('admin', 'admin-secret')).resolves.toBeDefined();
  });

  test('per address, whichever client is tried', async () => {
    for (let index = 0; index < 5; index += 1) {
      await expect(signIn(`nobody-${index}`, 'wrong')).rejects.toMatchObject({ id: 1002 });
    }
    await expect(signIn('ann', 'ann-secret')).rejects.toMatchObject(limited);
    await expect(signIn('ann', 'ann-secret', { address: '198.51.100.1' })).resolves.toBeDefined();
  });

  test('also when they come all at once', async () => {
    const results = await Promise.allSettled(Array.from({ length: 60 }, (_, index) => signIn('ann', `guess ${index}`)));
    const ids = results.map((result) => (result.status === 'rejected' ? result.reason.id : 'in'));
    expect(new Set(ids)).toEqual(new Set([1002, 1003]));
    // The bound, and at most one less than the turns (three) on top.
    expect(ids.filter((id) => id === 1002).length).toBeLessThanOrEqual(7);
  });

  test('until the minute is over', async () => {
    for (let index = 0; index < 5; index += 1) await signIn('ann', 'wrong').catch(() => undefined);
    await expect(signIn('ann', 'ann-secret')).rejects.toMatchObject(limited);
    await database.db`update sign_in_failures set window_ts = window_ts - interval '61 seconds'`;
    await expect(signIn('ann', 'ann-secret')).resolves.toBeDefined();
    await expect(signIn('ann', 'wrong')).rejects.toMatchObject({ id: 1002 });
    expect(
      await database.db`select from sign_in_failures where failures > 1 and window_ts > now() - interval '30 s'`,
    ).toHaveLength(0);
  });

  test('while successes do not count', async () => {
    for (let index = 0; index < 30; index += 1) await signIn('ann', 'ann-secret');
    expect(await database.db`select from sign_in_failures`).toHaveLength(0);
  });

  test('and nobody locks out a client where it signed in lately, but it is bounded there too', async () => {
    await signIn('ann', 'ann-secret');
    const stranger = { address: '203.0.113.7' };
    for (let index = 0; index < 5; index += 1) await signIn('ann', 'wrong', stranger).catch(() => undefined);
    for (let index = 0; index < 5; index += 1) await signIn(`nobody-${index}`, 'wrong').catch(() => undefined);
    await expect(signIn('ann', 'wrong', stranger)).rejects.toMatchObject(limited);
    await expect(signIn('nobody', 'wrong')).rejects.toMatchObject(limited);
    await expect(signIn('ann', 'ann-secret')).resolves.toBeDefined();
    for (let index = 0; index < 5; index += 1) await signIn('ann', 'wrong').catch(() => undefined);
    await expect(signIn('ann', 'ann-secret')).rejects.toMatchObject(limited);
  });
});

test('[D11] all servers know where a client signed in lately, also after a restart, for a day', async () => {
  const stranger = { address: '203.0.113.7' };
  const home = { address: '192.0.2.77' };
  await signIn('ann', 'ann-secret', home);
  const lockOut = async () => {
    for (let index = 0; index < 5; index += 1) await signIn('ann', 'wrong', stranger).catch(() => undefined);
  };
  await lockOut();
  const restarted = server().authorizationServer;
  await expect(restarted.signIn(jsonSignIn('ann', 'ann-secret', home))).resolves.toBeDefined();
  await expect(restarted.signIn(jsonSignIn('ann', 'ann-secret', stranger))).rejects.toMatchObject({ id: 1003 });
  await database.db`update sign_in_trust set seen_ts = seen_ts - interval '25 hours'`;
  await expect(restarted.signIn(jsonSignIn('ann', 'ann-secret', home))).rejects.toMatchObject({ id: 1003 });
});

test('[D11] that a client is known is written once an hour at most', async () => {
  await database.db`delete from sign_in_trust`;
  await signIn('ann', 'ann-secret');
  const seen = () => database.db`select pair, xmin::text from sign_in_trust`;
  const before = await seen();
  expect(before).toHaveLength(1);
  for (let index = 0; index < 3; index += 1) await signIn('ann', 'ann-secret');
  await server().authorizationServer.signIn(jsonSignIn('ann', 'ann-secret'));
  expect(await seen()).toEqual(before);
});

test('[D11] neither secrets nor ids that name no client are logged or stored', async () => {
  await signIn('ann', 'ann-secret');
  await signIn('ann', 'mrs_wrong-secret').catch(() => undefined);
  await signIn('mrs_secret-in-the-wrong-place', 'x').catch(() => undefined);
  expect(log.lines).toHaveLength(2);
  expect(log.lines[0]).toContain('"clientId":"ann"');
  expect(log.lines[1]).toContain('"clientId":"unknown"');
  for (const line of log.lines) expect(line).toContain('"traceId":"trace"');
  const failures = await database.db`select * from sign_in_failures`;
  const audit = await database.db`select * from audit_log`;
  expect(`${log.lines.join()}${JSON.stringify([failures, audit])}`).not.toMatch(/secret-in|wrong-secret|ann-secret/);
});

test('an outdated hash is replaced at the next sign-in', async () => {
  const old = await hashSecret('ann-secret', { ...lowCost, logN: 7, salt: Buffer.from('0123456789abcdef') });
  await database.db`update client_secrets set hash = ${old} where client_id = 'ann'`;
  await signIn('ann', 'ann-secret');
  const [row] = await database.db<{ hash: string }>`select hash from client_secrets where client_id = 'ann'`;
  expect(row?.hash).toMatch(/^scrypt\$8\$/);
  await expect(server().authorizationServer.signIn(jsonSignIn('ann', 'ann-secret'))).resolves.toBeDefined();
});

test('[D9] without a database a sign-in fails as unavailable, not as wrong credentials', async () => {
  const db = connect({ url: 'postgres://u@127.0.0.1:1/x', maxConnections: 2, applicationName: 't', log: quietLog });
  const { authorizationServer } = createIdentity({
    db,
    issuer: 'http://x',
    tokenSeconds: 60,
    signInAttemptsPerMinute: 5,
    log,
  });
  await expect(authorizationServer.signIn(jsonSignIn('ann', 'ann-secret'))).rejects.toMatchObject({
    name: 'DatabaseUnavailableError',
  });
  await db.close();
});

test('[D10] the metadata names what is there', () => {
  const metadata = identity.authorizationServer.metadata();
  expect(metadata).toMatchObject({
    issuer: 'http://127.0.0.1:8080',
    authorization_endpoint: 'http://127.0.0.1:8080/oauth/authorize',
    token_endpoint: 'http://127.0.0.1:8080/oauth/token',
    device_authorization_endpoint: 'http://127.0.0.1:8080/oauth/device_authorization',
    revocation_endpoint: 'http://127.0.0.1:8080/oauth/revoke',
    jwks_uri: 'http://127.0.0.1:8080/.well-known/jwks.json',
    scopes_supported: expect.arrayContaining(['process', 'process.read', 'file.delete', 'admin', 'openid']),
    response_types_supported: ['code'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
  });
  expect(metadata, 'applications may not register themselves by default').not.toHaveProperty('registration_endpoint');
});
