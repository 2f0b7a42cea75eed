import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { CatalogueError } from '../kernel/errors/catalogue-error.js';
import { createSubProjects } from '../sub-projects/configuration/sub-projects.js';
import { createDefinitions } from './run/definitions.js';
import { diagram, end, flow, fork, start, user } from './testing/diagram.js';
import { createWorkflowFixture, type Who, type WorkflowFixture } from './testing/workflow-fixture.js';
import { workflowUseCases } from './use-cases.js';

/** Two tasks that are open at the same time: `a` needs two persons, and nobody decides both. */
const both = diagram(
  'both',
  start(),
  fork('split'),
  user('a', { candidateGroups: 'OWNER, MANAGER, OPERATOR, PARTIAL' }),
  user('b', { candidateGroups: 'OWNER, MANAGER, OPERATOR' }),
  fork('join'),
  end(),
  flow('s split a join e'),
  flow('split b join'),
)
  .replace('<bpmn:definitions ', '<bpmn:definitions xmlns:millrace="urn:millrace:bpmn:1" ')
  .replace(
    /(<bpmn:userTask id="a"[^>]*><bpmn:extensionElements>)/,
    '$1<millrace:approval quorum="2" veto="none" separation="task:b"/>',
  )
  .replace(
    /(<bpmn:userTask id="b"[^>]*><bpmn:extensionElements>)/,
    '$1<millrace:approval veto="quorum" separation="starter, editor:amount"/>',
  );

/** What is done: a vote on a task by somebody, or a change of the amount. */
interface Deed {
  readonly who: Who;
  readonly what: 'a' | 'b' | 'amount';
  readonly approves: boolean;
}

const people = ['OWNER', 'MANAGER', 'OPERATOR', 'PARTIAL', 'READER', 'ADMIN'] as const;
const deeds = fc.array(
  fc.array(
    fc.record<Deed>({
      who: fc.constantFrom<Who>(...people),
      what: fc.constantFrom('a', 'a', 'b', 'b', 'amount'),
      approves: fc.boolean(),
    }),
    { minLength: 1, maxLength: 5 },
  ),
  { minLength: 2, maxLength: 6 },
);

interface AuditRow {
  readonly action: string;
  readonly by: string;
  readonly after: Readonly<Record<string, unknown>> | null;
}

/**
 * Whether the audit log of a run and its process shows a vote that breaks a rule of the diagram. It knows the rules by itself and
 * reads nothing else.
 */
function violations(rows: readonly AuditRow[]): readonly string[] {
  const found: string[] = [];
  const starter = rows.find(({ action }) => action === 'run.start')?.by;
  const editors = new Set<string>();
  const votes: Readonly<Record<string, Map<string, string>>> = { a: new Map(), b: new Map() };
  const closed = new Map<string, string>();
  for (const { action, by, after } of rows) {
    if (Object.hasOwn((after?.fields as object | undefined) ?? {}, 'amount')) editors.add(by);
    if (action === 'run.cancel') break;
    if (action !== 'run.vote') continue;
    const task = String(after?.elementId);
    const own = votes[task];
    const other = votes[task === 'a' ? 'b' : 'a'];
    if (own === undefined || other === undefined) continue;
    if (closed.has(task)) found.push(`${by} voted at ${task} after it closed`);
    if (own.has(by)) found.push(`${by} voted at ${task} twice`);
    if (other.has(by)) found.push(`${by} voted at both tasks`);
    if (task === 'b' && by === starter) found.push(`${by} started the run and voted at b`);
    if (task === 'b' && editors.has(by)) found.push(`${by} set the amount and voted at b`);
    own.set(by, String(after?.outcome));
    const approvals = [...own.values()].filter((outcome) => outcome === 'approve').length;
    const rejections = own.size - approvals;
    const result = String(after?.result);
    if (result !== 'open') closed.set(task, result);
    const needed = task === 'a' ? 2 : 1;
    if ((result === 'approved') !== approvals >= needed) found.push(`${task}: ${result} with ${approvals} approvals`);
    if (task === 'b' && rejections > 0 && result !== 'rejected') found.push(`b: ${result} with a rejection`);
  }
  const last = rows.findLast(({ after }) => after?.state !== undefined)?.after?.state;
  const isWhole = closed.get('a') === 'approved' && closed.get('b') === 'approved';
  if ((last === 'COMPLETED') !== isWhole)
    found.push(`the run is ${String(last)}, and the tasks ${JSON.stringify([...closed])}`);
  return found;
}

let fixture: WorkflowFixture;
beforeAll(async () => {
  fixture = await createWorkflowFixture({ workflows: { both } });
});
afterAll(() => fixture.drop());

it('[D117] whoever votes when, on two servers at the same instant, no run breaks quorum, veto or separation', async () => {
  const { db, subProjectId } = fixture;
  // Servers share the database and nothing else.
  const servers = [1, 2].map(() =>
    workflowUseCases({ ...fixture.deps, subProjects: createSubProjects(db), definitions: createDefinitions() }),
  );
  let votes = 0;
  await fc.assert(
    fc.asyncProperty(deeds, async (rounds) => {
      const processId = await fixture.createProcess();
      const run = await fixture.execute('both', processId);
      const { detail } = await fixture.useCases.getWorkflowRun(fixture.caller('ADMIN'), {
        subProjectId,
        runId: run.id,
      });
      const taskOf = (elementId: string) => detail.tasks.find((task) => task.elementId === elementId)?.id ?? '';
      const attempt = async ({ who, what, approves }: Deed, index: number) => {
        const caller = fixture.caller(who);
        try {
          if (what === 'amount') {
            const updates = { amount: index + votes };
            await fixture.useCases.updateProcessField(caller, { subProjectId, processId, updates });
          } else {
            const outcome = approves ? 'approve' : 'reject';
            await servers[index % 2]?.castVote(caller, { subProjectId, taskId: taskOf(what), outcome });
            votes += 1;
          }
        } catch (error) {
          if (!(error instanceof CatalogueError)) throw error;
          expect([1009, 1205, 1207, 1209]).toContain(error.id);
        }
      };
      for (const round of rounds) await Promise.all(round.map(attempt));
      const rows = await db<AuditRow>`
        select action, by_id as by, after from audit_log
        where sub_project_id = ${subProjectId} and process_id = ${processId} order by created_ts, id`;
      expect(violations(rows)).toEqual([]);
      await fixture.expectNothingStuck();
    }),
    { numRuns: 25 },
  );
  expect(votes).toBeGreaterThan(25);
});

it('the checker finds what breaks a rule', () => {
  const row = (action: string, by: string, after: object): AuditRow => ({ action, by, after: { ...after } });
  const started = row('run.start', 'ada', { state: 'PAUSED' });
  const vote = (by: string, elementId: string, outcome: string, result: string, state = 'PAUSED') =>
    row('run.vote', by, { elementId, outcome, result, state });
  expect(violations([started, vote('ada', 'b', 'approve', 'approved')])).toHaveLength(1);
  expect(violations([started, vote('bob', 'a', 'approve', 'approved')])).toHaveLength(1);
  expect(
    violations([started, vote('bob', 'a', 'approve', 'open'), vote('bob', 'b', 'approve', 'approved')]),
  ).toHaveLength(1);
  expect(violations([started, vote('bob', 'b', 'reject', 'open')])).toHaveLength(1);
  const edited = row('process.update', 'bob', { fields: { amount: 1 } });
  expect(violations([started, edited, vote('bob', 'b', 'approve', 'approved')])).toHaveLength(1);
  expect(violations([started, vote('bob', 'a', 'approve', 'open', 'COMPLETED')])).toHaveLength(1);
});
