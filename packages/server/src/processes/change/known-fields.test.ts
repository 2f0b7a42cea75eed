import { afterAll, beforeAll, expect, test } from 'vitest';
import { createProcessFixture, invoices, type ProcessFixture } from '../testing/process-fixture.js';

/** May create and update notes; knows nothing of `amount` nor of the required `secret`. */
const WRITER = { name: 'WRITER', read: ['supplier'], create: ['notes', 'supplier'], update: ['notes'] };

let fixture: ProcessFixture;
let processId: string;
beforeAll(async () => {
  const fields = { ...invoices.fields, secret: { type: 'string', required: true } };
  fixture = await createProcessFixture({ ...invoices, fields, roles: [...(invoices.roles ?? []), WRITER] });
  processId = await fixture.create({ secret: 's', assignee: fixture.userId('ASSIGNEE') });
});
afterAll(() => fixture.drop());

const refusal = (work: Promise<unknown>) =>
  work.then(
    () => 'nothing was refused',
    (error: { id: number; detail: string; errors?: unknown }) =>
      `${error.id} ${error.detail} ${JSON.stringify(error.errors)}`,
  );

const update = (who: string) =>
  fixture.useCases.updateProcessField(fixture.caller(who), {
    subProjectId: fixture.subProjectId,
    processId,
    updates: { colour: 1 },
  });
const create = (who: string, fields: object) =>
  fixture.useCases.createProcess(fixture.caller(who), { subProjectId: fixture.subProjectId, fields });
const importRow = (who: string, fields: object, dryRun: boolean) =>
  fixture.useCases.importProcesses(fixture.caller(who), {
    subProjectId: fixture.subProjectId,
    format: 'ndjson',
    content: JSON.stringify({ fields }),
    dryRun,
  });

test('[D12] [D17] an unknown field is answered with the fields that the roles of the caller name, and no others', async () => {
  const attempts = [
    () => update('WRITER'),
    () => create('WRITER', { colour: 1 }),
    () => importRow('WRITER', { colour: 1 }, false),
    () =>
      fixture.useCases.bulkUpdateProcesses(fixture.caller('WRITER'), {
        subProjectId: fixture.subProjectId,
        filters: {},
        updates: { colour: 1 },
      }),
  ];
  for (const attempt of attempts) {
    const text = await refusal(attempt());
    expect(text).toMatch(/^1231 .*colour/);
    expect(text).toContain('supplier, notes');
    expect(text).not.toMatch(/amount|secret|assignee|currency/);
  }
  const { errors } = await importRow('WRITER', { colour: 1 }, true);
  expect(JSON.stringify(errors)).not.toMatch(/amount|secret/);
  expect(await refusal(update('OWNER'))).toContain('amount');
  expect(await refusal(update('ADMIN'))).toContain('secret');
});

test('[D12] [D16] a required field that the caller does not know is not named', async () => {
  for (const attempt of [
    () => create('WRITER', { supplier: 'x' }),
    () => importRow('WRITER', { supplier: 'x' }, false),
  ]) {
    const text = await refusal(attempt());
    expect(text).toMatch(/^1232 /);
    expect(text).toContain('administrator');
    expect(text).not.toContain('secret');
  }
  expect(await refusal(create('WRITER', { notes: 'x' }))).toContain('supplier');
  expect(await refusal(create('OWNER', { supplier: 'x' }))).toContain('secret');
});
