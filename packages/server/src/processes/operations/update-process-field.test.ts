import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../../kernel/identifiers.js';
import { transaction } from '../../postgres/database.js';
import type { TestCallerOptions } from '../../testing/test-caller.js';
import { findProcess, lockProcess } from '../records/processes/find-process.js';
import { createProcessFixture, insertSubProject, invoices, type ProcessFixture } from '../testing/process-fixture.js';

let fixture: ProcessFixture;
let processId: string;

beforeAll(async () => {
  fixture = await createProcessFixture();
});
afterAll(() => fixture.drop());
beforeEach(async () => {
  processId = await fixture.create({ amount: 10, assignee: fixture.userId('ASSIGNEE') });
  fixture.calls.attached.length = 0;
  fixture.calls.changed.length = 0;
});

const update = (who: string, updates: object, options: TestCallerOptions & { readonly id?: string } = {}) =>
  fixture.useCases.updateProcessField(fixture.caller(who, options), {
    subProjectId: fixture.subProjectId,
    processId: options.id ?? processId,
    updates,
  });

const stored = async () => {
  const process = await findProcess(fixture.db, fixture.subProjectId, processId);
  if (process === undefined) throw new Error('the process is gone');
  return process;
};

const auditOf = (id: string) =>
  fixture.db<{ action: string; before: object; after: object; by_id: string; trace_id: string }>`
    select action, before, after, by_id, trace_id from audit_log where process_id = ${id} order by created_ts, id`;

describe('a successful update', () => {
  test('[D17] sets fields and reserved names, all in one version', async () => {
    const updates = { amount: 12.5, tags: ['a', 'b'], state: 'IN_REVIEW', priority: 'HIGH', stageKey: 'stage_review' };
    await expect(update('OWNER', updates)).resolves.toMatchObject({ status: 'success' });
    expect(await stored()).toMatchObject({
      state: 'IN_REVIEW',
      priority: 'HIGH',
      stageKey: 'stage_review',
      fields: { supplier: 'Acme', amount: 12.5, currency: 'EUR', tags: ['a', 'b'] },
      version: 2,
    });
    expect(fixture.calls.changed).toEqual([processId]);
  });

  test('[D17] null clears an optional field', async () => {
    await update('OWNER', { amount: null, notes: null });
    expect((await stored()).fields).toEqual({
      supplier: 'Acme',
      currency: 'EUR',
      assignee: fixture.userId('ASSIGNEE'),
    });
  });

  test('[D20] appends one audit row with the changed members alone', async () => {
    await update('OWNER', { amount: 11, notes: 'x', currency: 'EUR', state: 'IN_REVIEW' }, { traceId: 'trace-9' });
    const rows = await auditOf(processId);
    expect(rows.slice(1)).toEqual([
      {
        action: 'process.update',
        before: { state: 'INIT', fields: { amount: 10, notes: null } },
        after: { state: 'IN_REVIEW', fields: { amount: 11, notes: 'x' } },
        by_id: fixture.userId('OWNER'),
        trace_id: 'trace-9',
      },
    ]);
  });

  test('[D17] what changes nothing writes nothing', async () => {
    await update('OWNER', { amount: 10, state: 'INIT', stageKey: 'stage_init', priority: 'MEDIUM', notes: null });
    expect(await stored()).toMatchObject({ version: 1 });
    expect(await auditOf(processId)).toHaveLength(1);
    expect(fixture.calls.changed).toEqual([]);
  });

  test('[D17] numbers come back as they were sent, and minus zero is zero', async () => {
    const amounts = [Number.MAX_SAFE_INTEGER, 0.1, 1e300, 5e-324, 1.7976931348623157e308];
    for (const amount of amounts) {
      await update('OWNER', { amount });
      expect((await stored()).fields.amount).toBe(amount);
    }
    await update('OWNER', { amount: 0 });
    const { version } = await stored();
    await update('OWNER', { amount: -0 });
    expect((await stored()).version).toBe(version);
  });

  test('[D17] text is kept to the letter', async () => {
    const notes = '  "quoted" \\ \u2028 \u{1f600} \u0001 %_ \'; drop table processes; --  ';
    await update('OWNER', { notes });
    expect((await stored()).fields.notes).toBe(notes);
  });

  test('[D12] a role may move a process out of its own stages: handing over', async () => {
    const id = await fixture.create({}, { stageKey: 'stage_review' });
    await expect(update('REVIEWER', { stageKey: 'stage_done' }, { id })).resolves.toMatchObject({ status: 'success' });
    await expect(update('REVIEWER', { stageKey: 'stage_review' }, { id })).rejects.toMatchObject({ id: 1210 });
  });

  test('[D18] a stored value that its declaration no longer allows stays while others change', async () => {
    await fixture.db`update processes set fields = fields || '{"currency": "DEM", "gone": 1}' where id = ${processId}`;
    await update('OWNER', { amount: 3, currency: 'DEM' });
    expect((await stored()).fields).toMatchObject({ amount: 3, currency: 'DEM', gone: 1 });
  });
});

