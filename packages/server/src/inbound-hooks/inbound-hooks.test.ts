import { createHmac, randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { principalOf } from '../identity/records/principal-of.js';
import { userDirectory } from '../identity/records/user-directory.js';
import { createSealing } from '../kernel/sealing.js';
import { quietLog } from '../testing/quiet-log.js';
import type { Caller } from '../use-case/caller.js';
import { diagram, end, flow, message, on, start, user } from '../workflows/testing/diagram.js';
import { createWorkflowFixture, type Who, type WorkflowFixture } from '../workflows/testing/workflow-fixture.js';
import type { HookDeps } from './delivery/hook-deps.js';
import { createHookReceiver, type HookDelivery } from './delivery/receive.js';
import type { HookDefinition } from './hook/hook.js';
import { forgetReceipts } from './records/receipts.js';
import { resealHooks } from './reseal-hooks.js';
import { inboundHookUseCases } from './use-cases.js';

const ordered = diagram(
  'ordered',
  message('m', 'order-received'),
  start('s', on.message('m')),
  user('check', { candidateGroups: 'OWNER' }),
  end(),
  flow('s check e'),
);

let fixture: WorkflowFixture;
let deps: HookDeps;
let useCases: ReturnType<typeof inboundHookUseCases>;
let receive: ReturnType<typeof createHookReceiver>;
const key = randomBytes(32).toString('base64');

beforeAll(async () => {
  fixture = await createWorkflowFixture({ workflows: { ordered } });
  const { createProcess } = fixture.useCases;
  deps = {
    db: fixture.db,
    subProjects: fixture.deps.subProjects,
    sealing: createSealing([key]),
    principalOf,
    async namesOf(db, ids) {
      const { users } = await userDirectory.page(db, ids, { limit: 1000, offset: 0n });
      return new Map(users.map(({ id, name }) => [id, name]));
    },
    actions: { createProcess, publishMessage: fixture.useCases.publishMessage },
    publicUrl: 'https://bpm.example.com',
    log: quietLog,
  };
  useCases = inboundHookUseCases(deps);
});
beforeEach(() => {
  receive = createHookReceiver(deps);
});
afterAll(() => fixture.drop());

const github: HookDefinition = {
  name: 'GitHub',
  scheme: 'github',
  createProcess: { fields: '={notes: body.title, amount: body.amount}' },
};

async function create(definition: HookDefinition = github, who: Who = 'OWNER') {
  const { hook, secret } = await useCases.createInboundHook(fixture.caller('ADMIN'), {
    subProjectId: fixture.subProjectId,
    ...definition,
    actAs: fixture.userId(who),
  });
  return { ...hook, secret, address: hook.url.split('/').at(-1) ?? '' };
}

type Hook = Awaited<ReturnType<typeof create>>;
let numbers = 0;

function signed(hook: Hook, body: unknown, changes: { id?: string; secret?: string; raw?: string } = {}): HookDelivery {
  numbers += 1;
  const bytes = Buffer.from(changes.raw ?? JSON.stringify(body));
  const signature = createHmac('sha256', changes.secret ?? hook.secret)
    .update(bytes)
    .digest('hex');
  return {
    address: hook.address,
    sender: '192.0.2.1',
    headers: {
      'x-hub-signature-256': `sha256=${signature}`,
      'x-github-delivery': changes.id ?? `delivery-${numbers}`,
      'x-github-event': 'issues',
      authorization: 'Basic eDp5',
    },
    body: bytes,
    traceId: `trace-${numbers}`,
  };
}

const receiptsOf = async (hook: Hook, outcome?: 'refused') => {
  const { receipts } = await useCases.getInboundReceipts(fixture.caller('ADMIN'), {
    subProjectId: fixture.subProjectId,
    hookId: hook.id,
    ...(outcome === undefined ? {} : { outcome }),
  });
  return receipts;
};

const count = async () => {
  const [row] = await fixture.db<{ count: number }>`select count(*)::integer as count from processes`;
  return row?.count ?? 0;
};

describe('a delivery', () => {
  it('creates a process as the user of the hook, with a receipt', async () => {
    const hook = await create();
    const delivery = signed(hook, { title: 'Late', amount: 3 });
    expect(await receive(delivery)).toEqual({ status: 'accepted' });
    const [receipt] = await receiptsOf(hook);
    expect(receipt).toMatchObject({
      outcome: 'accepted',
      deliveryId: delivery.headers['x-github-delivery'],
      duplicates: 0,
      message: null,
    });
    expect((await fixture.process(receipt?.processId ?? '')).fields).toMatchObject({ notes: 'Late', amount: 3 });
    const [audit] = await fixture.db<{ by: string; trace: string }>`
      select by_id as by, trace_id as trace from audit_log where process_id = ${receipt?.processId ?? ''}`;
    expect(audit).toEqual({ by: fixture.userId('OWNER'), trace: delivery.traceId });
  });

  it('creates a process and starts a workflow on it, in one transaction', async () => {
    const hook = await create({
      ...github,
      publishMessage: { name: 'order-received', variables: '={who: body.title}' },
    });
    expect(await receive(signed(hook, { title: 'Ann', amount: 1 }))).toEqual({ status: 'accepted' });
    const [receipt] = await receiptsOf(hook);
    expect(receipt).toMatchObject({ message: 'started' });
    const [run] = await fixture.db<{ process: string }>`
      select process_id as process from runs where id = ${receipt?.runId ?? ''}`;
    expect(run?.process).toBe(receipt?.processId);

    const before = await count();
    await fixture.deploy({ other: diagram('other', start(), end(), flow('s e')) });
    const refused = await create({ ...github, publishMessage: { name: '=body.none', timeToLive: 0 } });
    await receive(signed(refused, { title: 'x', amount: 1 })).catch(() => undefined);
    await fixture.deploy({ ordered });
    expect(await count()).toBe(before + 1);
  });

  it('acts once, although 20 copies come at the same time and more later', async () => {
    const hook = await create();
    const before = await count();
    const copy = () => receive(signed(hook, { title: 'Once', amount: 1 }, { id: 'same' }));
    const answers = await Promise.all(Array.from({ length: 20 }, copy));
    expect(answers.filter(({ status }) => status === 'accepted')).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 'duplicate')).toHaveLength(19);
    expect(await copy()).toEqual({ status: 'duplicate' });
    expect(await count()).toBe(before + 1);
    expect(await receiptsOf(hook)).toMatchObject([{ outcome: 'accepted', duplicates: 20 }]);
  });

  it('[D138] acts once with what is deployed between its checks and its transaction', async () => {
    const hook = await create();
    const before = await count();
    let writes = 0;
    const createProcess: HookDeps['actions']['createProcess'] = (caller, request) =>
      deps.actions.createProcess(
        {
          ...caller,
          async write(work) {
            writes += 1;
            if (writes === 1) await fixture.deploy({ other: diagram('other', start(), end(), flow('s e')) });
            return caller.write(work);
          },
        },
        request,
      );
    const receiveMeanwhile = createHookReceiver({ ...deps, actions: { ...deps.actions, createProcess } });
    expect(await receiveMeanwhile(signed(hook, { title: 'Meanwhile', amount: 1 }))).toEqual({ status: 'accepted' });
    await fixture.deploy({ ordered });
    expect([writes, await count()]).toEqual([2, before + 1]);
    expect(await receiptsOf(hook)).toMatchObject([{ outcome: 'accepted', duplicates: 0 }]);
  });

  it('that could not act is not used up', async () => {
    const hook = await create();
    const before = await count();
    const send = (amount: unknown) => receive(signed(hook, { title: 'x', amount }, { id: 'again' }));
    await expect(send('not a number')).rejects.toMatchObject({ id: 1232 });
    expect(await count()).toBe(before);
    expect(await send(5)).toEqual({ status: 'accepted' });
    expect((await receiptsOf(hook)).map(({ outcome }) => outcome)).toEqual(['accepted', 'failed']);
  });

  it('that `when` does not want is ignored, and expressions do not see what proves the sender', async () => {
    const hook = await create({
      ...github,
      when: '=headers.`x-github-event` = "push" or headers.authorization != null or headers.`x-hub-signature-256` != null',
    });
    const before = await count();
    expect(await receive(signed(hook, { title: 'x' }))).toEqual({ status: 'ignored' });
    expect(await count()).toBe(before);
    expect(await receiptsOf(hook)).toMatchObject([{ outcome: 'ignored' }]);
  });
});

