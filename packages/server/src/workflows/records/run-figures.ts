import { countedTo } from '../../filters/counting.js';
import { type Fragment, type Queryable, sql } from '../../postgres/database.js';
import { subProjectIds } from '../../sub-projects/records/sub-project-queries.js';

/** Figures of the runs of the whole installation; each count stops at the limit of the statement. */
export interface RunFigures {
  /** Unfinished runs by state. */
  readonly racing: number;
  readonly paused: number;
  readonly failed: number;
  readonly openTasks: number;
}

/**
 * Counts unfinished runs and open tasks. The indexes begin with the sub-project, so each sub-project is one look into them;
 * ended runs are not counted, since they grow without bound.
 */
export async function countRunFigures(db: Queryable, limit: number): Promise<RunFigures> {
  const counted = (rows: Fragment) =>
    countedTo(limit, sql`from (${subProjectIds}) s cross join lateral (${rows} limit ${limit}) found`);
  const runs = (state: string) =>
    counted(sql`select from runs r where r.sub_project_id = s.id and r.status = ${sql.raw(`'${state}'`)}`);
  const tasks = counted(sql`select from tasks t where t.sub_project_id = s.id and t.state = 'OPEN'`);
  const [row] = await db<RunFigures>`
    select ${runs('RACING')} as racing, ${runs('PAUSED')} as paused, ${runs('FAILED')} as failed, ${tasks} as "openTasks"`;
  return row ?? { racing: 0, paused: 0, failed: 0, openTasks: 0 };
}

/** Open incidents by kind; of more than `limit` in the installation, any `limit` of them are counted. */
export async function countOpenIncidents(
  db: Queryable,
  limit: number,
): Promise<readonly { readonly kind: string; readonly count: number }[]> {
  return db<{ kind: string; count: number }>`
    select kind, count(*) as count from (select kind from incidents where resolved_ts is null limit ${limit}) counted
    group by kind`;
}
