import { type Queryable, sql } from '../../postgres/database.js';

/** What a list shows of the newest open incident of a run. */
export interface RunIncident {
  readonly id: string;
  readonly elementId: string;
  readonly kind: string;
  readonly message: string;
  readonly createdTs: Date;
  /** Open incidents of the run. */
  readonly openCount: number;
}

/** The newest open incident of each of the given runs that has one, by run id. */
export async function listRunIncidents(
  db: Queryable,
  subProjectId: string,
  runIds: readonly string[],
): Promise<ReadonlyMap<string, RunIncident>> {
  const rows = await db<RunIncident & { readonly runId: string }>`
    select distinct on (run_id) run_id as "runId", id, element_id as "elementId", kind, message,
      created_ts as "createdTs", count(*) over (partition by run_id) as "openCount"
    from incidents
    where sub_project_id = ${subProjectId} and run_id = any(${runIds}::uuid[]) and resolved_ts is null
    order by run_id, created_ts desc, id desc`;
  return new Map(rows.map(({ runId, ...incident }) => [runId, incident]));
}

/** Ids of the elements that hold a token, by the id of the run; ended runs have none. */
export async function listActiveElements(
  db: Queryable,
  subProjectId: string,
  runIds: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const rows = await db.run<{ readonly runId: string; readonly elements: readonly string[] }>(sql`
    select id as "runId", array(
      select distinct item ->> 'el' from json_array_elements(state -> 'items') item order by 1) as elements
    from runs where sub_project_id = ${subProjectId} and id = any(${runIds}::uuid[]) and ended_ts is null`);
  return new Map(rows.map(({ runId, elements }) => [runId, elements]));
}