describe('a refused delivery', () => {
  const refusal = { id: 1001, status: 401, detail: 'No hook with this address accepts the signature of the delivery.' };

  it('has one answer, whatever is wrong', async () => {
    const hook = await create();
    const good = signed(hook, { title: 'x', amount: 1 });
    const before = await count();
    const unknown = Buffer.concat([Buffer.from(hook.address, 'base64url').subarray(0, 16), randomBytes(16)]);
    for (const delivery of [
      signed(hook, {}, { secret: 'wrong' }),
      { ...good, body: Buffer.concat([good.body, Buffer.from(' ')]) },
      { ...good, headers: {} },
      { ...good, address: unknown.toString('base64url') },
      { ...good, address: 'short' },
      { ...good, address: '../../x' },
    ]) {
      await expect(receive(delivery)).rejects.toMatchObject(refusal);
    }
    await useCases.updateInboundHook(fixture.caller('ADMIN'), {
      subProjectId: fixture.subProjectId,
      hookId: hook.id,
      enabled: false,
    });
    await expect(receive(good)).rejects.toMatchObject(refusal);
    expect(await count()).toBe(before);
    await expect
      .poll(() => receiptsOf(hook, 'refused'))
      .toMatchObject([{ deliveryId: null, reason: expect.any(String) }]);
  });

  it('too many are told to wait, and those that are signed still get through', async () => {
    const hook = await create();
    const now = Date.now();
    const atOnce = createHookReceiver(deps, () => now);
    const wrong = () => atOnce(signed(hook, {}, { secret: 'wrong' })).catch((error: { id: number }) => error.id);
    const answers = await Promise.all(Array.from({ length: 130 }, wrong));
    expect(answers.filter((id) => id === 1001)).toHaveLength(100);
    expect(answers.filter((id) => id === 1003)).toHaveLength(30);
    expect(await atOnce(signed(hook, { title: 'x', amount: 1 }))).toEqual({ status: 'accepted' });
  });
});

