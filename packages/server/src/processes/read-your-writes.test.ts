import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../kernel/identifiers.js';
import { connect, type Database, sql, transaction } from '../postgres/database.js';
import { createSubProjects } from '../sub-projects/configuration/sub-projects.js';
import { normalDocument } from '../sub-projects/document/model/normal-document.js';
import { quietLog } from '../testing/quiet-log.js';
import { changeProcessWith } from './change/change-process.js';
import { nothingElse } from './testing/nothing-else.js';
import { createProcessFixture, invoices, type ProcessFixture } from './testing/process-fixture.js';
import { createTotalsKeeper } from './totals/keep-totals.js';
import { processUseCases } from './use-cases.js';

// Two server processes: two pools, each with what a process keeps in memory.

let fixture: ProcessFixture;
let otherDb: Database;
let other: ProcessFixture['useCases'];
beforeAll(async () => {
  fixture = await createProcessFixture();
  otherDb = connect({ url: fixture.url, maxConnections: 5, applicationName: 'other', log: quietLog });
  const deps = { ...fixture.deps, db: otherDb, subProjects: createSubProjects(otherDb) };
  other = processUseCases({ ...deps, deletion: nothingElse, changeProcess: changeProcessWith(deps) });
});
afterAll(async () => {
  await otherDb.close();
  await fixture.drop();
});

const list = (useCases: ProcessFixture['useCases'], who: string, filters: object = {}) =>
  useCases.getProcess(fixture.caller(who), {
    page: '1',
    perPageCount: '10',
    filters: JSON.stringify({ subProjectId_id: fixture.subProjectId, ...filters }),
  });

/** Makes this the current configuration, as a deployment through the first server does. */
async function deploy(change: Partial<typeof invoices>): Promise<void> {
  await transaction(fixture.db, async (tx) => {
    const id = newId();
    await tx`
      insert into sub_project_versions
        (id, sub_project_id, number, document, files, configuration, fingerprint, created_by, created_ts)
      select ${id}, sub_project_id, number + 1, document, files,
        jsonb_set(configuration, '{document}', ${sql.json(normalDocument({ ...invoices, ...change }))}), 'x', 'test', now()
      from sub_project_versions where sub_project_id = ${fixture.subProjectId} order by number desc limit 1`;
    await tx`update sub_projects set current_version_id = ${id} where id = ${fixture.subProjectId}`;
  });
}

test('[D4] what one server answered, every other one lists at once, with its total, whoever folds meanwhile', async () => {
  const keepers = [fixture.db, otherDb].map((db) => createTotalsKeeper({ db, log: quietLog }));
  let over = false;
  const folding = Promise.all(
    keepers.map(async (keeper) => {
      while (!over) await keeper.keep();
    }),
  );
  const created: string[] = [];
  for (let index = 0; index < 60; index += 1) {
    created.unshift(await fixture.create({ amount: index }));
    const { meta, processes } = await list(other, 'OWNER');
    expect(meta.totalCount).toBe(String(created.length));
    expect(processes.map((process) => process.id)).toEqual(created.slice(0, 10));
  }
  for (const [index, processId] of created.slice(0, 20).entries()) {
    await other.updateProcessField(fixture.caller('OWNER'), {
      subProjectId: fixture.subProjectId,
      processId,
      updates: { state: 'IN_REVIEW', stageKey: 'stage_review' },
    });
    expect((await list(fixture.useCases, 'OWNER', { state: 'IN_REVIEW' })).meta.totalCount).toBe(String(index + 1));
    expect((await list(fixture.useCases, 'REVIEWER')).meta.totalCount).toBe(String(index + 1));
    expect((await list(other, 'OWNER', { state: 'INIT' })).meta.totalCount).toBe(String(created.length - index - 1));
  }
  over = true;
  await folding;
});

test('[D12] a configuration is in force at once for lists and updates, also on a server that knows an older one', async () => {
  const [processId = ''] = (await list(other, 'OWNER')).processes.map((process) => process.id);
  const update = (value: unknown) =>
    other.updateProcessField(fixture.caller('OWNER'), {
      subProjectId: fixture.subProjectId,
      processId,
      updates: { brandNew: value },
    });
  await expect(update('x')).rejects.toMatchObject({ id: 1231 });
  await deploy({ fields: { ...invoices.fields, brandNew: { type: 'string' } } });
  expect((await update('x')).status).toBe('success');
  expect((await list(other, 'OWNER', { 'fields.brandNew': 'x' })).meta.totalCount).toBe('1');

  await deploy({ fields: { ...invoices.fields, brandNew: { type: 'number' } } });
  await expect(update('y')).rejects.toMatchObject({ id: 1232 });
  await expect(list(other, 'OWNER', { 'fields.brandNew': 'x' })).rejects.toMatchObject({ id: 1232 });

  const roles = (invoices.roles ?? []).map((role) => (role.name === 'OWNER' ? { name: 'OWNER' } : role));
  await deploy({ roles });
  await expect(list(other, 'OWNER')).rejects.toMatchObject({ id: 1205 });
  await expect(update(1)).rejects.toMatchObject({ id: 1207 });
  await deploy({});
  expect((await list(other, 'OWNER')).meta.totalCount).toBe('60');
});
