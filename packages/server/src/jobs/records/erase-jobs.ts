import type { Transaction } from '../../postgres/database.js';

/** Removes all jobs about a process, also closed ones. It grows with the jobs of the sub-project. */
export async function eraseJobsOf(tx: Transaction, subProjectId: string, processId: string): Promise<void> {
  await tx`delete from jobs where sub_project_id = ${subProjectId} and process_id = ${processId}`;
}
