import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../kernel/identifiers.js';
import { testCaller } from '../testing/test-caller.js';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.js';
import type { Caller, UserPrincipal } from '../use-case/caller.js';
import { createIdentity, type Identity } from './identity.js';
import { captureLog } from './testing/captured-log.js';
import { lowCost } from './testing/low-cost.js';
import { jsonSignIn } from './testing/sign-in-request.js';

let database: TestDatabase;
let identity: Identity;
let rootId: string;

beforeAll(async () => {
  database = await createTestDatabase();
  identity = createIdentity({
    db: database.db,
    issuer: 'http://x',
    tokenSeconds: 60,
    signInAttemptsPerMinute: 1000,
    secretCost: lowCost,
    log: captureLog(),
  });
  rootId = await identity.seeding.upsertUser({ name: 'Root', email: 'root@x', kind: 'service', administrator: true });
  await identity.seeding.upsertClient({ clientId: 'root', userId: rootId, secret: 'root-secret' });
});
afterAll(() => database.drop());

const caller = (over: Partial<UserPrincipal> = {}) =>
  testCaller(database.db, { userId: rootId, name: 'Root', administrator: true, ...over });
const operations = () => identity.useCases;

let sequence = 0;
const newUser = async (over: { name?: string; email?: string; kind?: 'service' } = {}) => {
  sequence += 1;
  const request = { name: `User ${sequence}`, email: `user${sequence}@example.com`, ...over };
  return (await operations().createUser(caller(), request)).user;
};
const newClient = async (userId: string, scope?: string) =>
  operations().createClient(caller(), scope === undefined ? { userId } : { userId, scope });

const principalOf = async (clientId: string, secret: string): Promise<UserPrincipal> => {
  const { access_token: token } = await identity.authorizationServer.signIn(jsonSignIn(clientId, secret));
  return identity.tokens.verify(token);
};

const tokenOf = async (clientId: string, secret: string): Promise<string> =>
  (await identity.authorizationServer.signIn(jsonSignIn(clientId, secret))).access_token;

/** Another server on the database, which has seen no token yet. */
const elsewhere = () =>
  createIdentity({
    db: database.db,
    issuer: 'http://elsewhere.example',
    tokenSeconds: 60,
    signInAttemptsPerMinute: 5,
    log: captureLog(),
  }).tokens;

const auditOf = (subjectId: string) =>
  database.db<{ action: string; before: object | null; after: object | null }>`
    select action, before, after from audit_log where subject_id = ${subjectId} order by id`;

