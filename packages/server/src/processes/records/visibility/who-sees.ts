import type { Access } from '../../../access/authorize.js';
import { type Queryable, sql } from '../../../postgres/database.js';
import type { SubProject } from '../../../sub-projects/configuration/sub-project.js';
import { rowCondition } from './process-visibility.js';

/** For each of several decisions whether it covers one process, in one statement. */
export async function whoSees(
  db: Queryable,
  subProject: SubProject,
  processId: string,
  decisions: readonly Access[],
): Promise<readonly boolean[]> {
  if (decisions.length === 0) return [];
  const conditions = decisions.map((access) => sql`coalesce(${rowCondition(subProject, access)}, false)`);
  const [row] = await db<{ sees: readonly boolean[] }>`
    select array[${sql.join(conditions, sql.raw(', '))}] as sees from processes p
    where p.sub_project_id = ${subProject.id} and p.id = ${processId}`;
  return row?.sees ?? decisions.map(() => false);
}
