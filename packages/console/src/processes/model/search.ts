import type { Filters } from './conditions.js';

export type Density = 'dense' | 'default' | 'roomy';

/** A column that somebody chose. */
export interface ChosenColumn {
  readonly key: string;
  readonly width?: number;
}

/** What the address says of the list: everything that a view can keep, and which view it began with. */
export interface ListSearch {
  readonly view?: string;
  readonly filters?: Filters;
  readonly sort?: string;
  readonly columns?: readonly ChosenColumn[];
  readonly density?: Density;
  readonly grouping?: 'table' | 'board';
  readonly groupBy?: string;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const oneOf = <T extends string>(value: unknown, values: readonly T[]): T | undefined =>
  values.find((one) => one === value);

function columnsOf(value: unknown): readonly ChosenColumn[] | undefined {
  if (!Array.isArray(value)) return undefined;
  return value.flatMap((one: unknown) => {
    if (!isObject(one) || typeof one.key !== 'string') return [];
    return [typeof one.width === 'number' ? { key: one.key, width: one.width } : { key: one.key }];
  });
}

/** Reads the address; what does not fit is left out. */
export function readSearch(given: Readonly<Record<string, unknown>>): ListSearch {
  const columns = columnsOf(given.columns);
  const density = oneOf(given.density, ['dense', 'default', 'roomy']);
  const grouping = oneOf(given.grouping, ['table', 'board']);
  return {
    ...(typeof given.view === 'string' ? { view: given.view } : {}),
    ...(isObject(given.filters) ? { filters: given.filters } : {}),
    ...(typeof given.sort === 'string' ? { sort: given.sort } : {}),
    ...(columns === undefined ? {} : { columns }),
    ...(density === undefined ? {} : { density }),
    ...(grouping === undefined ? {} : { grouping }),
    ...(typeof given.groupBy === 'string' ? { groupBy: given.groupBy } : {}),
  };
}

/** What the list shows: the address, else the view, else what suits everybody. */
export interface Settings {
  readonly filters: Filters;
  readonly sort: string;
  readonly columns: readonly ChosenColumn[];
  readonly density: Density;
  readonly grouping: 'table' | 'board';
  readonly groupBy: string;
}

const plain: Settings = {
  filters: {},
  sort: '',
  columns: [],
  density: 'default',
  grouping: 'table',
  groupBy: 'state',
};

export const settingsOf = (search: ListSearch, view: Partial<Settings> | undefined): Settings => ({
  filters: search.filters ?? view?.filters ?? plain.filters,
  sort: search.sort ?? view?.sort ?? plain.sort,
  columns: search.columns ?? view?.columns ?? plain.columns,
  density: search.density ?? view?.density ?? plain.density,
  grouping: search.grouping ?? view?.grouping ?? plain.grouping,
  groupBy: search.groupBy ?? view?.groupBy ?? plain.groupBy,
});

/** Whether the list shows something else than its view keeps. */
export const isChanged = (settings: Settings, view: Partial<Settings> | undefined): boolean =>
  JSON.stringify(settings) !== JSON.stringify(settingsOf({}, view));

/** The sort order after the head of a column was pressed: ascending, descending, none. Figures and times begin with the largest. */
export function nextSort(sort: string, key: string, beginsDescending: boolean): string {
  const [first, second] = beginsDescending ? [`-${key}`, key] : [key, `-${key}`];
  if (sort === first) return second;
  return sort === second ? '' : first;
}
