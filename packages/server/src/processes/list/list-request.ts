import type { ErrorId } from '@millrace/contract';
import { FIELD_PREFIX, type Filter, type FilterKey, processFilterKeys } from '../../filters/filter.js';
import { parsePage } from '../../filters/paging.js';
import { parseFilter } from '../../filters/parse-filter.js';
import { parseSort } from '../../filters/sort.js';
import { mapConditions } from '../../filters/walk-filter.js';
import { CatalogueError } from '../../kernel/errors/catalogue-error.js';
import { errorIds } from '../../kernel/errors/error-ids.js';
import type { SubProject } from '../../sub-projects/configuration/sub-project.js';
import { clockFilterKeys, visibleClocks } from '../records/clocks/clock-columns.js';
import type { ListRequest } from '../records/list/list-plan.js';
import type { ProcessVisibility } from '../records/visibility/process-visibility.js';

/** What the filters of a list name: it is checked before the other members are read (D13). */
export interface ListTarget {
  readonly subProjectId: string;
  /** Set when the filter asks for one process by id (1221, 1210). */
  readonly processId: string | undefined;
  /** The filters without `subProjectId_id`. */
  readonly rest: Readonly<Record<string, unknown>>;
}

/**
 * Finds the sub-project, and the process if there is one, that the filters of a list name.
 *
 * @throws CatalogueError 1200 without `subProjectId_id`, 1232 when it is not one string
 */
export function listTarget(filters: Readonly<Record<string, unknown>>): ListTarget {
  const { subProjectId_id: given, ...rest } = filters;
  const subProjectId = oneString(given);
  if (given === undefined || given === null || subProjectId === '') {
    throw blame(errorIds.invalidRequest, 'The filter key subProjectId_id is required: the id of one sub-project.');
  }
  if (subProjectId === undefined)
    throw blame(errorIds.invalidValue, 'subProjectId_id must be the id of one sub-project, as a string.');
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

const blame = (id: ErrorId, detail: string): CatalogueError =>
  new CatalogueError(id, detail, { errors: [{ pointer: '/filters/subProjectId_id', detail }] });

/** The filter key that stands for the field that the sub-project's `businessKey` names (D75). */
const BUSINESS_KEY = 'businessKey';

const renamed = (filter: Filter, from: string, to: string): Filter =>
  mapConditions(filter, (condition) => ({ ...condition, key: condition.key === from ? to : condition.key }));

/** The values of a list request. */
export interface ListValues {
  /** Without `subProjectId_id`. */
  readonly filters: Readonly<Record<string, unknown>>;
  readonly sort?: string | undefined;
  readonly page?: string | undefined;
  readonly perPageCount?: string | undefined;
}

/** The keys of a list of processes: the fields that the caller sees on some of them, and the clocks that they may know of. */
export function listKeys(
  subProject: SubProject,
  visibility: Pick<ProcessVisibility, 'fields' | 'isAlwaysVisible'>,
): Map<string, FilterKey> {
  const { fields } = visibility;
  const clocks = visibleClocks(subProject, visibility).filter((rule) => rule.on === 'process');
  const keys = new Map([
    ...processFilterKeys([...subProject.fields.values()].filter(({ name }) => fields.has(name))),
    ...clockFilterKeys(clocks),
  ]);
  const { businessKey } = subProject;
  if (businessKey !== undefined && fields.has(businessKey)) keys.set(BUSINESS_KEY, { type: 'text', sortable: false });
  return keys;
}

/**
 * Reads the filter, the sort order and the paging of a list. They may name the fields that the caller sees.
 *
 * @throws FilterError for an unknown key or field, or a value that does not fit
 */
export function readListRequest(
  subProject: SubProject,
  visibility: Pick<ProcessVisibility, 'fields' | 'isAlwaysVisible'>,
  values: ListValues,
): ListRequest {
  const { businessKey } = subProject;
  const keys = listKeys(subProject, visibility);
  const hasKey = businessKey !== undefined && keys.has(BUSINESS_KEY);
  const filter = parseFilter(values.filters, keys, '/filters');
  return {
    filter: hasKey ? renamed(filter, BUSINESS_KEY, FIELD_PREFIX + businessKey) : filter,
    sort: parseSort(values.sort, keys),
    page: parsePage(values),
  };
}