describe('a signed delivery that cannot act says why to the people of the sub-project', () => {
  it.each([
    ['no JSON', github, 'not json', 'not JSON'],
    ['a form', github, 'payload=%7B%7D', 'application/json'],
    ['NUL', github, '{"title":"\\u0000"}', 'cannot be stored'],
    ['a field of another type', github, '{"title":"x","amount":"y"}', 'amount'],
    [
      'a mapping that gives no context',
      { ...github, createProcess: { fields: '=body.title' } },
      '{"title":"x"}',
      'must give a context',
    ],
    [
      'a text that is a list',
      { ...github, createProcess: { stageKey: '=body.list' } },
      '{"list":[1]}',
      'must give a text',
    ],
    [
      'a stage that is not there',
      { ...github, createProcess: { stageKey: '=body.stage' } },
      '{"stage":"nowhere"}',
      'nowhere',
    ],
    [
      'an expression that does not end',
      { ...github, when: '=count(for a in 1..100000, b in 1..100000 return a * b) > 0' },
      '{}',
      '"when"',
    ],
    ['no id', { ...github, deliveryId: 'body:event.id' }, '{"event":{}}', 'It has no id (body:event.id).'],
    [
      'an id that is rounded when it is read',
      { ...github, deliveryId: 'body:id' },
      '{"id":9007199254740993}',
      'It has no id (body:id).',
    ],
  ] as const)('%s', async (_, definition, raw, reason) => {
    const hook = await create(definition as HookDefinition);
    const begun = performance.now();
    const failed = await receive(signed(hook, undefined, { raw })).catch((error: Error) => error);
    expect(performance.now() - begun).toBeLessThan(5000);
    expect(failed).toMatchObject({ id: 1232, detail: expect.stringContaining('getInboundReceipts') });
    expect(await receiptsOf(hook)).toMatchObject([{ outcome: 'failed', reason: expect.stringContaining(reason) }]);
  });

  it('a user without the right, although the administrator made the hook', async () => {
    const hook = await create(github, 'READER');
    await expect(receive(signed(hook, { title: 'x', amount: 1 }))).rejects.toMatchObject({ id: 1232 });
    expect(await receiptsOf(hook)).toMatchObject([
      { outcome: 'failed', reason: expect.stringContaining('process.create') },
    ]);
  });

  it('a disabled user', async () => {
    const hook = await create(github, 'MANAGER');
    await fixture.db`update users set disabled = true where id = ${fixture.userId('MANAGER')}`;
    await receive(signed(hook, { title: 'x', amount: 1 })).catch(() => undefined);
    await fixture.db`update users set disabled = false where id = ${fixture.userId('MANAGER')}`;
    expect(await receiptsOf(hook)).toMatchObject([{ reason: 'The user whose roles apply is disabled or deleted.' }]);
  });
});

