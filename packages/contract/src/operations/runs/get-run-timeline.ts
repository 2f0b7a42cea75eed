import { Type } from 'typebox';
import { defineOperation } from '../../operation/operation.js';
import { metaSchema, pageQuery, requiredText } from '../../schema/common.js';
import { timelineEntrySchema } from '../../schema/workflow.js';

export const getRunTimeline = defineOperation({
  id: 'getRunTimeline',
  method: 'GET',
  path: '/v1/process/workflows/getRunTimeline',
  tag: 'Operators',
  summary: 'Read the timeline of a run',
  description:
    'Returns every element entered, completed or cancelled with times and variables, in order; enough to colour the diagram.',
  extension: true,
  permission: { kind: 'role', grant: 'workflow.read', denied: 1205 },
  query: Type.Object({ subProjectId: requiredText('Sub-project'), runId: requiredText('Run'), ...pageQuery }),
  response: Type.Object({ meta: metaSchema, timeline: Type.Array(timelineEntrySchema) }),
  errors: [1200, 1202, 1205, 1210],
});
