import { type operations, type RequestOf, runStates } from '@millrace/contract';
import { invalidMember, notFound } from '../../kernel/errors/request-errors.js';
import { isUuid } from '../../kernel/identifiers.js';
import type { Fragment, Queryable } from '../../postgres/database.js';
import { findProcess } from '../../processes/records/processes/find-process.js';
import type { SubProject } from '../../sub-projects/configuration/sub-project.js';
import { findRun } from '../records/find-run.js';
import type { RunSearch } from '../records/list-runs.js';
import { requireStage } from '../run/require-stage.js';
import { unknownRun } from '../run/run-access.js';
import { readChoice, readList, readText, readTimeRange, readWorkflow } from './read-search.js';

/** How many runs or processes one request may name. */
const MOST_IDS = 200;

type RunQuery = RequestOf<typeof operations.getWorkflowRuns>;

/**
 * Which runs a request is about.
 *
 * @param visible condition over the process `p` of a run
 * @throws CatalogueError 1200 for values that cannot be understood, 1200 (404) for given ids that name nothing (D14)
 */
export async function readRunSearch(
  db: Queryable,
  subProject: SubProject,
  visible: Fragment,
  query: RunQuery,
): Promise<RunSearch> {
  const { processId, runId, stageKey } = query;
  const subProjectId = subProject.id;
  const hasIncident = readChoice(query, 'hasIncident', ['true', 'false']);
  const search = {
    runIds: readIds(query, 'runIds'),
    processIds: readIds(query, 'processIds'),
    states: readList(query, 'state', runStates),
    hasIncident: hasIncident === undefined ? undefined : hasIncident === 'true',
    incidentKinds: readList(query, 'incidentKind'),
    activeElement: readText(query, 'activeElement'),
    created: readTimeRange(query, 'created'),
    updated: readTimeRange(query, 'updated'),
    ended: readTimeRange(query, 'ended'),
  };
  if (stageKey !== undefined) requireStage(subProject, stageKey);
  if (processId !== undefined && (await findProcess(db, subProjectId, processId)) === undefined) {
    throw notFound('process', processId, ' in this sub-project');
  }
  const workflow = await readWorkflow(db, subProjectId, query, ['version', 'activeElement']);
  if (runId !== undefined && (await findRun(db, { subProjectId, id: runId })) === undefined) throw unknownRun(runId);
  return { subProjectId, visible, processId, runId, stageKey, ...workflow, ...search };
}

/** What is named one by one; an id that is no UUID names nothing. */
function readIds(query: RunQuery, name: 'runIds' | 'processIds'): readonly string[] | undefined {
  const ids = readList(query, name);
  if (ids !== undefined && ids.length > MOST_IDS) {
    throw invalidMember(`/${name}`, `${name} has ${ids.length} ids. Name at most ${MOST_IDS} in one request.`);
  }
  return ids?.filter(isUuid);
}
