import { beforeAll, describe, expect, inject, test } from 'vitest';
import { type Client, problemOf, type RequestOptions, signInAdmin } from './support/http.js';
import { type OperationDescription, operations, type Schema } from './support/open-api.js';
import { exampleRequest, type Members, nothingIn } from './support/requests.js';
import { createProcess, deploy, unknownId } from './support/sub-project.js';

const url = inject('demoUrl');
let admin: Client;
let subProjectId: string;
let before: unknown;

beforeAll(async () => {
  admin = await signInAdmin(url);
  subProjectId = (await deploy(admin)).id;
  await createProcess(admin, subProjectId);
  before = await everything();
});

async function everything(): Promise<unknown> {
  const query = { page: '1', perPageCount: '1000', filters: { subProjectId_id: subProjectId } };
  const byOthers = { action: { nin: ['signal.broadcast', 'bulk.start', 'bulk.complete'] } };
  return {
    processes: await admin.ok('getProcess', query),
    runs: await admin.ok('getWorkflowRuns', { subProjectId }),
    files: await admin.ok('listStorage', { subProjectId, perPageCount: '1000' }),
    logs: await admin.ok('getAuditLogs', { subProjectId, perPageCount: '1000', filters: byOthers }),
  };
}

/** What makes an otherwise right request of an operation that creates something impossible. */
const impossible: Readonly<Record<string, Members>> = {
  createApplication: { redirectUris: ['javascript:alert(1)'], scopes: ['nothing'] },
  createProcess: { stageKey: 'stage_nowhere' },
  importProcesses: { content: 'twice,twice\nx,y', dryRun: false },
  // With other filters it changes nothing because of this, with other updates because nothing matches.
  bulkExecuteWorkflow: { stageKey: 'stage_nowhere' },
  bulkUpdateProcesses: { updates: { colour: 1 } },
  bulkOperateRuns: { workflowId: unknownId, version: undefined },
  createSignedStorage: { pluginName: 'elsewhere' },
  createMultipartStorage: { pluginName: 'elsewhere' },
  createSubProject: { subProjectId: 'no-uuid' },
  createUser: { email: 'nobody' },
  createScimToken: { expiresInDays: 0 },
  setMemberRoles: { user: 'nobody' },
  deploySubProject: { subProjectId: unknownId, document: { stages: 'none' } },
  purgeStorage: { subProjectId: unknownId },
  inviteUser: { email: 'nobody' },
  inviteMember: { email: 'nobody' },
  setPassword: { password: 'short' },
  setSignInPolicy: { secondFactor: 'never' },
  // More than the server allows.
  createPersonalToken: { expiresInDays: 3650 },
  reconcileStorage: { pluginName: 'elsewhere', subProjectId: unknownId },
  setSecret: { value: 'short', hosts: ['https://example.com'] },
  createInboundHook: { deliveryId: undefined, when: '=(' },
};

/** Operations of which a request with odd texts may well be right, and then finds nothing to do. */
const harmless = new Set([
  'activateJobs',
  // It changes nothing, and what is wrong with a document is a result.
  'testSubProject',
  'broadcastSignal',
  'bulkUpdateProcesses',
  'createStreamTicket',
  // What is refused is a result.
  'decideTasks',
  // A draft is what one types, and only one's own.
  'deleteDraft',
  'saveDraft',
  // Any text is a name, and a group without people changes nothing.
  'createGroup',
  'createEventSubscription',
  'createPersonalToken',
  'createScimToken',
  'endSession',
  // The same answer for every address, and whether or not there is access to withdraw.
  'requestPasswordReset',
  'revokeConsent',
  // One's own language and preferences, and what one has read.
  'markNotificationsRead',
  'setLocale',
  'setNotificationPreferences',
  'createPushSubscription',
  'deletePushSubscription',
  'setPassword',
  'signOut',
]);

/** A request of the right shape that can change nothing, because nothing is what it names. */
const baseOf = (operation: OperationDescription): Members => ({
  ...exampleRequest(operation.id, nothingIn(subProjectId)),
  ...impossible[operation.id],
});

const sql = "'; drop table processes; --";
const long = 'x'.repeat(100_000);

/** Values of a member in place of the right one. */
function oddities(schema: Schema, method: string): readonly unknown[] {
  // A request line is limited to 16 KiB with all its headers, so queries are only as long as they can be.
  const texts = [
    '',
    ' ',
    sql,
    '\u0000',
    'a\u0000b',
    '\ud800',
    'a\udfff',
    method === 'GET' ? long.slice(0, 8000) : long,
  ];
  const names = ['__proto__', 'constructor', 'toString', '../../etc/passwd', '%00', '{{7*7}}'];
  if (method === 'GET') return [...texts, ...names, '-1', '1e400', '18446744073709551616', 'NaN', '[]', '{}', '[[['];
  const numbers = [-1, 0, 1.5, 1e308, 2 ** 64, Number.MIN_SAFE_INTEGER];
  const structures = [null, true, [], {}, [[]], [null], { a: { b: [] } }, ['x', 1]];
  const inside = schema.type === 'object' ? texts.map((text) => ({ [text]: text, ok: { [text]: [text] } })) : [];
  const items = schema.type === 'array' ? [...texts, ...names].map((text) => [text]) : [];
  return [...texts, ...names, ...numbers, ...structures, ...inside, ...items];
}

