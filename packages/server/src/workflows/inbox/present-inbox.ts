import type { InboxTask } from '@millrace/contract';
import { coverage, processVisibility } from '../../processes/records/visibility/process-visibility.js';
import type { HeldDelegation } from '../delegations/held-delegation.js';
import { type InboxRow, type InboxRowsPart, noRoles } from '../records/inbox/inbox-rows.js';
import type { InboxPlace } from '../records/inbox/list-inbox.js';
import { presentTask } from '../tasks/present-task.js';
import { taskActions } from '../tasks/task-actions.js';
import { describeForm } from '../tasks/task-form.js';
import { delegatedTask, withDecision } from './delegated-tasks.js';
import type { InboxScope } from './inbox-scopes.js';
import { namingFields, summaryOf } from './process-summary.js';

/** What is to be read of the tasks of a page, by sub-project. */
export function rowsToRead(
  scopes: ReadonlyMap<string, InboxScope>,
  places: readonly InboxPlace[],
): readonly InboxRowsPart[] {
  const idsOf = new Map<string, string[]>();
  for (const { subProjectId, id } of places) idsOf.set(subProjectId, [...(idsOf.get(subProjectId) ?? []), id]);
  return [...idsOf].flatMap(([subProjectId, ids]) => {
    const scope = scopes.get(subProjectId);
    if (scope === undefined) return [];
    const { subProject, processes, calls } = scope;
    return [
      {
        subProjectId,
        ids,
        fields: processes === undefined ? [] : namingFields(subProject),
        readBy: processes === undefined ? noRoles : processVisibility(subProject, processes).covered,
        calledBy: calls === undefined ? noRoles : coverage(subProject, calls),
      },
    ];
  });
}

/** For {@link rowsToRead}: no fields of processes. */
export const readsNothing = { fields: [], readBy: noRoles } as const;

/** A task of an inbox on the wire. */
export function presentInboxTask(
  scope: InboxScope,
  row: InboxRow,
  { now, delegations }: { readonly now: Date; readonly delegations: readonly HeldDelegation[] },
): InboxTask {
  const { subProject, processes, calls } = scope;
  const { onBehalfOf, decide } = delegatedTask(scope, delegations, row);
  const { calledBy, workflowKey, runStatus } = row;
  const allowed = taskActions({ subProject, calls, calledBy, workflowKey, runStatus, task: row });
  return {
    task: presentTask(row),
    subProject: { id: subProject.id, name: subProject.name },
    workflow: { id: row.workflowId, name: row.workflowName },
    ...describeForm(row.form),
    overdue: row.state === 'OPEN' && row.dueTs !== null && row.dueTs < now,
    allowed: withDecision(allowed, decide),
    onBehalfOf,
    process:
      processes === undefined
        ? null
        : {
            id: row.processId,
            state: row.processState,
            priority: row.processPriority,
            stageKey: row.stageKey,
            ...summaryOf(
              row.processId,
              namingFields(subProject),
              row.processFields ?? {},
              processVisibility(subProject, processes).fieldsOf(row.readBy),
            ),
          },
  };
}