describe('users', () => {
  test('[D11] are created, and audited as seen on the wire', async () => {
    const user = await newUser({ name: 'Ann Lee', email: 'Ann.Lee@Example.com' });
    expect(user).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      name: 'Ann Lee',
      email: 'Ann.Lee@Example.com',
      kind: 'person',
      disabled: false,
      createdTs: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    });
    expect(await auditOf(user.id)).toEqual([{ action: 'user.create', before: null, after: user }]);
  });

  test('[D9] an address is taken in whatever case, also by two requests at once', async () => {
    await newUser({ email: 'taken@example.com' });
    await expect(newUser({ email: 'TAKEN@example.com' })).rejects.toMatchObject({ id: 1009, status: 409 });
    const both = await Promise.allSettled([newUser({ email: 'race@x.org' }), newUser({ email: 'Race@x.org' })]);
    expect(both.map((result) => result.status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(both.find((result) => result.status === 'rejected')).toMatchObject({ reason: { id: 1009 } });
  });

  test.each([
    '',
    'ann',
    '@x.org',
    'ann@',
    'a@b@c',
    'ann @x.org',
    'ann@x..org',
    'ann@x.org\n',
    `${'a'.repeat(65)}@x.org`,
  ])('[D14] %j is no address', async (email) => {
    await expect(newUser({ email })).rejects.toMatchObject({ id: 1200, status: 400, errors: [{ pointer: '/email' }] });
  });

  test('[D14] a name of white space is none', async () => {
    await expect(newUser({ name: '  ' })).rejects.toMatchObject({ id: 1200, errors: [{ pointer: '/name' }] });
  });

  test('[D4] are listed by name in pages that do not overlap, or by address', async () => {
    for (const name of ['Zed', 'Zed', 'Zed']) await newUser({ name });
    const { meta } = await operations().getUsers(caller(), {});
    const total = Number(meta.totalCount);
    const pages = await Promise.all(
      Array.from({ length: Math.ceil(total / 2) }, (_, index) =>
        operations().getUsers(caller(), { page: String(index + 1), perPageCount: '2' }),
      ),
    );
    const users = pages.flatMap((page) => page.users);
    expect(new Set(users.map((user) => user.id)).size).toBe(total);
    expect(users.slice(-3).map((user) => user.name)).toEqual(['Zed', 'Zed', 'Zed']);
    const last = users.at(-1);
    const found = await operations().getUsers(caller(), { email: last?.email.toUpperCase() ?? '' });
    expect(found).toEqual({ meta: { page: '1', perPageCount: '10', totalCount: '1', totalPages: '1' }, users: [last] });
    const past = await operations().getUsers(caller(), { page: '9007199254740991', perPageCount: '1000' });
    expect(past.users).toEqual([]);
    await expect(operations().getUsers(caller(), { page: '0' })).rejects.toMatchObject({ id: 1200, status: 400 });
  });

  test('are found by id, part of the name or address, kind and state', async () => {
    const mia = await newUser({ name: 'Mia Möller', email: 'mia@find.example.com' });
    const robot = await newUser({ name: 'Importer', email: 'robot@find.example.com', kind: 'service' });
    await operations().updateUser(caller(), { userId: robot.id, disabled: true });
    const find = async (request: Parameters<ReturnType<typeof operations>['getUsers']>[1]) => {
      const { meta, users } = await operations().getUsers(caller(), request);
      expect(meta.totalCount).toBe(String(users.length));
      return users.map(({ id }) => id);
    };
    expect(await find({ userId: mia.id })).toEqual([mia.id]);
    expect(await find({ userId: 'nobody' })).toEqual([]);
    expect(await find({ text: 'MÖLL' })).toEqual([mia.id]);
    expect(await find({ text: '@FIND.' })).toEqual([robot.id, mia.id]);
    expect(await find({ text: '%' })).toEqual([]);
    expect(await find({ text: '@find.', kind: 'service' })).toEqual([robot.id]);
    expect(await find({ text: '@find.', state: 'enabled' })).toEqual([mia.id]);
    expect(await find({ text: '@find.', state: 'disabled', kind: 'person' })).toEqual([]);
    const { users } = await operations().getUsers(caller(), { userId: rootId });
    expect(users).toMatchObject([{ id: rootId, administrator: true }]);
  });

  test('are renamed, with the change in the audit log, and nothing is written where nothing changes', async () => {
    const user = await newUser({ name: 'Before' });
    const change = { userId: user.id, name: 'After', disabled: false };
    expect((await operations().updateUser(caller(), change)).user).toEqual({ ...user, name: 'After' });
    await operations().updateUser(caller(), change);
    await operations().updateUser(caller(), { userId: user.id });
    expect((await auditOf(user.id)).slice(1)).toEqual([
      { action: 'user.update', before: { name: 'Before' }, after: { name: 'After' } },
    ]);
    await expect(operations().updateUser(caller(), { userId: user.id, name: '' })).rejects.toMatchObject({ id: 1200 });
  });

  test('[D10] disabled, take their clients with them', async () => {
    const user = await newUser();
    const { client, client_secret: secret } = await newClient(user.id);
    await principalOf(client.clientId, secret);
    await operations().updateUser(caller(), { userId: user.id, disabled: true });
    await expect(principalOf(client.clientId, secret)).rejects.toMatchObject({ id: 1002 });
    await operations().updateUser(caller(), { userId: user.id, disabled: false });
    await expect(principalOf(client.clientId, secret)).resolves.toMatchObject({ userId: user.id });
  });
});

