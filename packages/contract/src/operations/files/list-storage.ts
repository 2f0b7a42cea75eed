import { createdTs, ids, meta, page } from '../../operation/example-values.js';
import { defineOperation } from '../../operation/operation.js';
import { list, metaSchema, optionalFilterText, pageQuery, queryText, subProjectId } from '../../schema/common.js';
import { fileSchema } from '../../schema/file.js';
import { nameList } from '../../schema/text-form.js';
import { Type } from '../../schema/type.js';

export const listStorage = defineOperation({
  id: 'listStorage',
  method: 'GET',
  path: '/v1/process/knowledges/listStorage',
  tag: 'Files',
  summary: 'List files',
  description:
    'Lists the files of a sub-project, newest first. The filter `currentAt` names a process and leaves out replaced versions of its files.',
  extension: false,
  permission: { kind: 'role', grant: 'file.read', denied: 1205 },
  query: Type.Object({
    subProjectId,
    ...pageQuery,
    filters: optionalFilterText('JSON object of filters, e.g. {"fileName":{"contains":"invoice"}}'),
    sort: queryText('Extension: comma-separated filter keys to sort by; "-" before a key sorts descending'),
    include: Type.Optional(
      nameList(
        ['mimeType', 'processIds', 'stageKey', 'deletedTs', 'sha256', 'versions', 'atLeast'],
        'Extension: comma-separated members to add: mimeType, processIds, stageKey, deletedTs, sha256, versions; atLeast: meta stops counting at 10,000 files and says so, else its totals are exact',
      ),
    ),
  }),
  response: Type.Object({ meta: metaSchema, files: list(fileSchema, 'The files of the page') }),
  errors: [1200, 1202, 1205],
  process: { leavesOut: 'files that are attached to it alone' },
  example: {
    request: { ...page, subProjectId: ids.subProjectId },
    answer: { meta, files: [{ id: ids.fileId, fileName: 'invoice.pdf', size: '48213', locked: false, createdTs }] },
  },
});
