import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Database, transaction } from '../../postgres/database.js';
import { createSubProjects } from '../../sub-projects/configuration/sub-projects.js';
import { createProcessFixture, invoices, type ProcessFixture } from '../testing/process-fixture.js';
import { enforceUniqueFields } from './unique-fields.js';

const document = {
  ...invoices,
  businessKey: 'number',
  fields: {
    ...invoices.fields,
    number: { type: 'string', maxLength: 50, 'x-unique': true },
    orderNumber: { type: 'string', maxLength: 50, 'x-unique': true },
  },
};

let fixture: ProcessFixture;
let db: Database;
beforeAll(async () => {
  fixture = await createProcessFixture(document);
  db = fixture.db;
});
afterAll(() => fixture.drop());
beforeEach(() => db`delete from processes`);

const update = (processId: string, updates: object) =>
  fixture.useCases.updateProcessField(fixture.caller('OWNER'), {
    subProjectId: fixture.subProjectId,
    processId,
    updates,
  });
const list = (filters: object, who = 'OWNER') =>
  fixture.useCases.getProcess(fixture.caller(who), {
    page: '1',
    perPageCount: '10',
    filters: JSON.stringify({ subProjectId_id: fixture.subProjectId, ...filters }),
  });
const idsOf = async (filters: object, who?: string) => (await list(filters, who)).processes.map(({ id }) => id);

const taken = (pointer: string) => ({
  id: 1232,
  errors: [{ pointer, detail: expect.stringContaining('another process of the sub-project has this value') }],
});

