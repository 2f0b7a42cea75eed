import type { Access } from '../../access/authorize.js';
import { readPeriod } from '../../filters/read-period.js';
import { invalidMember, notFound } from '../../kernel/errors/request-errors.js';
import type { Database, Queryable } from '../../postgres/database.js';
import { readOneInstant, tookTooLong } from '../../processes/records/list/bounded-reading.js';
import { rowCondition } from '../../processes/records/visibility/process-visibility.js';
import type { SubProject } from '../../sub-projects/configuration/sub-project.js';
import { listDefinitionNumbers } from '../../sub-projects/records/definition-numbers.js';
import { findWorkflow } from '../../sub-projects/records/find-workflow.js';
import type { VisitSearch } from '../records/visits/element-visits.js';
import type { RunDeps } from '../run/run-deps.js';
import { readWorkflow } from './read-search.js';

const ADVICE = 'Take a later beginning of the time: runs that ended before it are not read.';

interface VisitQuery {
  readonly workflowId: string;
  readonly version?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** Who asks, and where. */
interface Reader {
  readonly subProject: SubProject;
  readonly access: Access;
}

/** The visits that a request is about, and the version that they are of. */
export interface ReadVisitSearch {
  readonly search: VisitSearch;
  readonly version: string;
}

/**
 * Which visits of elements a request is about: those of the current version of the workflow, or of the one that it names.
 *
 * @throws CatalogueError 1200 for a time that cannot be understood, 1200 (404) for what does not exist (D14)
 */
export async function readVisitSearch(
  { db, definitions }: Pick<RunDeps, 'definitions'> & { readonly db: Database },
  { subProject, access }: Reader,
  { workflowId, version, from, to }: VisitQuery,
): Promise<ReadVisitSearch> {
  const { id: subProjectId } = subProject;
  const named = await readWorkflow(db, subProjectId, { workflowId, version });
  const current = named.definitionId ?? (await findWorkflow(db, subProjectId, workflowId))?.currentDefinitionId;
  if (current === undefined) throw notFound('workflow', workflowId, ' in this sub-project');
  const period = readPeriod({ from, to });
  const model = (await definitions.load(db, subProjectId, [current])).get(current);
  if (model === undefined) throw new Error(`the definition ${current} has no model`);
  const numbers = await listDefinitionNumbers(db, subProjectId, [current]);
  return {
    version: String(numbers.get(current)),
    search: {
      ...period,
      subProjectId,
      definitionId: current,
      visible: rowCondition(subProject, access),
      elements: model.nodes.flatMap(({ id, kind }) => (kind === 'process' || kind === 'adHocInstance' ? [] : [id])),
      flows: model.flows.map(({ id }) => id),
      hasLoops: model.nodes.some((node) => 'loop' in node && node.loop !== null),
      calls: model.nodes.flatMap(({ id, kind }) => (kind === 'callActivity' ? [id] : [])),
    },
  };
}

/**
 * Reads visits of one instant, in at most five seconds.
 *
 * @throws CatalogueError 1200 when they are too many for that
 */
export async function readVisits<T>(
  db: Database,
  read: (reader: Queryable) => Promise<T>,
  readingMs?: number,
): Promise<T> {
  try {
    return await readOneInstant(db, read, readingMs);
  } catch (error) {
    if (!tookTooLong(error)) throw error;
    throw invalidMember('/from', `More runs would have to be read than one request may. ${ADVICE}`);
  }
}