describe('clients', () => {
  test('[D11] are created with a secret that is shown and stored as a hash only', async () => {
    const user = await newUser();
    const { client, client_secret: secret } = await newClient(user.id, 'process  file.read');
    expect(client).toEqual({
      clientId: expect.stringMatching(/^mrc_/),
      userId: user.id,
      scope: 'process file.read',
      disabled: false,
      createdTs: expect.any(String),
    });
    expect(await principalOf(client.clientId, secret)).toMatchObject({
      userId: user.id,
      scopes: ['process', 'file.read'],
    });
    const stored = [await database.db`select * from client_secrets`, await auditOf(client.clientId)];
    expect(JSON.stringify(stored)).not.toContain(secret);
  });

  test('[D9] an id is taken once; [D14] what cannot be an id, a scope or a user is 1200', async () => {
    const { id: userId } = await newUser();
    const create = (over: object) => operations().createClient(caller(), { userId, ...over });
    expect((await create({ clientId: 'My.Client' })).client.clientId).toBe('My.Client');
    await expect(create({ clientId: 'My.Client' })).rejects.toMatchObject({ id: 1009, status: 409 });
    for (const clientId of ['', 'a b', 'ü', 'a\n', 'x'.repeat(257)]) {
      await expect(create({ clientId })).rejects.toMatchObject({ id: 1200, status: 400 });
    }
    await expect(create({ scope: 'process everything' })).rejects.toMatchObject({ id: 1200, status: 400 });
    for (const unknown of [newId(), 'nobody', "' or true"]) {
      await expect(create({ userId: unknown })).rejects.toMatchObject({ id: 1200, status: 404 });
    }
  });

  test('[D4] are listed newest first, of one user or all, without secrets', async () => {
    const user = await newUser();
    const first = await newClient(user.id);
    const second = await newClient(user.id);
    const list = await operations().getClients(caller(), { userId: user.id });
    expect(list.meta.totalCount).toBe('2');
    const secrets = [{ createdTs: expect.stringMatching(/Z$/), expiresTs: null }];
    const entry = (client: object) => ({ ...client, userName: user.name, secrets });
    expect(list.clients).toEqual([entry(second.client), entry(first.client)]);
    const text = first.client.clientId.toUpperCase();
    const found = await operations().getClients(caller(), { text });
    expect(found).toMatchObject({ meta: { totalCount: '1' }, clients: [first.client] });
    await operations().rotateClientSecret(caller(), { clientId: first.client.clientId, overlapSeconds: 60 });
    const [rotated] = (await operations().getClients(caller(), { text })).clients;
    expect(rotated?.secrets.map(({ expiresTs }) => expiresTs === null)).toEqual([true, false]);
    expect((await operations().getClients(caller(), { userId: 'nobody' })).meta.totalPages).toBe('0');
    expect(Number((await operations().getClients(caller(), {})).meta.totalCount)).toBeGreaterThan(2);
    await expect(operations().getClients(caller(), { perPageCount: '1001' })).rejects.toMatchObject({ id: 1200 });
  });

  test('[D10] disabled, stop at once at sign-in and within seconds with a token', async () => {
    const user = await newUser();
    const { client, client_secret: secret } = await newClient(user.id);
    const signedIn = await identity.authorizationServer.signIn(jsonSignIn(client.clientId, secret));
    const verify = () => identity.tokens.verify(signedIn.access_token);
    await verify();
    await operations().updateClient(caller(), { clientId: client.clientId, disabled: true });
    await expect(principalOf(client.clientId, secret)).rejects.toMatchObject({ id: 1002 });
    const deadline = Date.now() + 3000;
    let stopped = false;
    while (!stopped && Date.now() < deadline) {
      await new Promise((resolve) => setTimeout(resolve, 100));
      stopped = await verify().then(
        () => false,
        (error: { id: number }) => error.id === 1001,
      );
    }
    expect(stopped).toBe(true);
    expect((await auditOf(client.clientId)).at(-1)).toEqual({
      action: 'client.update',
      before: { disabled: false },
      after: { disabled: true },
    });
  });

  test.each(['', 'nobody', 'ü', 'a\u0000'])('[D14] %j names no client', async (clientId) => {
    const unknown = { id: 1200, status: 404 };
    await expect(operations().updateClient(caller(), { clientId, disabled: true })).rejects.toMatchObject(unknown);
    await expect(operations().rotateClientSecret(caller(), { clientId })).rejects.toMatchObject(unknown);
  });
});

