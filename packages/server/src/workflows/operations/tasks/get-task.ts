import { operations, type TaskActions } from '@millrace/contract';
import { type Access, listedFor } from '../../../access/authorize.js';
import { outsideRowFilter } from '../../../kernel/errors/access-errors.js';
import { errorIds } from '../../../kernel/errors/error-ids.js';
import { type Transaction, transaction } from '../../../postgres/database.js';
import { peopleIn } from '../../../processes/list/names-in.js';
import { presentProcess } from '../../../processes/list/present-process.js';
import { enterProcess } from '../../../processes/records/visibility/enter-process.js';
import { enter } from '../../../sub-projects/configuration/enter.js';
import type { SubProject } from '../../../sub-projects/configuration/sub-project.js';
import { principalId, type UseCase } from '../../../use-case/caller.js';
import { inboxScope } from '../../inbox/inbox-scopes.js';
import { namingFields, summaryOf } from '../../inbox/process-summary.js';
import { findTaskDetail, listEarlierDecisions } from '../../records/inbox/task-detail.js';
import type { WorkflowDeps } from '../../run/workflow-deps.js';
import { personsActedFor } from '../../tasks/acting-for.js';
import { votersOf } from '../../tasks/check-vote.js';
import { presentTask } from '../../tasks/present-task.js';
import { unknownTask } from '../../tasks/task-access.js';
import { isResumable, type TaskQuestion, taskActions } from '../../tasks/task-actions.js';
import { describeForm } from '../../tasks/task-form.js';
import { reasonsOf } from '../../tasks/task-reasons.js';
import { bothOf, userNamesOf } from '../../tasks/user-names.js';

/**
 * Shows a task with what a decision needs.
 *
 * @throws CatalogueError 1202, 1205, 1200 (404) for an unknown task, 1210
 */
export const getTask =
  (
    deps: Pick<
      WorkflowDeps,
      'db' | 'subProjects' | 'userNames' | 'peopleById' | 'processFiles' | 'countTaskComments' | 'now'
    >,
  ): UseCase<'getTask'> =>
  async (caller, { subProjectId, taskId }) => {
    const { subProject } = await enter(deps.subProjects, caller, subProjectId, operations.getTask);
    const scope = inboxScope(subProject, caller);
    if (scope === undefined) throw unknownTask(taskId);
    const { calls, processes, comments } = scope;
    const answer = await transaction(
      deps.db,
      async (tx) => {
        const task = await findTaskDetail(tx, { subProjectId: subProject.id, id: taskId }, scope);
        if (task === undefined) throw unknownTask(taskId);
        if (task.covered !== true) {
          throw outsideRowFilter('The task is on a process outside the row filter of the caller’s roles.');
        }
        const shown = await processOfTask(tx, subProject, processes, task.processId);
        const decisions = await listEarlierDecisions(tx, task);
        // As in the audit log, a comment may say what is in any field (D107).
        const commentOf = (comment: string | null, by: string | null) =>
          task.readsAll || by === principalId(caller.principal) ? comment : null;
        const question = { subProject, calls, calledBy: task.calledBy, workflowKey: task.workflowKey, task };
        const { onBehalfOf, ...allowed } = await judgedActions(tx, deps, { ...question, runStatus: task.runStatus });
        return {
          task: presentTask(task, (by) => task.readsAll || by === principalId(caller.principal)),
          subProject: { id: subProject.id, name: subProject.name },
          workflow: { id: task.workflowId, name: task.workflowName },
          run: { id: task.runId, state: task.runStatus, createdTs: task.runCreatedTs.toISOString() },
          ...shown,
          ...describeForm(task.form),
          overdue: task.state === 'OPEN' && task.dueTs !== null && task.dueTs.getTime() < deps.now(),
          allowed,
          onBehalfOf,
          why: reasonsOf(question),
          decisions: decisions.map(({ completedTs, ...decision }) => ({
            ...decision,
            comment: commentOf(decision.comment, decision.by),
            completedTs: completedTs.toISOString(),
          })),
          comment: commentOf(task.comment, task.completedBy),
          completedBy: task.completedBy,
          completedOnBehalfOf: task.onBehalfOf,
          commentCount:
            comments === undefined
              ? null
              : await deps.countTaskComments(tx, { subProject, access: comments }, { ...task, taskId: task.id }),
          names: await userNamesOf(deps, tx, [
            task.assignee,
            task.completedBy,
            task.onBehalfOf,
            onBehalfOf,
            ...task.candidateUsers,
            ...decisions.flatMap((decision) => [decision.by, decision.onBehalfOf]),
            ...(task.votes ?? []).flatMap(bothOf),
            ...(shown.process === null ? [] : peopleIn(subProject, [shown.process])),
          ]),
        };
      },
      { isolation: 'repeatable read', readOnly: true },
    );
    return {
      ...answer,
      files: [...(await deps.processFiles(caller, { subProjectId: subProject.id, processId: answer.task.processId }))],
    };
  };

/** What the caller may do, and for whom as a substitute. On a task that several persons decide, separation of duty is judged too. */
async function judgedActions(
  tx: Transaction,
  deps: Pick<WorkflowDeps, 'peopleById' | 'now'>,
  question: TaskQuestion,
): Promise<TaskActions & { readonly onBehalfOf: string | null }> {
  const allowed = { ...taskActions(question), onBehalfOf: null };
  const { subProject, workflowKey, task, calls } = question;
  if (calls === undefined || !isResumable(question)) return allowed;
  const { principal } = calls;
  if (allowed.decide) {
    if (task.approval === null) return allowed;
    const userId = principalId(principal);
    const judged = (await votersOf(tx, deps, { subProject, workflowKey, task, userId })).get(userId);
    return { ...allowed, decide: judged?.obstacles.length === 0 };
  }
  const acting = { subProject, workflowKey, task, principal, isDeciding: false };
  const [first] = await personsActedFor(tx, deps, acting);
  return first === undefined ? allowed : { ...allowed, decide: true, onBehalfOf: first.person.userId };
}

const included = new Set(['version', 'stageKey', 'updatedTs'] as const);

/** The process as getProcess shows it, and what it is called. */
async function processOfTask(tx: Transaction, subProject: SubProject, access: Access | undefined, processId: string) {
  if (access === undefined) return { process: null, title: processId };
  const { process, roles } = await enterProcess(tx, subProject, access, processId, {
    unknown: { id: errorIds.processNotFound },
    outside: errorIds.outsideRowFilter,
  });
  const visible = listedFor(access, roles, (role) => role.read);
  return {
    process: presentProcess(process, visible, included, undefined),
    title: summaryOf(processId, namingFields(subProject), process.fields, visible).title,
  };
}
