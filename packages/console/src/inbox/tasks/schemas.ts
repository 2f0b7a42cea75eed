import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { AnswerOf } from '../../api/call.js';
import { keyOf, read } from '../../api/queries.js';

export type SubProjectSchema = AnswerOf<'getSubProjectSchema'>;

const FRESH_MS = 10 * 60_000;

/** Fields, states and priorities of sub-projects, by their ids; those that have not come yet are missing. */
export function useSchemas(ids: readonly string[]): ReadonlyMap<string, SubProjectSchema> {
  const queries = useQueryClient();
  const unique = [...new Set(ids)].toSorted();
  const { data } = useQuery({
    queryKey: [...keyOf('getSubProjectSchema'), unique],
    queryFn: () =>
      Promise.allSettled(
        unique.map((subProjectId) =>
          queries.fetchQuery({ ...read('getSubProjectSchema', { subProjectId }), staleTime: FRESH_MS }),
        ),
      ),
    staleTime: FRESH_MS,
    placeholderData: keepPreviousData,
  });
  return useMemo(
    () =>
      new Map(
        (data ?? []).flatMap((each) =>
          each.status === 'fulfilled' ? [[each.value.subProjectId, each.value] as const] : [],
        ),
      ),
    [data],
  );
}
