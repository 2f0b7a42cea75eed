import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../kernel/identifiers.js';
import { type Fragment, sql, transaction } from '../../postgres/database.js';
import { createQueryable, type Queryable } from '../../postgres/sql/queryable.js';
import { countInbox } from '../records/inbox/count-inbox.js';
import { type InboxConditions, type InboxSort, listAddressed, listCompleted } from '../records/inbox/list-inbox.js';
import { diagram, end, flow, start, user } from '../testing/diagram.js';
import { createWorkflowFixture, type WorkflowFixture } from '../testing/workflow-fixture.js';
import type { InboxScope } from './inbox-scopes.js';
import { asTooManyTasks, limitReading } from './limited-reading.js';
import type { InboxSearch } from './read-inbox-search.js';

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
       insert into task_addressees select (jsonb_populate_record(a, '{"kind": "group", "key": "MANY"}')).* from task_addressees a
         where kind = 'group';
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

  it('counting looks at 5000 tasks of an addressee, however few of them the caller sees', async () => {
    const addressees = [{ kind: 'group', key: 'MANY' }] as const;
    const ofSome = sql`p.priority = 'NO SUCH'`;
    const nodes = await planOf((db) => countInbox(db, [{ ...part(), visible: ofSome, addressees }], new Date()));
    expect(scanned(nodes)).toEqual([]);
    // Before 18, PostgreSQL takes the tasks of an addressee for few, and sorts all of them rather than read the first in order.
    const [{ version = 0 } = {}] = await fixture.db<{ version: number }>`
      select current_setting('server_version_num')::integer / 10000 as version`;
    expect(rowsRead(nodes)).toBeLessThanOrEqual(version < 18 ? TASKS / 4 : 5001);
    const count = (visible: Fragment, key: string) =>
      countInbox(fixture.db, [{ ...part(), visible, addressees: [{ kind: 'group', key }] }], new Date());
    expect(await count(ofSome, 'MANY')).toEqual({ mine: 0, team: 0, overdue: 0, atLeast: true });
    expect(await count(ofSome, 'g8')).toEqual({ mine: 0, team: 0, overdue: 0, atLeast: false });
  });

  it('a search that takes too long is told how to narrow it', async () => {
    const scope = { tasks: { principal: { kind: 'system' }, unrestricted: true, roles: [] } } as unknown as InboxScope;
    const search = (text: string | undefined) => ({ conditions: { ...everything, text } }) as InboxSearch;
    const sleeping = (text: string | undefined) =>
      transaction(fixture.db, async (tx) => {
        await limitReading(tx, [scope], search(text), 50);
        await tx`select pg_sleep(0.2)`;
      }).catch((error: unknown) => asTooManyTasks(error));
    expect(await sleeping('look')).toMatchObject({ id: 1200, detail: expect.stringContaining('subProjectIds') });
    expect(await sleeping(undefined)).toBeUndefined();
  });

  it('counting stops at 1000 tasks of an addressee', async () => {
    const addressees = [...mine, ...team];
    const parts = [{ ...part(), addressees }];
    const nodes = await planOf((db) => countInbox(db, parts, new Date()));
    expect(scanned(nodes)).toEqual([]);
    // PostgreSQL 15 sorts the tasks of an addressee where they are few, rather than read them in order.
    expect(rowsRead(nodes)).toBeLessThanOrEqual(addressees.length * 5000);
    const processesRead = nodes.filter((node) => node['Relation Name'] === 'processes');
    expect(processesRead.length).toBeGreaterThan(0);
    expect(rowsRead(processesRead)).toBeLessThanOrEqual(addressees.length * 1001);
    expect(await countInbox(fixture.db, parts, new Date('2030-01-01'))).toEqual({
      mine: 100,
      team: 1000,
      overdue: 1000,
      atLeast: true,
    });
  });
});
