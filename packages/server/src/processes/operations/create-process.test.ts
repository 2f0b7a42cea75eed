import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isUuid, newId } from '../../kernel/identifiers.js';
import { findProcess } from '../records/processes/find-process.js';
import { createProcessFixture, insertSubProject, invoices, type ProcessFixture } from '../testing/process-fixture.js';

let fixture: ProcessFixture;
beforeAll(async () => {
  fixture = await createProcessFixture();
});
afterAll(() => fixture.drop());

const create = (who: string, request: object = {}) =>
  fixture.useCases.createProcess(fixture.caller(who), {
    subProjectId: fixture.subProjectId,
    fields: { supplier: 'Acme' },
    ...request,
  });

const count = async () => (await fixture.db<{ n: number }>`select count(*) as n from processes`)[0]?.n;

describe('a new process', () => {
  test('[D16] [D18] starts in the initial state, the default stage and priority, with default values', async () => {
    const { id, status } = await create('OWNER', { fields: { supplier: 'Acme', amount: 5, notes: null } });
    expect(status).toBe('success');
    expect(isUuid(id)).toBe(true);
    expect(await findProcess(fixture.db, fixture.subProjectId, id)).toMatchObject({
      state: 'INIT',
      priority: 'MEDIUM',
      stageKey: 'stage_init',
      fields: { supplier: 'Acme', amount: 5, currency: 'EUR' },
      version: 1,
    });
    const audit = await fixture.db`select action, before, after from audit_log where process_id = ${id}`;
    expect(audit).toEqual([
      {
        action: 'process.create',
        before: null,
        after: {
          state: 'INIT',
          priority: 'MEDIUM',
          stageKey: 'stage_init',
          fields: { supplier: 'Acme', amount: 5, currency: 'EUR' },
        },
      },
    ]);
  });

  test('[D16] takes a priority and a stage', async () => {
    const { id } = await create('OWNER', { priority: 'HIGH', stageKey: 'stage_review' });
    expect(await findProcess(fixture.db, fixture.subProjectId, id)).toMatchObject({
      priority: 'HIGH',
      stageKey: 'stage_review',
    });
  });

  test('[D18] [D19] attaches files and checks users in its stage', async () => {
    const file = newId();
    fixture.files.add(file);
    const assignee = fixture.userId('REVIEWER');
    await create('OWNER', { fields: { supplier: 'A', document: file, assignee }, stageKey: 'stage_review' });
    expect(fixture.calls.attached).toEqual([file]);
    const before = await count();
    await expect(create('OWNER', { fields: { supplier: 'A', assignee } })).rejects.toMatchObject({
      id: 1232,
      errors: [{ pointer: '/fields/assignee' }],
    });
    await expect(create('OWNER', { fields: { supplier: 'A', document: newId() } })).rejects.toMatchObject({
      id: 1232,
      errors: [{ pointer: '/fields/document' }],
    });
    expect(await count()).toBe(before);
  });

  test('[D12] a create list admits what stands in it; defaults need no permission', async () => {
    const { id } = await create('CLERK', { fields: { supplier: 'A', notes: 'n' } });
    expect(await findProcess(fixture.db, fixture.subProjectId, id)).toMatchObject({ fields: { currency: 'EUR' } });
  });
});

describe('errors', () => {
  test.each<[string, string, object, object]>([
    ['[D13] an unknown sub-project', 'OWNER', { subProjectId: newId() }, { id: 1202, status: 404 }],
    ['[D13] a role that may not create', 'ASSIGNEE', {}, { id: 1206, status: 403 }],
    ['[D13] a caller without a role there', 'STRANGER', {}, { id: 1206, status: 403 }],
    ['[D12] a field outside the create list', 'CLERK', { fields: { supplier: 'A', amount: 1 } }, { id: 1206 }],
    ['[D12] a priority outside the create list', 'CLERK', { priority: 'HIGH' }, { id: 1206 }],
    ['[D12] a stage outside the stages of the role', 'CLERK', { stageKey: 'stage_done' }, { id: 1206 }],
    ['[D16] an unknown field', 'OWNER', { fields: { supplier: 'A', colour: 1 } }, { id: 1231, status: 400 }],
    ['[D16] a prototype name', 'OWNER', { fields: { supplier: 'A', constructor: 1 } }, { id: 1231 }],
    ['[D16] a reserved name among the fields', 'OWNER', { fields: { supplier: 'A', state: 'PAID' } }, { id: 1231 }],
    ['[D16] a required field that is missing', 'OWNER', { fields: {} }, { id: 1232 }],
    ['[D16] a required field that is null', 'OWNER', { fields: { supplier: null } }, { id: 1232 }],
    ['[D16] an invalid value', 'OWNER', { fields: { supplier: 'A', amount: -1 } }, { id: 1232 }],
    ['[D14] an unknown stage', 'OWNER', { stageKey: 'stage_x' }, { id: 1200, status: 404 }],
    ['[D14] an empty stage', 'OWNER', { stageKey: '' }, { id: 1200, status: 404 }],
    ['[D16] an unknown priority', 'OWNER', { priority: 'URGENT' }, { id: 1232 }],
  ])('%s', async (_rule, who, request, error) => {
    const before = await count();
    await expect(create(who, request)).rejects.toMatchObject({ name: 'CatalogueError', ...error });
    expect(await count()).toBe(before);
  });

  test('[D7] [D16] every value to blame is named', async () => {
    await expect(create('OWNER', { fields: { amount: -1 }, priority: 'X' })).rejects.toMatchObject({
      errors: [
        { pointer: '/priority', detail: 'must be one of LOW, MEDIUM, HIGH' },
        { pointer: '/fields/supplier', detail: 'is required' },
        { pointer: '/fields/amount' },
      ],
    });
  });

  test('[D16] 1223 without a default stage, unless one is named', async () => {
    const other = newId();
    const members = [{ user: fixture.userId('OWNER'), roles: ['OWNER'] }];
    await insertSubProject(fixture.db, other, { ...invoices, stages: [{ key: 'only' }], members });
    const request = { subProjectId: other };
    await expect(create('OWNER', request)).rejects.toMatchObject({ id: 1223, status: 409 });
    await expect(create('OWNER', { ...request, stageKey: 'only' })).resolves.toMatchObject({ status: 'success' });
  });

  test('[D9] a failure nobody foresaw is 1222', async () => {
    await fixture.owner.script('alter table audit_log rename to audit_log_away');
    try {
      await expect(create('OWNER')).rejects.toMatchObject({ id: 1222, status: 500 });
    } finally {
      await fixture.owner.script('alter table audit_log_away rename to audit_log');
    }
  });
});
