import { keepPreviousData, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { read } from '../../api/queries.js';
import { isLiveRefresh } from '../../live/refreshing.js';
import { requestFilters, useList } from './list-context.js';
import type { Process } from './schema.js';
import { noRows, steadied } from './steady-rows.js';

export const PAGE = 100;
/** What rows show beside their fields. */
export const INCLUDE = 'version,stageKey,updatedTs,allowed,clocks,names';
/** Pages that are not seen go soon: the list stays small, however far one scrolls. */
const KEPT_MS = 60_000;
const LOOK_MS = 20_000;

/** The read of a page of the list, from 1. */
const pageOf = (filters: string, sort: string, page: number) =>
  read('getProcess', { page: String(page), perPageCount: String(PAGE), filters, sort, include: INCLUDE });

export interface Rows {
  /** Undefined: not known yet. */
  readonly total: number | undefined;
  rowAt(index: number): Process | undefined;
  readonly error: Error | null;
  /** Others changed something: read anew, other rows would stand here. */
  readonly hasMoved: boolean;
  /** Reads the list anew, with every row where it belongs by now. */
  retry(): void;
}

/**
 * The rows of some pages. What others change does not move rows under the reader: they stay where they are until the list is
 * read anew, or the person changes something. The total stays while other pages are read.
 */
export function useRows(pages: readonly number[]): Rows {
  const { schema, settings, learn } = useList();
  const filters = requestFilters(schema.subProjectId, settings.filters);
  const answers = useQueries({
    queries: pages.map((page) => ({ ...pageOf(filters, settings.sort, page), gcTime: KEPT_MS })),
  });
  for (const { data } of answers) learn(data?.names);
  const [wantedAt, readAnewAt] = useReadAnew();
  const key = `${filters} ${settings.sort}`;
  const steady = useRef({ key, at: 0, rows: noRows });
  if (steady.current.key !== key) steady.current = { key, at: wantedAt, rows: noRows };
  const isFresh = answers.every(({ data, dataUpdatedAt }) => data === undefined || dataUpdatedAt >= wantedAt);
  if (steady.current.at < wantedAt && isFresh) steady.current = { key, at: wantedAt, rows: noRows };
  const rows = steadied(
    steady.current.rows,
    pages.map((page, index) => {
      const data = answers[index]?.data;
      return { page, processes: data?.processes, total: data === undefined ? undefined : Number(data.meta.totalCount) };
    }),
  );
  steady.current = { ...steady.current, rows };
  return {
    total: rows.total,
    hasMoved: rows.hasMoved,
    rowAt: (index) => rows.pages.get(Math.floor(index / PAGE) + 1)?.[index % PAGE],
    error: answers.find(({ error }) => error !== null)?.error ?? null,
    retry() {
      readAnewAt(Date.now());
      void Promise.all(answers.map(({ refetch }) => refetch()));
    },
  };
}

/** Since when the list is to be read anew: a deed of the person, unlike those of others, shows its effect at once. */
function useReadAnew() {
  const queries = useQueryClient();
  const [at, setAt] = useState(0);
  useEffect(
    () =>
      queries.getQueryCache().subscribe((event) => {
        const isMarked = event.type === 'updated' && event.action.type === 'invalidate';
        if (isMarked && event.query.queryKey[0] === 'getProcess' && !isLiveRefresh()) setAt(Date.now());
      }),
    [queries],
  );
  return [at, setAt] as const;
}

/** How many processes match a filter. It is asked again from time to time, if wanted. */
export function useTotal(filters: Readonly<Record<string, unknown>>, isWatched = false): number | undefined {
  const { schema } = useList();
  const text = requestFilters(schema.subProjectId, filters);
  const { data } = useQuery({
    ...read('getProcess', { page: '1', perPageCount: '1', filters: text }),
    placeholderData: keepPreviousData,
    ...(isWatched ? { refetchInterval: LOOK_MS } : {}),
  });
  return data === undefined ? undefined : Number(data.meta.totalCount);
}
