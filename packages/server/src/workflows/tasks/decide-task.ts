import { operations } from '@millrace/contract';
import { modelsOf, type TaskAttributes } from '@millrace/engine';
import { accessOf, listedFor } from '../../access/authorize.js';
import { only } from '../../access/role.js';
import { mayNotCall, wrongState } from '../../kernel/errors/access-errors.js';
import type { CatalogueError } from '../../kernel/errors/catalogue-error.js';
import { invalidValue } from '../../kernel/errors/request-errors.js';
import { inTurn } from '../../kernel/time-slices.js';
import type { Transaction } from '../../postgres/database.js';
import { coverage, coveringRoles } from '../../processes/records/visibility/process-visibility.js';
import { principalId, type SignIn } from '../../use-case/caller.js';
import { findRun, lockDecision } from '../records/find-run.js';
import type { RunRow } from '../records/run-row.js';
import { type LockedTask, reReadTask } from '../records/tasks/find-tasks.js';
import type { TaskRow } from '../records/tasks/task-row.js';
import { insertVote } from '../records/votes/insert-vote.js';
import { storeComment } from '../records/write-tasks.js';
import { advanceRunTo, type RunAction, type RunId } from '../run/advance-run.js';
import { mapRejections } from '../run/map-rejections.js';
import { accessToWorkflow, findVisibleRun, outsideTheRows, unknownRun } from '../run/run-access.js';
import type { RecordedVote } from '../run/run-changes.js';
import type { RunDeps } from '../run/run-deps.js';
import { mayNotActFor, othersNamed, personsActedFor } from './acting-for.js';
import { checkVote } from './check-vote.js';
import type { CheckedDecision, Decision } from './decision.js';
import { decisionStatement } from './decision-statement.js';
import { isOperator, isOwn, notYourTask, unknownTask } from './task-access.js';
import { type FormValidator, withComment } from './task-form.js';

/**
 * Checks a decision and locks what it is about with one statement: the run, the task, the process. On a task that several persons decide it is a vote.
 *
 * @throws CatalogueError 1200 (404), 1209, 1210, 1209 (409) when the run is not paused or the task is no longer open, 1232 when
 * the payload does not fit the form; for a vote also as {@link checkVote}
 */
export async function checkDecision(
  tx: Transaction,
  deps: Pick<RunDeps, 'peopleById' | 'now'>,
  forms: FormValidator,
  decision: Decision,
): Promise<CheckedDecision> {
  const { caller, subProject, approved } = decision;
  const { run, process, shown, task } = await lockOpenTask(tx, decision);
  if (task.approval === null) {
    const person = await requireDecider(tx, deps, decision, run, task);
    const { payload, comment } = await readGiven(forms, task, decision);
    const by = principalId(caller.principal);
    const who = { by, ...(person === undefined ? {} : { onBehalfOf: person }) };
    const attributes = { variables: payload, approved, ...who, task: attributesOf(task) };
    return {
      run,
      process,
      shown,
      task,
      comment,
      command: { type: 'completeTask', key: task.elementKey, ...attributes },
    };
  }
  const { payload, comment } = await readGiven(forms, task, decision);
  const { outcome, files } = decision.vote ?? { outcome: approved ? 'approve' : 'reject', files: [] };
  const { principal } = caller;
  const { workflowKey } = run;
  const { onBehalfOf } = decision;
  const given = { outcome, reason: comment, variables: payload, fileIds: files.map(({ id }) => id) };
  const asked = { principal, subProject, workflowKey, task, ...given, onBehalfOf };
  return { run, process, shown, task, comment, command: await checkVote(tx, deps, asked) };
}

/**
 * The person for whom the caller decides; undefined: for oneself, or as an operator.
 *
 * @throws CatalogueError 1209
 */
async function requireDecider(
  tx: Transaction,
  deps: Pick<RunDeps, 'peopleById' | 'now'>,
  { caller: { principal }, subProject, access, onBehalfOf }: Decision,
  { workflowKey }: RunRow & { readonly workflowKey: string },
  task: TaskRow,
): Promise<string | undefined> {
  const personId = othersNamed(principal, onBehalfOf);
  const isTheirs = isOperator(accessToWorkflow(access, workflowKey)) || isOwn(subProject, access, task);
  if (personId === undefined && isTheirs) return undefined;
  const question = { subProject, workflowKey, task, principal, personId, isDeciding: true };
  const [first] = await personsActedFor(tx, deps, question);
  if (first !== undefined) return first.person.userId;
  throw personId === undefined ? notYourTask(task) : mayNotActFor();
}