describe('secrets', () => {
  it('are sealed, shown once, and rotate with an overlap', async () => {
    const hook = await create();
    const { db, subProjectId } = fixture;
    const [row] = await db<{ text: string }>`select h::text as text from inbound_hooks h where id = ${hook.id}`;
    expect(row?.text).not.toContain(hook.secret);
    const admin = fixture.caller('ADMIN');
    expect(JSON.stringify(await useCases.getInboundHooks(admin, { subProjectId }))).not.toContain(hook.secret);
    const rotate = (overlapSeconds: number, secret?: string) =>
      useCases.rotateInboundHookSecret(admin, {
        subProjectId,
        hookId: hook.id,
        overlapSeconds,
        ...(secret === undefined ? {} : { secret }),
      });
    const body = { title: 'x', amount: 1 };
    const second = await rotate(3600);
    expect(await receive(signed(hook, body))).toEqual({ status: 'accepted' });
    expect(await receive(signed(hook, body, { secret: second.secret }))).toEqual({ status: 'accepted' });
    expect(second.hook.secrets).toMatchObject([{ expiresTs: null }, { expiresTs: expect.any(String) }]);
    await rotate(0, 'given by the other service');
    await expect(receive(signed(hook, body))).rejects.toMatchObject({ id: 1001 });
    await expect(receive(signed(hook, body, { secret: second.secret }))).rejects.toMatchObject({ id: 1001 });
    expect(await receive(signed(hook, body, { secret: 'given by the other service' }))).toEqual({ status: 'accepted' });
    await expect(rotate(0, 'short')).rejects.toMatchObject({ id: 1232 });
    const [audit] = await db<{
      text: string;
    }>`select string_agg(a::text, ' ') as text from audit_log a where subject_type = 'hook'`;
    expect(audit?.text).not.toContain(second.secret);
    expect(audit?.text).not.toContain('given by the other');
  });

  it('[D53] a start brings them under the first key', async () => {
    const hook = await create();
    const next = randomBytes(32).toString('base64');
    await resealHooks(fixture.db, createSealing([next, key]), quietLog);
    const moved = createHookReceiver({ ...deps, sealing: createSealing([next]) });
    expect(await moved(signed(hook, { title: 'x', amount: 1 }))).toEqual({ status: 'accepted' });
    await resealHooks(fixture.db, createSealing([key, next]), quietLog);
    expect(await receive(signed(hook, { title: 'x', amount: 1 }))).toEqual({ status: 'accepted' });
  });

  it('a scheme that cannot have the secret is refused until the secret is rotated', async () => {
    const hook = await create();
    const { subProjectId } = fixture;
    const target = { subProjectId, hookId: hook.id };
    const rotate = (secret: string, overlapSeconds: number) =>
      useCases.rotateInboundHookSecret(fixture.caller('ADMIN'), { ...target, secret, overlapSeconds });
    const change = (scheme: HookDefinition['scheme']) =>
      useCases.updateInboundHook(fixture.caller('ADMIN'), { ...target, scheme });
    await rotate('no base64 at all, but long', 0);
    await expect(change('standard')).rejects.toMatchObject({
      id: 1232,
      detail: expect.stringContaining('Rotate it'),
      errors: [expect.objectContaining({ pointer: '/scheme' })],
    });
    expect((await change('stripe')).hook.scheme).toBe('stripe');
    await rotate(`whsec_${randomBytes(24).toString('base64')}`, 0);
    expect((await change('standard')).hook.scheme).toBe('standard');
    expect((await change('github')).hook.scheme).toBe('github');
  });

  it('[Standard Webhooks] deliveries of the package are accepted, and replays act once', async () => {
    const hook = await create({ ...github, name: 'Standard', scheme: 'standard' });
    const body = JSON.stringify({ title: 'standard', amount: 1 });
    const now = new Date();
    const delivery = (at: Date) => ({
      address: hook.address,
      sender: '192.0.2.1',
      headers: {
        'webhook-id': 'msg_1',
        'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
        'webhook-signature': new Webhook(hook.secret).sign('msg_1', at, body),
      },
      body: Buffer.from(body),
      traceId: 'trace',
    });
    expect(await receive(delivery(now))).toEqual({ status: 'accepted' });
    expect(await receive(delivery(now))).toEqual({ status: 'duplicate' });
    await expect(receive(delivery(new Date(now.getTime() - 400_000)))).rejects.toMatchObject({ id: 1001 });
  });
});

