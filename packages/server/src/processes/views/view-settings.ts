import type { Filter, FilterKeys } from '../../filters/filter.js';
import { FilterError } from '../../filters/filter-error.js';
import { parseFilter, unknownKey } from '../../filters/parse-filter.js';
import { parseSort } from '../../filters/sort.js';
import type { SubProject } from '../../sub-projects/configuration/sub-project.js';
import { listKeys } from '../list/list-request.js';
import type { ViewKind, ViewSettings } from '../records/views/saved-views.js';
import type { ProcessVisibility } from '../records/visibility/process-visibility.js';

const defaults: ViewSettings = {
  filters: {},
  sort: '',
  columns: [],
  density: 'default',
  grouping: 'table',
  groupBy: 'state',
  pinned: false,
};

/** Settings as a request has them. */
type GivenSettings = Partial<Omit<ViewSettings, 'filters'>> & { readonly filters?: object };

const MOST_CHARACTERS = 65_536;

/** The keys of a list of processes that a caller may name in a view. */
export function viewKeys(
  subProject: SubProject,
  visibility: Pick<ProcessVisibility, 'fields' | 'isAlwaysVisible'>,
): FilterKeys {
  const keys = listKeys(subProject, visibility);
  keys.delete('subProjectId_id');
  return keys;
}

/**
 * The settings of a request, complete. Those of processes are judged as a list of processes judges them; columns may also
 * name what `include` adds.
 *
 * @throws FilterError for what the list would refuse, and for settings that are too large
 */
export function readViewSettings(kind: ViewKind, keys: FilterKeys, given: GivenSettings): ViewSettings {
  const settings: ViewSettings = {
    filters: { ...given.filters },
    sort: given.sort ?? defaults.sort,
    columns: given.columns ?? defaults.columns,
    density: given.density ?? defaults.density,
    grouping: given.grouping ?? defaults.grouping,
    groupBy: given.groupBy ?? defaults.groupBy,
    pinned: given.pinned ?? defaults.pinned,
  };
  if (JSON.stringify(settings).length > MOST_CHARACTERS) {
    throw new FilterError('malformed', '/filters', `A view may have ${MOST_CHARACTERS} characters.`);
  }
  if (kind !== 'processes') return settings;
  parseFilter(settings.filters, keys, '/filters');
  parseSort(settings.sort, keys);
  for (const [index, { key }] of settings.columns.entries()) {
    if (!keys.has(key) && !includedColumns.has(key)) throw unknownKey('filter', key, keys, `/columns/${index}/key`);
  }
  if (!keys.has(settings.groupBy)) throw unknownKey('count', settings.groupBy, keys, '/groupBy');
  return settings;
}

const includedColumns: ReadonlySet<string> = new Set(['lastChange', 'version', 'clocks']);

/** What of the settings a reader may use, and whether anything had to be left out. */
export interface UsableSettings {
  readonly settings: ViewSettings;
  readonly incomplete: boolean;
}

/**
 * Leaves out what names a key that the reader does not have: a field that is no longer declared, or one that their roles do
 * not read. So a shared view shows nobody the name of a hidden field or what it is compared with.
 */
export function usableSettings(kind: ViewKind, keys: FilterKeys, stored: Partial<ViewSettings>): UsableSettings {
  const settings = { ...defaults, ...stored };
  if (kind !== 'processes') return { settings, incomplete: false };
  const known = (key: string) => keys.has(key);
  const filters = usableFilter(settings.filters, keys) ?? {};
  const sort = settings.sort
    .split(',')
    .filter((term) => term === '' || known(term.replace(/^-/, '')))
    .join(',');
  const columns = settings.columns.filter(({ key }) => known(key) || includedColumns.has(key));
  const groupBy = known(settings.groupBy) ? settings.groupBy : defaults.groupBy;
  const usable = { ...settings, filters, sort, columns, groupBy };
  return { settings: usable, incomplete: JSON.stringify(usable) !== JSON.stringify(settings) };
}

type Json = Readonly<Record<string, unknown>>;

const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);

/** The parts of a filter that parse; undefined when nothing is left. */
function usableFilter(filter: Json, keys: FilterKeys): Json | undefined {
  const members = Object.entries(filter).flatMap(([name, value]): [string, unknown][] => {
    if ((name === 'and' || name === 'or') && Array.isArray(value)) {
      const inner = value.flatMap((one: unknown) => (isJson(one) ? (usableFilter(one, keys) ?? []) : []));
      return inner.length === 0 && value.length > 0 ? [] : [[name, inner]];
    }
    return parses({ [name]: value }, keys) ? [[name, value]] : [];
  });
  return members.length === 0 && Object.keys(filter).length > 0 ? undefined : Object.fromEntries(members);
}

function parses(filter: Json, keys: FilterKeys): Filter | undefined {
  try {
    return parseFilter(filter, keys);
  } catch (error) {
    if (error instanceof FilterError) return undefined;
    throw error;
  }
}
