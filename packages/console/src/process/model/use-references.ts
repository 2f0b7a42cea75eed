import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { read } from '../../api/queries.js';
import type { References } from '../../form/schema/references.js';
import { useMay } from '../../session/can.js';

/** Most files that a field offers to choose from. */
const MOST = '200';

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

/** Files that fields of the process name, beside the people whom the process came with. */
export function useReferences(
  subProjectId: string,
  processId: string,
  names: NonNullable<References['names']>,
): References {
  const { data } = useFiles(subProjectId, processId);
  return useMemo(
    () => ({ names, files: data?.files.map(({ id, fileName }) => ({ id, name: fileName })) }),
    [names, data],
  );
}
