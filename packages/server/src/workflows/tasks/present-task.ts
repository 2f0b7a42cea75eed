import type { Task } from '@millrace/contract';
import { countVotes } from '@millrace/engine';
import type { TaskRow } from '../records/tasks/task-row.js';

/**
 * A task on the wire.
 *
 * @param showsReason whether the reader may read the reason of a vote by this user (D107); without it, no reason is shown
 */
export const presentTask = (task: TaskRow, showsReason: (by: string) => boolean = () => false): Task => ({
  id: task.id,
  runId: task.runId,
  workflowId: task.workflowId,
  processId: task.processId,
  elementId: task.elementId,
  name: task.name,
  state: task.state,
  assignee: task.assignee,
  candidateGroups: [...task.candidateGroups],
  candidateUsers: [...task.candidateUsers],
  dueTs: task.dueTs?.toISOString() ?? null,
  followUpTs: task.followUpTs?.toISOString() ?? null,
  priority: task.priority,
  form: task.form,
  ...presentApproval(task, showsReason),
  approved: task.approved,
  createdTs: task.createdTs.toISOString(),
  completedTs: task.completedTs?.toISOString() ?? null,
});

/** The rules and the votes of a task that several persons decide; nothing for other tasks. */
function presentApproval({ approval, votes }: TaskRow, showsReason: (by: string) => boolean): Pick<Task, 'approval'> {
  if (approval === null) return {};
  const { quorum, veto, reason, attachments, authentication, changes, separation } = approval;
  const cast = votes ?? [];
  return {
    approval: {
      quorum,
      veto,
      reason,
      attachments,
      ...(authentication === undefined ? {} : { authentication }),
      changes,
      separation: [...separation],
      approvals: countVotes(cast, 'approve'),
      rejections: countVotes(cast, 'reject'),
      votes: cast.map(({ by, onBehalfOf, outcome, reason: why, fileIds, createdTs }) => ({
        by,
        ...(onBehalfOf === undefined ? {} : { onBehalfOf }),
        outcome,
        ...(why === undefined || !showsReason(by) ? {} : { reason: why }),
        fileIds: [...fileIds],
        createdTs: new Date(createdTs).toISOString(),
      })),
    },
  };
}
