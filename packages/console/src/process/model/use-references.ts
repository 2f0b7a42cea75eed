import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { read } from '../../api/queries.js';
import type { References } from '../../form/schema/references.js';
import { useMay } from '../../session/can.js';

/** Most people and files that a field or a comment offers to choose from. */
const MOST = '200';

/** The people who may be assigned or mentioned. Empty for those who may not list them. */
export function usePeople(subProjectId: string): NonNullable<References['users']> {
  const isAllowed = useMay({ grant: 'user.read', subProjectId });
  const { data } = useQuery({
    ...read('getUsersForProcess', { subProjectId, page: '1', perPageCount: MOST }),
    enabled: isAllowed,
    staleTime: 60_000,
  });
  return useMemo(() => [...new Map(data?.users.map(({ id, name }) => [id, { id, name }])).values()], [data]);
}

/** The request for the files of a process. */
export const filesRequest = (subProjectId: string, processId: string) => ({
  subProjectId,
  page: '1',
  perPageCount: MOST,
  filters: JSON.stringify({ processId }),
  include: 'mimeType,versions',
});

/** The files of the process. */
export function useFiles(subProjectId: string, processId: string) {
  const isAllowed = useMay({ grant: 'file.read', subProjectId });
  return {
    isAllowed,
    ...useQuery({ ...read('listStorage', filesRequest(subProjectId, processId)), enabled: isAllowed }),
  };
}

/** People and files that fields of the process name. */
export function useReferences(subProjectId: string, processId: string): References {
  const users = usePeople(subProjectId);
  const { data } = useFiles(subProjectId, processId);
  return useMemo(
    () => ({ users, files: data?.files.map(({ id, fileName }) => ({ id, name: fileName })) }),
    [users, data],
  );
}
