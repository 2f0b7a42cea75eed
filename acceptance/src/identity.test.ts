import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { type Client, signIn, signInAdmin } from './support/http.js';
import { createPerson } from './support/person.js';
import { unknownId } from './support/sub-project.js';

const url = inject('demoUrl');
let admin: Client;

beforeAll(async () => {
  admin = await signInAdmin(url);
});

describe('users', () => {
  test('[D11] are created once per e-mail address, found by it and renamed', async () => {
    const email = `${randomUUID()}@example.com`;
    const { user } = await admin.ok('createUser', { name: 'Sam Service', email, kind: 'service' });
    expect(user).toMatchObject({ name: 'Sam Service', email, kind: 'service', disabled: false });
    await admin.refused('createUser', { name: 'Another', email }, 1009);
    await admin.refused('createUser', { name: 'Another', email: email.toUpperCase() }, 1009);
    await admin.ok('updateUser', { userId: user.id, name: 'Sam Second' });
    const { users, meta } = await admin.ok('getUsers', { email });
    expect(users).toEqual([{ ...user, name: 'Sam Second', administrator: false }]);
    expect(meta.totalCount).toBe('1');
  });

  test('[D4] are listed by name, page after page without overlap', async () => {
    const all = await admin.ok('getUsers', { perPageCount: '1000' });
    const names = all.users.map(({ name }) => name);
    expect(names).toEqual(names.toSorted((a, b) => a.localeCompare(b)));
    const pages = await Promise.all(
      [1, 2, 3].map((page) => admin.ok('getUsers', { page: String(page), perPageCount: '1' })),
    );
    expect(new Set(pages.flatMap(({ users }) => users.map(({ id }) => id))).size).toBe(3);
  });

  test('[D14] wrong names and addresses are 1200', async () => {
    for (const email of ['', 'nobody', 'a@b@c', 'a b@example.com', 7]) {
      await admin.refused('createUser', { name: 'Somebody', email }, 1200);
    }
    await admin.refused('createUser', { email: 'somebody@example.com' }, 1200);
    await admin.refused('createUser', { name: 'X', email: 'somebody@example.com', kind: 'robot' }, 1200);
    await admin.refused('updateUser', { userId: unknownId, name: 'X' }, 1200, { status: 404 });
  });
});

describe('clients', () => {
  test('[D11] show their secret once; no answer repeats it', async () => {
    const person = await createPerson(admin);
    const list = await admin.call('getClients', { userId: person.userId });
    expect(list.json).toMatchObject({ clients: [{ clientId: person.clientId, userId: person.userId }] });
    expect(list.text).not.toContain(person.clientSecret);
    const replayed = { headers: { 'idempotency-key': randomUUID() } };
    await admin.ok('createClient', { userId: person.userId }, replayed);
    await admin.refused('createClient', { userId: person.userId }, 1009, replayed);
    const { clients } = await admin.ok('getClients', { userId: person.userId });
    expect(clients, 'the repeated request made no third client').toHaveLength(2);
  });

  test('[D11] may be named by the caller, once', async () => {
    const { userId } = await createPerson(admin);
    const clientId = `named-${randomUUID()}`;
    const { client_secret } = await admin.ok('createClient', { userId, clientId });
    await signIn(url, clientId, client_secret);
    await admin.refused('createClient', { userId, clientId }, 1009);
    await admin.refused('createClient', { userId: unknownId }, 1200, { status: 404 });
    await admin.refused('updateClient', { clientId: 'no-such-client', disabled: true }, 1200, { status: 404 });
    await admin.refused('rotateClientSecret', { clientId: 'no-such-client' }, 1200, { status: 404 });
  });

  test('[D11] bounded by a scope never get more', async () => {
    const { userId } = await createPerson(admin);
    const { client, client_secret } = await admin.ok('createClient', { userId, scope: 'process.read' });
    const asked = { client_id: client.clientId, client_secret, scope: 'process' };
    await admin.refused('userLogin', asked, 1200);
    const { scope } = await admin.ok('userLogin', { ...asked, scope: 'process.read' });
    expect(scope).toBe('process.read');
  });
});

test('[D34] the last administrator cannot be disabled', async () => {
  await admin.refused('updateClient', { clientId: 'acceptance-admin', disabled: true }, 1009);
  const { clients } = await admin.ok('getClients', { perPageCount: '1000' });
  const own = clients.find(({ clientId }) => clientId === 'acceptance-admin');
  await admin.refused('updateUser', { userId: own?.userId, disabled: true }, 1009);
  await admin.ok('getSubProjects', {});
});
