import type { TaskAttributes } from '@millrace/engine';
import { appendAudit } from '../../audit/records/append.js';
import type { RungAction } from '../../sub-projects/configuration/sla-rule.js';
import { listActiveOf } from '../records/delegations/delegations.js';
import { lockRun } from '../records/find-run.js';
import type { RunRow } from '../records/run-row.js';
import { type LockedTask, reReadTask } from '../records/tasks/find-tasks.js';
import type { TaskRow } from '../records/tasks/task-row.js';
import { storeComment } from '../records/write-tasks.js';
import { advanceRun } from '../run/advance-run.js';
import { isMet } from '../tasks/acting-for.js';
import { judgeVoters } from '../votes/electorate.js';
import { RungRefused, type RungWork } from './reached-rung.js';

type Assign = Extract<RungAction, { kind: 'assign' }>;

/**
 * Hands an overdue task on. A task of one person goes to the first of the named persons who can complete it, or is open to the roles. On a
 * task with votes those who are named may vote too: nobody loses the right to vote, and votes that were cast stay.
 */
export async function handOn(work: RungWork, assign: Assign): Promise<void> {
  const { tx, deps, actor, subProject, rung } = work;
  const { task, run } = await lockOverdue(work);
  const change = await changeOf(work, task, assign);
  const message = `${rung.name} reached ${rung.rung}`;
  await advanceRun(tx, deps, {
    actor,
    subProject,
    run,
    command: { type: 'escalateTask', key: task.elementKey, change, message },
  });
  const { assignee, candidateGroups, candidateUsers } = task;
  await appendAudit(tx, actor, [
    {
      action: 'task.assign',
      subProjectId: subProject.id,
      subjectType: 'task',
      subjectId: task.id,
      processId: task.processId,
      before: task.approval === null ? { assignee } : { candidateGroups, candidateUsers },
      after: { ...change, clock: rung.clock, rung: rung.rung, note: message },
    },
  ]);
}

/** Rejects a task that nobody decided in time. Nothing that is overdue is ever approved (D184). */
export async function rejectOverdue(work: RungWork): Promise<void> {
  const { tx, deps, actor, subProject, rung } = work;
  const { task, run } = await lockOverdue(work);
  const comment = `Nobody decided in time: ${rung.name} reached ${rung.rung}`;
  await advanceRun(tx, deps, {
    actor,
    subProject,
    run,
    command: { type: 'expireTask', key: task.elementKey, message: comment },
    action: {
      action: 'run.resume',
      after: { taskId: task.id, approved: false, expired: true, comment, clock: rung.clock, rung: rung.rung },
    },
  });
  await storeComment(tx, { subProjectId: subProject.id, id: task.id }, comment);
}

/** The open task of a rung, with its run locked first. @throws RungRefused when it is no longer open */
async function lockOverdue({
  tx,
  subProject,
  rung,
}: RungWork): Promise<{ readonly task: LockedTask; readonly run: RunRow }> {
  const key = { subProjectId: subProject.id, id: rung.taskId ?? '' };
  const found = await reReadTask(tx, key);
  const run = found === undefined ? undefined : await lockRun(tx, { subProjectId: subProject.id, id: found.runId });
  const task = await reReadTask(tx, key);
  if (task?.state !== 'OPEN' || run === undefined) throw new RungRefused('the task is no longer open');
  return { task, run };
}

/** @throws RungRefused when nobody is named who can decide it and has it not already */
async function changeOf(work: RungWork, task: TaskRow, assign: Assign): Promise<TaskAttributes> {
  const groups = [...new Set([...assign.roles, ...(assign.next ? (task.approval?.next ?? []) : [])])];
  const persons = await ablePersons(work, task, await namedPersons(work, task, assign));
  if (task.approval !== null) {
    const candidateGroups = [...new Set([...task.candidateGroups, ...groups])];
    const candidateUsers = [...new Set([...task.candidateUsers, ...persons])];
    const added =
      candidateGroups.length + candidateUsers.length - task.candidateGroups.length - task.candidateUsers.length;
    if (added === 0) throw new RungRefused('there is nobody to hand the task on to who may not decide it already');
    return { candidateGroups, candidateUsers };
  }
  const [first] = persons;
  if (groups.length === 0) {
    if (first === undefined || first === task.assignee) throw new RungRefused('there is nobody to hand the task on to');
    return { assignee: first };
  }
  return { assignee: null, candidateGroups: groups, candidateUsers: persons };
}

/** The substitutes of the assignee that have the task now, and the users whom the fields name. */
async function namedPersons(
  { tx, deps, subProject, process }: RungWork,
  task: TaskRow,
  { fields, substitute }: Assign,
): Promise<readonly string[]> {
  const persons: string[] = [];
  if (substitute && task.assignee !== null) {
    const search = { subProjectId: subProject.id, personIds: [task.assignee], now: new Date(deps.now()) };
    for (const delegation of await listActiveOf(tx, search)) {
      const { workflowIds, substituteId } = delegation;
      const isCovered = workflowIds === null || workflowIds.includes(task.workflowId);
      if (isCovered && (await isMet(tx, subProject, delegation, process))) persons.push(substituteId);
    }
  }
  const values = fields
    .map((name) => process.fields[name])
    .flatMap((value) => (Array.isArray(value) ? value : [value]));
  persons.push(...values.filter((value) => typeof value === 'string' && value !== ''));
  return [...new Set(persons)];
}

/** Those who may decide it as candidates. */
async function ablePersons(
  { tx, deps, subProject, process }: RungWork,
  task: TaskRow,
  persons: readonly string[],
): Promise<readonly string[]> {
  if (persons.length === 0) return [];
  const workflowKey = subProject.workflows.find(({ id }) => id === task.workflowId)?.key ?? '';
  const judged = await judgeVoters(tx, deps.peopleById, {
    subProject,
    workflowKey,
    runId: task.runId,
    process,
    candidateGroups: [],
    candidateUsers: persons,
    separation: task.approval?.separation ?? [],
    userIds: persons,
    onlyThese: true,
  });
  return persons.filter((id) => judged.get(id)?.obstacles.length === 0);
}
