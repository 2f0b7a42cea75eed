import { createdTs, ids, meta, page } from '../../operation/example-values.js';
import { defineOperation } from '../../operation/operation.js';
import { list, metaSchema, pageNumber, perPage, queryText } from '../../schema/common.js';
import { processFilterText, processSchema } from '../../schema/process.js';
import { namesSchema } from '../../schema/tasks/inbox.js';
import { nameList } from '../../schema/text-form.js';
import { Type } from '../../schema/type.js';

export const getProcess = defineOperation({
  id: 'getProcess',
  method: 'GET',
  path: '/v1/process/getProcess',
  tag: 'Processes',
  summary: 'List processes',
  description: 'Lists the processes that match the filters and that the caller may see, newest first.',
  extension: false,
  permission: { kind: 'role', grant: 'process.read', denied: 1205 },
  query: Type.Object({
    page: pageNumber('Page number, from 1'),
    perPageCount: perPage('Items per page, 1 to 1000'),
    filters: processFilterText(
      'JSON object of filters, e.g. {"subProjectId_id":"…","state":"INIT"}; subProjectId_id is required',
    ),
    sort: queryText('Extension: comma-separated filter keys to sort by; "-" before a key sorts descending'),
    include: Type.Optional(
      nameList(
        ['version', 'stageKey', 'updatedTs', 'createdBy', 'lastChange', 'allowed', 'names', 'clocks'],
        'Extension: comma-separated members to add: version, stageKey, updatedTs, createdBy, lastChange, allowed, names (of the people that the fields shown name), clocks',
      ),
    ),
  }),
  response: Type.Object({
    meta: metaSchema,
    processes: list(processSchema, 'The processes of the page'),
    names: Type.Optional(namesSchema),
  }),
  errors: [1200, 1201, 1202, 1203, 1204, 1205, 1209, 1210, 1221, 1227, 1230, 1231, 1232],
  process: { unknown: { id: 1221 }, outside: 1210 },
  example: {
    request: { ...page, filters: JSON.stringify({ subProjectId_id: ids.subProjectId }) },
    answer: {
      meta,
      processes: [
        {
          id: ids.processId,
          createdTs,
          state: 'INIT',
          priority: 'MEDIUM',
          fields: { supplier: 'Acme', invoiceNumber: 'A-2026-17', amount: 840, currency: 'EUR' },
        },
      ],
    },
  },
});