describe('references', () => {
  test('[D19] a user must be assignable here, in the stage of the process, and not disabled', async () => {
    await update('OWNER', { assignee: fixture.userId('OWNER') });
    for (const who of ['REVIEWER', 'GUEST', 'STRANGER', 'DISABLED', 'ADMIN']) {
      await expect(update('OWNER', { assignee: fixture.userId(who) })).rejects.toMatchObject({
        id: 1232,
        errors: [{ pointer: '/updates/assignee', detail: expect.stringContaining('stage_init') }],
      });
    }
    await expect(update('OWNER', { assignee: 'nobody' })).rejects.toMatchObject({ id: 1232 });
    await update('OWNER', { assignee: fixture.userId('REVIEWER'), stageKey: 'stage_review' });
    expect(await stored()).toMatchObject({ fields: { assignee: fixture.userId('REVIEWER') } });
  });

  test('[D18] a file must be usable; the change is refused as a whole when it is not', async () => {
    const [good, bad] = [newId(), newId()];
    fixture.files.add(good);
    await update('OWNER', { document: good });
    expect(fixture.calls.attached).toEqual([good]);
    await expect(update('OWNER', { document: bad, amount: 77 })).rejects.toMatchObject({
      id: 1232,
      errors: [{ pointer: '/updates/document', detail: expect.stringContaining('listStorage') }],
    });
    expect(await stored()).toMatchObject({ version: 2, fields: { amount: 10, document: good } });
  });
});

describe('errors', () => {
  test.each<[string, string, object, object]>([
    ['[D17] an unknown name', 'OWNER', { colour: 1 }, { id: 1231, errors: [{ pointer: '/updates/colour' }] }],
    ['[D17] a prototype name', 'OWNER', { constructor: 1, toString: 2, valueOf: 3 }, { id: 1231, status: 400 }],
    ['[D17] __proto__', 'OWNER', JSON.parse('{"__proto__": {"amount": 1}}'), { id: 1231 }],
    ['[D17] members that cannot be set', 'OWNER', { id: 'x', createdTs: 'y' }, { id: 1231 }],
    ['[D17] an invalid value', 'OWNER', { amount: -1 }, { id: 1232, errors: [{ pointer: '/updates/amount' }] }],
    ['[D17] a value of the wrong type', 'OWNER', { amount: '10' }, { id: 1232 }],
    ['[D17] null for a required field', 'OWNER', { supplier: null }, { id: 1232 }],
    ['[D17] an unknown state', 'OWNER', { state: 'PAID' }, { id: 1232, errors: [{ pointer: '/updates/state' }] }],
    ['[D17] a state of a prototype name', 'OWNER', { state: 'constructor' }, { id: 1232 }],
    ['[D17] a transition that is not configured', 'OWNER', { state: 'APPROVED' }, { id: 1232 }],
    ['[D17] null as a state', 'OWNER', { state: null }, { id: 1232 }],
    ['[D17] an unknown priority', 'OWNER', { priority: 'URGENT' }, { id: 1232 }],
    ['[D17] a stage that does not exist', 'OWNER', { stageKey: 'stage_x' }, { id: 1232 }],
    ['[D17] nothing to update', 'OWNER', {}, { id: 1232, errors: [{ pointer: '/updates' }] }],
    ['[D12] a field outside the update list', 'ASSIGNEE', { amount: 1, notes: 'x' }, { id: 1207, status: 403 }],
    ['[D12] a reserved name outside the update list', 'ASSIGNEE', { state: 'REJECTED' }, { id: 1207 }],
    ['[D13] the role comes before values', 'ASSIGNEE', { amount: -1 }, { id: 1207 }],
    ['[D17] an unknown name with a list', 'ASSIGNEE', { colour: 1 }, { id: 1231 }],
    ['[D13] a role that may not update', 'GUEST', { amount: 1 }, { id: 1207, status: 403 }],
    ['[D13] a caller without a role there', 'STRANGER', { amount: 1 }, { id: 1207, status: 403 }],
    ['[D13] outside the row filter', 'REVIEWER', { state: 'IN_REVIEW' }, { id: 1210, status: 403 }],
  ])('%s', async (_rule, who, updates, error) => {
    const { errors, ...rest } = error as { errors?: readonly object[] };
    const expected =
      errors === undefined ? rest : { ...rest, errors: errors.map((one) => expect.objectContaining(one)) };
    await expect(update(who, updates)).rejects.toMatchObject({ name: 'CatalogueError', ...expected });
    expect(await stored()).toMatchObject({ version: 1, fields: { amount: 10 } });
    expect(await auditOf(processId)).toHaveLength(1);
  });

  test('[D17] names every field that is wrong, and says what would be right', async () => {
    await expect(
      update('OWNER', { amount: -1, currency: 'DEM', state: 'APPROVED', notes: 'fine' }),
    ).rejects.toMatchObject({
      id: 1232,
      errors: [
        { pointer: '/updates/amount' },
        { pointer: '/updates/currency', detail: expect.stringContaining('EUR') },
        { pointer: '/updates/state', detail: expect.stringContaining('IN_REVIEW, REJECTED') },
      ],
    });
  });

  test('[D12] with several roles the lists of those that cover the process count', async () => {
    const both = fixture.userId('BOTH');
    const id = await fixture.create({ assignee: both });
    await expect(update('BOTH', { state: 'IN_REVIEW' }, { id })).rejects.toMatchObject({ id: 1207 });
    await update('BOTH', { notes: 'mine' }, { id });
    await update('OWNER', { stageKey: 'stage_review' }, { id });
    await update('BOTH', { state: 'IN_REVIEW', notes: 'both' }, { id });
  });

  test.each([newId(), 'nonsense', "' or true --"])('[D13] process %s does not exist', async (id) => {
    await expect(update('OWNER', { amount: 1 }, { id })).rejects.toMatchObject({ id: 1221, status: 404 });
  });

  test('[D13] an unknown sub-project is 1221 here, and so is a process of another one', async () => {
    const request = { processId, updates: { amount: 1 } };
    const { updateProcessField } = fixture.useCases;
    await expect(
      updateProcessField(fixture.caller('OWNER'), { ...request, subProjectId: newId() }),
    ).rejects.toMatchObject({ id: 1221, status: 404 });
    const other = newId();
    await insertSubProject(fixture.db, other, invoices);
    await expect(
      updateProcessField(fixture.caller('ADMIN'), { ...request, subProjectId: other }),
    ).rejects.toMatchObject({ id: 1221 });
  });

  test('[D13] a sub-project without roles is 1203', async () => {
    const roleless = newId();
    await insertSubProject(fixture.db, roleless, { ...invoices, roles: [] });
    const request = { subProjectId: roleless, processId, updates: { amount: 1 } };
    await expect(fixture.useCases.updateProcessField(fixture.caller('OWNER'), request)).rejects.toMatchObject({
      id: 1203,
    });
  });

  test('[D9] a failure nobody foresaw is 1224, and says nothing of its cause', async () => {
    await fixture.owner.script('alter table audit_log rename to audit_log_away');
    try {
      await expect(update('OWNER', { amount: 11 })).rejects.toMatchObject({
        id: 1224,
        status: 500,
        detail: 'The fields could not be updated.',
      });
    } finally {
      await fixture.owner.script('alter table audit_log_away rename to audit_log');
    }
    expect(await stored()).toMatchObject({ version: 1 });
  });
});

