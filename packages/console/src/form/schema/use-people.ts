import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { read } from '../../api/queries.js';
import { useMay } from '../../session/can.js';
import type { References } from './references.js';

/** Most people that a field or a comment offers to choose from. */
const MOST = '1000';
const FRESH_MS = 5 * 60_000;

/**
 * The people who may be assigned or mentioned, for whoever may list them; for others there are none.
 *
 * @param isWanted whether somebody chooses among them now: until then the list is not asked for
 */
export function usePeople(subProjectId: string, isWanted: boolean): NonNullable<References['users']> {
  const isAllowed = useMay({ grant: 'user.read', subProjectId });
  const { data } = useQuery({
    ...read('getUsersForProcess', { subProjectId, page: '1', perPageCount: MOST }),
    enabled: isAllowed && isWanted,
    staleTime: FRESH_MS,
  });
  return useMemo(() => [...new Map(data?.users.map(({ id, name }) => [id, { id, name }])).values()], [data]);
}