describe('rotation', () => {
  test('[D11] the old secret works for the overlap, the new one at once', async () => {
    const { client, client_secret: old } = await newClient((await newUser()).id);
    const { clientId } = client;
    const { client_secret: fresh } = await operations().rotateClientSecret(caller(), { clientId });
    await principalOf(clientId, old);
    await principalOf(clientId, fresh);
    await database.db`update client_secrets set expires_ts = expires_ts - interval '86401 s' where client_id = ${clientId}`;
    await expect(principalOf(clientId, old)).rejects.toMatchObject({ id: 1002 });
    await principalOf(clientId, fresh);
    expect((await auditOf(clientId)).at(-1)).toEqual({
      action: 'client.rotateSecret',
      before: null,
      after: { overlapSeconds: 86_400 },
    });
  });

  test('[D11] without overlap the old secrets end at once, and a later overlap does not prolong an earlier one', async () => {
    const { client, client_secret: old } = await newClient((await newUser()).id);
    const { clientId } = client;
    await operations().rotateClientSecret(caller(), { clientId, overlapSeconds: 60 });
    await operations().rotateClientSecret(caller(), { clientId, overlapSeconds: 6000 });
    const expiries = await database.db<{ seconds: number | null }>`
      select round(extract(epoch from expires_ts - now()) / 60)::int as seconds from client_secrets
      where client_id = ${clientId} order by expires_ts`;
    expect(expiries.map((row) => row.seconds)).toEqual([1, 100, null]);
    const { client_secret: last } = await operations().rotateClientSecret(caller(), { clientId, overlapSeconds: 0 });
    await expect(principalOf(clientId, old)).rejects.toMatchObject({ id: 1002 });
    await principalOf(clientId, last);
  });

  test('[D10] without overlap the tokens of the client end too, with one they go on', async () => {
    const { client, client_secret: old } = await newClient((await newUser()).id);
    const { clientId } = client;
    const before = await tokenOf(clientId, old);
    await operations().rotateClientSecret(caller(), { clientId, overlapSeconds: 60 });
    await expect(elsewhere().verify(before)).resolves.toMatchObject({ clientId });
    const { client_secret: last } = await operations().rotateClientSecret(caller(), { clientId, overlapSeconds: 0 });
    await expect(elsewhere().verify(before)).rejects.toMatchObject({ id: 1001, status: 401 });
    await expect(elsewhere().verify(await tokenOf(clientId, last))).resolves.toMatchObject({ clientId });
  });

  test('[D11] secrets of one client are bounded in number, however often it rotates', async () => {
    const { client } = await newClient((await newUser()).id);
    const { clientId } = client;
    for (let index = 0; index < 7; index += 1) await operations().rotateClientSecret(caller(), { clientId });
    const rows = await database.db<{ hash: string }>`select hash from client_secrets where client_id = ${clientId}`;
    expect(rows).toHaveLength(5);
    expect(new Set(rows.map((row) => row.hash.split('$')[4])).size).toBe(1);
  });

  test('[D11] an Idempotency-Key never stores or replays a secret: the repetition is 1009', async () => {
    const { id: userId } = await newUser();
    const kept: object[] = [];
    const plain = caller();
    const once: Caller = {
      ...plain,
      async write(work) {
        const [answer] = kept;
        // As http does: the same operation made the answer from the same body.
        if (answer !== undefined) return answer as Awaited<ReturnType<typeof work>>;
        const made = await plain.write(work);
        kept.push(made);
        return made;
      },
    };
    const { client_secret: secret } = await operations().createClient(once, { userId });
    await expect(operations().createClient(once, { userId })).rejects.toMatchObject({ id: 1009, status: 409 });
    expect(kept).toHaveLength(1);
    expect(JSON.stringify(kept)).not.toContain(secret);
    expect((await operations().getClients(caller(), { userId })).meta.totalCount).toBe('1');
  });
});

