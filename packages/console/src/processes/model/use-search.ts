import { getRouteApi } from '@tanstack/react-router';
import { useMemo } from 'react';
import { type ListSearch, readSearch } from './search.js';

const route = getRouteApi('/frame/processes/$subProjectId');

/** What the address says of the list. It is read here, so that what reads it is loaded with the page. */
export function useListSearch(): ListSearch {
  const given = route.useSearch();
  return useMemo(() => readSearch({ ...given }), [given]);
}
