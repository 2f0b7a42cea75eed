import { operations } from '@millrace/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../identifiers.js';
import { sql } from '../postgres/sql.js';
import { enter } from '../sub-projects/enter.js';
import { processListStatement } from './list-processes.js';
import { processListQuery } from './process-list-query.js';
import { createProcessFixture, insertSubProject, invoices, type ProcessFixture } from './testing/process-fixture.js';

let fixture: ProcessFixture;
beforeAll(async () => {
  fixture = await createProcessFixture();
  const other = newId();
  await insertSubProject(fixture.db, other, invoices);
  for (const id of [fixture.subProjectId, other]) {
    await fixture.db`
      insert into processes (id, sub_project_id, state, priority, stage_key, fields, created_ts, updated_ts)
      select gen_random_uuid(), ${id}, 'INIT', 'LOW', 'stage_init', jsonb_build_object('supplier', 's' || n),
        now() - n * interval '1 second', now()
      from generate_series(1, 10000) n`;
  }
  await fixture.db.script('vacuum analyze processes');
});
afterAll(() => fixture.drop());

/** The part of the plan that finds the page: everything under the limit. */
async function planOfPage(who: string, sort: string | undefined): Promise<string> {
  const { subProjectId, deps } = fixture;
  const { subProject, access } = await enter(
    deps.subProjects,
    fixture.caller(who),
    subProjectId,
    operations.getProcess,
  );
  const query = processListQuery(subProject, access, { filters: {}, sort, page: '3' });
  const rows = await fixture.db.run<{ 'QUERY PLAN': string }>(sql`explain (costs off) ${processListStatement(query)}`);
  const lines = rows.map((row) => row['QUERY PLAN']);
  return lines.slice(lines.findIndex((line) => line.includes('Limit'))).join('\n');
}

test.each([
  ['OWNER', undefined, 'Index Scan using processes_newest'],
  ['ADMIN', '-createdTs', 'Index Scan using processes_newest'],
  ['OWNER', 'createdTs', 'Index Scan Backward using processes_newest'],
  ['REVIEWER', undefined, 'Index Scan using processes_newest'],
])('[D4] the page of %s sorted by %s reads the index in order, without sorting', async (who, sort, scan) => {
  const plan = await planOfPage(who, sort);
  expect(plan).toContain(scan);
  expect(plan).not.toContain('Sort');
});
