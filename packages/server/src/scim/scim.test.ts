import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { updateUser } from '../identity/operations/update-user.js';
import { insertScimToken } from '../identity/records/scim/scim-token-queries.js';
import { hashScimToken, newScimToken } from '../identity/scim/scim-token.js';
import { createSignInLimit } from '../identity/sign-in/sign-in-limit.js';
import { captureLog } from '../identity/testing/captured-log.js';
import { newId } from '../kernel/identifiers.js';
import { type Database, transaction } from '../postgres/database.js';
import { testCaller } from '../testing/test-caller.js';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.js';
import type { ScimAnswer } from './protocol/scim-request.js';
import { createScim, type Scim } from './scim.js';
import { entraUser, oktaUser, patch } from './testing/shapes.js';

let database: TestDatabase;
let db: Database;
let scim: Scim;
const token = newScimToken();
/** Groups whose people changed, as sub-projects are told. */
const told: string[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  db = database.db;
  scim = createScim({
    db,
    groupRoles: {
      changed: async (_tx, ids) => void told.push(...ids),
      subProjectsOf: async (_db, ids) => (ids.includes(withRoles) ? [{ name: 'Invoices' }] : []),
    },
    limit: createSignInLimit(db, 5, Date.now),
    publicUrl: 'https://millrace.example',
    log: captureLog(),
  });
  const row = { id: newId(), name: 'Entra', createdBy: 'test', createdTs: new Date(), expiresTs: null, usedTs: null };
  await transaction(db, (tx) => insertScimToken(tx, row, hashScimToken(token)));
});
afterAll(() => database.drop());
let withRoles = newId();

// biome-ignore lint/suspicious/noExplicitAny: bodies are whatever SCIM says
type Body = any;
async function send(
  method: string,
  path: string,
  body?: unknown,
  ifMatch?: string,
): Promise<ScimAnswer & { body: Body }> {
  const url = new URL(path, 'https://x');
  try {
    const caller = await scim.authenticate(`Bearer ${token}`, '192.0.2.1', 'trace');
    const query = Object.fromEntries(url.searchParams);
    return (await scim.handle(caller, { method, path: url.pathname, query, body, ifMatch })) as never;
  } catch (error) {
    const answer = scim.failure(error);
    if (answer === undefined) throw error;
    return answer as never;
  }
}
const list = async (type: string, filter: string) =>
  (await send('GET', `${type}?${new URLSearchParams({ filter })}`)).body.Resources as Body[];
const rowOf = async (id: string) => {
  const [row] = await db<{ name: string; email: string; disabled: boolean }>`
    select name, email, disabled from users where id = ${id}`;
  return row;
};

const create = async (user: object): Promise<string> => {
  const answer = await send('POST', 'Users', user);
  expect([answer.status, answer.body]).toEqual([201, expect.objectContaining({ id: expect.any(String) })]);
  return answer.body.id;
};

describe('tokens', () => {
  it.each([undefined, 'Basic abc', 'Bearer abc', `Bearer ${newScimToken()}`])('%s is 401', async (header) => {
    const answer = scim.failure(await scim.authenticate(header, '192.0.2.7', 't').catch((error: unknown) => error));
    expect(answer).toMatchObject({ status: 401, body: { status: '401' } });
  });

  it('guesses from an address are bounded', async () => {
    const statuses: (number | undefined)[] = [];
    for (let count = 0; count < 8; count += 1) {
      const guess = scim.authenticate(`Bearer ${newScimToken()}`, '192.0.2.8', 't').catch((error: unknown) => error);
      statuses.push(scim.failure(await guess)?.status);
    }
    expect(new Set(statuses)).toEqual(new Set([401, 429]));
    expect(statuses.at(-1)).toBe(429);
  });

  it('guesses that come all at once keep the bound, and keep out no token that was right before', async () => {
    const statusOf = async (secret: string) =>
      scim.authenticate(`Bearer ${secret}`, '192.0.2.9', 't').then(
        () => 200,
        (error: unknown) => scim.failure(error)?.status,
      );
    expect(await statusOf(token)).toBe(200);
    const unused = newScimToken();
    const row = { id: newId(), name: 'New', createdBy: 'test', createdTs: new Date(), expiresTs: null, usedTs: null };
    await transaction(db, (tx) => insertScimToken(tx, row, hashScimToken(unused)));
    const statuses = await Promise.all(Array.from({ length: 40 }, () => statusOf(newScimToken())));
    expect(new Set(statuses)).toEqual(new Set([401, 429]));
    // The bound, and at most one less than the turns (three) on top.
    expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(7);
    expect(await statusOf(token)).toBe(200);
    // A right guess is not told from a wrong one there.
    expect(await statusOf(unused)).toBe(429);
    await db`delete from scim_tokens where id = ${row.id}`;
  });
});

