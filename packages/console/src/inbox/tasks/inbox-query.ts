import { useInfiniteQuery } from '@tanstack/react-query';
import { type AnswerOf, call, type RequestTo } from '../../api/call.js';
import { keyOf } from '../../api/queries.js';

export type InboxAnswer = AnswerOf<'getInbox'>;
export type InboxTask = InboxAnswer['tasks'][number];
export type Counts = InboxAnswer['counts'];

const PAGE = '50';
/** Until the server says by itself that something has changed. */
const POLL_MS = 5000;

/** The inbox, page by page, by the position of the last task: what is decided meanwhile moves nothing. */
export function useInbox(request: RequestTo<'getInbox'>) {
  return useInfiniteQuery({
    queryKey: [...keyOf('getInbox', request), 'pages'],
    queryFn: ({ pageParam, signal }) =>
      call('getInbox', { ...request, limit: PAGE, ...(pageParam === '' ? {} : { after: pageParam }) }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next ?? undefined,
    refetchInterval: POLL_MS,
  });
}
