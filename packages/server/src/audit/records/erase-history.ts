import type { Transaction } from '../../postgres/database.js';

/**
 * Takes the values of a process, who set them, and of the files that only it has, out of the audit log and its runs out of the timeline. The database does it only
 * after a row `process.delete` of the process was appended. Call it before the runs are removed.
 */
export async function eraseHistoryOf(
  tx: Transaction,
  subProjectId: string,
  processId: string,
  fileIds: readonly string[],
): Promise<void> {
  await tx`delete from field_editors where sub_project_id = ${subProjectId} and process_id = ${processId}`;
  await tx`select erase_process_history(${subProjectId}, ${processId}, ${fileIds}::uuid[])`;
}
