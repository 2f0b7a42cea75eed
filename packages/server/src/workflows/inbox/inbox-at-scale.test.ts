import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../kernel/identifiers.js';
import { type Fragment, sql } from '../../postgres/database.js';
import { createQueryable, type Queryable } from '../../postgres/sql/queryable.js';
import { countInbox } from '../records/inbox/count-inbox.js';
import { type InboxConditions, type InboxSort, listAddressed, listCompleted } from '../records/inbox/list-inbox.js';
import { diagram, end, flow, start, user } from '../testing/diagram.js';
import { createWorkflowFixture, type WorkflowFixture } from '../testing/workflow-fixture.js';

const TASKS = 100_000;
/** Rows that PostgreSQL may read in one place for a page of 25. */
const PAGE_ROWS = 200;

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly PlanNode[];
}

const nodesOf = (node: PlanNode): readonly PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];
const open = diagram('open', start(), user('look'), end(), flow('s look e'));
const none = { from: undefined, to: undefined };
const everything: InboxConditions = {
  workflowIds: undefined,
  priorityFrom: undefined,
  priorityTo: undefined,
  due: none,
  followUp: none,
  created: none,
  text: undefined,
};

describe('an inbox among 100,000 tasks', () => {
  let fixture: WorkflowFixture;
  const team = [
    { kind: 'anyone', key: '' },
    { kind: 'user', key: 'ann' },
    { kind: 'group', key: 'MANAGER' },
    { kind: 'group', key: 'g8' },
  ] as const;
  const mine = [{ kind: 'assignee', key: 'ann' }] as const;

  beforeAll(async () => {
    fixture = await createWorkflowFixture({ workflows: { open } });
    const processId = await fixture.createProcess();
    // A fifth is for one group, others for one of fifty groups, a hundred are the person's own; three quarters are closed.
    await fixture.owner.script('alter table tasks disable trigger user');
    await fixture.owner`
      insert into tasks (sub_project_id, id, run_id, workflow_id, process_id, element_id, element_key, name, state, assignee,
        candidate_groups, candidate_users, due_ts, priority, created_ts, completed_ts, completed_by)
      select ${fixture.subProjectId}, ('01900000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, ${newId()},
        ${fixture.workflowId('open')}, ${processId}, 'look', 1, 'Look', case when n % 4 = 0 then 'OPEN' else 'COMPLETED' end,
        case when n % 1000 = 0 then 'ann' end, array[case when n % 5 = 0 then 'MANAGER' else 'g' || n % 50 end], '{}',
        case when n % 3 = 0 then t + interval '3 days' end, n % 7, t, t,
        case when n % 4 > 0 then case when n % 500 = 1 then 'ann' else 'bob' end end
      from (select n, timestamptz '2026-01-01' + n * interval '1 second' as t from generate_series(1, ${TASKS}::int) n) made`;
    await fixture.owner.script(
      `select address_task(t) from tasks t where state = 'OPEN';
       alter table tasks enable trigger user; analyze tasks; analyze task_addressees`,
    );
  }, 60_000);
  afterAll(() => fixture.drop());

  /** The nodes of the plan of the statement that `work` runs. */
  async function planOf(work: (db: Queryable) => Promise<unknown>): Promise<readonly PlanNode[]> {
    let nodes: readonly PlanNode[] = [];
    const explaining = createQueryable({
      async execute(statement: Fragment) {
        const explained = sql`explain (analyze, timing off, format json) ${statement}`;
        const [row] = await fixture.db.run<{ 'QUERY PLAN': readonly { readonly Plan: PlanNode }[] }>(explained);
        nodes = row === undefined ? [] : row['QUERY PLAN'].flatMap(({ Plan }) => nodesOf(Plan));
        return { rows: [], rowCount: 0 } as never;
      },
      script: () => Promise.resolve(),
    });
    await work(explaining);
    return nodes;
  }

  const rowsRead = (nodes: readonly PlanNode[]): number =>
    Math.max(
      ...nodes.map((node) => (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops']),
    );
  const scanned = (nodes: readonly PlanNode[]): readonly (string | undefined)[] =>
    nodes
      .filter((node) => node['Node Type'] === 'Seq Scan' && node['Relation Name']?.startsWith('task') === true)
      .map((node) => node['Relation Name']);
  const part = () => ({ subProjectId: fixture.subProjectId, visible: sql`true` });
  const place = { at: new Date(Date.UTC(2026, 0, 1, 12)), priority: 3, id: newId() };

  it.each<InboxSort>(['due', 'priority', 'created', '-created'])(
    'a page by %s is read from the index, also far back',
    async (sort) => {
      for (const after of [undefined, place]) {
        for (const addressees of [mine, team]) {
          const nodes = await planOf((db) =>
            listAddressed(db, [{ ...part(), addressees }], everything, { sort, after, limit: 26 }),
          );
          expect(scanned(nodes)).toEqual([]);
          expect(rowsRead(nodes)).toBeLessThanOrEqual(PAGE_ROWS);
        }
      }
    },
  );

  it('what a person completed is read from the index', async () => {
    for (const after of [undefined, place]) {
      const page = { sort: 'done', after, limit: 26 } as const;
      const nodes = await planOf((db) => listCompleted(db, [part()], 'ann', everything, page));
      expect(scanned(nodes)).toEqual([]);
      expect(rowsRead(nodes)).toBeLessThanOrEqual(PAGE_ROWS);
    }
  });

  it('counting stops at 1000 tasks of an addressee', async () => {
    const addressees = [...mine, ...team];
    const parts = [{ ...part(), addressees }];
    const nodes = await planOf((db) => countInbox(db, parts, new Date()));
    expect(scanned(nodes)).toEqual([]);
    // An addressee has some 1200 tasks here, and PostgreSQL 15 sorts so few rather than read them in order.
    const limits = nodes.filter((node) => node['Node Type'] === 'Limit');
    expect(limits.map((node) => node['Actual Loops'])).toEqual([addressees.length]);
    expect(rowsRead(limits)).toBeLessThanOrEqual(addressees.length * 1001);
    expect(rowsRead(nodes)).toBeLessThanOrEqual(addressees.length * 1200);
    expect(await countInbox(fixture.db, parts, new Date('2030-01-01'))).toEqual({
      mine: 100,
      team: 1000,
      overdue: 1000,
      atLeast: true,
    });
  });
});
