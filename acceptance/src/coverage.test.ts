import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { type Entry, entries, exceptions, otherEntries, pairsBesideTheTable, type Stage } from './coverage.js';
import { signInDemoClients } from './support/demo-clients.js';
import { statusesOf } from './support/error-status.js';
import { type Client, createClient, signInAdmin } from './support/http.js';
import { operationOf, operations } from './support/open-api.js';
import { createPerson } from './support/person.js';
import { deniedMembers, populate } from './support/populated.js';
import { createHome, startServerProcess } from './support/server-process.js';
import { createUpload, uploadFile } from './support/store.js';
import { storeLine } from './support/store-line.js';
import { configuration, createProcess, deploy } from './support/sub-project.js';
import type { OperationName } from './support/wire.js';

/** Every error that an operation of the contract lists. */
const pairs = operations.flatMap(({ id, errors }) => errors.map((error) => [id as OperationName, error] as const));
const entryOf = (operation: string, error: number): Entry | undefined =>
  exceptions[`${operation} ${error}`] ?? entries[error];
const provoked = pairs.filter(([operation, error]) => typeof entryOf(operation, error) === 'function');

/** Every error that an operation lists with another status than its usual one, and how to provoke it. */
const others = operations.flatMap(({ id, answers }) =>
  answers.flatMap(({ id: error, status }) =>
    status === statusesOf(error)[0]
      ? []
      : [
          [
            id as OperationName,
            error,
            status,
            exceptions[`${id} ${error} ${status}`] ?? otherEntries[`${error} ${status}`],
          ] as const,
        ],
  ),
);

const seenBesideTheTable: string[] = [];
const url = inject('demoUrl');
const { admin, owner, manager, assignee } = await signInDemoClients();
let stage: Omit<Stage, 'caller'>;
let callers: Readonly<Record<Stage['caller'], Client>>;

beforeAll(async () => {
  const { client: stranger } = await createPerson(admin);
  callers = { allowed: owner, nobody: createClient(url), stranger, ungranted: manager, outside: assignee };
  const { targets } = await populate(admin, owner, deniedMembers);
  const { id: bare } = await admin.ok('createSubProject', { name: 'Bare' });
  const roleless = await deploy(admin, configuration({ roles: [], members: [] }));
  const stageless = await deploy(admin, configuration({ stages: [{ key: 'only' }] }));
  const usedKey = randomUUID();
  for (const client of [admin, owner]) {
    const first = { subProjectId: targets.subProjectId, name: `first use of ${usedKey}` };
    await client.ok('broadcastSignal', first, { headers: { 'idempotency-key': usedKey } });
  }
  const openFileId = targets.uploadId;
  const completedFileId = await completedUpload(owner, targets.subProjectId);
  const held = await heldUpload(owner);
  const small = await deploy(admin, configuration({ storage: { quota: 10 } }));
  const overQuota = { ...partsOf(small.id), size: '11' };
  const others = { roleless: roleless.id, stageless: stageless.id, held, overQuota };
  const { runs } = await owner.ok('getWorkflowRuns', { subProjectId: targets.subProjectId });
  const failedRunId = runs.find(({ state }) => state === 'FAILED')?.id ?? '';
  stage = { targets, failedRunId, bare, ...others, openFileId, completedFileId, usedKey };
});

const partsOf = (subProjectId: string) => ({
  subProjectId,
  fileName: 'x.pdf',
  mimeType: 'application/pdf',
  pluginName: 'knowledgeRepo',
  size: '3',
});

async function heldUpload(owner: Client): Promise<Stage['held']> {
  const document = configuration();
  const { id: subProjectId } = await deploy(admin, document);
  const { file } = await owner.ok('createMultipartStorage', partsOf(subProjectId));
  await admin.ok('deploySubProject', { subProjectId, document: { ...document, storage: { legalHold: true } } });
  return { subProjectId, fileId: file.id };
}

async function completedUpload(owner: Client, subProjectId: string): Promise<string> {
  const { file } = await owner.ok('createMultipartStorage', partsOf(subProjectId));
  const { parts } = await owner.ok('signStorageParts', { subProjectId, fileId: file.id, partNumbers: [1] });
  await fetch(parts[0]?.url ?? '', { method: 'PUT', body: 'abc' });
  await owner.ok('completeMultipartStorage', { subProjectId, fileId: file.id });
  return file.id;
}

test('[D7] every error that an operation lists is provoked, or has a reason why it cannot be', () => {
  const missing = pairs.filter(([operation, error]) => entryOf(operation, error) === undefined);
  expect(missing).toEqual([]);
});

test('[D8] every other status that an operation lists for an error is provoked, or has a reason why it cannot be', () => {
  expect(others.filter(([, , , entry]) => entry === undefined)).toEqual([]);
});

test('no exception is about a pair that no operation lists', () => {
  const listed = new Set([
    ...pairs.map(([operation, error]) => `${operation} ${error}`),
    ...others.map(([operation, error, status]) => `${operation} ${error} ${status}`),
  ]);
  expect(Object.keys(exceptions).filter((pair) => !listed.has(pair))).toEqual([]);
});

