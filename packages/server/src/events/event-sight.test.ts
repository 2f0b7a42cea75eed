import type { Event } from '@millrace/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { appendAudit } from '../audit/records/append.js';
import { listenForJobs } from '../jobs/hints/job-hints.js';
import { unauthenticated } from '../kernel/errors/access-errors.js';
import { newId } from '../kernel/identifiers.js';
import { transaction } from '../postgres/database.js';
import {
  createProcessFixture,
  insertSubProject,
  invoices,
  type ProcessFixture,
} from '../processes/testing/process-fixture.js';
import { quietLog } from '../testing/quiet-log.js';
import { testSignIn } from '../testing/test-caller.js';
import type { Caller } from '../use-case/caller.js';
import { createEventFeed } from './feed/event-feed.js';
import { createSequencer } from './sequencer/sequencer.js';
import { eventUseCases } from './use-cases.js';

const document = {
  ...invoices,
  roles: [
    { name: 'OWNER', assignable: true, read: true, create: true, update: true, subscribe: true },
    { name: 'REVIEWER', stages: ['stage_review'], read: true, subscribe: ['process.*'] },
    {
      name: 'ASSIGNEE',
      assignable: true,
      filter: { 'fields.assignee': '$user.id' },
      read: ['supplier', 'assignee'],
      subscribe: ['process.updated', 'process.hidden'],
    },
    { name: 'BLIND', subscribe: true },
    { name: 'GUEST', read: true },
    { name: 'STATES', filter: { state: 'INIT' }, read: ['notes'], subscribe: true },
  ],
};

let fixture: ProcessFixture;
let events: ReturnType<typeof eventUseCases>;
const stopping = new AbortController();
beforeAll(async () => {
  fixture = await createProcessFixture(document);
  const { db, url } = fixture;
  const hints = listenForJobs({ url, log: quietLog });
  const sequencer = createSequencer({ db, channel: 'millrace_jobs', retentionDays: 30, log: quietLog });
  const feed = createEventFeed({ db, sequencer, hints, log: quietLog });
  events = eventUseCases({ ...fixture.deps, feed, stopping: stopping.signal });
  return () => hints.close();
});
afterAll(() => {
  stopping.abort();
  return fixture.drop();
});

const read = async (who: string, more: Record<string, string | string[]> = {}, caller: Caller = fixture.caller(who)) =>
  events.getEvents(caller, { subProjectId: fixture.subProjectId, ...more });
const told = (list: readonly Event[], processId: string) =>
  list.filter((event) => event.processId === processId).map(({ type, data }) => [type, data]);
const update = (processId: string, updates: object) =>
  fixture.useCases.updateProcessField(fixture.caller('OWNER'), {
    subProjectId: fixture.subProjectId,
    processId,
    updates,
  });