it('receipts are forgotten when their time is over, however many there are', async () => {
  const hook = await create();
  const { db, subProjectId } = fixture;
  const add = (outcome: string, days: number, rows: number) => db`
    insert into inbound_receipts (sub_project_id, id, hook_id, received_ts, delivery_id, outcome)
    select ${subProjectId}, gen_random_uuid(), ${hook.id}, now() - make_interval(days => ${days}), outcome || n, outcome
    from generate_series(1, ${rows}::integer) n, (select ${outcome}::text as outcome) o`;
  await add('accepted', 31, 5);
  await add('ignored', 6, 1);
  await add('failed', 8, 5);
  await add('refused', 2, 5);
  await forgetReceipts(db, 2);
  expect(await receiptsOf(hook)).toHaveLength(1);
});

describe('who may', () => {
  const owner = () => fixture.caller('OWNER');
  // The roles of the fixture have no `hooks`: this caller has it.
  const deny = { id: 1207 };

  it('no role without `hooks` may create, see, change or try one', async () => {
    const hook = await create();
    const { subProjectId } = fixture;
    const target = { subProjectId, hookId: hook.id };
    await expect(useCases.createInboundHook(owner(), { subProjectId, ...github })).rejects.toMatchObject({ id: 1206 });
    await expect(useCases.getInboundHooks(owner(), { subProjectId })).rejects.toMatchObject({ id: 1205 });
    await expect(useCases.getInboundReceipts(owner(), target)).rejects.toMatchObject({ id: 1205 });
    await expect(useCases.updateInboundHook(owner(), { ...target, enabled: false })).rejects.toMatchObject(deny);
    await expect(useCases.rotateInboundHookSecret(owner(), target)).rejects.toMatchObject(deny);
    await expect(useCases.testInboundHook(owner(), { ...target, body: {} })).rejects.toMatchObject(deny);
    await expect(useCases.deleteInboundHook(owner(), target)).rejects.toMatchObject(deny);
  });

  it('a token changes, rotates and tries no hook that acts with wider scopes than its own', async () => {
    const hook = await create();
    const { subProjectId } = fixture;
    const target = { subProjectId, hookId: hook.id };
    const bounded = (...scopes: readonly string[]) => {
      const caller = fixture.caller('ADMIN');
      return { ...caller, principal: { ...caller.principal, scopes } } as typeof caller;
    };
    const works = [
      (caller: Caller) => useCases.updateInboundHook(caller, { ...target, name: 'Mine' }),
      (caller: Caller) => useCases.rotateInboundHookSecret(caller, target),
      (caller: Caller) => useCases.testInboundHook(caller, { ...target, body: {} }),
    ];
    const refused = { id: 1207, detail: expect.stringContaining('narrower scopes') };
    for (const work of works) await expect(work(bounded('hook'))).rejects.toMatchObject(refused);
    await fixture.db`update inbound_hooks set scopes = '{hook,process.create}' where id = ${hook.id}`;
    for (const work of works) {
      await expect(work(bounded('hook', 'task'))).rejects.toMatchObject(refused);
      await work(bounded('hook', 'process'));
      await work(bounded());
    }
  });

  it('a user without a role in the sub-project is nobody to act as', async () => {
    await expect(create(github, 'STRANGER')).rejects.toMatchObject({ id: 1232 });
  });
});

