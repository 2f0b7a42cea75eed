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
  user('a', { candidateGroups: 'OWNER, MANAGER, OPERATOR' }),
  user('b', { candidateGroups: 'OWNER, MANAGER' }),
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

/** What is done: a vote on a task by somebody, a change of the amount, or `who` names a substitute or ends what there is. */
interface Deed {
  readonly who: Who;
  readonly what: 'a' | 'b' | 'amount' | 'delegate' | 'end';
  /** The substitute, or the person for whom is voted; undefined: LIMITED, or whoever comes first. */
  readonly other: Who | undefined;
  readonly approves: boolean;
}

const people = ['OWNER', 'MANAGER', 'OPERATOR', 'PARTIAL', 'LIMITED', 'READER', 'ADMIN'] as const;
const deeds = fc.array(
  fc.array(
    fc.record<Deed>({
      // LIMITED, who is no candidate, is the substitute most of the time.
      who: fc.constantFrom<Who>(...people, 'MANAGER', 'LIMITED', 'LIMITED', 'LIMITED'),
      what: fc.constantFrom('a', 'a', 'a', 'a', 'b', 'b', 'b', 'amount', 'delegate', 'delegate', 'end'),
      other: fc.constantFrom<Who | undefined>(
        ...people,
        ...people.map(() => undefined),
        undefined,
        undefined,
        undefined,
      ),
      approves: fc.boolean(),
    }),
    { minLength: 1, maxLength: 6 },
  ),
  { minLength: 2, maxLength: 7 },
);

interface AuditRow {
  readonly action: string;
  readonly by: string;
  readonly subject: string;
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
  const delegations = new Map<string, string>();
  const votes: Readonly<Record<string, Set<string>>> = { a: new Set(), b: new Set() };
  const counts: Readonly<Record<string, string[]>> = { a: [], b: [] };
  const closed = new Map<string, string>();
  for (const { action, subject, by, after } of rows) {
    if (Object.hasOwn((after?.fields as object | undefined) ?? {}, 'amount')) editors.add(by);
    if (action === 'run.cancel') break;
    const { personId, substituteId } = after ?? {};
    if (action === 'delegation.create') delegations.set(subject, `${String(substituteId)} for ${String(personId)}`);
    if (action === 'delegation.end') delegations.delete(subject);
    if (action !== 'run.vote') continue;
    const person = after?.onBehalfOf === undefined ? by : String(after.onBehalfOf);
    const isSubstitute = [...delegations.values()].includes(`${by} for ${person}`);
    if (person !== by && !isSubstitute) found.push(`${by} is no substitute of ${person}`);
    const task = String(after?.elementId);
    const own = votes[task];
    const other = votes[task === 'a' ? 'b' : 'a'];
    if (own === undefined || other === undefined) continue;
    if (closed.has(task)) found.push(`${by} voted at ${task} after it closed`);
    for (const one of new Set([by, person])) {
      if (own.has(one)) found.push(`${one} voted at ${task} twice`);
      if (other.has(one)) found.push(`${one} voted at both tasks`);
      if (task === 'b' && one === starter) found.push(`${one} started the run and voted at b`);
      if (task === 'b' && editors.has(one)) found.push(`${one} set the amount and voted at b`);
      own.add(one);
    }
    counts[task]?.push(String(after?.outcome));
    const approvals = counts[task]?.filter((outcome) => outcome === 'approve').length ?? 0;
    const rejections = (counts[task]?.length ?? 0) - approvals;
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
  let forOthers = 0;
  await fc.assert(
    fc.asyncProperty(deeds, async (rounds) => {
      const began = new Date();
      const processId = await fixture.createProcess();
      const run = await fixture.execute('both', processId);
      const { detail } = await fixture.useCases.getWorkflowRun(fixture.caller('ADMIN'), {
        subProjectId,
        runId: run.id,
      });
      const taskOf = (elementId: string) => detail.tasks.find((task) => task.elementId === elementId)?.id ?? '';
      await db`delete from delegations`;
      const [manager, substituteId] = [fixture.caller('MANAGER'), fixture.userId('LIMITED')];
      const first = await fixture.useCases.createDelegation(manager, { subProjectId, substituteId });
      const named: string[] = [first.delegation.id];
      const attempt = async ({ who, what, other, approves }: Deed, index: number) => {
        const caller = fixture.caller(who);
        try {
          const useCases = servers[index % 2];
          if (what === 'delegate') {
            const substitute = fixture.userId(other ?? 'LIMITED');
            const made = await useCases?.createDelegation(caller, { subProjectId, substituteId: substitute });
            named.push(made?.delegation.id ?? '');
          } else if (what === 'end') {
            const delegationId = named[index % Math.max(1, named.length)] ?? '00000000-0000-7000-8000-000000000000';
            await useCases?.endDelegation(fixture.caller('ADMIN'), { subProjectId, delegationId });
          } else if (what === 'amount') {
            const updates = { amount: index + votes };
            await fixture.useCases.updateProcessField(caller, { subProjectId, processId, updates });
          } else {
            const outcome = approves ? 'approve' : 'reject';
            const whom = other === undefined ? {} : { onBehalfOf: fixture.userId(other) };
            await useCases?.castVote(caller, { subProjectId, taskId: taskOf(what), outcome, ...whom });
            votes += 1;
          }
        } catch (error) {
          if (!(error instanceof CatalogueError)) throw error;
          expect([1009, 1200, 1205, 1207, 1209, 1232]).toContain(error.id);
        }
      };
      for (const round of rounds) await Promise.all(round.map(attempt));
      const rows = await db<AuditRow>`
        select action, subject_id as subject, by_id as by, after from audit_log
        where sub_project_id = ${subProjectId} and created_ts >= ${began}
          and (process_id = ${processId} or subject_type = 'delegation')
        order by created_ts, id`;
      forOthers += rows.filter(({ after }) => after?.onBehalfOf !== undefined).length;
      expect(violations(rows)).toEqual([]);
      await fixture.expectNothingStuck();
    }),
    { numRuns: 30 },
  );
  // Few of the deeds are allowed; many more votes than these are usual.
  expect(votes).toBeGreaterThan(10);
  expect(forOthers).toBeGreaterThan(0);
});

