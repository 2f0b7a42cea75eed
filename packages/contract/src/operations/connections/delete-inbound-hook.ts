import { ids } from '../../operation/example-values.js';
import { defineOperation } from '../../operation/operation.js';
import { requiredText, statusSchema, subProjectId } from '../../schema/common.js';
import { exampleHook } from '../../schema/connections/inbound-hook.js';
import { Type } from '../../schema/type.js';

export const deleteInboundHook = defineOperation({
  id: 'deleteInboundHook',
  method: 'POST',
  path: '/v1/process/hooks/deleteInboundHook',
  tag: 'Connections',
  summary: 'Delete an inbound hook',
  description: 'Deletes a hook with its receipts. Deliveries to its address are refused from then on.',
  extension: true,
  permission: { kind: 'role', grant: 'hook.manage', denied: 1207 },
  body: Type.Object({ subProjectId, hookId: requiredText('Id of the hook') }),
  response: statusSchema,
  errors: [1009, 1200, 1202, 1207],
  otherStatuses: { 1200: 404 },
  example: { request: { subProjectId: ids.subProjectId, hookId: exampleHook.id } },
});