/** JSON texts that no value of JavaScript turns into. */
function rawOddities(base: Members): readonly string[] {
  const text = JSON.stringify(base);
  const and = (member: string) => `{${member},${text.slice(1)}`;
  return [
    '',
    ' ',
    '{',
    '}',
    text.slice(0, -1),
    `${text}${text}`,
    `${text},`,
    `\ufeff${text}`,
    '[]',
    `[${text}]`,
    'null',
    'true',
    '0',
    '"text"',
    'undefined',
    '{"a":1e400}',
    and('"n":1e400'),
    and('"n":-1e400'),
    and('"s":"\\u0000"'),
    and('"s":"\\ud800"'),
    and('"\\u0000":1'),
    and('"__proto__":{"subProjectId":"x"}'),
    and('"constructor":{"prototype":{"isAdmin":true}}'),
    and('"subProjectId":"a","subProjectId":["b"]'),
    '['.repeat(10_000),
    `${'['.repeat(10_000)}${']'.repeat(10_000)}`,
    `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`,
    and(`"deep":${'['.repeat(10_000)}${']'.repeat(10_000)}`),
    and(`"long":"${'x'.repeat(2 * 1024 * 1024)}"`),
    and(`"many":{${Array.from({ length: 20_000 }, (_, n) => `"k${n}":${n}`).join(',')}}`),
  ];
}

const contentTypes = [
  'text/plain',
  'text/html',
  'application/xml',
  'multipart/form-data; boundary=x',
  'application/octet-stream',
  'application/json; charset=utf-16',
  'application/json-patch+json',
  'nonsense',
  ';',
];

const queries = [
  '?%',
  '?%zz=1',
  '?subProjectId=%ff%fe',
  '?subProjectId=%00',
  '?subProjectId=a&subProjectId=b',
  '?subProjectId[]=a',
  '?subProjectId[x]=a',
  '?page=1&page=2&perPageCount=1&filters={}&filters={}',
  '?__proto__=x&constructor=y',
  '?__proto__[isAdmin]=1',
  `?${'a=1&'.repeat(1000)}`,
  '?;&&&===',
  '?filters=%7B%22subProjectId_id%22%3A%7B%22%24ne%22%3Anull%7D%7D&page=1&perPageCount=1',
];

async function attack(operation: OperationDescription, what: string, options: RequestOptions): Promise<void> {
  // Tens of thousands of answers: `expect` would take more time than the requests.
  const label = () => `${operation.id} with ${what.slice(0, 200)}`;
  const answer = await admin.request(operation.method, operation.path, {
    ...options,
    ...(operation.method === 'POST' ? { headers: { 'content-type': 'application/json', ...options.headers } } : {}),
  });
  if (answer.status >= 500) expect.fail(`${label()} answered ${answer.status}: ${answer.text.slice(0, 500)}`);
  if (answer.status >= 400) {
    const { id } = problemOf(answer);
    if (![1004, 1017].includes(id) && !operation.errors.includes(id)) {
      expect.fail(`${label()} answered ${id}, which is not listed`);
    }
  } else if (operation.method === 'POST' && !harmless.has(operation.id)) {
    expect.fail(`${label()} was accepted: ${answer.text.slice(0, 500)}`);
  }
}

const asQuery = (members: Members): string => {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(members)) {
    query.append(name, typeof value === 'string' ? value : JSON.stringify(value));
  }
  return `?${query}`;
};

describe.each(operations.map((operation) => [operation.id, operation] as const))('%s', (_id, operation) => {
  const isQuery = operation.method === 'GET';

  test('[D9] odd values of every member', async () => {
    const base = baseOf(operation);
    for (const [name, schema] of Object.entries(operation.members)) {
      const attacks = oddities(schema, operation.method).map((value) => {
        const members = { ...base, [name]: value };
        const what = `${name} = ${JSON.stringify(value)}`;
        return attack(operation, what, isQuery ? { rawQuery: asQuery(members) } : { rawBody: JSON.stringify(members) });
      });
      await Promise.all(attacks);
    }
  });

  if (isQuery) {
    test('[D9] odd queries', async () => {
      for (const rawQuery of queries) await attack(operation, rawQuery, { rawQuery });
    });
  } else {
    test('[D9] odd bodies', async () => {
      for (const rawBody of rawOddities(baseOf(operation))) await attack(operation, rawBody, { rawBody });
    });

    test('[D9] odd content types', async () => {
      const rawBody = JSON.stringify(baseOf(operation));
      for (const type of contentTypes) await attack(operation, type, { rawBody, headers: { 'content-type': type } });
    });
  }

  test('[D9] other methods, paths and headers', async () => {
    for (const method of ['PUT', 'PATCH', 'DELETE', isQuery ? 'POST' : 'GET']) {
      const { status } = await admin.request(method, operation.path);
      expect([method, status]).toEqual([method, 405]);
    }
    for (const path of [
      `${operation.path}/`,
      `${operation.path}/x`,
      `${operation.path}%00`,
      `${operation.path}%2f..`,
    ]) {
      const { status } = await admin.request(operation.method, path);
      expect([path, status]).toEqual([path, 404]);
    }
    const members = baseOf(operation);
    const right = isQuery ? { rawQuery: asQuery(members) } : { rawBody: JSON.stringify(members) };
    const heads: readonly Readonly<Record<string, string>>[] = [
      { authorization: 'Bearer' },
      { authorization: `Bearer ${'x'.repeat(8000)}` },
      { authorization: 'Basic %%%' },
      { 'idempotency-key': '\u00e4' },
      { 'idempotency-key': 'x'.repeat(300) },
    ];
    for (const headers of heads) await attack(operation, JSON.stringify(headers), { ...right, headers });
  });
});

test('nothing of all this changed anything, and the server is well', async () => {
  expect(await everything()).toEqual(before);
  expect((await admin.request('GET', '/readyz')).json).toMatchObject({ status: 'ready' });
  const filters = { subProjectId_id: subProjectId };
  const { processes } = await admin.ok('getProcess', { page: '1', perPageCount: '1', filters });
  expect(processes).toHaveLength(1);
});
