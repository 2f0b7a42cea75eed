import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { AnswerOf } from '../../api/call.js';
import { read } from '../../api/queries.js';
import { useMay } from '../../session/can.js';
import { messages } from '../messages/index.gen.js';
import type { Filters } from './conditions.js';
import type { ListContext } from './list-context.js';
import { defaultColumns, type Kind, listKeys, type Schema } from './schema.js';
import { type ListSearch, settingsOf } from './search.js';
import { useShow } from './use-show.js';

export type View = AnswerOf<'getViews'>['views'][number];

const route = getRouteApi('/frame/processes/$subProjectId');

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
  other: 140,
};

/** What a view keeps. */
export const settingsOfView = (view: View | undefined) =>
  view === undefined ? undefined : { ...view, filters: view.filters as Filters };

/** What the list shows, from the address and the view that it names. */
export function useListContext(schema: Schema, views: readonly View[]): ListContext {
  const m = messages.use();
  const { subProjectId } = schema;
  const search = route.useSearch();
  const show = useShow(subProjectId);
  const mayListUsers = useMay({ grant: 'user.read', subProjectId });
  const users = useQuery({
    ...read('getUsersForProcess', { subProjectId, perPageCount: '1000' }),
    enabled: mayListUsers,
    staleTime: 5 * 60_000,
  });
  const keys = useMemo(() => {
    const { state, priority, stage, created, changedTs, id } = m;
    const names = { state, priority, stage, created, changed: changedTs, id };
    return new Map(listKeys(schema, names).map((key) => [key.key, key]));
  }, [schema, m]);
  const settings = settingsOf(search, settingsOfView(views.find(({ id }) => id === search.view)));
  const chosen = settings.columns.length === 0 ? defaultColumns(schema).map((key) => ({ key })) : settings.columns;
  const people = users.data?.users ?? [];
  const names = useMemo(() => new Map((users.data?.users ?? []).map(({ id, name }) => [id, name])), [users.data]);
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
    people,
    nameOf: (userId) => names.get(userId),
    change,
    changeFilters: (filters) => change({ filters }),
  };
}
