import type { Transaction } from '../../../postgres/database.js';

/** Locks a process against everything: no run can be started on it and no file attached until the transaction ends. */
export async function lockForDeletion(tx: Transaction, subProjectId: string, processId: string): Promise<void> {
  await tx`select from processes where sub_project_id = ${subProjectId} and id = ${processId} for update`;
}

/** Removes the row and what bulk updates say of it; counters and keys follow by triggers. */
export async function eraseProcess(tx: Transaction, subProjectId: string, processId: string): Promise<void> {
  await tx`delete from bulk_operation_errors where sub_project_id = ${subProjectId} and process_id = ${processId}`;
  await tx`delete from processes where sub_project_id = ${subProjectId} and id = ${processId}`;
}
