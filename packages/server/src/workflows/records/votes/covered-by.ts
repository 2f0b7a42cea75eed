import type { Access } from '../../../access/authorize.js';
import { type Queryable, sql } from '../../../postgres/database.js';
import { processOf } from '../../../processes/records/processes/process-row.js';
import { rowCondition } from '../../../processes/records/visibility/process-visibility.js';
import type { SubProject } from '../../../sub-projects/configuration/sub-project.js';

/** For each access whether it covers the process; no statement for none of them. */
export async function coveredBy(
  db: Queryable,
  subProject: SubProject,
  process: { readonly id: string },
  accesses: readonly Access[],
): Promise<readonly boolean[]> {
  if (accesses.length === 0) return [];
  const conditions = accesses.map((access) => sql`coalesce(${rowCondition(subProject, access)}, false)`);
  const [row] = await db<{ covered: readonly boolean[] }>`
    select array[${sql.join(conditions, sql`, `)}]::boolean[] as covered
    from (select ${subProject.id}::uuid as sub_project_id, ${process.id}::uuid as process_id) as t
    join ${processOf(sql`t`)}`;
  return row?.covered ?? [];
}
