import { CatalogueError } from '../../kernel/catalogue-error.js';

/** The two members of getProcess's filters that are looked at before the others (D13). */
export interface ProcessListTarget {
  readonly subProjectId: string;
  /** Set when the filter asks for one process by id (1221, 1210). */
  readonly processId: string | undefined;
  /** The filters without `subProjectId_id`. */
  readonly rest: Readonly<Record<string, unknown>>;
}

/**
 * Finds out what getProcess is asked about.
 *
 * @throws CatalogueError 1200 without `subProjectId_id`, 1232 when it is not one string
 */
export function processListTarget(filters: Readonly<Record<string, unknown>>): ProcessListTarget {
  const { subProjectId_id: given, ...rest } = filters;
  const subProjectId = oneString(given);
  if (given === undefined || given === null || subProjectId === '') {
    throw blame(1200, 'The filter key subProjectId_id is required: the id of one sub-project.');
  }
  if (subProjectId === undefined) throw blame(1232, 'subProjectId_id must be the id of one sub-project, as a string.');
  return { subProjectId, processId: oneString(Object.hasOwn(filters, 'id') ? filters.id : undefined), rest };
}

/** The string that `"x"` and `{"eq": "x"}` stand for. */
function oneString(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const members = Object.entries(value);
  const [first] = members;
  return members.length === 1 && first?.[0] === 'eq' && typeof first[1] === 'string' ? first[1] : undefined;
}

const blame = (id: 1200 | 1232, detail: string): CatalogueError =>
  new CatalogueError(id, detail, { errors: [{ pointer: '/filters/subProjectId_id', detail }] });
