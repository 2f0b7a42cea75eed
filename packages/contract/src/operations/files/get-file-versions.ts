import { createdTs, ids, meta, page } from '../../operation/example-values.js';
import { defineOperation } from '../../operation/operation.js';
import { list, metaSchema, pageQuery, requiredText, subProjectId } from '../../schema/common.js';
import { fileVersionSchema } from '../../schema/file.js';
import { Type } from '../../schema/type.js';

export const getFileVersions = defineOperation({
  id: 'getFileVersions',
  method: 'GET',
  path: '/v1/process/knowledges/getFileVersions',
  tag: 'Files',
  summary: 'Get the versions of a file of a process',
  description:
    'Lists the versions of a file that the caller sees at a process, newest first. Deleted versions are left out: the newest of the others is the current one. A file that was never replaced is its only version. Any version may be named.',
  extension: true,
  permission: { kind: 'role', grant: 'file.read', denied: 1205 },
  query: Type.Object({
    subProjectId,
    processId: requiredText('Id of the process'),
    fileId: requiredText('Id of any version of the file'),
    ...pageQuery,
  }),
  response: Type.Object({ meta: metaSchema, versions: list(fileVersionSchema, 'The versions of the page') }),
  errors: [1200, 1202, 1205, 1210, 1221, 1704],
  process: { unknown: { id: 1221 }, outside: 1210 },
  example: {
    request: { ...page, subProjectId: ids.subProjectId, processId: ids.processId, fileId: ids.fileId },
    answer: {
      meta,
      versions: [
        {
          id: ids.fileId,
          fileName: 'invoice.pdf',
          size: '48213',
          locked: false,
          createdTs,
          mimeType: 'application/pdf',
          version: '1',
          current: true,
        },
      ],
    },
  },
});
