import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { COUNT_LIMIT } from '../filters/counting.js';
import { beforeNewest } from '../filters/paging.js';
import { newId } from '../kernel/identifiers.js';
import { type Queryable, sql } from '../postgres/database.js';
import { buildListIndexes, listIndexes } from '../postgres/migration/list-indexes.js';
import { plansOf, rowsRead } from '../testing/explain-cost.js';
import { quietLog } from '../testing/quiet-log.js';
import { countIncidents, groupIncidents, type IncidentSearch, listIncidentsAfter } from './records/list-incidents.js';
import { countRuns, listRuns, type RunSearch } from './records/list-runs.js';
import { diagram, end, flow, start, user } from './testing/diagram.js';
import { createWorkflowFixture, type WorkflowFixture } from './testing/workflow-fixture.js';

/** Enough for the planner to behave as with millions; 200,000 took the same numbers of rows. */
const RUNS = 50_000;
const BATCH = 10_000;
/** Those that are open; twenty times as many in all. */
const INCIDENTS = 2000;
/** Rows and index entries that PostgreSQL may read for a page of 50 runs or incidents, with their processes. */
const PAGE_ROWS = 1000;

const approval = diagram('approval', start(), user('a'), end(), flow('s a e'));
const range = { from: undefined, to: undefined };
const page = { limit: 50, offset: 0n, after: beforeNewest };