describe('what a caller sees of events', () => {
  test('every type that is written can be asked for', async () => {
    const subProjectId = newId();
    await insertSubProject(fixture.db, subProjectId, {
      ...document,
      members: [{ user: fixture.userId('OWNER'), roles: ['OWNER'] }],
    });
    const owner = fixture.caller('OWNER');
    const row = { subProjectId, subjectId: newId(), processId: null, before: null, after: {} } as const;
    await transaction(fixture.db, (tx) =>
      appendAudit(tx, owner, [
        { ...row, subjectType: 'task', action: 'task.assign' },
        { ...row, subjectType: 'task', action: 'task.update' },
        { ...row, subjectType: 'member', action: 'member.setRoles' },
        { ...row, subjectType: 'file', action: 'file.signParts' },
      ]),
    );
    const { events: written } = await events.getEvents(owner, { subProjectId });
    const types = written.map(({ type }) => type);
    expect(types).toEqual(['task.assigned', 'task.updated', 'member.updated']);
    for (const type of types) {
      expect((await events.getEventTypes(owner, { types: [type] })).types).toMatchObject([{ type }]);
      expect((await events.getEvents(owner, { subProjectId, types: [type] })).events).toMatchObject([{ type }]);
    }
  });

  test('[D12] fields outside the read list are not there', async () => {
    const processId = await fixture.create({ assignee: fixture.userId('ASSIGNEE'), amount: 5 });
    await update(processId, { amount: 7, supplier: 'New' });
    const own = await read('ASSIGNEE', { processId });
    expect(told(own.events, processId)).toEqual([
      ['process.updated', { before: { fields: { supplier: 'Acme' } }, after: { fields: { supplier: 'New' } } }],
    ]);
    const all = await read('OWNER', { processId });
    expect(told(all.events, processId)).toEqual([
      ['process.created', expect.objectContaining({ after: expect.objectContaining({ state: 'INIT' }) })],
      [
        'process.updated',
        { before: { fields: { amount: 5, supplier: 'Acme' } }, after: { fields: { amount: 7, supplier: 'New' } } },
      ],
    ]);
    const blind = await read('BLIND', { processId });
    expect(told(blind.events, processId)[1]).toEqual([
      'process.updated',
      { before: { fields: {} }, after: { fields: {} } },
    ]);
  });

  test('[D12] processes outside the row filter are not told of, and one that leaves it is told of once', async () => {
    const other = await fixture.create({ assignee: fixture.userId('OWNER') });
    const processId = await fixture.create({ assignee: fixture.userId('ASSIGNEE') });
    await update(processId, { notes: 'mine' });
    await update(processId, { assignee: fixture.userId('OWNER'), amount: 1 });
    await update(processId, { notes: 'not mine' });
    await update(other, { notes: 'never mine' });
    const { events: seen } = await read('ASSIGNEE');
    expect(told(seen, other)).toEqual([]);
    expect(told(seen, processId)).toEqual([['process.hidden', {}]]);
    const hidden = seen.find((event) => event.processId === processId);
    expect(hidden?.by).toEqual({ id: 'system', name: 'system' });
    await update(processId, { assignee: fixture.userId('ASSIGNEE') });
    // It is visible again, and so is what happened to it.
    expect(told((await read('ASSIGNEE')).events, processId).map(([type]) => type)).toEqual(
      Array.from({ length: 4 }, () => 'process.updated'),
    );
  });

  test('[D12] a process with very many changes does not keep another from being told of as hidden', async () => {
    const subProjectId = newId();
    const member = (who: string) => ({ user: fixture.userId(who), roles: [who] });
    await insertSubProject(fixture.db, subProjectId, { ...document, members: ['OWNER', 'ASSIGNEE'].map(member) });
    const owner = fixture.caller('OWNER');
    const leaving = async () => {
      const fields = { supplier: 'x', assignee: fixture.userId('ASSIGNEE') };
      const { id } = await fixture.useCases.createProcess(owner, { subProjectId, fields });
      const updates = { assignee: fixture.userId('OWNER') };
      await fixture.useCases.updateProcessField(owner, { subProjectId, processId: id, updates });
      return id;
    };
    const [busy, other] = [await leaving(), await leaving()];
    const { latest } = await events.getEvents(owner, { subProjectId });
    await fixture.db`
      insert into event_log (sub_project_id, position, logged_ts, type, process_id, sequence, subject_type, subject_id, data,
        by_id, by_name, trace_id, created_ts)
      select sub_project_id, position + n, logged_ts, type, ${busy}::uuid, 100 + n, subject_type, ${busy}::text,
        '{"before": {}}', by_id, by_name, trace_id, created_ts
      from event_log, generate_series(1, 2001) n where sub_project_id = ${subProjectId} and position = ${Number(latest)}`;
    await fixture.db`
      update event_positions set last_position = last_position + 2001 where sub_project_id = ${subProjectId}`;
    const seen = await events.getEvents(fixture.caller('ASSIGNEE'), { subProjectId, types: ['process.hidden'] });
    // What the busy process was is not known; what the other was is.
    expect(told(seen.events, busy)).toEqual([]);
    expect(told(seen.events, other)).toEqual([['process.hidden', {}]]);
  });

  test('[D12] a stage or a state that the role does not cover hides a process as well', async () => {
    const processId = await fixture.create({}, { stageKey: 'stage_review' });
    const noted = await fixture.create({});
    await update(processId, { stageKey: 'stage_done' });
    await update(processId, { stageKey: 'stage_init' });
    await update(noted, { state: 'REJECTED', notes: 'x' });
    expect(told((await read('REVIEWER')).events, processId)).toEqual([['process.hidden', {}]]);
    expect(told((await read('STATES')).events, noted)).toEqual([['process.hidden', {}]]);
  });

  test('[D12] a role tells only the types that it subscribes to, and of its own rows only', async () => {
    const both = fixture.caller('BOTH');
    const processId = await fixture.create({ assignee: fixture.userId('BOTH') });
    await update(processId, { notes: 'y' });
    // ASSIGNEE covers the process and subscribes to no creations; REVIEWER does, and does not cover it.
    expect(told((await read('BOTH', {}, both)).events, processId).map(([type]) => type)).toEqual(['process.updated']);
    await update(processId, { stageKey: 'stage_review' });
    expect(told((await read('BOTH', {}, both)).events, processId).map(([type]) => type)).toEqual([
      'process.created',
      'process.updated',
      'process.updated',
    ]);
  });

  test('[D13] who may not, and what is not there', async () => {
    const processId = await fixture.create({});
    await expect(read('GUEST')).rejects.toMatchObject({ id: 1205 });
    await expect(read('STRANGER')).rejects.toMatchObject({ id: 1205 });
    await expect(read('ASSIGNEE', { processId })).rejects.toMatchObject({ id: 1205 });
    await expect(read('OWNER', { processId: newId() })).rejects.toMatchObject({ id: 1221 });
    await expect(read('OWNER', { types: ['process.update'] })).rejects.toMatchObject({ id: 1232 });
    await expect(read('OWNER', { afterPosition: '-1' })).rejects.toMatchObject({ id: 1232 });
    await expect(read('OWNER', { afterSequence: '1' })).rejects.toMatchObject({ id: 1200 });
    await expect(read('OWNER', {}, fixture.caller('OWNER', { scopes: ['process'] }))).rejects.toMatchObject({
      id: 1205,
    });
    await expect(read('OWNER', {}, fixture.caller('OWNER', { scopes: ['event'] }))).resolves.toBeDefined();
  });
});

