import { ids } from '../../operation/example-values.js';
import { defineOperation } from '../../operation/operation.js';
import { bulkDryRunSchema } from '../../schema/bulk.js';
import { flag, jsonObject, optionalText, subProjectId, text } from '../../schema/common.js';
import { Type } from '../../schema/type.js';

export const bulkUpdateProcesses = defineOperation({
  id: 'bulkUpdateProcesses',
  method: 'POST',
  path: '/v1/process/bulkUpdateProcesses',
  tag: 'Processes',
  summary: 'Update many processes',
  description:
    'Updates, in the background, every process that matches the filters and that the caller may see and update. Each process is updated as by updateProcessField, with the permissions the caller has at that time. A process that cannot be updated is reported and does not stop the others.',
  extension: true,
  permission: { kind: 'role', grant: 'process.update', denied: 1207 },
  body: Type.Object({
    subProjectId,
    filters: jsonObject('Filters as in getProcess, without subProjectId_id. {} selects all processes'),
    updates: Type.Object(
      {},
      { additionalProperties: true, minProperties: 1, description: 'New values by name, as in updateProcessField' },
    ),
    reason: optionalText('Reason, kept in the audit log'),
    dryRun: Type.Optional(
      flag('true: nothing is changed; the answer says what the update would do to the newest 1,000 matches'),
    ),
  }),
  response: Type.Object({
    bulkId: text('Id of the bulk update, for getBulkOperation; empty for a dry run'),
    total: text('Number of processes that match now, a decimal string'),
    dryRun: Type.Optional(bulkDryRunSchema),
  }),
  errors: [1200, 1201, 1202, 1203, 1207, 1230, 1231, 1232],
  process: { leavesOut: 'it' },
  example: {
    request: {
      subProjectId: ids.subProjectId,
      filters: { state: 'INIT', priority: 'LOW' },
      updates: { priority: 'MEDIUM' },
      reason: 'Priorities were wrong.',
    },
    answer: { bulkId: ids.bulkId, total: '120' },
  },
});
