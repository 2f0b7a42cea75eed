import { Type } from 'typebox';
import { defineOperation } from '../../operation/operation.js';
import { metaSchema, optionalText, pageQuery, requiredText } from '../../schema/common.js';
import { fileSchema } from '../../schema/file.js';

export const listStorage = defineOperation({
  id: 'listStorage',
  method: 'GET',
  path: '/v1/process/knowledges/listStorage',
  tag: 'Files',
  summary: 'List files',
  description: 'Lists the files of a sub-project, newest first (D4, D5).',
  extension: false,
  permission: { kind: 'role', grant: 'file.read', denied: 1205 },
  query: Type.Object({
    subProjectId: requiredText('Sub-project'),
    ...pageQuery,
    filters: optionalText('JSON object of filters (D5)'),
    sort: optionalText('Extension: comma list of filter keys, "-" for descending'),
    include: optionalText('Extension: comma list of mimeType, processIds, stageKey, deletedTs, sha256'),
  }),
  response: Type.Object({ meta: metaSchema, files: Type.Array(fileSchema) }),
  errors: [1200, 1202, 1205],
});