describe('[D75] a unique field', () => {
  test('takes a value once, when created and when updated, and frees it when it changes or the process goes', async () => {
    const first = await fixture.create({ number: 'A-1' });
    await expect(fixture.create({ number: 'A-1' })).rejects.toMatchObject(taken('/fields/number'));
    const second = await fixture.create({ number: 'A-2' });
    await expect(update(second, { number: 'A-1' })).rejects.toMatchObject(taken('/updates/number'));
    expect(await update(second, { number: 'A-2', notes: 'x' }), 'its own value').toMatchObject({ status: 'success' });
    await update(first, { number: 'A-3' });
    await update(second, { number: 'A-1' });
    await update(second, { number: null });
    await fixture.create({ number: 'A-1' });
    await db`delete from processes where id = ${first}`;
    await fixture.create({ number: 'A-3' });
  });

  test('compares exactly, and says nothing of fields and processes without a value', async () => {
    await fixture.create({ number: 'a-1', orderNumber: 'A-1' });
    await fixture.create({ number: 'A-1' });
    await fixture.create();
    await fixture.create();
  });

  test('of two writers at once one gets the value', async () => {
    const outcomes = await Promise.allSettled(Array.from({ length: 6 }, () => fixture.create({ number: 'B-1' })));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ id: 1232 });
    }
  });

  test('an import is refused with the lines whose values are taken, by a process or by a line before', async () => {
    await fixture.create({ number: 'C-1' });
    const content = ['C-2', 'C-1', 'C-2', 'C-3']
      .map((number) => JSON.stringify({ fields: { supplier: 'Acme', number } }))
      .join('\n');
    const request = { subProjectId: fixture.subProjectId, format: 'ndjson', content } as const;
    const dry = await fixture.useCases.importProcesses(fixture.caller('OWNER'), { ...request, dryRun: true });
    expect(dry.errors.map(({ line }) => line)).toEqual([2, 3]);
    await expect(fixture.useCases.importProcesses(fixture.caller('OWNER'), request)).rejects.toMatchObject({
      id: 1232,
    });
    expect((await list({})).meta.totalCount).toBe('1');
  });

  test('its business key finds a process, alone, in lists and within other conditions', async () => {
    const first = await fixture.create({ number: 'D-1' });
    const second = await fixture.create({ number: 'D-2' });
    await fixture.create({ number: 'D-3' });
    expect(await idsOf({ businessKey: 'D-1' })).toEqual([first]);
    expect(await idsOf({ businessKey: ['D-2', 'D-1', 'D-9'] })).toEqual([second, first]);
    expect(await idsOf({ businessKey: 'D-9' })).toEqual([]);
    expect(await idsOf({ or: [{ businessKey: 'D-1' }, { 'fields.number': { startsWith: 'D-2' } }] })).toEqual([
      second,
      first,
    ]);
    expect(await idsOf({ businessKey: { contains: '-2' } })).toEqual([second]);
    expect(await idsOf({ businessKey: 'D-1', state: 'APPROVED' })).toEqual([]);
  });

  test('who may not read the field cannot ask for it, nor for rows beyond the own', async () => {
    const id = await fixture.create({ number: 'E-1' }, { stageKey: 'stage_done' });
    await expect(list({ businessKey: 'E-1' }, 'CLERK')).rejects.toMatchObject({ id: 1230 });
    expect(await idsOf({ businessKey: 'E-1' }, 'REVIEWER')).toEqual([]);
    expect(await idsOf({ businessKey: 'E-1' })).toEqual([id]);
  });

  test('a field that is hidden on some rows finds none of these', async () => {
    const seen = { number: 'F-1', assignee: fixture.userId('BOTH') };
    await fixture.create(seen);
    expect(await idsOf({ businessKey: 'F-1' }, 'BOTH')).toEqual([]);
    expect(await idsOf({}, 'BOTH')).toHaveLength(1);
  });

  test('a field becomes unique when no two processes have a value, and is free again when it is not declared', async () => {
    const declared = async (names: readonly string[]) => {
      const subProject = await createSubProjects(db).load(fixture.subProjectId);
      const fields = new Map(
        [...subProject.fields].map(([name, field]) => [name, { ...field, unique: names.includes(name) }]),
      );
      await transaction(db, (tx) => enforceUniqueFields(tx, { ...subProject, fields }));
    };
    await fixture.create({ notes: 'same', supplier: 'One' });
    await fixture.create({ notes: 'same', supplier: 'Two' });
    await expect(declared(['notes'])).rejects.toMatchObject({
      id: 1232,
      errors: [{ pointer: '/document/fields/notes/x-unique', detail: '2 processes have the value "same"' }],
    });
    await declared(['supplier']);
    // The servers do not know it yet; the database does.
    await expect(fixture.create({ supplier: 'One' })).rejects.toMatchObject({ id: 1232 });
    await declared(['number', 'orderNumber']);
    await fixture.create({ supplier: 'One' });
  });

  test('a writer that began before a field became unique is waited for', async () => {
    const subProject = await createSubProjects(db).load(fixture.subProjectId);
    const notes = subProject.fields.get('notes');
    if (notes === undefined) throw new Error('there is no field notes');
    const fields = new Map([...subProject.fields, ['notes', { ...notes, unique: true }]]);
    await fixture.create({ notes: 'late' });
    let deployment: Promise<void> | undefined;
    await transaction(db, async (tx) => {
      await tx`insert into processes (id, sub_project_id, state, priority, stage_key, fields, created_ts, updated_ts)
        values (gen_random_uuid(), ${fixture.subProjectId}, 'INIT', 'LOW', 'stage_init', '{"notes": "late"}', now(), now())`;
      deployment = transaction(db, (other) => enforceUniqueFields(other, { ...subProject, fields }));
      await expect.poll(() => db`select 1 from pg_locks where locktype = 'advisory' and not granted`).toHaveLength(1);
    });
    await expect(deployment).rejects.toMatchObject({ id: 1232 });
  });
});

test('who created a process is kept, can be asked for and filtered by', async () => {
  const id = await fixture.create({});
  const { processes } = await fixture.useCases.getProcess(fixture.caller('OWNER'), {
    page: '1',
    perPageCount: '10',
    filters: JSON.stringify({ subProjectId_id: fixture.subProjectId, createdBy: fixture.userId('OWNER') }),
    include: 'createdBy',
  });
  expect(processes).toEqual([expect.objectContaining({ id, createdBy: fixture.userId('OWNER') })]);
  expect(await idsOf({ createdBy: fixture.userId('CLERK') })).toEqual([]);
});
