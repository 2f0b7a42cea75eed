import { afterAll, beforeAll, expect, it } from 'vitest';
import { type AuditSelection, listAuditLogs } from '../audit/records/list-audit-logs.js';
import { listComments } from '../comments/records/list-comments.js';
import { beforeNewest, parsePage } from '../filters/paging.js';
import { countUsers, userPage } from '../identity/records/user-queries.js';
import { type Queryable, sql, type Transaction } from '../postgres/database.js';
import { plansOf, rowsRead } from '../testing/explain-cost.js';
import { countIncidents, groupIncidents, listIncidentsAfter } from './records/list-incidents.js';
import { countRuns, listRuns, listStuckRuns } from './records/list-runs.js';
import { listTasks, type TaskSearch } from './records/tasks/list-tasks.js';
import { diagram, end, flow, start, user } from './testing/diagram.js';
import { createWorkflowFixture, type WorkflowFixture } from './testing/workflow-fixture.js';

/** Twice as many as lists count, so that a person's half is more too; three times as many must cost the same. */
const FEW = 22_000;
const MANY = 3 * FEW;
const BATCH = 5500;
/** How many unfinished runs the self-check looks at here. */
const LOOKED_AT = 6600;

const open = diagram('open', start(), user('look'), end(), flow('s look e'));
let fixture: WorkflowFixture;
let processId: string;
const few = new Map<string, number>();
const many = new Map<string, number>();

/** Tasks and incidents of waiting runs, audit rows and comments of the process, and users with these numbers. */
async function insert(first: number, last: number): Promise<void> {
  const { owner, subProjectId } = fixture;
  const workflowId = fixture.workflowId('open');
  const numbers = sql`(select n, ('01900000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid as id,
    timestamptz '2026-01-01' + n * interval '1 second' as t from generate_series(${first}::int, ${last}::int) n) made`;
  await owner`
    insert into runs (sub_project_id, id, workflow_id, definition_id, process_id, stage_key, status, state, timeline_count,
      created_ts, updated_ts, created_by, trace_id)
    select ${subProjectId}, id, ${workflowId}, (select current_definition_id from workflows where id = ${workflowId}),
      ${processId}, 'stage_init', 'PAUSED', '{"items":[]}', 0, t, t, 'x', 'x' from ${numbers}`;
  await owner`
    insert into tasks (sub_project_id, id, run_id, workflow_id, process_id, element_id, element_key, name, state, assignee,
      candidate_groups, candidate_users, priority, created_ts)
    select ${subProjectId}, id, id, ${workflowId}, ${processId}, 'look', 1, 'Look', 'OPEN', case when n % 2 = 0 then 'ann' end,
      '{MANAGER}', '{}', n % 7, t from ${numbers}`;
  await owner`
    insert into audit_log (sub_project_id, id, created_ts, action, subject_type, subject_id, process_id, by_id, by_name, trace_id)
    select ${subProjectId}, id, now(), 'run.start', 'run', id::text, ${processId}, 'x', 'x', 'x'
    from ${numbers}`;
  await owner`
    insert into incidents (sub_project_id, id, run_id, incident_key, element_id, kind, message, created_ts, pattern)
    select ${subProjectId}, id, id, 1, 'look', 'job', 'Host ' || n % 9, t, 'Host ' || n % 9 from ${numbers}`;
  await owner`
    insert into comments (sub_project_id, id, process_id, author_id, body, created_ts)
    select ${subProjectId}, id, ${processId}, ${fixture.userId('OWNER')}, 'Comment ' || n, t from ${numbers}`;
  await owner`
    insert into users (id, name, email, kind, created_ts)
    select id, 'User ' || n, 'user' || n || '@example.com', 'person', t from ${numbers}`;
}

/** In parts, each within the time that a statement has. */
async function insertUpTo(first: number, last: number): Promise<void> {
  for (let next = first; next <= last; next += BATCH) await insert(next, Math.min(last, next + BATCH - 1));
  await fixture.owner.script('vacuum analyze runs, tasks, audit_log, incidents, comments, users');
}

const page = parsePage({});
const none = { from: undefined, to: undefined };
const tasks = (search: Partial<TaskSearch>): TaskSearch => ({
  subProjectId: fixture.subProjectId,
  state: 'OPEN',
  visible: sql`true`,
  ...search,
});
const audit = (ofProcess: boolean): AuditSelection => ({
  within: {
    subProjectId: fixture.subProjectId,
    processId: ofProcess ? processId : undefined,
    visible: { join: sql``, rows: sql`true`, covered: sql`'{}'::integer[]` },
  },
  filter: sql`true`,
});
const runs = () => ({
  subProjectId: fixture.subProjectId,
  visible: sql`true`,
  created: none,
  updated: none,
  ended: none,
});
const incidents = () =>
  ({ subProjectId: fixture.subProjectId, visible: sql`true`, state: 'OPEN', created: none }) as const;
