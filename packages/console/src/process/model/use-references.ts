import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { read } from '../../api/queries.js';
import type { FormField } from '../../form/schema/form-field.js';
import type { References } from '../../form/schema/references.js';
import { useMay } from '../../session/can.js';
import { formFieldOf, type ShownProcess } from './use-process.js';

/** Most files that a field offers to choose from. */
const MOST = '200';

const filesOf = (subProjectId: string, filters: object) => ({
  subProjectId,
  perPageCount: MOST,
  filters: JSON.stringify(filters),
});

/** The request for the files of a process, of each the current version. */
export const filesRequest = (subProjectId: string, processId: string) => ({
  ...filesOf(subProjectId, { currentAt: processId, locked: false }),
  include: 'mimeType,versions',
});

/** Files that fields of the process name, also in versions that were replaced, beside the people whom the process came with. */
export function useReferences({ schema, process, names }: ShownProcess): References {
  const { subProjectId } = schema;
  const isAllowed = useMay({ grant: 'file.read', subProjectId });
  const hasFiles = useMemo(() => schema.fields.some((field) => isFile(formFieldOf(field))), [schema]);
  const { data } = useQuery({
    ...read('listStorage', filesOf(subProjectId, { processId: process.id })),
    enabled: isAllowed && hasFiles,
  });
  return useMemo(
    () => ({ names, files: data?.files.map(({ id, fileName }) => ({ id, name: fileName })) }),
    [names, data],
  );
}

const isFile = ({ kind }: FormField): boolean => kind === 'file' || kind === 'files';
