import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { signInDemoClients } from './support/demo-clients.js';
import { demoUserId } from './support/person.js';
import { configuration, createProcess, deploy, everythingRole, readProcess, unknownId } from './support/sub-project.js';

const { admin, owner, assignee } = await signInDemoClients();
const { id: subProjectId } = await deploy(admin);

const update = (processId: string, updates: unknown, headers: Readonly<Record<string, string>> = {}) =>
  owner.ok('updateProcessField', { processId, subProjectId, updates }, { headers });
const refused = (processId: unknown, updates: unknown, id: number, headers: Readonly<Record<string, string>> = {}) =>
  owner.refused('updateProcessField', { processId, subProjectId, updates }, id, { headers });

describe('updateProcessField', () => {
  test('[D17] sets fields, state, priority and stage together; null clears; the rest stays', async () => {
    const fields = { supplier: 'Alder', notes: 'old', amount: 3 };
    const id = await createProcess(owner, subProjectId, { fields });
    const before = await readProcess(owner, subProjectId, id);
    const answer = await update(id, {
      notes: null,
      amount: 12.75,
      tags: ['a'],
      state: 'IN_REVIEW',
      priority: 'HIGH',
      stageKey: 'stage_review',
    });
    expect(answer.status).toBe('success');
    const after = await readProcess(owner, subProjectId, id);
    expect(after).toMatchObject({ state: 'IN_REVIEW', priority: 'HIGH', stageKey: 'stage_review', version: '2' });
    expect(after.fields).toEqual({ supplier: 'Alder', currency: 'EUR', amount: 12.75, tags: ['a'] });
    expect(after.createdTs).toBe(before.createdTs);
    expect(Date.parse(after.updatedTs ?? '')).toBeGreaterThanOrEqual(Date.parse(before.updatedTs ?? ''));
  });

  test.each([
    [{ amount: 1, colour: 'red' }, 1231, '/updates/colour'],
    [{ amount: 1, notes: 7 }, 1232, '/updates/notes'],
    [{ amount: 1, currency: 'CHF' }, 1232, '/updates/currency'],
    [{ amount: 1, dueDate: '2026-13-01' }, 1232, '/updates/dueDate'],
    [{ amount: 1, supplier: null }, 1232, '/updates/supplier'],
    [{ amount: 1, assignee: unknownId }, 1232, '/updates/assignee'],
    [{ amount: 1, document: unknownId }, 1232, '/updates/document'],
    [{ amount: 1, state: 'NOWHERE' }, 1232, '/updates/state'],
    [{ amount: 1, state: 'PAID' }, 1232, '/updates/state'],
    [{ amount: 1, state: null }, 1232, '/updates/state'],
    [{ amount: 1, priority: 'URGENT' }, 1232, '/updates/priority'],
    [{ amount: 1, stageKey: 'stage_nowhere' }, 1232, '/updates/stageKey'],
    [{}, 1232, '/updates'],
  ])('[D17] %j changes nothing at all: %i at %s', async (updates, id, pointer) => {
    const processId = await createProcess(owner, subProjectId);
    const before = await readProcess(owner, subProjectId, processId);
    const problem = await refused(processId, updates, id);
    expect(problem.errors?.map((error) => error.pointer)).toContain(pointer);
    expect(await readProcess(owner, subProjectId, processId)).toEqual(before);
  });

  test('[D17] a state is left only by the configured transitions', async () => {
    const id = await createProcess(owner, subProjectId);
    await update(id, { state: 'APPROVED' });
    await update(id, { state: 'PAID' });
    await refused(id, { state: 'INIT' }, 1232);
    expect((await readProcess(owner, subProjectId, id)).state).toBe('PAID');
  });

  test('[D13] unknown processes and sub-projects are 1221, missing members 1200', async () => {
    const id = await createProcess(owner, subProjectId);
    for (const unknown of [unknownId, 'no-uuid', "'; --"]) await refused(unknown, { notes: 'x' }, 1221);
    await owner.refused(
      'updateProcessField',
      { processId: id, subProjectId: unknownId, updates: { notes: 'x' } },
      1221,
    );
    const whole = { processId: id, subProjectId, updates: { notes: 'x' } };
    for (const name of ['processId', 'subProjectId', 'updates']) {
      await owner.refused('updateProcessField', { ...whole, [name]: undefined }, 1200);
    }
    for (const name of ['processId', 'subProjectId']) {
      await owner.refused('updateProcessField', { ...whole, [name]: '' }, 1200);
      await owner.refused('updateProcessField', { ...whole, [name]: 5 }, 1232);
    }
    for (const updates of ['x', 5, [], null]) await refused(id, updates, 1232);
  });

  test('[D13] a process of another sub-project does not exist in this one', async () => {
    const other = await deploy(admin);
    const id = await createProcess(owner, other.id);
    await refused(id, { notes: 'x' }, 1221);
  });
});

