import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../identifiers.js';
import { type Database, sql } from '../postgres/pool.js';
import { quietLog } from '../testing/quiet-log.js';
import { testCaller } from '../testing/test-caller.js';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.js';
import { findFieldIndexes } from './field-index-queries.js';
import { createFieldIndexes, updateFieldIndexes } from './field-indexes.js';
import { subProjectUseCases } from './use-cases.js';

let database: TestDatabase;
let db: Database;
const subProjectId = newId();

beforeAll(async () => {
  database = await createTestDatabase();
  db = database.db;
});
afterAll(() => database.drop());

const fieldIndexes = () => createFieldIndexes({ db, log: quietLog });

async function deploy(indexed: readonly string[], options: { id?: string; dryRun?: boolean } = {}): Promise<void> {
  const indexes = fieldIndexes();
  const { deploySubProject } = subProjectUseCases({
    db,
    deployed: async () => undefined,
    storagePlugins: [],
    fieldIndexes: indexes,
  });
  const fields = ['supplier', 'assignee', 'notes'].map((name) => [
    name,
    { type: 'string', 'x-indexed': indexed.includes(name) },
  ]);
  await deploySubProject(testCaller(db, { administrator: true }), {
    subProjectId: options.id ?? subProjectId,
    document: { name: 'Test', stages: [{ key: 'one' }], fields: Object.fromEntries(fields) },
    dryRun: options.dryRun ?? false,
  });
  await indexes.settled();
}

const indexes = async () =>
  (await findFieldIndexes(db)).map(({ name, valid }) => `${name.split('_')[2]}${valid ? '' : ' (not valid)'}`).sort();

describe('[D18] x-indexed', () => {
  it('builds an index with the deployment and drops it when no sub-project asks for it', async () => {
    await deploy(['supplier', 'assignee']);
    expect(await indexes()).toEqual(['assignee', 'supplier']);
    const other = newId();
    await deploy(['assignee'], { id: other });
    await deploy(['notes']);
    expect(await indexes()).toEqual(['assignee', 'notes']);
    await deploy([], { id: other });
    expect(await indexes()).toEqual(['notes']);
    await deploy(['supplier'], { dryRun: true });
    expect(await indexes()).toEqual(['notes']);
  });

  it('replaces an index whose build was cut off', async () => {
    await deploy(['supplier']);
    const [index] = await findFieldIndexes(db);
    await db`update pg_index set indisvalid = false where indexrelid = ${index?.name ?? ''}::regclass`;
    expect(await indexes()).toEqual(['supplier (not valid)']);
    const repairing = fieldIndexes();
    repairing.update();
    await repairing.settled();
    expect(await indexes()).toEqual(['supplier']);
  });

  it('several servers at once build it once', async () => {
    await deploy([]);
    await db`update sub_project_versions set configuration = jsonb_set(configuration, '{document,fields,1,schema,x-indexed}', 'true')
      where id = (select current_version_id from sub_projects where id = ${subProjectId})`;
    await Promise.all([1, 2, 3].map(() => updateFieldIndexes(db, quietLog)));
    expect(await indexes()).toEqual(['assignee']);
  });

  it('serves equality, and takes values of any length', async () => {
    await deploy(['supplier']);
    await db`
      insert into processes (id, sub_project_id, state, priority, stage_key, fields, created_ts, updated_ts)
      select gen_random_uuid(), ${subProjectId}, 'INIT', 'LOW', 'one',
        jsonb_build_object('supplier', 'Supplier ' || n % 1000, 'notes', 'n'), now(), now()
      from generate_series(1, 20000) n`;
    await db`insert into processes (id, sub_project_id, state, priority, stage_key, fields, created_ts, updated_ts)
      values (${newId()}, ${subProjectId}, 'INIT', 'LOW', 'one', ${sql.json({ supplier: 'x'.repeat(100_000) })}, now(), now())`;
    await db.script('analyze processes');
    const plan = await db<{ 'QUERY PLAN': string }>`
      explain select id from processes p
      where p.sub_project_id = ${subProjectId} and (p.fields -> ${'supplier'}::text) = ${sql.json('Supplier 7')}::jsonb
      order by p.created_ts desc, p.id desc limit 10`;
    expect(plan.map((line) => line['QUERY PLAN']).join('\n')).toContain('processes_field_supplier_');
  });
});
