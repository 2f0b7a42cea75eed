import { type Fragment, type Queryable, sql } from '../../../postgres/database.js';
import { processOf } from '../../../processes/records/processes/process-row.js';
import { type Addressee, addresseeTable, type InboxPart, inParts, onlyMeant, onlyVisible } from './inbox-part.js';

/** More tasks of a person are not looked at; those that are due first come first. */
const MOST_TASKS = 1000;

/** An open task of somebody, with the fields of its process. */
export interface AddressedProcess {
  readonly part: number;
  readonly taskId: string;
  readonly fields: Readonly<Record<string, unknown>>;
  /** Positions of the roles that cover the process, of those that read it. */
  readonly readBy: readonly number[];
}

/** What is asked for one person in one sub-project. */
export interface AddressedPart extends InboxPart {
  /** Says which part a row is of. */
  readonly part: number;
  readonly addressees: readonly Addressee[];
  readonly readBy: Fragment;
}

/** The open tasks of the addressees of each part, on processes that are visible to them. */
export const listAddressedProcesses = (
  db: Queryable,
  parts: readonly AddressedPart[],
): Promise<readonly AddressedProcess[]> =>
  inParts<AddressedPart, AddressedProcess>(
    db,
    parts,
    ({ part, subProjectId, addressees, visible, readBy }) => sql`
      select ${part}::integer as part, found.task_id as "taskId", p.fields, ${readBy} as "readBy"
      from (
        select distinct each.sub_project_id, each.process_id, each.task_id
        from ${addresseeTable(addressees)} cross join lateral (
          select a.sub_project_id, a.process_id, a.task_id from task_addressees a ${onlyMeant(addressees)} ${onlyVisible(visible)}
          where a.sub_project_id = ${subProjectId} and a.kind = k.kind and a.key = k.key
          order by a.due_ts, a.task_id limit ${MOST_TASKS}
        ) each
      ) found join ${processOf(sql`found`)} where true`,
  );