it('the checker finds what breaks a rule', () => {
  const row = (action: string, by: string, after: object): AuditRow => ({
    action,
    by,
    subject: '',
    after: { ...after },
  });
  const started = row('run.start', 'ada', { state: 'PAUSED' });
  const vote = (by: string, elementId: string, outcome: string, result: string, state = 'PAUSED') =>
    row('run.vote', by, { elementId, outcome, result, state });
  expect(violations([started, vote('ada', 'b', 'approve', 'approved')])).toHaveLength(1);
  expect(violations([started, vote('bob', 'a', 'approve', 'approved')])).toHaveLength(1);
  expect(
    violations([started, vote('bob', 'a', 'approve', 'open'), vote('bob', 'b', 'approve', 'approved')]),
  ).toHaveLength(1);
  const named = row('delegation.create', 'bob', { personId: 'bob', substituteId: 'eve' });
  const forBob = row('run.vote', 'eve', { elementId: 'a', outcome: 'approve', result: 'open', onBehalfOf: 'bob' });
  expect(violations([started, named, forBob])).toEqual([]);
  expect(violations([started, forBob])).toEqual(['eve is no substitute of bob']);
  const over = { ...row('delegation.end', 'bob', {}), after: null };
  expect(violations([started, named, over, forBob])).toHaveLength(1);
  expect(violations([started, named, forBob, vote('bob', 'b', 'approve', 'open')])).toHaveLength(2);
  expect(violations([started, vote('bob', 'b', 'reject', 'open')])).toHaveLength(1);
  const edited = row('process.update', 'bob', { fields: { amount: 1 } });
  expect(violations([started, edited, vote('bob', 'b', 'approve', 'approved')])).toHaveLength(1);
  expect(violations([started, vote('bob', 'a', 'approve', 'open', 'COMPLETED')])).toHaveLength(1);
});
