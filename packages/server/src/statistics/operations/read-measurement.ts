import { parsing, processListErrorIds } from '../../filters/filter-error.js';
import { parseFilterText } from '../../filters/parse-filter.js';
import type { Database, Fragment, Queryable } from '../../postgres/database.js';
import { listTarget, readListRequest } from '../../processes/list/list-request.js';
import { withIdsOfKeys } from '../../processes/records/keys/ids-of-keys.js';
import { boundedReading } from '../../processes/records/list/bounded-reading.js';
import { planList } from '../../processes/records/list/list-plan.js';
import { processVisibility } from '../../processes/records/visibility/process-visibility.js';
import { enter } from '../../sub-projects/configuration/enter.js';
import type { SubProject } from '../../sub-projects/configuration/sub-project.js';
import type { SubProjects } from '../../sub-projects/configuration/sub-projects.js';
import type { Caller } from '../../use-case/caller.js';
import type { Dimension } from '../records/stays.js';

const ADVICE = 'Take a later beginning of the time, or filters that choose fewer processes.';

export interface StatisticsDeps {
  readonly db: Database;
  readonly subProjects: SubProjects;
}

/** Which processes a request about stays is about, and how their stays are read. */
export interface ReadMeasurement {
  readonly subProject: SubProject;
  readonly dimension: Dimension;
  /** Condition over the process `p`; undefined: all processes count. */
  readonly processes: Fragment | undefined;
  /** Reads one instant, for at most five seconds. @throws CatalogueError 1232 when the stays are too many for that */
  read<T>(reading: (reader: Queryable) => Promise<T>): Promise<T>;
}

/**
 * The processes of a request that the caller may see.
 *
 * @throws CatalogueError 1202, 1204, 1205, 1230, 1231 and 1232 for what the filters say
 */
export async function readMeasurement(
  { db, subProjects }: StatisticsDeps,
  caller: Caller,
  request: { readonly filters: string; readonly by?: string | undefined },
  operation: Parameters<typeof enter>[3],
): Promise<ReadMeasurement> {
  const target = listTarget(parsing(processListErrorIds, () => parseFilterText(request.filters)));
  const { subProject, access } = await enter(subProjects, caller, target.subProjectId, operation);
  const visibility = processVisibility(subProject, access);
  const question = parsing(processListErrorIds, () =>
    readListRequest(subProject, visibility, { filters: target.rest }),
  );
  const filter = await withIdsOfKeys(db, subProject, visibility, question.filter);
  const plan = planList(subProject, visibility, { ...question, filter });
  const everything = visibility.rowFilter === undefined && Object.keys(target.rest).length === 0;
  return {
    subProject,
    dimension: request.by === 'stageKey' ? 'stageKey' : 'state',
    processes: everything ? undefined : plan.where,
    read: (reading) => boundedReading(db, { ...plan, mayScan: true }, reading, undefined, ADVICE),
  };
}