describe('people', () => {
  it('of Entra and of Okta are created, found and shown as they were sent, without the password', async () => {
    for (const user of [entraUser('create'), oktaUser('create')]) {
      const id = await create(user);
      const { groups: _groups, meta: _meta, schemas: _schemas, password: _password, ...kept } = user as Body;
      const found = await list('Users', `userName eq "${user.userName.toUpperCase()}"`);
      expect(found).toEqual([expect.objectContaining({ ...kept, id, groups: [] })]);
      expect(JSON.stringify(found)).not.toContain('1mz050nq');
      expect(await rowOf(id)).toEqual({ name: user.displayName, email: user.userName, disabled: false });
    }
    const [stored] = await db<{ found: boolean }>`
      select exists (select from scim_users where resource::text like '%1mz050nq%') as found`;
    expect(stored?.found).toBe(false);
  });

  it('are the people who are there already, whoever created them', async () => {
    const id = newId();
    await db`insert into users (id, name, email, kind, created_ts)
      values (${id}, 'Before', 'before@entra.example', 'person', now())`;
    expect(await list('Users', 'userName eq "before@entra.example"')).toMatchObject([{ id }]);
    expect(await create(entraUser('before'))).toBe(id);
    expect(await rowOf(id)).toMatchObject({ name: 'before Entra' });
    const again = await send('POST', 'Users', entraUser('before'));
    expect(again).toMatchObject({ status: 409, body: { scimType: 'uniqueness', status: '409' } });
  });

  it('service accounts and unknown ids are not there', async () => {
    const id = newId();
    await db`insert into users (id, name, email, kind, created_ts)
      values (${id}, 'Robot', 'robot@entra.example', 'service', now())`;
    for (const one of [id, newId(), 'no-uuid']) expect((await send('GET', `Users/${one}`)).status).toBe(404);
    expect(await list('Users', 'userName eq "robot@entra.example"')).toEqual([]);
    expect((await send('POST', 'Users', entraUser('robot'))).status).toBe(409);
  });

  const changes: readonly (readonly [string, object, object])[] = [
    ['Entra disables with the text "False"', { op: 'Replace', path: 'active', value: 'False' }, { disabled: true }],
    ['Entra enables with "True"', { op: 'Add', path: 'active', value: 'True' }, { disabled: false }],
    ['Okta disables without a path', { op: 'replace', value: { active: false } }, { disabled: true }],
    [
      'a schema-qualified path',
      { op: 'replace', path: 'urn:ietf:params:scim:schemas:core:2.0:User:active', value: false },
      { disabled: true },
    ],
    ['a name', { op: 'Replace', path: 'displayName', value: 'New Name' }, { name: 'New Name' }],
    [
      'an address by a filter of a path',
      { op: 'Replace', path: 'emails[type eq "work"].value', value: 'moved-$@entra.example' },
      { email: 'moved-$@entra.example' },
    ],
    [
      'an address where there was none of the kind, which then counts only if it is primary',
      { op: 'Add', path: 'emails[type eq "home"].value', value: 'home-$@entra.example' },
      { email: 'patch-$@entra.example' },
    ],
    [
      'dotted names without a path',
      { op: 'Add', value: { 'name.givenName': 'X', displayName: 'Dotted', active: 'False' } },
      { name: 'Dotted', disabled: true },
    ],
  ];
  it.each(changes.map((change, index) => [...change, index] as const))(
    'PATCH: %s',
    async (_what, operation, expected, index) => {
      const text = (value: object) => JSON.parse(JSON.stringify(value).replaceAll('$', String(index)));
      const id = await create(entraUser(`patch-${index}`));
      const answer = await send('PATCH', `Users/${id}`, patch(text(operation)));
      expect([answer.status, answer.body.detail]).toEqual([200, undefined]);
      expect(await rowOf(id)).toMatchObject(text(expected));
    },
  );

  it('PATCH of the enterprise extension, and of what does not exist yet', async () => {
    const id = await create(oktaUser('extended'));
    const extension = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
    await send(
      'PATCH',
      `Users/${id}`,
      patch(
        { op: 'Add', path: `${extension}:department`, value: 'Tax' },
        { op: 'Add', path: `${extension}:manager`, value: { value: '26' } },
        { op: 'remove', path: 'title' },
        { op: 'Add', path: 'phoneNumbers[type eq "mobile"].value', value: '1' },
      ),
    );
    const { body } = await send('GET', `Users/${id}`);
    expect(body).toMatchObject({
      schemas: expect.arrayContaining([extension]),
      [extension]: { department: 'Tax', manager: { value: '26' } },
      phoneNumbers: [{ type: 'mobile', value: '1' }],
    });
  });

  it('PUT of Okta replaces, and disables with active: false', async () => {
    const id = await create(oktaUser('put'));
    const answer = await send('PUT', `Users/${id}`, { ...oktaUser('put'), id, displayName: 'Other', active: false });
    expect(answer).toMatchObject({
      status: 200,
      body: { active: false, displayName: 'Other', externalId: 'okta-put' },
    });
    expect(await rowOf(id)).toMatchObject({ name: 'Other', disabled: true });
  });

  it('disabling ends sessions, tokens and personal tokens in the same transaction, and says so in the audit log', async () => {
    const id = await create(entraUser('leaver'));
    const [sessionId, tokenId] = [newId(), newId()];
    await db`insert into sessions (id, secret_hash, user_id, method, amr, remembered, created_ts, authenticated_ts, seen_ts,
        expires_ts, network, agent)
      values (${sessionId}, 'h', ${id}, 'password', '{}', false, now(), now(), now(), now() + interval '1 day', '', '')`;
    await db`insert into personal_tokens (id, user_id, name, hash, scopes, created_ts, expires_ts)
      values (${tokenId}, ${id}, 't', 'h', '{}', now(), now() + interval '1 day')`;
    await send('PATCH', `Users/${id}`, patch({ op: 'Replace', path: 'active', value: 'False' }));
    const [left] = await db<{ sessions: number; tokens: number; generation: number }>`
      select (select count(*) from sessions where user_id = ${id}) as sessions,
        (select count(*) from personal_tokens where user_id = ${id}) as tokens,
        (select token_generation from users where id = ${id}) as generation`;
    expect(left).toEqual({ sessions: 0, tokens: 0, generation: 1 });
    const rows =
      await db`select by_name, action, after from audit_log where subject_id = ${id} and action = 'user.update'`;
    expect(rows).toEqual([
      {
        by_name: 'SCIM: Entra',
        action: 'user.update',
        after: { disabled: true, ended: { sessionIds: [sessionId], personalTokenIds: [tokenId] }, source: 'scim' },
      },
    ]);
  });

  it('DELETE disables and hides; who comes back is the same person', async () => {
    const id = await create(entraUser('returns'));
    expect((await send('DELETE', `Users/${id}`)).status).toBe(204);
    expect((await send('GET', `Users/${id}`)).status).toBe(404);
    expect(await list('Users', 'userName eq "returns@entra.example"')).toEqual([]);
    expect(await rowOf(id)).toMatchObject({ disabled: true });
    expect((await send('DELETE', `Users/${id}`)).status).toBe(404);
    expect(await create(entraUser('returns'))).toBe(id);
    expect(await rowOf(id)).toMatchObject({ disabled: false });
  });

  it('the last administrator who can sign in stays, and keeps the address', async () => {
    const id = newId();
    await db`insert into users (id, name, email, kind, administrator, created_ts)
      values (${id}, 'Root', 'root@entra.example', 'person', true, now())`;
    const disable = await send('PATCH', `Users/${id}`, patch({ op: 'replace', path: 'active', value: false }));
    expect(disable).toMatchObject({ status: 409, body: { detail: expect.stringContaining('last') } });
    const move = patch({ op: 'replace', path: 'emails[type eq "work"].value', value: 'evil@entra.example' });
    expect(await send('PATCH', `Users/${id}`, move)).toMatchObject({ status: 400, body: { scimType: 'mutability' } });
    expect(await rowOf(id)).toMatchObject({ disabled: false, email: 'root@entra.example' });
  });

  it('a POST of an administrator who is there or was deleted changes no address, and disables the last one never', async () => {
    const id = newId();
    await db`insert into users (id, name, email, kind, administrator, disabled, created_ts)
      values (${id}, 'Boss', 'boss@entra.example', 'person', true, true, now())`;
    const { active: _active, ...silent } = entraUser('boss');
    expect(await create(silent)).toBe(id);
    expect(await rowOf(id)).toMatchObject({ disabled: true });
    expect((await send('DELETE', `Users/${id}`)).status).toBe(204);
    const evil = entraUser('boss', { userName: 'evil@entra.example', emails: [{ value: 'evil@entra.example' }] });
    expect(await send('POST', 'Users', evil)).toMatchObject({ status: 400, body: { scimType: 'mutability' } });
    expect(await rowOf(id)).toMatchObject({ disabled: true, email: 'boss@entra.example' });
    expect(await create(entraUser('boss'))).toBe(id);
    // An administrator had disabled the person before the provider came.
    expect(await rowOf(id)).toMatchObject({ disabled: true });
    await db`update users set disabled = false where id = ${id}`;
    await db`delete from scim_users where user_id = ${id}`;
    const disable = await send('POST', 'Users', entraUser('boss', { active: false }));
    expect(disable).toMatchObject({ status: 409, body: { detail: expect.stringContaining('last') } });
    expect(await rowOf(id)).toMatchObject({ disabled: false });
  });

  it('whom an administrator disabled, `active: true` does not enable, whatever the provider said before', async () => {
    const id = await create(oktaUser('guarded'));
    const administrator = testCaller(db, { administrator: true });
    const set = (disabled: boolean) => updateUser({} as never)(administrator, { userId: id, disabled });
    const activate = () => send('PATCH', `Users/${id}`, patch({ op: 'replace', path: 'active', value: true }));
    await set(true);
    expect(await activate()).toMatchObject({ status: 200, body: { active: false } });
    await send('PATCH', `Users/${id}`, patch({ op: 'replace', path: 'title', value: 'Clerk' }));
    expect(await send('PUT', `Users/${id}`, oktaUser('guarded'))).toMatchObject({ body: { active: false } });
    await send('DELETE', `Users/${id}`);
    expect(await create(oktaUser('guarded'))).toBe(id);
    expect(await rowOf(id)).toMatchObject({ disabled: true });
    await set(false);
    await send('PATCH', `Users/${id}`, patch({ op: 'replace', path: 'active', value: false }));
    expect(await activate()).toMatchObject({ status: 200, body: { active: true } });
    // Disabled by the provider, enabled and disabled again by an administrator.
    await send('PATCH', `Users/${id}`, patch({ op: 'replace', path: 'active', value: false }));
    await set(false);
    await set(true);
    expect(await activate()).toMatchObject({ status: 200, body: { active: false } });
  });

  it('an administrator takes over a person whom the provider disabled before', async () => {
    const id = await create(oktaUser('taken'));
    const disable = () =>
      updateUser({} as never)(testCaller(db, { administrator: true }), { userId: id, disabled: true });
    const rows = () =>
      db`select before, after from audit_log where subject_id = ${id} and action = 'user.update' order by created_ts, id`;
    await send('PATCH', `Users/${id}`, patch({ op: 'replace', path: 'active', value: false }));
    expect(await rows()).toHaveLength(1);
    await disable();
    expect((await rows()).at(-1)).toEqual({
      before: { disabledBy: 'scim' },
      after: { disabledBy: 'administrator', ended: { personalTokenIds: [], scimTokenIds: [], sessionIds: [] } },
    });
    await disable();
    expect(await rows()).toHaveLength(2);
    const active = patch({ op: 'replace', path: 'active', value: true });
    expect(await send('PATCH', `Users/${id}`, active)).toMatchObject({ status: 200, body: { active: false } });
    expect(await rowOf(id)).toMatchObject({ disabled: true });
  });

  it('an administrator who is disabled takes the SCIM tokens along that they created', async () => {
    const [administrator, other] = [newId(), newId()];
    await db`insert into users (id, name, email, kind, administrator, created_ts)
      select id, 'Leaving', id || '@example.com', 'person', true, now() from unnest(${[administrator, other]}::uuid[]) id`;
    await db`insert into clients (id, user_id, created_ts) values ('stays', ${other}, now())`;
    await db`insert into client_secrets (id, client_id, hash, created_ts) values (${newId()}, 'stays', 'x', now())`;
    const own = newScimToken();
    const row = { id: newId(), name: 'Own', createdBy: administrator, createdTs: new Date(), expiresTs: null };
    await transaction(db, (tx) => insertScimToken(tx, { ...row, usedTs: null }, hashScimToken(own)));
    await scim.authenticate(`Bearer ${own}`, '192.0.2.99', 't');
    await updateUser({} as never)(testCaller(db, { administrator: true }), { userId: administrator, disabled: true });
    const refused = await scim.authenticate(`Bearer ${own}`, '192.0.2.99', 't').catch((error: unknown) => error);
    expect(scim.failure(refused)).toMatchObject({ status: 401 });
    await scim.authenticate(`Bearer ${token}`, '192.0.2.99', 't');
    const [logged] =
      await db`select after from audit_log where subject_id = ${administrator} and action = 'user.update'`;
    expect(logged).toMatchObject({ after: { ended: { scimTokenIds: [row.id] } } });
  });

  it('a PUT, or a POST of who was deleted, that says nothing of active leaves the person disabled', async () => {
    const id = await create(oktaUser('silent', { active: false }));
    const { active: _active, ...silent } = oktaUser('silent');
    expect(await send('PUT', `Users/${id}`, silent)).toMatchObject({ status: 200, body: { active: false } });
    expect((await send('DELETE', `Users/${id}`)).status).toBe(204);
    expect(await create(silent)).toBe(id);
    expect(await rowOf(id)).toMatchObject({ disabled: true });
  });

  it.each([
    ['no userName', { active: true }, 'invalidValue'],
    ['no address', { userName: 'nobody' }, 'invalidValue'],
    ['active neither true nor false', { userName: 'a@b.example', active: 'maybe' }, 'invalidValue'],
    ['no object', [], 'invalidSyntax'],
    ['nothing', undefined, 'invalidSyntax'],
    ['a name of JavaScript', JSON.parse('{"userName":"a@b.example","__proto__":{"x":1}}'), 'invalidPath'],
    ['a NUL', { userName: 'a\u0000@b.example' }, 'invalidValue'],
    ['emails of another shape', { userName: 'a@b.example', emails: [7] }, 'invalidValue'],
    ['more than is kept', { userName: 'a@b.example', title: 'x'.repeat(70_000) }, 'tooMany'],
  ])('POST with %s is 400', async (_what, body, scimType) => {
    expect(await send('POST', 'Users', body)).toMatchObject({ status: 400, body: { scimType } });
  });

  it.each([
    ['an unknown op', patch({ op: 'move', path: 'active', value: 1 })],
    ['no operations', { Operations: [] }],
    ['a broken path', patch({ op: 'add', path: 'emails[type eq', value: 1 })],
    ['a path to a prototype', patch({ op: 'add', path: '__proto__.x', value: 1 })],
    ['a value that is one', patch({ op: 'add', value: JSON.parse('{"__proto__":{"x":1}}') })],
    ['remove without a path', patch({ op: 'remove' })],
    ['an order in a path', patch({ op: 'remove', path: 'emails[value gt "a"]' })],
    ['no userName left', patch({ op: 'remove', path: 'userName' })],
  ])('PATCH with %s is 400 and changes nothing', async (_what, body) => {
    const [user = {}] = await list('Users', 'externalId eq "entra-create"');
    expect(await send('PATCH', `Users/${user.id}`, body)).toMatchObject({ status: 400 });
    expect(await list('Users', 'externalId eq "entra-create"')).toEqual([user]);
    expect(({} as { x?: number }).x).toBeUndefined();
  });

  it.each([
    ['userName eq "create@entra.example"', 1],
    ['userName eq "CREATE@entra.example" and active eq true', 1],
    ['userName sw "create@"', 2],
    ['userName co "reate@okta"', 1],
    [
      '(userName eq "create@entra.example" or userName eq "create@okta.example") and not (displayName sw "create O")',
      1,
    ],
    ['externalId eq "okta-create"', 1],
    ['externalId eq "OKTA-create"', 0],
    ['emails[type eq "work" and value eq "create@okta.example"]', 1],
    ['emails.value eq "create@okta.example"', 1],
    ['name.familyName eq "okta" and userName sw "create"', 1],
    ['urn:ietf:params:scim:schemas:core:2.0:User:userName eq "create@okta.example"', 1],
    ['meta.lastModified gt "2020-01-01T00:00:00Z" and userName sw "create"', 2],
    ['id eq "nothing"', 0],
    ['externalId pr and userName sw "create"', 2],
  ])('filter %s finds %s', async (filter, count) => {
    expect(await list('Users', filter)).toHaveLength(count);
  });

  it.each([
    'userName',
    'userName eq',
    'userName xx "a"',
    'colour eq "red"',
    'userName gt "a"',
    'active co "t"',
    'userName eq 5',
    '('.repeat(1000),
    `${'userName eq "a" or '.repeat(80)}userName eq "a"`,
    'userName constructor "a"',
    'meta.created gt "yesterday"',
    'x'.repeat(5000),
  ])('filter %s is 400', async (filter) => {
    const answer = await send('GET', `Users?${new URLSearchParams({ filter })}`);
    expect(answer).toMatchObject({ status: 400, body: { scimType: 'invalidFilter' } });
  });

  it('pages from 1, and shows the attributes asked for', async () => {
    const all = (await send('GET', 'Users?count=500')).body;
    const second = (await send('GET', 'Users?startIndex=2&count=1&attributes=userName')).body;
    expect(second).toMatchObject({ totalResults: all.totalResults, startIndex: 2, itemsPerPage: 1 });
    expect(second.Resources[0]).toEqual({
      schemas: all.Resources[1].schemas,
      id: all.Resources[1].id,
      meta: all.Resources[1].meta,
      userName: all.Resources[1].userName,
    });
    expect((await send('GET', 'Users?startIndex=-4&count=0')).body).toMatchObject({ startIndex: 1, Resources: [] });
  });

  it('If-Match refuses a change of what was changed meanwhile', async () => {
    const id = await create(entraUser('tagged'));
    const { version } = (await send('GET', `Users/${id}`)).body.meta;
    const rename = patch({ op: 'replace', path: 'displayName', value: 'A' });
    expect((await send('PATCH', `Users/${id}`, rename, version)).status).toBe(200);
    expect((await send('PATCH', `Users/${id}`, rename, version)).status).toBe(412);
  });
});

