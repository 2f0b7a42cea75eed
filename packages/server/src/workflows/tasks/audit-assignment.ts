import { type AuditEntry, auditInsert } from '../../audit/records/append.js';
import type { Transaction } from '../../postgres/database.js';
import type { Actor } from '../../use-case/caller.js';
import type { TaskRow } from '../records/tasks/task-row.js';

/** Writes the audit row of a task that got or lost its assignee (D20). */
export function auditAssignment(
  tx: Transaction,
  actor: Actor,
  subProjectId: string,
  action: 'task.claim' | 'task.release' | 'task.assign',
  before: TaskRow,
  after: TaskRow,
  note?: string,
): void {
  tx.send(auditInsert(actor, [assignment(subProjectId, action, before, after, note)]));
}

/** The audit row of {@link auditAssignment}. */
export function assignment(
  subProjectId: string,
  action: 'task.claim' | 'task.release' | 'task.assign',
  before: TaskRow,
  after: TaskRow,
  note?: string,
): AuditEntry {
  return {
    action,
    subProjectId,
    subjectType: 'task',
    subjectId: after.id,
    processId: after.processId,
    before: { assignee: before.assignee },
    after: { assignee: after.assignee, ...(note === undefined ? {} : { note }) },
  };
}
