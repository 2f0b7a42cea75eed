import { type ErrorId, type Grant, operations } from '@millrace/contract';
import { type Access, authorize, isUnrestricted } from '../../access/authorize.js';
import { groupIdsOf } from '../../identity/records/group-member-queries.js';
import { CatalogueError } from '../../kernel/errors/catalogue-error.js';
import type { Database } from '../../postgres/database.js';
import type { SubProject } from '../../sub-projects/configuration/sub-project.js';
import type { SubProjects } from '../../sub-projects/configuration/sub-projects.js';
import { ownSubProjects } from '../../sub-projects/records/sub-project-queries.js';
import { type Caller, principalId } from '../../use-case/caller.js';
import type { Bounds } from '../records/bounds.js';
import type { Source } from '../records/search-fields.js';

/** Sub-projects that one search looks at when it names none. */
export const MOST_PLACES = 50;

/** The operation that shows what a source has: search shows what it shows. */
const grants: Readonly<Record<Source, { readonly grant: Grant; readonly denied: ErrorId }>> = {
  process: operations.getProcess.permission,
  file: operations.listStorage.permission,
  task: operations.getTasks.permission,
  comment: operations.getComments.permission,
};

/** A sub-project to search in, and the caller's decision for each source that it may read there. */
export interface SearchPlace {
  readonly subProject: SubProject;
  readonly sources: ReadonlyMap<Source, Access>;
}

export interface PlaceDeps {
  readonly db: Database;
  readonly subProjects: Pick<SubProjects, 'load' | 'at'>;
  /** Default: {@link defaultBounds}. */
  readonly bounds?: Bounds;
}

/** The sub-projects that a request names, without those that do not exist or where the caller may read none of the sources. */
export async function namedPlaces(
  { subProjects }: PlaceDeps,
  caller: Caller,
  subProjectIds: readonly string[],
  sources: readonly Source[],
): Promise<readonly SearchPlace[]> {
  const places: SearchPlace[] = [];
  for (const id of subProjectIds) {
    const subProject = await unlessRefused(() => subProjects.load(id));
    const place = subProject && placeIn(caller, subProject, sources);
    if (place !== undefined) places.push(place);
  }
  return places;
}

/** The first {@link MOST_PLACES} of the caller's sub-projects by name, without those where it may read none of the sources. */
export async function ownPlaces(
  { db, subProjects }: PlaceDeps,
  caller: Caller,
  sources: readonly Source[],
): Promise<{ readonly places: readonly SearchPlace[]; readonly areAll: boolean }> {
  const userId = isUnrestricted(caller.principal) ? undefined : principalId(caller.principal);
  const memberIds = userId === undefined ? undefined : [userId, ...(await groupIdsOf(db, userId))];
  const own = await ownSubProjects(db, memberIds, { only: undefined, limit: MOST_PLACES + 1 });
  const places: SearchPlace[] = [];
  for (const row of own.slice(0, MOST_PLACES)) {
    const subProject = await subProjects.at(row.id, row);
    if (subProject === undefined) continue;
    const place = placeIn(caller, subProject, sources);
    if (place !== undefined) places.push(place);
  }
  return { places, areAll: own.length <= MOST_PLACES };
}

function placeIn(caller: Caller, subProject: SubProject, sources: readonly Source[]): SearchPlace | undefined {
  const allowed = sources.flatMap((source) => {
    const { grant, denied } = grants[source];
    try {
      return [[source, authorize(caller.principal, subProject, grant, denied)] as const];
    } catch (error) {
      return refusal(error, []);
    }
  });
  return allowed.length === 0 ? undefined : { subProject, sources: new Map(allowed) };
}

const unlessRefused = <T>(work: () => Promise<T>): Promise<T | undefined> =>
  work().catch((error: unknown) => refusal(error, undefined));

/** Search shows nothing of what is refused. Any other error goes on. */
function refusal<T>(error: unknown, nothing: T): T {
  if (error instanceof CatalogueError) return nothing;
  throw error;
}

/** The fields of processes that search looks at and that the decision reads on some processes. */
export const searchedFields = (subProject: SubProject, access: Access): readonly string[] =>
  [...subProject.fields.values()]
    .filter(({ searchable }) => searchable)
    .slice(0, MOST_FIELDS)
    .map(({ name }) => name)
    .filter((name) => access.unrestricted || access.roles.some((role) => role.read?.has(name) === true));

/** Fields of a sub-project that search looks at, in the order of its document. */
export const MOST_FIELDS = 50;