describe('at the same time', () => {
  test('[D17] If-Match: of 20 updates of one version exactly one wins', async () => {
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, (_, index) => update('OWNER', { amount: 100 + index }, { ifMatch: '1' })),
    );
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1);
    for (const result of results) {
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ id: 1008, status: 412 });
    }
    expect(await stored()).toMatchObject({ version: 2 });
    expect(await auditOf(processId)).toHaveLength(2);
  });

  test('[D17] updates without If-Match follow one another, and none is lost', async () => {
    const names = ['amount', 'notes', 'tags', 'currency'] as const;
    const values = { amount: 99, notes: 'n', tags: ['t'], currency: 'USD' };
    await Promise.all(names.map((name) => update('OWNER', { [name]: values[name] })));
    expect(await stored()).toMatchObject({ version: 5, fields: values });
  });

  test('[D17] a transition is judged on the state that the update before left', async () => {
    const results = await Promise.allSettled([
      update('OWNER', { state: 'REJECTED' }),
      update('OWNER', { state: 'IN_REVIEW' }),
    ]);
    const state = (await stored()).state;
    // Rejected after in review is a configured move, in review after rejected is none.
    const won = results.filter((result) => result.status === 'fulfilled').length;
    expect([won, state]).toEqual(won === 2 ? [2, 'REJECTED'] : [1, 'REJECTED']);
  });

  test.each(['0', '2', '1.0', 'x', '', '-1', '01', '9'.repeat(40)])(
    '[D17] If-Match %j is not version 1',
    async (ifMatch) => {
      await expect(update('OWNER', { amount: 1 }, { ifMatch })).rejects.toMatchObject({ id: 1008, status: 412 });
    },
  );

  test('[D17] If-Match * asks only that the process exists', async () => {
    await update('OWNER', { amount: 1 }, { ifMatch: '*' });
    expect(await stored()).toMatchObject({ version: 2 });
  });

  test('[D17] lockProcess makes an update wait', async () => {
    const order: string[] = [];
    let waiting: Promise<unknown> = Promise.resolve();
    await transaction(fixture.db, async (tx) => {
      expect(await lockProcess(tx, fixture.subProjectId, processId)).toMatchObject({ id: processId });
      waiting = update('OWNER', { amount: 1 }).then(() => order.push('update'));
      await tx`select pg_sleep(0.05)`;
      order.push('lock');
    });
    await waiting;
    expect(order).toEqual(['lock', 'update']);
  });
});