describe('provoked', () => {
  test.each(provoked)('%s %i', (operation, error) => provoke(operation, error, entryOf(operation, error)));

  test.each(others.filter(([, , , entry]) => typeof entry === 'function'))(
    '[D8] %s %i with %i',
    (operation, error, status, entry) => provoke(operation, error, entry, status),
  );

  async function provoke(operation: OperationName, error: number, entry: Entry | undefined, status?: number) {
    if (typeof entry !== 'function') throw new Error('only entries that provoke are here');
    const provocation = entry(operation, { ...stage, caller: 'allowed' });
    const isAdministrators = operationOf(operation).permission === 'admin';
    const caller = provocation.caller ?? 'allowed';
    const client = isAdministrators && caller === 'allowed' ? admin : callers[caller];
    await client.refused(operation, provocation.members, error, {
      ...(provocation.headers ? { headers: provocation.headers } : {}),
      ...(provocation.rawBody === undefined ? {} : { rawBody: provocation.rawBody }),
      ...(provocation.status === undefined ? {} : { status: provocation.status }),
    });
    if (status !== undefined) expect(provocation.status).toBe(status);
  }
});

test.each([
  ['deploySubProject', 33],
  ['testSubProject', 33],
  ['importProcesses', 17],
  ['simulateDecision', 17],
])('[D9] %s of %i MiB is refused by its announced length, before it is sent', async (operation, megabytes) => {
  const { path } = operationOf(operation);
  const headers = {
    authorization: `Bearer ${admin.token}`,
    'content-type': 'application/json',
    'content-length': megabytes * 1024 * 1024,
  };
  const answer = await new Promise<{ status: number | undefined; text: string }>((resolve, reject) => {
    const sending = request(`${url}${path}`, { method: 'POST', headers }, (response) => {
      let text = '';
      response.on('data', (chunk: Buffer) => {
        text += chunk.toString();
      });
      response.on('end', () => resolve({ status: response.statusCode, text }));
    });
    sending.on('error', reject);
    sending.write('{');
  });
  expect(answer.status).toBe(413);
  expect(JSON.parse(answer.text)).toMatchObject({ id: 1005, status: 413 });
  seenBesideTheTable.push(`${operation} 1005`);
});

test('[D8] on a server of its own: sign-in that is limited, a store that is gone, a plugin that is gone', async () => {
  const { aws } = await createUpload(callers.allowed, stage.targets.subProjectId);
  const line = await storeLine(aws.url);
  const [bucket] = new URL(aws.url).pathname.split('/').filter(Boolean);
  const plugin = { endpoint: line.endpoint, bucket, ...inject('storeKeys'), prefix: `acceptance-${randomUUID()}` };
  const plugins = (...names: readonly string[]) =>
    JSON.stringify(Object.fromEntries(names.map((name) => [name, plugin])));
  const home = await createHome({ MILLRACE_SIGN_IN_ATTEMPTS: '1', MILLRACE_STORAGE_PLUGINS: plugins('a', 'b') });
  let server = await startServerProcess(home, ['start']);
  try {
    let client = await signInAdmin(server.url);
    const { id: subProjectId } = await deploy(client, configuration({ members: [] }));
    const processId = await createProcess(client, subProjectId);
    const members = { pluginName: 'a' };
    const closed = await uploadFile(client, subProjectId, members);
    const open = await createUpload(client, subProjectId, members);
    const parts = { ...partsOf(subProjectId), ...members };
    const [fresh, begun] = await Promise.all([1, 2].map(() => client.ok('createMultipartStorage', parts)));
    const sign = { subProjectId, partNumbers: [1] };
    await client.ok('signStorageParts', { ...sign, fileId: begun?.file.id });
    const see = async (operation: OperationName, request: object, id: number) => {
      await client.refused(operation, { ...request }, id);
      seenBesideTheTable.push(`${operation} ${id}`);
    };
    line.cut();
    await see('closeSignedStorage', { subProjectId, fileId: open.file.id }, 1709);
    await see('signStorageParts', { ...sign, fileId: fresh?.file.id }, 1709);
    await see('completeMultipartStorage', { subProjectId, fileId: begun?.file.id }, 1709);

    await server.stop();
    const fewer = { ...home, environment: { ...home.environment, MILLRACE_STORAGE_PLUGINS: plugins('b') } };
    server = await startServerProcess(fewer, ['start']);
    client = await signInAdmin(server.url);
    await see('urlStorage', { subProjectId, processId, fileId: closed.id }, 1709);

    const guess = { client_id: 'victim', client_secret: 'guess' };
    await client.refused('userLogin', guess, 1002);
    await see('userLogin', guess, 1003);
  } finally {
    await server.stop();
    await home.remove();
    line.cut();
  }
});

test('what is provoked beside the table was provoked', () => {
  expect(seenBesideTheTable.toSorted()).toEqual(pairsBesideTheTable.toSorted());
});
