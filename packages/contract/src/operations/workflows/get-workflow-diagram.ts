import { Type } from 'typebox';
import { defineOperation } from '../../operation/operation.js';
import { optionalText, requiredText } from '../../schema/common.js';

export const getWorkflowDiagram = defineOperation({
  id: 'getWorkflowDiagram',
  method: 'GET',
  path: '/v1/process/workflows/getWorkflowDiagram',
  tag: 'Workflows',
  summary: 'Read a diagram',
  description: 'Returns the BPMN file of a workflow, or of the version a run is on, exactly as deployed.',
  extension: true,
  permission: { kind: 'role', grant: 'workflow.read', denied: 1205 },
  query: Type.Object({
    subProjectId: requiredText('Sub-project'),
    workflowId: requiredText('Workflow'),
    runId: optionalText('Run whose version is wanted; default the current version'),
  }),
  response: Type.Object({ workflowId: Type.String(), version: Type.String(), bpmn: Type.String() }),
  errors: [1200, 1202, 1205],
});
