import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { type AnswerOf, type CallOptions, call, type RequestTo } from './call.js';
import { type ChangeId, entryOf, type ReadId } from './operations.js';

/** Key of a read in the cache: the operation and what it was asked. */
export const keyOf = <Id extends ReadId>(id: Id, request?: RequestTo<Id>) =>
  (request === undefined ? [id] : [id, request]) as readonly [Id, RequestTo<Id>?];

/** A read, for useQuery, useSuspenseQuery, prefetching and loaders. */
export const read = <Id extends ReadId>(id: Id, request: RequestTo<Id>) =>
  queryOptions({
    queryKey: keyOf(id, request),
    queryFn: ({ signal }): Promise<AnswerOf<Id>> => call(id, request, { signal }),
  });

/** Marks as old what a change may have changed; what is shown is read again. */
export async function invalidate(queries: QueryClient, id: ChangeId): Promise<void> {
  const entry = entryOf(id);
  const touches = typeof entry === 'string' ? [] : entry.touches;
  if (touches === 'everything') return queries.invalidateQueries();
  await Promise.all(touches.map((read) => queries.invalidateQueries({ queryKey: [read] })));
}

/** A change, with one idempotency key for each time it is meant: sending it again does not do it twice. */
export function useChange<Id extends ChangeId>(id: Id, options: Omit<CallOptions, 'signal'> = {}) {
  const queries = useQueryClient();
  return useMutation<AnswerOf<Id>, Error, RequestTo<Id>>({
    mutationKey: [id],
    mutationFn: (request) => call(id, request, options),
    onSuccess: () => invalidate(queries, id),
  });
}
