import { Type } from 'typebox';
import { defineOperation } from '../../operation/operation.js';
import { metaSchema, optionalText, requiredText } from '../../schema/common.js';
import { processSchema } from '../../schema/process.js';

export const getProcess = defineOperation({
  id: 'getProcess',
  method: 'GET',
  path: '/v1/process/getProcess',
  tag: 'Processes',
  summary: 'List processes',
  description: 'Lists the processes that match the filters and that the caller may see, newest first (D4, D5).',
  extension: false,
  permission: { kind: 'role', grant: 'process.read', denied: 1205 },
  query: Type.Object({
    page: requiredText('Page number from 1'),
    perPageCount: requiredText('Items per page, 1 to 1000'),
    filters: Type.String({
      minLength: 1,
      maxLength: 65_536,
      description: 'JSON object of filters; subProjectId_id is required (D5)',
    }),
    sort: optionalText('Extension: comma list of filter keys, "-" for descending'),
    include: optionalText('Extension: comma list of version, stageKey, updatedTs, lastChange'),
  }),
  response: Type.Object({ meta: metaSchema, processes: Type.Array(processSchema) }),
  errors: [1200, 1201, 1202, 1203, 1204, 1205, 1209, 1210, 1221, 1227, 1230, 1231, 1232],
});
