import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '../../api/call.js';
import { keyOf } from '../../api/queries.js';
import { useSubProject } from '../../frame/sub-project.js';
import type { SearchAddress } from '../hits/address.js';

const PER_PAGE = 20;
/** The server looks at a limited number of texts for each page. So many pages are asked for before a person must ask. */
const MOST_BY_ITSELF = 10;

/** The hits of a search, page by page. Pages with few hits go on by themselves. */
export function useHits({ q, source }: SearchAddress) {
  const subProject = useSubProject();
  const query = q.trim();
  const request = {
    query,
    perPageCount: String(PER_PAGE),
    ...(source === undefined ? {} : { sources: [source] }),
    ...(subProject === undefined ? {} : { subProjectIds: [subProject.id] }),
  };
  const result = useInfiniteQuery({
    queryKey: [...keyOf('search', request), 'pages'],
    queryFn: ({ pageParam, signal }) =>
      call('search', { ...request, ...(pageParam === '' ? {} : { after: pageParam }) }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    enabled: query !== '',
  });
  const { data, hasNextPage, isFetchingNextPage, isError, fetchNextPage } = result;
  const pages = data?.pages ?? [];
  const hits = pages.flatMap((page) => page.hits);
  const goesOn = hasNextPage && hits.length < PER_PAGE && pages.length < MOST_BY_ITSELF;
  useEffect(() => {
    if (goesOn && !isFetchingNextPage && !isError) void fetchNextPage();
  }, [goesOn, isFetchingNextPage, isError, fetchNextPage]);
  return { ...result, hits, isComplete: pages.every((page) => page.complete), isLookingOn: goesOn && !isError };
}