describe('revokeTokens', () => {
  test('[D10] ends the tokens of one client, or of all clients of a user; secrets go on; it is audited', async () => {
    const user = await newUser();
    const [one, other] = [await newClient(user.id), await newClient(user.id)];
    const sign = () =>
      Promise.all([one, other].map(({ client, client_secret: secret }) => tokenOf(client.clientId, secret)));
    const outcomes = async (tokens: readonly string[]) =>
      (await Promise.allSettled(tokens.map((token) => elsewhere().verify(token)))).map(({ status }) => status);
    const first = await sign();
    const answer = await operations().revokeTokens(caller(), { clientId: one.client.clientId });
    expect(answer).toEqual({ status: 'success', message: expect.stringContaining('2 seconds') });
    expect(await outcomes(first)).toEqual(['rejected', 'fulfilled']);
    const second = await sign();
    expect(await outcomes(second)).toEqual(['fulfilled', 'fulfilled']);
    await operations().revokeTokens(caller(), { userId: user.id.toUpperCase() });
    expect(await outcomes(second)).toEqual(['rejected', 'rejected']);
    expect(await outcomes(await sign())).toEqual(['fulfilled', 'fulfilled']);
    expect((await auditOf(one.client.clientId)).at(-1)).toEqual({
      action: 'client.revokeTokens',
      before: null,
      after: null,
    });
    expect((await auditOf(user.id)).at(-1)?.action).toBe('user.revokeTokens');
  });

  test('[D14] names one client or one user that exists', async () => {
    const revoke = (request: object) => operations().revokeTokens(caller(), request);
    for (const request of [{}, { clientId: 'root', userId: rootId }]) {
      await expect(revoke(request)).rejects.toMatchObject({ id: 1200, status: 400 });
    }
    for (const request of [{ clientId: 'no-one' }, { clientId: '\u0000' }, { userId: newId() }, { userId: 'x' }]) {
      await expect(revoke(request)).rejects.toMatchObject({ id: 1200, status: 404 });
    }
  });
});

describe('[D34] only the administrator', () => {
  const requests = () => ({ userId: rootId, clientId: 'root', name: 'N', email: 'n@x.org', disabled: false });
  test.each([
    ['createUser', 1206],
    ['getUsers', 1205],
    ['updateUser', 1207],
    ['createClient', 1206],
    ['getClients', 1205],
    ['updateClient', 1207],
    ['rotateClientSecret', 1207],
    ['revokeTokens', 1207],
  ] as const)('%s, else %i', async (operation, id) => {
    const refused = { id, status: 403 };
    await expect(operations()[operation](caller({ administrator: false }), requests())).rejects.toMatchObject(refused);
    await expect(operations()[operation](caller({ scopes: ['user'] }), requests())).rejects.toMatchObject(refused);
  });
});

describe('[D34] the last administrator', () => {
  test('can be disabled neither as a user nor through its last client, also not by two requests at once', async () => {
    const refused = { id: 1009, status: 409 };
    const disableUser = () => operations().updateUser(caller(), { userId: rootId, disabled: true });
    const disableClient = (clientId: string) => operations().updateClient(caller(), { clientId, disabled: true });
    await expect(disableUser()).rejects.toMatchObject(refused);
    await expect(disableClient('root')).rejects.toMatchObject(refused);
    const { client } = await newClient(rootId);
    const both = await Promise.allSettled([disableClient('root'), disableClient(client.clientId)]);
    expect(both.filter((result) => result.status === 'rejected')).toMatchObject([{ reason: refused }]);
    for (const clientId of ['root', client.clientId]) {
      await operations().updateClient(caller(), { clientId, disabled: false });
    }
    const second = await identity.seeding.upsertUser({
      name: 'R2',
      email: 'r2@x',
      kind: 'person',
      administrator: true,
    });
    await expect(disableUser()).rejects.toMatchObject(refused);
    await newClient(second);
    await expect(disableUser()).resolves.toMatchObject({ user: { disabled: true } });
    await expect(operations().updateUser(caller(), { userId: second, disabled: true })).rejects.toMatchObject(refused);
    await operations().updateUser(caller(), { userId: rootId, disabled: false });
  });
});

describe('seeding', () => {
  test('repeated, changes nothing; changed, brings it up to date', async () => {
    const { seeding } = identity;
    const seed = async (name: string, secret: string) => {
      const userId = await seeding.upsertUser({ name, email: 'seed@example.com', kind: 'person' });
      await seeding.upsertClient({ clientId: 'seed', userId, secret });
      return userId;
    };
    const ids = await Promise.all([seed('Seed', 'one'), seed('Seed', 'one'), seed('Seed', 'one')]);
    expect(new Set(ids).size).toBe(1);
    expect((await auditOf('seed')).map((row) => row.action)).toEqual(['client.create']);
    expect(await seed('Renamed', 'two')).toBe(ids[0]);
    expect(await principalOf('seed', 'two')).toMatchObject({ name: 'Renamed' });
    await expect(principalOf('seed', 'one')).rejects.toMatchObject({ id: 1002 });
    expect((await auditOf('seed')).map((row) => row.action)).toEqual(['client.create', 'client.rotateSecret']);
  });
});
