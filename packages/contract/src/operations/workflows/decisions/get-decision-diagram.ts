import { ids } from '../../../operation/example-values.js';
import { defineOperation } from '../../../operation/operation.js';
import { queryText, requiredText, subProjectId, text, timestamp } from '../../../schema/common.js';
import { Type } from '../../../schema/type.js';

export const getDecisionDiagram = defineOperation({
  id: 'getDecisionDiagram',
  method: 'GET',
  path: '/v1/process/decisions/getDecisionDiagram',
  tag: 'Decisions',
  summary: 'Read a DMN file',
  description: 'Returns a DMN file exactly as deployed: the current version, or an earlier one.',
  extension: true,
  permission: { kind: 'role', grant: 'workflow.read', denied: 1205 },
  query: Type.Object({
    subProjectId,
    key: requiredText('Key of the DMN file in the configuration'),
    version: queryText('Version number. Default: the current version'),
  }),
  response: Type.Object({
    key: text('Key of the DMN file'),
    version: text('Version of the DMN file'),
    createdTs: timestamp('When this version was deployed'),
    dmn: text('The DMN file, XML text'),
  }),
  errors: [1200, 1202, 1205],
  otherStatuses: { 1200: 404 },
  example: { request: { subProjectId: ids.subProjectId, key: 'approval-matrix' } },
});
