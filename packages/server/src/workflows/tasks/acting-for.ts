import { hasVoted } from '@millrace/engine';
import { mayNotCall } from '../../kernel/errors/access-errors.js';
import type { CatalogueError } from '../../kernel/errors/catalogue-error.js';
import type { Transaction } from '../../postgres/database.js';
import { findProcess } from '../../processes/records/processes/find-process.js';
import type { ProcessRow } from '../../processes/records/processes/process-row.js';
import type { SubProject } from '../../sub-projects/configuration/sub-project.js';
import { type Principal, principalId } from '../../use-case/caller.js';
import { conditionHolds } from '../delegations/condition-holds.js';
import { type DelegationRow, listActive } from '../records/delegations/delegations.js';
import type { TaskRow } from '../records/tasks/task-row.js';
import type { RunDeps } from '../run/run-deps.js';
import { type Judged, judgeVoters } from '../votes/electorate.js';
import { fieldsReadOn } from './fields-read-on.js';

/** Whether somebody may decide a task for others. */
export interface SubstituteQuestion {
  readonly subProject: SubProject;
  readonly workflowKey: string;
  readonly task: TaskRow;
  readonly principal: Principal;
  /** Only for this person. */
  readonly personId?: string | undefined;
  /** In the transaction of a decision, which has locked the process: no delegation that is used ends before it does. */
  readonly isDeciding: boolean;
}

/**
 * Whom the caller may decide a task for now, the oldest delegation first: persons who could decide it themselves. Not for those
 * whom they would be substitutes for. The caller's own roles are judged by whoever asks; on a task with votes also what excludes
 * the caller, because a substitute counts as both persons.
 */
export async function personsActedFor(
  tx: Transaction,
  deps: Pick<RunDeps, 'peopleById' | 'now'>,
  question: SubstituteQuestion,
): Promise<readonly Judged[]> {
  const { subProject, task, principal, personId, isDeciding } = question;
  if (principal.kind !== 'user' || !subProject.members.has(principal.userId)) return [];
  const search = {
    subProjectIds: [subProject.id],
    substituteId: principal.userId,
    personId,
    now: new Date(deps.now()),
  };
  const covering = (await listActive(tx, search, isDeciding)).filter(
    ({ workflowIds }) => workflowIds === null || workflowIds.includes(task.workflowId),
  );
  if (covering.length === 0) return [];
  const process = await findProcess(tx, subProject.id, task.processId);
  if (process === undefined) throw new Error(`the process ${task.processId} of task ${task.id} does not exist`);
  const persons: string[] = [];
  for (const delegation of covering) {
    if (persons.includes(delegation.personId)) continue;
    if (await isMet(tx, subProject, delegation, process)) persons.push(delegation.personId);
  }
  const judged = await judgeVoters(tx, deps.peopleById, {
    ...electorateOf(question),
    process,
    userIds: [principal.userId, ...persons],
    onlyThese: true,
  });
  if (task.approval !== null && !mayRepresent(judged.get(principal.userId), task)) return [];
  return persons.flatMap((person) => {
    const one = judged.get(person);
    const may = one?.obstacles.length === 0 && !hasVoted(task.votes ?? [], person);
    return one === undefined || !may ? [] : [one];
  });
}

/** A person who is assigned a task is its only candidate. */
const electorateOf = ({ subProject, workflowKey, task }: SubstituteQuestion) => ({
  subProject,
  workflowKey,
  runId: task.runId,
  candidateGroups: task.assignee === null ? task.candidateGroups : [],
  candidateUsers: task.assignee === null ? task.candidateUsers : [task.assignee],
  separation: task.approval?.separation ?? [],
});

/** Whether nothing keeps somebody from voting but that they are no candidate: then they may vote for others. */
export const isOnlyNoCandidate = ({ obstacles }: Judged): boolean =>
  obstacles.every(({ rule }) => rule === 'notCandidate');

const mayRepresent = (own: Judged | undefined, { votes }: TaskRow): boolean =>
  own?.obstacles.length === 1 && isOnlyNoCandidate(own) && !hasVoted(votes ?? [], own.person.userId);

/** Whether the condition of a delegation is true. It sees the fields that the person reads, so it tells nobody of others. */
export async function isMet(
  tx: Transaction,
  subProject: SubProject,
  { personId: userId, condition }: DelegationRow,
  process: ProcessRow,
): Promise<boolean> {
  if (condition === null) return true;
  const person = { kind: 'user', userId, clientId: undefined, name: '', administrator: false, scopes: [] } as const;
  const read = await fieldsReadOn(tx, subProject, person, process.id);
  return conditionHolds(condition, process.fields, read);
}

/** The person whom a request names, without those who name themselves. */
export const othersNamed = (principal: Principal, onBehalfOf: string | undefined): string | undefined =>
  onBehalfOf === principalId(principal) ? undefined : onBehalfOf;

/** 1209: in the same words whatever the reason, which may be a rule on fields that the caller does not read. */
export const mayNotActFor = (): CatalogueError =>
  mayNotCall(
    'The caller may not decide this task for that person now: there is no such delegation for it, or the person could not decide it, or has.',
  );