describe('lost updates', () => {
  test('[D17] If-Match with an old version is 1008, with the current one or * it passes', async () => {
    const id = await createProcess(owner, subProjectId);
    await update(id, { notes: 'first' }, { 'if-match': '1' });
    await refused(id, { notes: 'late' }, 1008, { 'if-match': '1' });
    await refused(id, { notes: 'late' }, 1008, { 'if-match': 'rubbish' });
    expect((await readProcess(owner, subProjectId, id)).fields.notes).toBe('first');
    await update(id, { notes: 'second' }, { 'if-match': '"2"' });
    await update(id, { notes: 'third' }, { 'if-match': '*' });
  });

  test('[D17] of twenty simultaneous updates with one version exactly one wins', async () => {
    const id = await createProcess(owner, subProjectId);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        owner.call(
          'updateProcessField',
          { processId: id, subProjectId, updates: { notes: `writer ${n}` } },
          { headers: { 'if-match': '1' } },
        ),
      ),
    );
    const winners = answers.flatMap(({ status }, n) => (status === 200 ? [n] : []));
    expect(winners).toHaveLength(1);
    for (const { json, status } of answers) if (status !== 200) expect(json).toMatchObject({ id: 1008 });
    const after = await readProcess(owner, subProjectId, id);
    expect(after).toMatchObject({ version: '2', fields: { notes: `writer ${winners[0]}` } });
  });

  test('[D17] without it simultaneous updates of different fields all stay', async () => {
    const id = await createProcess(owner, subProjectId);
    await Promise.all([
      update(id, { notes: 'n' }),
      update(id, { amount: 1 }),
      update(id, { priority: 'LOW' }),
      update(id, { tags: ['t'] }),
    ]);
    const after = await readProcess(owner, subProjectId, id);
    expect(after).toMatchObject({ version: '5', priority: 'LOW', fields: { notes: 'n', amount: 1, tags: ['t'] } });
  });

  test('[D27] the same key updates once', async () => {
    const id = await createProcess(owner, subProjectId);
    const headers = { 'idempotency-key': randomUUID() };
    const first = await update(id, { notes: 'once' }, headers);
    await update(id, { notes: 'between' });
    expect(await update(id, { notes: 'once' }, headers)).toEqual(first);
    expect(await readProcess(owner, subProjectId, id)).toMatchObject({ version: '3', fields: { notes: 'between' } });
    await refused(id, { notes: 'other' }, 1009, headers);
  });
});

describe('who may update what', () => {
  test('[D12] a role sets only the fields it lists; state, priority and stage count as fields', async () => {
    const { id } = await deploy(
      admin,
      configuration({
        roles: [everythingRole('OWNER'), { name: 'CLERK', read: true, update: ['notes', 'priority'] }],
        members: [
          { user: 'demo-owner', roles: ['OWNER'] },
          { user: 'demo-assignee', roles: ['CLERK'] },
        ],
      }),
    );
    const processId = await createProcess(owner, id);
    const members = { processId, subProjectId: id };
    await assignee.ok('updateProcessField', { ...members, updates: { notes: 'mine', priority: 'LOW' } });
    for (const name of ['amount', 'state', 'stageKey']) {
      const updates = { notes: 'x', [name]: name === 'amount' ? 1 : 'IN_REVIEW' };
      const problem = await assignee.refused('updateProcessField', { ...members, updates }, 1207);
      expect(problem.errors?.map(({ pointer }) => pointer)).toEqual([`/updates/${name}`]);
    }
    expect((await readProcess(owner, id, processId)).fields.notes).toBe('mine');
  });

  test('[D13] outside of the row filter it is 1210', async () => {
    const userId = await demoUserId(admin, 'assignee');
    const own = await createProcess(owner, subProjectId, { fields: { supplier: 'x', assignee: userId } });
    const other = await createProcess(owner, subProjectId);
    const updates = { notes: 'seen' };
    await assignee.ok('updateProcessField', { processId: own, subProjectId, updates });
    await assignee.refused('updateProcessField', { processId: other, subProjectId, updates }, 1210);
  });

  test('[D35] the demo assignee updates only notes, and only of its own invoices', async () => {
    const demo = '01900000-0000-7000-8000-000000000001';
    const page = { page: '1', perPageCount: '1', filters: { subProjectId_id: demo } };
    const { processes } = await assignee.ok('getProcess', page);
    const processId = processes[0]?.id;
    const members = { processId, subProjectId: demo };
    await assignee.ok('updateProcessField', { ...members, updates: { notes: 'Looked at.' } });
    await assignee.refused('updateProcessField', { ...members, updates: { amount: 1 } }, 1207);
    const userId = await demoUserId(admin, 'assignee');
    const foreign = { subProjectId_id: demo, 'fields.assignee': { ne: userId } };
    const others = await owner.ok('getProcess', { ...page, filters: foreign });
    const other = { subProjectId: demo, processId: others.processes[0]?.id, updates: { notes: 'x' } };
    await assignee.refused('updateProcessField', other, 1210);
  });
});

test('[D18] a new declaration never breaks what is stored', async () => {
  const before = configuration();
  const { id } = await deploy(admin, before);
  const processId = await createProcess(owner, id, { fields: { supplier: 'x', amount: 7, notes: 'kept' } });
  const narrower = {
    supplier: { type: 'string', required: true },
    amount: { type: 'number', maximum: 5 },
    assignee: { type: 'string', format: 'user' },
  };
  await admin.ok('deploySubProject', { subProjectId: id, document: { ...before, fields: narrower } });
  expect((await readProcess(owner, id, processId)).fields).toMatchObject({ supplier: 'x', amount: 7 });
  const members = { processId, subProjectId: id };
  await owner.ok('updateProcessField', { ...members, updates: { supplier: 'y', amount: 7 } });
  await owner.refused('updateProcessField', { ...members, updates: { amount: 6 } }, 1232);
});
