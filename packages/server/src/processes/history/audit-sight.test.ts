import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AuditEntry, appendAudit } from '../../audit/records/append.js';
import { newId } from '../../kernel/identifiers.js';
import { transaction } from '../../postgres/database.js';
import { createProcessFixture, invoices, type ProcessFixture } from '../testing/process-fixture.js';

/** Reads every process and not every field. */
const LISTED = { name: 'LISTED', read: ['supplier', 'notes'], update: ['notes'], audit: true };
/** Reads every field of the processes in one stage. */
const STAGED = { name: 'STAGED', stages: ['stage_review'], read: true, audit: true };

let fixture: ProcessFixture;
let processId: string;
beforeAll(async () => {
  fixture = await createProcessFixture({ ...invoices, roles: [...(invoices.roles ?? []), LISTED, STAGED] });
  processId = await fixture.create({ amount: 7, assignee: fixture.userId('ASSIGNEE') }, { stageKey: 'stage_review' });
  await append('OWNER', { action: 'bulk.start', subjectType: 'bulk', after: bulk });
  await append('LISTED', { action: 'bulk.start', subjectType: 'bulk', after: bulk });
  await append('OWNER', { action: 'bulk.complete', subjectType: 'bulk', after: { state: 'COMPLETED', done: 9 } });
  await append('OWNER', { action: 'message.publish', subjectType: 'subProject', after: message });
  await append('OWNER', { action: 'message.publish', subjectType: 'subProject', processId, after: message });
  await append('OWNER', { action: 'signal.broadcast', subjectType: 'subProject', after: { name: 's', runCount: 9 } });
  await append('OWNER', { action: 'subProject.deploy', subjectType: 'subProject', after: { version: '2', changes } });
  await append('OWNER', { action: 'storage.reconcile', subjectType: 'storage', after: { repair: true } });
  await append('OWNER', {
    action: 'incident.retry',
    subjectType: 'run',
    processId,
    after: { variables: ['amount', 'notes', 'other'] },
  });
  await append('OWNER', { action: 'run.cancel', subjectType: 'run', processId, after: { reason: 'amount was 7' } });
  await append('OWNER', { action: 'some.thing', subjectType: 'subProject', after: { x: 1 } });
});
afterAll(() => fixture.drop());

const bulk = { names: ['amount', 'notes'], total: 9, reason: 'amounts were wrong' };
const message = { name: 'paid', correlationKey: 'INV-7', status: 'buffered', runId: null };
const changes = ['field "amount" was added'];

const append = (who: string, entry: Partial<AuditEntry> & Pick<AuditEntry, 'action' | 'subjectType' | 'after'>) =>
  transaction(fixture.db, (tx) =>
    appendAudit(tx, fixture.caller(who), [
      { subProjectId: fixture.subProjectId, subjectId: newId(), processId: null, before: null, ...entry } as AuditEntry,
    ]),
  );

async function rows(who: string) {
  const filters = JSON.stringify({ action: { ne: 'process.create' } });
  const { logs, meta } = await fixture.useCases.getAuditLogs(fixture.caller(who), {
    subProjectId: fixture.subProjectId,
    filters,
    perPageCount: '100',
  });
  expect(meta.totalCount).toBe(String(logs.length));
  return logs.map(({ action, after }) => [action, after]).reverse();
}

test('[D20] a reader of every field of every process reads every row whole', async () => {
  const all = [
    ['bulk.start', bulk],
    ['bulk.start', bulk],
    ['bulk.complete', { state: 'COMPLETED', done: 9 }],
    ['message.publish', message],
    ['message.publish', message],
    ['signal.broadcast', { name: 's', runCount: 9 }],
    ['subProject.deploy', { version: '2', changes }],
    ['storage.reconcile', { repair: true }],
    ['incident.retry', { variables: ['amount', 'notes', 'other'] }],
    ['run.cancel', { reason: 'amount was 7' }],
    ['some.thing', { x: 1 }],
  ];
  expect(await rows('OWNER')).toEqual(all);
  expect(await rows('ADMIN')).toEqual(all);
});

test('[D12] [D20] with a field list: no texts that may hold other fields, no names of them, nothing about many processes but one’s own', async () => {
  const { correlationKey: _, ...withoutKey } = message;
  expect(await rows('LISTED')).toEqual([
    ['bulk.start', { names: ['notes'], total: 9 }],
    ['message.publish', withoutKey],
    ['subProject.deploy', { version: '2' }],
    ['storage.reconcile', { repair: true }],
    ['incident.retry', { variables: ['notes', 'other'] }],
    ['run.cancel', {}],
  ]);
});

test('[D12] [D20] with a row filter: nothing about processes outside it, nothing about many processes', async () => {
  expect(await rows('STAGED')).toEqual([
    ['message.publish', message],
    ['subProject.deploy', { version: '2', changes }],
    ['storage.reconcile', { repair: true }],
    ['incident.retry', { variables: ['amount', 'notes', 'other'] }],
    ['run.cancel', { reason: 'amount was 7' }],
  ]);
  await fixture.create({}, { stageKey: 'stage_init' });
  const actions = (await rows('ASSIGNEE')).map(([action]) => action);
  expect(actions).not.toContain('bulk.start');
});
