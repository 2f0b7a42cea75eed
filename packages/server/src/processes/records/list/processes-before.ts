import type { Position } from '../../../filters/paging.js';
import { type Queryable, sql } from '../../../postgres/database.js';
import { processColumns } from '../processes/process-row.js';
import type { ListPlan } from './list-plan.js';
import type { ListedProcess } from './list-processes.js';

/**
 * The newest matches before a position, `limit` at most. Cost: that of a near page; it does not grow with the
 * position.
 */
export const processesBefore = (
  db: Queryable,
  { where, covered }: ListPlan,
  before: Position,
  limit: number,
): Promise<readonly ListedProcess[]> =>
  db.run<ListedProcess>(sql`
    select ${processColumns}, ${covered} as covered from processes p
    where ${where} and (p.created_ts, p.id) < (${before.createdTs}::timestamptz, ${before.id}::uuid)
    order by p.created_ts desc, p.id desc limit ${limit}`);
