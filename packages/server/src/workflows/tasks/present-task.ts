import type { Task } from '@millrace/contract';
import type { TaskRow } from '../records/tasks/task-row.js';

/** A task on the wire. */
export const presentTask = (task: TaskRow): Task => ({
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
  approved: task.approved,
  createdTs: task.createdTs.toISOString(),
  completedTs: task.completedTs?.toISOString() ?? null,
});