/** @throws CatalogueError 1232 when the payload does not fit the form */
async function readGiven(forms: FormValidator, { form }: TaskRow, decision: Decision) {
  const given = withComment(form, { ...decision.payload }, decision.comment);
  const errors = await inTurn(() => forms.check(form, given.payload));
  if (errors.length > 0) throw invalidValue('The payload does not fit the form of the task.', errors);
  return given;
}

/** A run after a decision. */
export interface Decided {
  readonly runId: RunId;
  /** On a task that several persons decide: what the votes decide. */
  readonly vote: RecordedVote | undefined;
}

/**
 * Completes a task, or votes on it, and drives its run on (D23); the engine decides what a rejection does (D24).
 *
 * @throws CatalogueError as {@link checkDecision}; 1009 when it does not fit the run
 */
export async function decideTask(
  tx: Transaction,
  deps: RunDeps,
  forms: FormValidator,
  decision: Decision,
): Promise<Decided> {
  const { caller, subProject, signed } = decision;
  const { checked, statement } = await stateDecision(tx, deps, forms, decision, signed?.at ?? new Date(deps.now()));
  const { run, process, task, comment, command } = checked;
  requireAuthentication(task, decision);
  const signature = await signed?.prove(tx, statement);
  const { id, status, vote } = await mapRejections(() =>
    advanceRunTo(tx, deps, {
      actor: caller,
      subProject,
      run,
      process,
      isProcessLocked: true,
      command,
      action: { ...actionOf(task, command, comment, { signIn: caller.signIn, signature }), statement },
      ...(comment === undefined ? {} : { comment: { elementId: task.elementId, key: task.elementKey, text: comment } }),
      ...(command.type === 'vote' ? { votedOn: { id: task.id, name: task.name } } : {}),
    }),
  );
  if (command.type === 'vote') await storeVote(tx, deps, decision, task, command);
  // Of a decision that a listener sent back. Earlier votes have their own reasons.
  const isClosed = vote === undefined || vote.result !== 'open';
  if (isClosed && (comment !== undefined || task.comment !== null)) {
    await storeComment(tx, { subProjectId: subProject.id, id: task.id }, comment ?? null);
  }
  return { runId: { id, state: status }, vote };
}

/**
 * Judges a decision as {@link decideTask} does, and says what it is.
 *
 * @throws CatalogueError as {@link checkDecision}
 */
export async function stateDecision(
  tx: Transaction,
  deps: Pick<RunDeps, 'peopleById' | 'now' | 'definitions'>,
  forms: FormValidator,
  decision: Decision,
  now: Date,
): Promise<{ readonly checked: CheckedDecision; readonly statement: string }> {
  const checked = await checkDecision(tx, deps, forms, decision);
  const diagrams = await deps.definitions.hashesOf(tx, decision.subProject.id, modelsOf(checked.run.state));
  return { checked, statement: decisionStatement(decision, checked, { diagrams, now }) };
}

/** @throws CatalogueError 1209 when the diagram asks for more than the caller has proved */
function requireAuthentication({ approval }: TaskRow, { caller, signed }: Decision): void {
  const asked = approval?.authentication;
  if (asked === 'stepUp' && signed === undefined) {
    throw mayNotCall(
      'Each vote on this task is signed by a passkey: decide it in the inbox of the console. An application asks startApprovalSignature, then sends its answer to castVote as `signature`.',
    );
  }
  if (asked === 'session' && caller.signIn?.credential === 'link') {
    throw mayNotCall('A link in an e-mail is not enough to vote on this task: sign in.');
  }
}

