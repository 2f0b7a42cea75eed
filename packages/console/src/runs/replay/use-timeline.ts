import { useQueries, useQuery } from '@tanstack/react-query';
import { read } from '../../api/queries.js';
import type { TimelineEntry } from './replay.js';

const PER_PAGE = 1000;
/** What happened later is not shown. */
const MOST_PAGES = 10;

export interface ReadTimeline {
  readonly entries: readonly TimelineEntry[];
  /** How many entries the run has. */
  readonly total: number;
  /** Undefined while the first entries are awaited. */
  readonly isRead: boolean;
  readonly error: Error | null;
  retry(): void;
}

/** The timeline of a run from its beginning, at most its first 10,000 entries. */
export function useTimeline(subProjectId: string, runId: string): ReadTimeline {
  const requestOf = (page: number) => ({ subProjectId, runId, page: String(page), perPageCount: String(PER_PAGE) });
  const first = useQuery(read('getRunTimeline', requestOf(1)));
  const total = Number(first.data?.meta.totalCount ?? 0);
  const pages = Math.min(MOST_PAGES, Math.ceil(total / PER_PAGE));
  const others = useQueries({
    queries: Array.from({ length: Math.max(0, pages - 1) }, (_, index) => read('getRunTimeline', requestOf(index + 2))),
  });
  const entries = [first, ...others].flatMap(({ data }) => data?.timeline ?? []);
  return {
    entries,
    total,
    isRead: first.data !== undefined && others.every(({ data }) => data !== undefined),
    error: first.error ?? others.find(({ error }) => error !== null)?.error ?? null,
    retry: () => void first.refetch(),
  };
}
