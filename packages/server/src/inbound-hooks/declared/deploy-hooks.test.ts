import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { principalOf } from '../../identity/records/principal-of.js';
import type { CatalogueError } from '../../kernel/errors/catalogue-error.js';
import { createSealing } from '../../kernel/sealing.js';
import { createProcessFixture, invoices, type ProcessFixture } from '../../processes/testing/process-fixture.js';
import type { ConfigurationDocument } from '../../sub-projects/document/model/document.js';
import { subProjectUseCases } from '../../sub-projects/use-cases.js';
import { quietLog } from '../../testing/quiet-log.js';
import type { HookDeps } from '../delivery/hook-deps.js';
import { createHookReceiver } from '../delivery/receive.js';
import { inboundHookUseCases } from '../use-cases.js';
import { deployHooks } from './deploy-hooks.js';

let fixture: ProcessFixture;
let deps: HookDeps;
let hooks: ReturnType<typeof inboundHookUseCases>;
let subProjects: ReturnType<typeof subProjectUseCases>;
beforeAll(async () => {
  fixture = await createProcessFixture();
  const { createProcess } = fixture.useCases;
  deps = {
    db: fixture.db,
    subProjects: fixture.deps.subProjects,
    sealing: createSealing([Buffer.alloc(32, 9).toString('base64')]),
    principalOf,
    namesOf: async () => new Map(),
    actions: {
      createProcess,
      publishMessage: () => Promise.reject(new Error('no hook of this test publishes messages')),
    },
    publicUrl: 'https://bpm.example.com',
    log: quietLog,
  };
  hooks = inboundHookUseCases(deps);
  subProjects = subProjectUseCases({
    db: fixture.db,
    deployed: (tx, deployment) => deployHooks(tx, deps, deployment),
    storagePlugins: [],
  });
});
afterAll(() => fixture.drop());

type Hooks = NonNullable<ConfigurationDocument['hooks']>;
const github = {
  key: 'issues',
  scheme: 'github',
  actAs: 'owner@example.com',
  createProcess: { fields: '={supplier: body.title}' },
} as const;

const deploy = (declared: Hooks | undefined, options: { readonly dryRun?: boolean } = {}) =>
  subProjects.deploySubProject(fixture.caller('ADMIN'), {
    subProjectId: fixture.subProjectId,
    document: JSON.stringify({
      ...invoices,
      members: [{ user: fixture.userId('OWNER'), roles: ['OWNER'] }],
      ...(declared === undefined ? {} : { hooks: declared }),
    }),
    ...options,
  });
const list = async () =>
  (await hooks.getInboundHooks(fixture.caller('ADMIN'), { subProjectId: fixture.subProjectId })).hooks;
const refusal = async (declared: Hooks) => {
  const error = await deploy(declared).then(
    () => undefined,
    (reason: CatalogueError) => reason,
  );
  return error?.errors?.map(({ pointer, detail }) => [pointer, detail]);
};

test('[D110] hooks of the document are made, changed and deleted by deployments only', async () => {
  expect((await deploy([github])).changes).toContain('hook issues added');
  const [first] = await list();
  expect(first).toMatchObject({
    declaredAs: 'issues',
    name: 'issues',
    enabled: true,
    actAs: { id: fixture.userId('OWNER') },
  });
  const target = { subProjectId: fixture.subProjectId, hookId: first?.id ?? '' };
  const admin = fixture.caller('ADMIN');
  const conflict = { id: 1009 };
  await expect(hooks.updateInboundHook(admin, { ...target, name: 'Mine' })).rejects.toMatchObject(conflict);
  await expect(hooks.deleteInboundHook(admin, target)).rejects.toMatchObject(conflict);

  // Its secret is exchanged for one that the sender has; then deliveries act.
  const { secret } = await hooks.rotateInboundHookSecret(admin, {
    ...target,
    secret: 'a-secret-of-github',
    overlapSeconds: 0,
  });
  const deliver = async (id: string) => {
    const body = Buffer.from(JSON.stringify({ title: 'Acme' }));
    const signature = `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
    const headers = { 'x-hub-signature-256': signature, 'x-github-delivery': id };
    return createHookReceiver(deps)({
      address: first?.url.split('/').at(-1) ?? '',
      headers,
      body,
      sender: '127.0.0.1',
      traceId: 'test',
    });
  };
  await deliver('1');
  await hooks.updateInboundHook(admin, { ...target, enabled: false });
  const { changes } = await deploy([{ ...github, name: 'Issues', when: '=body.title = "Acme"' }]);
  expect(changes).toEqual(['hook issues: name not set -> Issues', 'hook issues: when not set -> =body.title = "Acme"']);
  expect(await list()).toMatchObject([{ id: first?.id, name: 'Issues', when: '=body.title = "Acme"', enabled: false }]);
  await expect(deliver('2')).rejects.toThrow();
  await hooks.updateInboundHook(admin, { ...target, enabled: true });
  await deliver('3');
  const [count] = await fixture.db<{ count: number }>`select count(*)::integer as count from processes`;
  expect(count?.count).toBe(2);

  await deploy([], { dryRun: true });
  expect(await list()).toHaveLength(1);
  await deploy(undefined);
  expect(await list()).toEqual([]);
});

test('[D110] hooks that were made by requests are left alone', async () => {
  const { hook } = await hooks.createInboundHook(fixture.caller('ADMIN'), {
    subProjectId: fixture.subProjectId,
    name: 'Own',
    scheme: 'github',
    createProcess: {},
    actAs: fixture.userId('OWNER'),
  });
  await deploy([github]);
  await deploy([]);
  expect((await list()).map(({ id, declaredAs }) => [id, declaredAs])).toEqual([[hook.id, null]]);
});

test('[D110] a document whose hooks cannot work is refused, with what is wrong where', async () => {
  expect(await refusal([{ ...github, actAs: 'nobody@example.com' }])).toEqual([
    ['/document/hooks/0/actAs', expect.stringContaining('there is no user')],
  ]);
  expect(await refusal([{ ...github, actAs: 'stranger@example.com' }])).toEqual([
    ['/document/hooks/0/actAs', expect.stringContaining('has no role')],
  ]);
  expect(await refusal([github, { ...github, key: 'two', when: '=1 +' }])).toEqual([
    ['/document/hooks/1/when', expect.any(String)],
  ]);
  expect(await refusal([github, github])).toEqual([
    ['/document/hooks/1/key', expect.stringContaining('is taken by /hooks/0')],
  ]);
  // A scheme that the secret of the hook cannot have: the secret is exchanged first.
  await deploy([github]);
  const [declared] = (await list()).filter(({ declaredAs }) => declaredAs === 'issues');
  await hooks.rotateInboundHookSecret(fixture.caller('ADMIN'), {
    subProjectId: fixture.subProjectId,
    hookId: declared?.id ?? '',
    secret: 'not of standard webhooks',
    overlapSeconds: 0,
  });
  expect(await refusal([{ ...github, scheme: 'standard' }])).toEqual([
    ['/document/hooks/0/scheme', expect.stringContaining('Rotate it')],
  ]);
});