describe('groups', () => {
  const entraGroup = (name: string, more: object = {}) => ({
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'],
    externalId: `entra-group-${name}`,
    displayName: name,
    meta: { resourceType: 'Group' },
    ...more,
  });
  const membersOf = async (id: string) =>
    ((await send('GET', `Groups/${id}`)).body.members as { value: string }[]).map(({ value }) => value).sort();
  let ann = '';
  let bob = '';
  beforeAll(async () => {
    ann = await create(entraUser('group-ann'));
    bob = await create(oktaUser('group-bob'));
  });

  it('take people in and out in the shapes of Entra and Okta, and tell sub-projects', async () => {
    const { body, status } = await send('POST', 'Groups', entraGroup('Shapes'));
    expect(status).toBe(201);
    const both = [ann, bob].sort();
    const steps: readonly (readonly [string, object, readonly string[]])[] = [
      ['Entra adds', { op: 'Add', path: 'members', value: [{ $ref: null, value: ann }] }, [ann]],
      ['again', { op: 'Add', path: 'members', value: [{ value: ann }] }, [ann]],
      ['Okta adds', { op: 'add', path: 'members', value: [{ value: bob, display: 'bob' }] }, both],
      ['Okta removes', { op: 'remove', path: `members[value eq "${ann}"]` }, [bob]],
      ['Okta replaces', { op: 'replace', path: 'members', value: [{ value: ann }, { value: bob }] }, both],
      ['Entra removes', { op: 'Remove', path: 'members', value: [{ $ref: null, value: bob }] }, [ann]],
      ['without a path', { op: 'add', value: { members: [{ value: bob }] } }, both],
      [
        'a qualified path',
        { op: 'Remove', path: `urn:ietf:params:scim:schemas:core:2.0:Group:members[value eq "${bob}"]` },
        [ann],
      ],
      ['all', { op: 'remove', path: 'members' }, []],
      ['one as an object', { op: 'add', path: 'members', value: { value: bob } }, [bob]],
    ];
    for (const [what, operation, expected] of steps) {
      const answer = await send('PATCH', `Groups/${body.id}`, patch(operation));
      expect([what, answer.status, await membersOf(body.id)]).toEqual([what, 204, expected]);
    }
    expect(told).toContain(body.id);
    const shown = (await send('GET', `Users/${bob}`)).body.groups;
    expect(shown).toEqual([expect.objectContaining({ value: body.id, display: 'Shapes' })]);
    expect((await list('Groups', `members eq "${bob}"`)).map(({ id }) => id)).toEqual([body.id]);
    const [without] = (await send('GET', 'Groups?excludedAttributes=members&count=500')).body.Resources;
    expect(without).not.toHaveProperty('members');
  });

  it('are renamed by Okta’s shape, and replaced by PUT', async () => {
    const { body } = await send('POST', 'Groups', entraGroup('Rename', { members: [{ value: ann }] }));
    await send('PATCH', `Groups/${body.id}`, patch({ op: 'replace', value: { id: body.id, displayName: 'Renamed' } }));
    expect((await send('GET', `Groups/${body.id}`)).body).toMatchObject({ displayName: 'Renamed' });
    const put = await send('PUT', `Groups/${body.id}`, { displayName: 'Put', members: [{ value: bob }] });
    expect(put).toMatchObject({ status: 200, body: { displayName: 'Put', externalId: 'entra-group-Rename' } });
    expect(await membersOf(body.id)).toEqual([bob]);
  });

  it('leave people alone whom Millrace itself put there', async () => {
    const { body } = await send('POST', 'Groups', entraGroup('Sources', { members: [{ value: ann }, { value: bob }] }));
    await db`insert into group_members values (${body.id}, ${ann}, 'managed', now())`;
    await send('PUT', `Groups/${body.id}`, entraGroup('Sources', { members: [] }));
    expect(await membersOf(body.id)).toEqual([]);
    const rows = await db<{ source: string }>`select source from group_members where group_id = ${body.id}`;
    expect(rows).toEqual([{ source: 'managed' }]);
  });

  it('that Millrace has already become the provider’s; one that the provider has is 409', async () => {
    const id = newId();
    await db`insert into groups (id, name, created_ts) values (${id}, 'Named in a document', now())`;
    expect(await list('Groups', 'displayName eq "named in a document"')).toMatchObject([{ id }]);
    const first = await send('POST', 'Groups', entraGroup('Named in a document'));
    expect([first.status, first.body.id]).toEqual([201, id]);
    const second = await send('POST', 'Groups', entraGroup('Named in a document'));
    expect(second).toMatchObject({ status: 409, body: { scimType: 'uniqueness' } });
  });

  it('are deleted, unless they have roles: then they lose the people of the provider', async () => {
    const gone = (await send('POST', 'Groups', entraGroup('Gone', { members: [{ value: ann }] }))).body.id;
    const kept = (await send('POST', 'Groups', entraGroup('Kept', { members: [{ value: ann }] }))).body.id;
    withRoles = kept;
    expect((await send('DELETE', `Groups/${gone}`)).status).toBe(204);
    expect((await send('GET', `Groups/${gone}`)).status).toBe(404);
    expect((await send('DELETE', `Groups/${kept}`)).status).toBe(204);
    expect(await membersOf(kept)).toEqual([]);
    const again = await send('POST', 'Groups', entraGroup('Kept'));
    expect([again.status, again.body.id]).toEqual([201, kept]);
  });

  it('lose people who are deleted', async () => {
    const leaver = await create(entraUser('group-leaver'));
    const { body } = await send('POST', 'Groups', entraGroup('Leavers', { members: [{ value: leaver }] }));
    told.length = 0;
    await send('DELETE', `Users/${leaver}`);
    expect([await membersOf(body.id), told]).toEqual([[], [body.id]]);
  });

  it.each([
    ['an unknown person', { op: 'add', path: 'members', value: [{ value: '01900000-0000-7000-8000-00000000ffff' }] }],
    ['an id that is none', { op: 'add', path: 'members', value: [{ value: "'; drop table users; --" }] }],
    ['a person without an id', { op: 'add', path: 'members', value: [{}] }],
    ['removing the name', { op: 'remove', path: 'displayName' }],
    ['adding with a filter', { op: 'add', path: 'members[value eq "x"]', value: [] }],
  ])('PATCH with %s is 400 and changes nothing', async (_what, operation) => {
    const [group = {}] = await list('Groups', 'displayName eq "Shapes"');
    expect(await send('PATCH', `Groups/${group.id}`, patch(operation))).toMatchObject({ status: 400 });
    expect(await list('Groups', 'displayName eq "Shapes"')).toEqual([group]);
  });
});

describe('what the service can', () => {
  it.each(['ServiceProviderConfig', 'ResourceTypes', 'ResourceTypes/User', 'Schemas'])('%s', async (path) => {
    expect((await send('GET', path)).status).toBe(200);
  });
  it('Schemas declares what RFC 7643 has of managers, groups and members', async () => {
    const { Resources } = (await send('GET', 'Schemas')).body;
    const all: Body[] = Resources.flatMap(({ attributes }: Body) => attributes);
    const named = (name: string) => all.find((one) => one.name === name);
    expect(named('manager')).toMatchObject({ type: 'complex', subAttributes: [{ name: 'value' }, {}] });
    for (const [name, mutability] of Object.entries({ groups: 'readOnly', members: 'immutable' })) {
      expect(named(name).subAttributes.map((one: Body) => one.mutability)).toEqual([mutability, mutability]);
    }
  });

  it.each([
    ['GET', 'Nothing', 404],
    ['GET', 'Users/a/b', 404],
    ['GET', '', 404],
    ['POST', 'Bulk', 404],
    ['DELETE', 'Users', 405],
    ['POST', 'ServiceProviderConfig', 404],
  ])('%s %s is %s', async (method, path, status) => {
    expect((await send(method, path)).status).toBe(status);
  });
});
