import type { Access } from '../../access/authorize.js';
import { countedTo } from '../../filters/counting.js';
import { type Queryable, sql } from '../../postgres/database.js';
import { processOf } from '../../processes/records/processes/process-row.js';
import { rowCondition } from '../../processes/records/visibility/process-visibility.js';
import type { SubProject } from '../../sub-projects/configuration/sub-project.js';

const MOST_COUNTED = 1000;

/** Comments about a task that are not deleted, on a process that the decision covers; counted to 1000. Ids must be UUIDs. */
export async function countTaskComments(
  db: Queryable,
  { subProject, access }: { readonly subProject: SubProject; readonly access: Access },
  { processId, taskId }: { readonly processId: string; readonly taskId: string },
): Promise<number> {
  const [row] = await db<{ count: number }>`
    select ${countedTo(
      MOST_COUNTED,
      sql`from comments c join ${processOf(sql`c`)}
        where c.sub_project_id = ${subProject.id} and c.process_id = ${processId} and c.task_id = ${taskId}
          and c.body is not null and ${rowCondition(subProject, access)}`,
    )} as count`;
  return row?.count ?? 0;
}