const claimableBy = { users: ['bob'], groups: ['MANAGER'] };

/** Every list whose total has no counters, by what is asked of it. */
const lists: Readonly<Record<string, (db: Queryable) => Promise<unknown>>> = {
  'getTasks, all': (db) => listTasks(db as Transaction, tasks({}), page),
  'getTasks, mine': (db) => listTasks(db as Transaction, tasks({ assignees: ['ann'] }), page),
  'getTasks, claimable': (db) => listTasks(db as Transaction, tasks({ claimableBy }), page),
  'getWorkflowRuns, all': (db) => listRuns(db, runs(), { ...page, after: beforeNewest }),
  'getWorkflowRuns, with an incident, and their number': async (db) => [
    await listRuns(db, { ...runs(), hasIncident: true }, { ...page, after: beforeNewest }),
    await countRuns(db, { ...runs(), hasIncident: true }),
  ],
  getIncidents: async (db) => [
    await listIncidentsAfter(db, incidents(), { after: beforeNewest, limit: page.limit }),
    await countIncidents(db, incidents()),
  ],
  getIncidentGroups: (db) => groupIncidents(db, incidents(), { newest: LOOKED_AT, limit: 200 }),
  getComments: (db) => {
    const search = { subProjectId: fixture.subProjectId, processId, taskId: undefined, runId: undefined };
    return listComments(db, search, beforeNewest, page.limit);
  },
  getAuditLogs: (db) => listAuditLogs(db, audit(false), page),
  'getAuditLogs of a process': (db) => listAuditLogs(db, audit(true), page),
  'getAuditLogs of the installation': (db) => listAuditLogs(db, { within: undefined, filter: sql`true` }, page),
  getUsers: async (db) => [await userPage(db, {}, page), await countUsers(db, {})],
  getStuckRuns: (db) => listStuckRuns(db, fixture.subProjectId, sql`true`, { limit: LOOKED_AT }),
};

/** The rows that each list reads. */
async function measure(into: Map<string, number>): Promise<void> {
  for (const [name, list] of Object.entries(lists)) {
    const plans = await plansOf(fixture.db, list);
    into.set(name, Math.max(...plans.map(rowsRead)));
  }
}

beforeAll(async () => {
  fixture = await createWorkflowFixture({ workflows: { open } });
  processId = await fixture.createProcess();
  // What the triggers keep is read by other lists.
  await fixture.owner.script(
    'alter table tasks disable trigger user; alter table runs disable trigger user; alter table comments disable trigger user',
  );
  await insertUpTo(1, FEW);
  await measure(few);
  await insertUpTo(FEW + 1, MANY);
  await measure(many);
}, 120_000);
afterAll(() => fixture.drop());

it.each(Object.keys(lists))('[D142] %s reads as much of three times as many rows', (name) => {
  const before = few.get(name) ?? 0;
  expect(before).toBeGreaterThan(0);
  expect(many.get(name)).toBeLessThanOrEqual(1.2 * before);
});

it('[D142] totals stop at 10,000 and say so; the pages after that are there', async () => {
  const { useCases, subProjectId, caller } = fixture;
  const last = await useCases.getTasks(caller('OWNER'), { subProjectId, page: '66', perPageCount: '1000' });
  expect(last.meta).toEqual({ page: '66', perPageCount: '1000', totalCount: '10000', totalPages: '10', atLeast: true });
  expect(last.tasks).toHaveLength(1000);
  const one = await useCases.getTasks(caller('OWNER'), { subProjectId, runId: last.tasks[0]?.runId ?? '' });
  expect(one.meta).toEqual({ page: '1', perPageCount: '10', totalCount: '1', totalPages: '1' });
});

it('[D142] the self-check looks at every unfinished run, page by page', async () => {
  const { db, owner, subProjectId } = fixture;
  const stuck = [1, LOOKED_AT, MANY].map((n) => `01900000-0000-7000-8000-${n.toString(16).padStart(12, '0')}`);
  await owner`delete from tasks where id = any(${stuck}::uuid[])`;
  await owner`delete from incidents where run_id = any(${stuck}::uuid[])`;
  const found: string[] = [];
  let pages = 0;
  for (let after: string | null | undefined; after !== null; pages++) {
    const part = await listStuckRuns(db, subProjectId, sql`true`, { after, limit: LOOKED_AT });
    found.push(...part.runs.map(({ id }) => id));
    after = part.next;
  }
  expect(found).toEqual(stuck.toReversed());
  expect(pages).toBe(MANY / LOOKED_AT + 1);
  expect((await listStuckRuns(db, subProjectId, sql`false`, { limit: LOOKED_AT })).runs).toEqual([]);
});
