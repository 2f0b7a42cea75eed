import { ids } from '../../../operation/example-values.js';
import { defineOperation } from '../../../operation/operation.js';
import { list, subProjectId } from '../../../schema/common.js';
import { decisionSchema } from '../../../schema/decision.js';
import { Type } from '../../../schema/type.js';

export const getDecisions = defineOperation({
  id: 'getDecisions',
  method: 'GET',
  path: '/v1/process/decisions/getDecisions',
  tag: 'Decisions',
  summary: 'List decisions',
  description:
    'Lists the decisions of the DMN files of the current configuration, in the order of the document and of the files.',
  extension: true,
  permission: { kind: 'role', grant: 'workflow.read', denied: 1205 },
  query: Type.Object({ subProjectId }),
  response: Type.Object({ decisions: list(decisionSchema, 'The decisions') }),
  errors: [1200, 1202, 1205],
  example: { request: { subProjectId: ids.subProjectId } },
});
