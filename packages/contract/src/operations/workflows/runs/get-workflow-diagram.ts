import { ids } from '../../../operation/example-values.js';
import { defineOperation } from '../../../operation/operation.js';
import { queryText, requiredText, subProjectId, text } from '../../../schema/common.js';
import { Type } from '../../../schema/type.js';

export const getWorkflowDiagram = defineOperation({
  id: 'getWorkflowDiagram',
  method: 'GET',
  path: '/v1/process/workflows/getWorkflowDiagram',
  tag: 'Workflows',
  summary: 'Read a diagram',
  description:
    'Returns the BPMN file of a workflow, exactly as deployed: the current version, the version that a run follows, or the one that is named.',
  extension: true,
  permission: { kind: 'role', grant: 'workflow.read', denied: 1205 },
  query: Type.Object({
    subProjectId,
    workflowId: requiredText('Id of the workflow'),
    runId: queryText('Id of a run. Return the version that this run follows. Default: the current version'),
    version: queryText('Number of the version to return, whatever version the run follows'),
  }),
  response: Type.Object({
    workflowId: text('Id of the workflow'),
    version: text('Version number of the diagram'),
    bpmn: text('The BPMN file, XML text'),
  }),
  errors: [1200, 1202, 1205],
  otherStatuses: { 1200: 404 },
  process: { unknown: { id: 1200, status: 404 }, outside: 1205 },
  example: {
    request: { subProjectId: ids.subProjectId, workflowId: ids.workflowId },
  },
});
