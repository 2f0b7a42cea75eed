import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { type AnswerOf, call, type RequestTo } from '../../api/call.js';
import { useMe } from '../../session/session.js';

/** The lists of the installation, which are read page by page. */
type PagedId = 'getClients' | 'getGroupMembers' | 'getGroups' | 'getInvitations' | 'getUsers';

const PER_PAGE = '50';
/** Milliseconds between two questions: no event tells of changes to people and groups. */
const ASK_AGAIN = 15_000;

/** A list, page after page as more is asked for; administrators alone ask. */
export function usePages<Id extends PagedId>(id: Id, request: Omit<RequestTo<Id>, 'page' | 'perPageCount'>) {
  const { administrator } = useMe();
  const query = useInfiniteQuery({
    queryKey: [id, request, 'pages'],
    queryFn: ({ pageParam, signal }): Promise<AnswerOf<Id>> =>
      call(id, { ...request, page: String(pageParam), perPageCount: PER_PAGE } as RequestTo<Id>, { signal }),
    initialPageParam: 1,
    getNextPageParam: ({ meta }) => (Number(meta.page) < Number(meta.totalPages) ? Number(meta.page) + 1 : undefined),
    placeholderData: keepPreviousData,
    refetchInterval: ASK_AGAIN,
    enabled: administrator,
  });
  return { ...query, pages: query.data?.pages ?? [], meta: query.data?.pages[0]?.meta };
}
