import { ids } from '../../operation/example-values.js';
import { defineOperation } from '../../operation/operation.js';
import { list, subProjectId } from '../../schema/common.js';
import { exampleHook, inboundHookSchema } from '../../schema/connections/inbound-hook.js';
import { Type } from '../../schema/type.js';

export const getInboundHooks = defineOperation({
  id: 'getInboundHooks',
  method: 'GET',
  path: '/v1/process/hooks',
  tag: 'Connections',
  summary: 'List inbound hooks',
  description: 'Lists the inbound hooks of a sub-project by name, without their secrets.',
  extension: true,
  permission: { kind: 'role', grant: 'hook.manage', denied: 1205 },
  query: Type.Object({ subProjectId }),
  response: Type.Object({ hooks: list(inboundHookSchema, 'The hooks') }),
  errors: [1200, 1202, 1205],
  example: { request: { subProjectId: ids.subProjectId }, answer: { hooks: [exampleHook] } },
});
