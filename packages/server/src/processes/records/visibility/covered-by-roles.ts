import type { Access } from '../../../access/authorize.js';
import type { Queryable } from '../../../postgres/database.js';
import type { SubProject } from '../../../sub-projects/configuration/sub-project.js';
import { coverage } from './process-visibility.js';

/** Which of `access.roles` cover each of the processes, by their positions; one lookup by primary key for each process. */
export async function coveredByRoles(
  db: Queryable,
  subProject: SubProject,
  access: Access,
  processIds: readonly string[],
): Promise<ReadonlyMap<string, readonly number[]>> {
  const rows = await db<{ id: string; covered: readonly number[] }>`
    select p.id, ${coverage(subProject, access)} as covered from processes p
    where p.sub_project_id = ${subProject.id} and p.id = any(${processIds}::uuid[])`;
  return new Map(rows.map(({ id, covered }) => [id, covered]));
}
