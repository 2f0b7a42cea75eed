import { type Fragment, type Queryable, sql } from '../../../postgres/database.js';
import { processOf } from '../../../processes/records/processes/process-row.js';
import { workflowKey, workflowName, workflowOf } from '../../../sub-projects/records/find-workflow.js';
import { type TaskRow, taskColumns } from '../tasks/task-row.js';
import { inParts } from './inbox-part.js';

/** A task with what an inbox shows of its run and its process. */
export interface InboxRow extends TaskRow {
  readonly subProjectId: string;
  readonly workflowKey: string;
  readonly workflowName: string;
  readonly runStatus: string;
  readonly processState: string;
  readonly processPriority: string;
  readonly stageKey: string;
  /** Those of `fields` that have a value. */
  readonly processFields: Readonly<Record<string, unknown>> | null;
  /** Positions of the roles that cover the process, of those that read it. */
  readonly readBy: readonly number[];
  /** The same of the roles that call workflows. */
  readonly calledBy: readonly number[];
}

/** The tasks of a page in one sub-project. */
export interface InboxRowsPart {
  readonly subProjectId: string;
  readonly ids: readonly string[];
  /** Names of the fields to read. */
  readonly fields: readonly string[];
  /** Select what {@link InboxRow.readBy} and `calledBy` have, over the process `p`. */
  readonly readBy: Fragment;
  readonly calledBy: Fragment;
}

/** Tasks by primary key, in no order. */
export const findInboxRows = (db: Queryable, parts: readonly InboxRowsPart[]): Promise<readonly InboxRow[]> =>
  inParts<InboxRowsPart, InboxRow>(
    db,
    parts,
    ({ subProjectId, ids, fields, readBy, calledBy }) => sql`
      select t.sub_project_id as "subProjectId", ${taskColumns}, ${workflowKey} as "workflowKey",
        ${workflowName} as "workflowName", (select r.status from runs r
          where r.sub_project_id = t.sub_project_id and r.id = t.run_id) as "runStatus", p.state as "processState",
        p.priority as "processPriority", p.stage_key as "stageKey",
        (select json_object_agg(f.key, f.value) from jsonb_each(p.fields) f where f.key = any(${fields}::text[]))
          as "processFields", ${readBy} as "readBy", ${calledBy} as "calledBy"
      from tasks t join ${workflowOf(sql`t`)} join ${processOf(sql`t`)}
      where t.sub_project_id = ${subProjectId} and t.id = any(${ids}::uuid[])`,
  );

/** For {@link InboxRowsPart.readBy} and `calledBy` where no role does. */
export const noRoles: Fragment = sql`'{}'::integer[]`;
