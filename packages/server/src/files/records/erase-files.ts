import { sql, type Transaction } from '../../postgres/database.js';

/** How many files a process has alone, and how many it shares with others. */
export async function countFilesOf(
  tx: Transaction,
  subProjectId: string,
  processId: string,
): Promise<{ readonly own: number; readonly shared: number }> {
  const [row] = await tx<{ own: number; shared: number }>`
    select count(*) filter (where not ${hasOthers})::integer as own, count(*) filter (where ${hasOthers})::integer as shared
    from file_processes a
    where a.sub_project_id = ${subProjectId} and a.process_id = ${processId}`;
  return row ?? { own: 0, shared: 0 };
}

const hasOthers = sql`exists (
  select from file_processes b
  where b.sub_project_id = a.sub_project_id and b.file_id = a.file_id and b.process_id <> a.process_id)`;

/**
 * Detaches all files from a process and marks those that no other process has to be removed with their objects, open
 * uploads included. In the order of ids, as whoever deletes files locks them.
 *
 * @returns the ids of those that are removed
 */
export async function eraseFilesOf(
  tx: Transaction,
  subProjectId: string,
  processId: string,
): Promise<readonly string[]> {
  await tx`
    select from files f join file_processes a on a.sub_project_id = f.sub_project_id and a.file_id = f.id
    where a.sub_project_id = ${subProjectId} and a.process_id = ${processId} order by f.id for update of f`;
  const rows = await tx<{ readonly id: string }>`
    with own as (
      select a.file_id from file_processes a
      where a.sub_project_id = ${subProjectId} and a.process_id = ${processId} and not ${hasOthers}
    ), detached as (
      delete from file_processes where sub_project_id = ${subProjectId} and process_id = ${processId}
    )
    update files set purging = true
    where sub_project_id = ${subProjectId} and id in (select file_id from own) returning id`;
  return rows.map(({ id }) => id);
}