describe('[D26] lists of many runs and open incidents', () => {
  let fixture: WorkflowFixture;
  let definitionId: string;
  let runs: RunSearch;
  let incidents: IncidentSearch;

  beforeAll(async () => {
    fixture = await createWorkflowFixture({ workflows: { approval } });
    const { db, subProjectId } = fixture;
    await fixture.deploy({ approval: approval.replace('name="a"', 'name="b"') });
    const processId = await fixture.createProcess();
    const workflowId = fixture.workflowId('approval');
    const [old] = await db<{
      id: string;
    }>`select id from workflow_definitions where workflow_id = ${workflowId} and number = 1`;
    const [current] = await db<{ id: string }>`
      select current_definition_id as id from workflows where id = ${workflowId}`;
    definitionId = old?.id ?? '';
    // One in ten has not ended; failed runs and those of the first version are few and old, which is the worst case.
    for (let first = 1; first < RUNS; first += BATCH)
      await db`
      insert into runs (sub_project_id, id, workflow_id, definition_id, process_id, stage_key, status, state,
        timeline_count, created_ts, updated_ts, ended_ts, created_by, trace_id)
      select ${subProjectId}, gen_random_uuid(), ${workflowId},
        case when n < 100 then ${definitionId}::uuid else ${current?.id ?? ''}::uuid end, ${processId}, 'stage_init',
        case when n < 50 then 'FAILED' when n % 10 = 0 then 'PAUSED' else 'COMPLETED' end,
        format('{"items":[{"key":1,"el":"%s"}]}', case when n % 1000 = 0 then 'b' else 'a' end)::json,
        0, t, t, case when n < 50 or n % 10 = 0 then null else t end, 'x', 'x'
      from (select n, timestamptz '2026-01-01' + n * interval '1 second' as t from generate_series(${first}::int, ${first + BATCH - 1}::int) n) made`;
    await db`
      insert into incidents (sub_project_id, id, run_id, incident_key, element_id, kind, message, pattern, created_ts, resolved_ts)
      select ${subProjectId}, gen_random_uuid(), r.id, 1, 'a', case when n % 100 = 0 then 'expression' else 'job' end,
        'answered 503 at ' || n, 'answered 503 at ' || n % 7, r.created_ts, case when n > ${INCIDENTS} then r.created_ts end
      from (select id, created_ts, row_number() over (order by created_ts) as n from runs) r where n <= ${20 * INCIDENTS}`;
    await fixture.owner.script('analyze runs; analyze incidents; analyze processes');
    runs = { subProjectId, visible: sql`true`, created: range, updated: range, ended: range };
    incidents = { subProjectId, visible: sql`true`, state: 'OPEN', created: range };
  }, 120_000);
  afterAll(() => fixture.drop());

  /** Runs the statement of `work` with EXPLAIN ANALYZE; returns the rows that its plan read at most in one place. */
  async function cost(work: (db: Queryable) => Promise<unknown>): Promise<number> {
    const plans = await plansOf(fixture.db, work);
    return Math.max(...plans.map(rowsRead));
  }

  const list = (changes: Partial<RunSearch>) => cost((db) => listRuns(db, { ...runs, ...changes }, page));
  const at = (n: number) => new Date(Date.UTC(2026, 0, 1) + n * 1000);

  it.each<[string, () => Partial<RunSearch>]>([
    ['all', () => ({})],
    ['of a frequent state', () => ({ states: ['COMPLETED'] })],
    ['of a rare, old state', () => ({ states: ['FAILED'] })],
    ['of several states, one of them rare', () => ({ states: ['FAILED', 'CANCELLED', 'PAUSED'] })],
    ['of an old version', () => ({ definitionId })],
    ['of a workflow and a rare state', () => ({ workflowId: fixture.workflowId('approval'), states: ['FAILED'] })],
    ['started in an old minute', () => ({ created: { from: at(600).toISOString(), to: at(660).toISOString() } })],
    ['ended in an old minute', () => ({ ended: { from: at(600).toISOString(), to: at(660).toISOString() } })],
    ['ended lately', () => ({ ended: { from: at(RUNS - 60).toISOString(), to: undefined } })],
    ['with an open incident and a rare state', () => ({ states: ['FAILED'], hasIncident: true })],
  ])('a page of runs %s reads what it shows', async (_what, search) => {
    expect(await list(search())).toBeLessThanOrEqual(PAGE_ROWS);
  });

  it('a page far back costs the same by position', async () => {
    const after = { createdTs: at(1000), id: newId() };
    expect(await cost((db) => listRuns(db, runs, { ...page, after }))).toBeLessThanOrEqual(PAGE_ROWS);
  });

  it('by active element it reads the unfinished runs of the workflow at most', async () => {
    const search = { workflowId: fixture.workflowId('approval'), activeElement: 'b' };
    expect(await list(search)).toBeLessThanOrEqual(RUNS / 10 + 50);
  });

  it('by the kind of an incident it reads the open incidents at most', async () => {
    const created = { from: undefined, to: at(2000).toISOString() };
    expect(await list({ states: ['PAUSED'], incidentKinds: ['expression'], created })).toBeLessThanOrEqual(INCIDENTS);
  });

  it('counting stops', async () => {
    expect(await cost((db) => countRuns(db, runs))).toBeLessThanOrEqual(COUNT_LIMIT + 1);
    expect(await cost((db) => countIncidents(db, incidents))).toBeLessThanOrEqual(2 * COUNT_LIMIT);
  });

  it.each<[string, Partial<IncidentSearch>]>([
    ['all that are open', {}],
    ['also resolved', { state: 'ALL' }],
    ['of a workflow', { elementId: 'a' }],
  ])('a page of incidents, %s, reads what it shows', async (_what, search) => {
    const workflowId = 'elementId' in search ? fixture.workflowId('approval') : undefined;
    const read = await cost((db) => listIncidentsAfter(db, { ...incidents, ...search, workflowId }, page));
    expect(read).toBeLessThanOrEqual(PAGE_ROWS);
  });

  it('incidents are grouped in one pass over the open ones', async () => {
    const read = await cost((db) => groupIncidents(db, incidents, { newest: INCIDENTS, limit: 201 }));
    expect(read).toBeLessThanOrEqual(2 * INCIDENTS);
    const { groups, matched } = await groupIncidents(fixture.db, incidents, { newest: 1000, limit: 201 });
    expect(matched).toBe(1001);
    expect(groups.reduce((sum, { count }) => sum + count, 0)).toBe(1000);
  });

  it('[D55] an index that is missing or broken is built by one server, while others do nothing', async () => {
    const { owner: db } = fixture;
    await db.script('drop index runs_by_end');
    await db.script(`update pg_index set indisvalid = false where indexrelid = 'runs_by_status'::regclass`);
    const built = await Promise.all([buildListIndexes(db, quietLog), buildListIndexes(db, quietLog)]);
    expect(built.flat().toSorted()).toEqual(['runs_by_end', 'runs_by_status']);
    expect(await buildListIndexes(db, quietLog)).toEqual([]);
    const rows = await db<{ name: string }>`
      select c.relname as name from pg_index i join pg_class c on c.oid = i.indexrelid
      where i.indisvalid and c.relname = any(${Object.keys(listIndexes)}::text[])`;
    expect(rows.map(({ name }) => name).toSorted()).toEqual(Object.keys(listIndexes).toSorted());
  });
});