/** What the audit row says; what the votes decide is added when the engine has counted them. */
function actionOf(
  { id: taskId, elementId, approval }: LockedTask,
  command: CheckedDecision['command'],
  comment: string | undefined,
  { signIn, signature }: { readonly signIn: SignIn | undefined; readonly signature: object | undefined },
): RunAction {
  const via = signIn?.credential === 'link' ? { via: 'link' } : {};
  if (command.type === 'completeTask') {
    const { approved } = command;
    const said = comment === undefined ? {} : { comment };
    return { action: 'run.resume', after: { taskId, approved, ...said, ...forWhom(command), ...via } };
  }
  const { outcome, reason } = command;
  const { veto, separation } = approval ?? {};
  const said = reason === undefined ? {} : { reason };
  const proof = signature === undefined ? {} : { signature };
  const told = { taskId, elementId, outcome, ...said, ...forWhom(command), ...via, ...proof, veto, separation };
  return { action: 'run.vote', after: told };
}

const forWhom = ({ onBehalfOf }: CheckedDecision['command']) => (onBehalfOf === undefined ? {} : { onBehalfOf });

async function storeVote(
  tx: Transaction,
  deps: RunDeps,
  { subProject, vote }: Decision,
  task: LockedTask,
  { by, onBehalfOf, outcome, reason }: Extract<CheckedDecision['command'], { readonly type: 'vote' }>,
): Promise<void> {
  await insertVote(tx, {
    subProjectId: subProject.id,
    taskId: task.id,
    voterId: by,
    onBehalfOf: onBehalfOf ?? null,
    outcome,
    reason: reason ?? null,
    fileIds: (vote?.files ?? []).map(({ id }) => id),
    createdTs: new Date(deps.now()),
  });
}

/** What the listeners of a task may read. */
const attributesOf = (task: TaskRow): TaskAttributes => ({
  assignee: task.assignee,
  candidateGroups: task.candidateGroups,
  candidateUsers: task.candidateUsers,
  dueDate: task.dueTs?.toISOString() ?? null,
  followUpDate: task.followUpTs?.toISOString() ?? null,
  priority: task.priority,
});

/** Locks the task of a decision, which must be open, with its run and its process. @throws CatalogueError as {@link checkDecision} */
async function lockOpenTask(
  tx: Transaction,
  { caller, subProject, access, runId, taskId, seen }: Decision,
): Promise<Pick<CheckedDecision, 'run' | 'process' | 'shown' | 'task'>> {
  const key = { subProjectId: subProject.id, id: runId };
  const reading = accessOf(caller.principal, subProject, operations.getProcess.permission.grant);
  const locked = await lockDecision(tx, key, taskId, {
    covered: coverage(subProject, access),
    read: coverage(subProject, reading ?? access),
  });
  if (locked === undefined) throw await whyNotLocked(tx, { subProject, access, runId, taskId });
  const { run, process, covered, read, versionId } = locked;
  seen?.(versionId);
  const narrowed = accessToWorkflow(access, run.workflowKey);
  if (!access.unrestricted && !coveringRoles(access, covered).some((role) => narrowed.roles.includes(role))) {
    throw outsideTheRows();
  }
  requirePaused(run);
  const isVoted = locked.task.approval !== null;
  const task = isVoted ? await reReadTask(tx, { subProjectId: subProject.id, id: locked.task.id }) : locked.task;
  if (task?.state !== 'OPEN') throw wrongState('The task is no longer open: another request was first.');
  const shown =
    reading === undefined ? only([]) : listedFor(reading, coveringRoles(reading, read), (role) => role.read);
  return { run, process, shown, task };
}

/** Why there is nothing to lock: the first check that fails, in the order of D13. */
async function whyNotLocked(
  tx: Transaction,
  { subProject, access, runId, taskId }: Pick<Decision, 'subProject' | 'access' | 'runId' | 'taskId'>,
): Promise<CatalogueError> {
  const run = await findRun(tx, { subProjectId: subProject.id, id: runId });
  if (run === undefined) return unknownRun(runId);
  if (taskId !== undefined) return unknownTask(taskId);
  const narrowed = accessToWorkflow(access, run.workflowKey);
  requirePaused(await findVisibleRun(tx, { subProject, access: narrowed, runId }));
  return wrongState('The run waits for a message, signal or condition and has no open task; see getWorkflowRun.');
}

function requirePaused({ status }: RunRow): void {
  if (status !== 'PAUSED') throw wrongState(`The run is ${status}; only a PAUSED run can be resumed.`);
}