describe('testInboundHook', () => {
  it('says what a delivery would do and changes nothing', async () => {
    const hook = await create({ ...github, publishMessage: { name: 'order-received', correlationKey: '=body.title' } });
    const before = await count();
    let kept: unknown;
    const caller: Caller = {
      ...fixture.caller('ADMIN'),
      write: (work) =>
        fixture.caller('ADMIN').write(async (tx) => {
          const answer = await work(tx);
          kept = answer;
          return answer;
        }),
    };
    const test = (body: object) =>
      useCases.testInboundHook(caller, {
        subProjectId: fixture.subProjectId,
        hookId: hook.id,
        body,
        headers: { 'X-GitHub-Event': 'issues' },
      });
    const told = {
      outcome: 'accepted',
      reason: null,
      createProcess: { fields: { notes: 'T', amount: 2 } },
      publishMessage: { name: 'order-received', correlationKey: 'T', variables: {}, status: 'started' },
    };
    expect(await test({ title: 'T', amount: 2 })).toEqual(told);
    // For an Idempotency-Key.
    expect(kept).toEqual(told);
    expect(await test({ title: 'T', amount: -1 })).toMatchObject({
      outcome: 'failed',
      reason: expect.stringContaining('amount'),
    });
    expect(await count()).toBe(before);
    expect(await receiptsOf(hook)).toEqual([]);
  });
});

it.each([
  [{ name: 'x', scheme: 'github' }, '/createProcess'],
  [{ ...github, scheme: 'hmac' }, '/signature'],
  [{ ...github, scheme: 'hmac', signature: { header: 'X-S' } }, '/deliveryId'],
  [{ ...github, signature: { header: 'X-S' } }, '/signature'],
  [{ ...github, scheme: 'hmac', deliveryId: 'hash', signature: { header: 'Host' } }, '/signature/header'],
  [{ ...github, deliveryId: 'somewhere' }, '/deliveryId'],
  [{ ...github, when: '=(' }, '/when'],
  [{ ...github, when: 'true' }, '/when'],
  [{ ...github, createProcess: { fields: '{a: 1}' } }, '/createProcess/fields'],
  [{ ...github, createProcess: { fields: '={a: nothing(1)}' } }, '/createProcess/fields'],
] as const)('refuses %j', async (definition, pointer) => {
  await expect(create(definition as HookDefinition)).rejects.toMatchObject({
    id: 1232,
    errors: expect.arrayContaining([expect.objectContaining({ pointer })]),
  });
});