describe('reading the log', () => {
  test('page by page, by type, and of a process from one of its numbers on', async () => {
    const processId = await fixture.create({});
    for (const notes of ['a', 'b', 'c']) await update(processId, { notes });
    const first = await read('OWNER', { limit: '2' });
    expect(first.events.map(({ position }) => position)).toEqual(['1', '2']);
    expect(first).toMatchObject({ next: '2', reset: false });
    const second = await read('OWNER', { limit: '2', afterPosition: first.next });
    expect(second.events.map(({ position }) => position)).toEqual(['3', '4']);
    const gap = await read('OWNER', { processId, afterSequence: '1', limit: '2' });
    expect(gap.events.map(({ sequence }) => sequence)).toEqual(['2', '3']);
    const created = await read('OWNER', { types: ['process.created'] });
    expect(new Set(created.events.map(({ type }) => type))).toEqual(new Set(['process.created']));
    expect(created.next).toBe(created.latest);
    expect((await read('OWNER', { afterPosition: 'latest' })).events).toEqual([]);
  });

  test('a long poll is answered as soon as there is an event, and not by one of another type', async () => {
    const { latest } = await read('OWNER');
    const processId = await fixture.create({});
    const waiting = read('OWNER', { afterPosition: latest, types: ['process.updated'], waitSeconds: '20' });
    await update(processId, { notes: 'now' });
    const { events: seen } = await waiting;
    expect(told(seen, processId)).toEqual([['process.updated', expect.anything()]]);
  });

  test('[D13] a long poll whose token ends while it waits is refused, and gets no event', async () => {
    const { latest } = await read('OWNER');
    const ended = unauthenticated('The token has ended.');
    const signIn = { ...testSignIn, check: () => Promise.reject(ended), facts: () => Promise.reject(ended) };
    const waiting = read('OWNER', { afterPosition: latest, waitSeconds: '20' }, { ...fixture.caller('OWNER'), signIn });
    const refused = expect(waiting).rejects.toMatchObject({ id: 1001 });
    await fixture.create({});
    await refused;
  });

  test('the events of a process end at `latest`, so that `next` brings none of them twice', async () => {
    const processId = await fixture.create({});
    await update(processId, { notes: 'later' });
    const { latest } = await read('OWNER');
    const { subProjectId, db } = fixture;
    // As if the update had got its place just after the request had read where the log ends.
    await db`update event_positions set last_position = last_position - 1 where sub_project_id = ${subProjectId}`;
    const first = await read('OWNER', { processId });
    await db`update event_positions set last_position = last_position + 1 where sub_project_id = ${subProjectId}`;
    expect(first.events.map(({ type }) => type)).toEqual(['process.created']);
    expect(first.next).toBe(String(Number(latest) - 1));
    const rest = await read('OWNER', { processId, afterPosition: first.next });
    expect(rest.events.map(({ type }) => type)).toEqual(['process.updated']);
  });

  test('an answer has 8 MiB of events at most, and `next` goes on after the last of them', async () => {
    const processId = await fixture.create({});
    const { latest } = await read('OWNER');
    // Compresses well: the stored size says nothing about the size in memory.
    await fixture.db`
      insert into event_inbox (sub_project_id, process_id, type, subject_type, subject_id, data, by_id, by_name, trace_id, created_ts)
      select ${fixture.subProjectId}::uuid, ${processId}::uuid, 'custom.large', 'process', ${processId}::text,
        json_build_object('text', repeat('x', 4500000)), 'system', 'system', 'trace', now()
      from generate_series(1, 3)`;
    for (const more of [{}, { processId }]) {
      const first = await read('OWNER', { afterPosition: latest, ...more });
      expect(first.events).toHaveLength(2);
      expect(first.next).toBe(first.events.at(-1)?.position);
      const second = await read('OWNER', { afterPosition: first.next, ...more });
      expect(second.events).toHaveLength(1);
      expect(second.next).toBe(second.latest);
    }
  });

  test('positions that were deleted are told of', async () => {
    const subProjectId = newId();
    await insertSubProject(fixture.db, subProjectId, document);
    const admin = fixture.caller('ADMIN');
    for (let count = 0; count < 3; count += 1) {
      await fixture.useCases.createProcess(admin, { subProjectId, fields: { supplier: 'x' } });
    }
    await events.getEvents(admin, { subProjectId });
    await fixture.db`update event_positions set first_position = 3 where sub_project_id = ${subProjectId}`;
    expect(await events.getEvents(admin, { subProjectId, afterPosition: '1' })).toMatchObject({
      reset: true,
      events: [{ position: '3' }],
    });
    expect(await events.getEvents(admin, { subProjectId })).toMatchObject({
      reset: false,
      events: [{ position: '3' }],
    });
  });

  test('getEventTypes describes every type', async () => {
    const { types } = await events.getEventTypes(fixture.caller('STRANGER'), {});
    expect(types.map(({ type }) => type)).toEqual(
      expect.arrayContaining(['process.updated', 'task.opened', 'custom.*']),
    );
    expect(types.find(({ type }) => type === 'run.paused')?.schema).toMatchObject({
      type: 'object',
      required: ['runId', 'workflowId', 'state'],
    });
    expect((await events.getEventTypes(fixture.caller('STRANGER'), { types: ['incident.*'] })).types).toHaveLength(2);
  });
});
