import { useMemo } from 'react';
import type { AnswerOf } from '../../api/call.js';
import { usePeople } from '../../form/schema/use-people.js';
import { messages } from '../messages/index.gen.js';
import { type Condition, type Filters, readConditions } from './conditions.js';
import type { ListContext } from './list-context.js';
import { defaultColumns, type Kind, type ListKey, listKeys, type Schema } from './schema.js';
import { type ListSearch, settingsOf } from './search.js';
import { useListSearch } from './use-search.js';
import { useShow } from './use-show.js';

export type View = AnswerOf<'getViews'>['views'][number];

/** Pixels; dates have room for "30. Sept. 2026". */
const widths: Readonly<Record<Kind, number>> = {
  state: 122,
  priority: 104,
  stage: 108,
  text: 124,
  choice: 104,
  number: 132,
  boolean: 84,
  date: 128,
  instant: 128,
  user: 150,
  file: 96,
  clocks: 200,
  other: 140,
};

/** What a view keeps. */
export const settingsOfView = (view: View | undefined) =>
  view === undefined ? undefined : { ...view, filters: view.filters as Filters };

const isAboutPeople =
  (keys: ReadonlyMap<string, ListKey>) =>
  ({ key, operator }: Condition): boolean =>
    keys.get(key)?.kind === 'user' && operator !== 'exists';

/** What the list shows, from the address and the view that it names. */
export function useListContext(schema: Schema, views: readonly View[]): ListContext {
  const m = messages.use();
  const { subProjectId } = schema;
  const search = useListSearch();
  const show = useShow(subProjectId);
  const keys = useMemo(() => {
    const { state, priority, stage, created, changedTs, due, id } = m;
    const names = { state, priority, stage, created, changed: changedTs, due, id };
    return new Map(listKeys(schema, names).map((key) => [key.key, key]));
  }, [schema, m]);
  const settings = settingsOf(search, settingsOfView(views.find(({ id }) => id === search.view)));
  const chosen = settings.columns.length === 0 ? defaultColumns(schema).map((key) => ({ key })) : settings.columns;
  const names = useMemo(() => new Map<string, string>(), []);
  // Rows come with the names of their people; a filter may name others.
  const people = usePeople(subProjectId, readConditions(settings.filters).conditions.some(isAboutPeople(keys)));
  const change = (patch: Partial<ListSearch>) => show({ ...search, ...patch });
  return {
    schema,
    keys,
    settings,
    columns: chosen.flatMap(({ key, width }: { key: string; width?: number }, index) => {
      const found = keys.get(key);
      return found === undefined
        ? []
        : [{ key: found, width: width ?? (index === 0 ? Math.max(180, widths[found.kind]) : widths[found.kind]) }];
    }),
    learn: (given) => {
      for (const [id, name] of Object.entries(given ?? {})) names.set(id, name);
    },
    nameOf: (userId) => names.get(userId) ?? people.find(({ id }) => id === userId)?.name,
    change,
    changeFilters: (filters) => change({ filters }),
  };
}
