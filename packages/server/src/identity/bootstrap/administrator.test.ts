import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.js';
import { createIdentity } from '../identity.js';
import { type CapturedLog, captureLog } from '../testing/captured-log.js';
import { lowCost } from '../testing/low-cost.js';
import { jsonSignIn } from '../testing/sign-in-request.js';
import { ensureAdministrator } from './administrator.js';

let database: TestDatabase;
let dataDirectory: string;
let log: CapturedLog;

beforeEach(async () => {
  database = await createTestDatabase();
  dataDirectory = await mkdtemp(join(tmpdir(), 'millrace-identity-'));
  log = captureLog();
});
afterEach(async () => {
  await database.drop();
  await rm(dataDirectory, { recursive: true });
});

const server = () =>
  createIdentity({
    db: database.db,
    issuer: 'http://x',
    tokenSeconds: 60,
    signInAttemptsPerMinute: 100,
    secretCost: lowCost,
    log,
  });
const file = () => join(dataDirectory, 'admin-credentials.json');

async function start(clientId?: string, clientSecret?: string, directory = dataDirectory): Promise<void> {
  const { secrets } = server();
  await ensureAdministrator({ db: database.db, secrets, clientId, clientSecret, dataDirectory: directory, log });
}

async function signIn(clientId: string, clientSecret: string) {
  const { authorizationServer, tokens } = server();
  const { access_token: token } = await authorizationServer.signIn(jsonSignIn(clientId, clientSecret));
  return tokens.verify(token);
}

async function credentials(): Promise<[string, string]> {
  const { client_id: id, client_secret: secret } = JSON.parse(await readFile(file(), 'utf8'));
  return [id, secret];
}

test('[D34] credentials of the environment are the administrator', async () => {
  await start('root', 'chosen');
  expect(await signIn('root', 'chosen')).toMatchObject({ clientId: 'root', administrator: true });
  expect(await readdir(dataDirectory)).toEqual([]);
  const before = await database.db`select * from client_secrets`;
  await start('root', 'chosen');
  expect(await database.db`select * from client_secrets`).toEqual(before);
});

test('[D34] a secret changed in the environment replaces the old one', async () => {
  await start('root', 'chosen');
  await start('root', 'changed');
  expect(await signIn('root', 'changed')).toMatchObject({ administrator: true });
  await expect(signIn('root', 'chosen')).rejects.toMatchObject({ id: 1002 });
});

test('[D34] credentials of the environment get a disabled administrator back in', async () => {
  await start('root', 'chosen');
  await database.db`update clients set disabled = true`;
  await database.db`update users set disabled = true, administrator = false`;
  await start('root', 'chosen');
  expect(await signIn('root', 'chosen')).toMatchObject({ administrator: true });
});

test('[D34] the id of a client of another user moves to the administrator, the user stays what it is', async () => {
  const { seeding } = server();
  const userId = await seeding.upsertUser({ name: 'Ann', email: 'ann@example.com', kind: 'person' });
  await seeding.upsertClient({ clientId: 'root', userId, secret: 'anns' });
  await start('root', 'chosen');
  expect(await signIn('root', 'chosen')).toMatchObject({ name: 'Administrator', administrator: true });
  await expect(signIn('root', 'anns')).rejects.toMatchObject({ id: 1002 });
  expect(await database.db`select from users where id = ${userId} and administrator`).toHaveLength(0);
});

test('[D34] without them they are generated once, in a file only its owner can read', async () => {
  await start();
  const [id, secret] = await credentials();
  expect(await signIn(id, secret)).toMatchObject({ clientId: id, administrator: true });
  expect((await stat(file())).mode & 0o777).toBe(0o600);
  expect(await readdir(dataDirectory)).toEqual(['admin-credentials.json']);
  await start();
  expect(await credentials()).toEqual([id, secret]);
  expect(await database.db`select from client_secrets`).toHaveLength(1);
});

test('[D34] a lost file: the same client gets another secret, and a log line says so without it', async () => {
  await start();
  const [id, secret] = await credentials();
  await rm(file());
  await start();
  const [sameId, newSecret] = await credentials();
  expect(sameId).toBe(id);
  expect(newSecret).not.toBe(secret);
  expect(await signIn(id, newSecret)).toMatchObject({ administrator: true });
  expect(log.lines.filter((line) => line.includes('administrator-issued'))).toHaveLength(2);
  expect(log.lines.join()).not.toContain(secret);
  expect(log.lines.join()).not.toContain(newSecret);
  const rows = await database.db<{ action: string }>`select action from audit_log order by id`;
  expect(rows.map((row) => row.action)).toEqual(['user.create', 'client.create', 'client.rotateSecret']);
});

test('[D34] a file lost again and again leaves a bounded number of secrets', async () => {
  for (let index = 0; index < 7; index += 1) {
    await start();
    await rm(file());
  }
  expect(await database.db`select from client_secrets`).toHaveLength(5);
  expect(await database.db`select from clients`).toHaveLength(1);
});

test('[D34] a new database takes the credentials of the file that is there', async () => {
  await start();
  const kept = await credentials();
  await database.drop();
  database = await createTestDatabase();
  await start();
  expect(await credentials()).toEqual(kept);
  expect(await signIn(...kept)).toMatchObject({ administrator: true });
});

test('[D34] a file whose secret was rotated is left alone, and the log says what to do', async () => {
  await start();
  const [id, secret] = await credentials();
  await database.db`delete from client_secrets`;
  await start();
  await expect(signIn(id, secret)).rejects.toMatchObject({ id: 1002 });
  expect(log.lines.at(-2)).toContain('delete the file');
  await rm(file());
  await start();
  expect(await signIn(...(await credentials()))).toMatchObject({ clientId: id });
});

test('[D34] a file that cannot be understood stops the start and is not overwritten', async () => {
  for (const text of ['', '{}', '[]', 'null', '{"client_id":"x","client_secret":7}', '{"client_id":"x"']) {
    await writeFile(file(), text);
    await expect(start(), text).rejects.toThrow(/admin-credentials\.json does not hold credentials/);
    expect(await readFile(file(), 'utf8')).toBe(text);
  }
});

test.skipIf(process.getuid?.() === 0)('[D34] a directory that cannot be written leaves no client behind', async () => {
  await chmod(dataDirectory, 0o500);
  await expect(start()).rejects.toThrow(/EACCES/);
  expect(await database.db`select from clients`).toHaveLength(0);
  await chmod(dataDirectory, 0o700);
});

test('[D34] a data directory that cannot exist leaves no client behind', async () => {
  const blocked = join(dataDirectory, 'file');
  await writeFile(blocked, '');
  await expect(start(undefined, undefined, join(blocked, 'below'))).rejects.toThrow();
  expect(await database.db`select from clients`).toHaveLength(0);
});

test('[D34] several servers that start at once on one directory make one administrator', async () => {
  await Promise.all(Array.from({ length: 5 }, () => start()));
  expect(await database.db`select from users`).toHaveLength(1);
  expect(await database.db`select from client_secrets`).toHaveLength(1);
  expect(await signIn(...(await credentials()))).toMatchObject({ administrator: true });
});

test('[D34] several servers that start at once with the environment make one administrator', async () => {
  await Promise.all(Array.from({ length: 5 }, () => start('root', 'chosen')));
  expect(await database.db`select from client_secrets`).toHaveLength(1);
  expect(await signIn('root', 'chosen')).toMatchObject({ administrator: true });
});
