import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { read } from '../../api/queries.js';
import { useSubProject } from '../../frame/sub-project.js';

const WAIT_MS = 150;

/** A value that has not changed for a moment: what is typed is not searched letter by letter. */
export function useSettled(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), WAIT_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

/** The newest hits for what is typed, in the chosen sub-project or in all. */
export function useFound(query: string, most: number) {
  const subProject = useSubProject();
  const settled = useSettled(query.trim());
  const request = {
    query: settled,
    perPageCount: String(most),
    ...(subProject === undefined ? {} : { subProjectIds: [subProject.id] }),
  };
  const { data, isFetching } = useQuery({
    ...read('search', request),
    enabled: settled !== '',
    placeholderData: keepPreviousData,
    retry: false,
  });
  return { hits: settled === '' ? [] : (data?.hits ?? []), isBusy: isFetching || settled !== query.trim() };
}
