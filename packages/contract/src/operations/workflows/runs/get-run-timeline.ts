import { ids, page } from '../../../operation/example-values.js';
import { defineOperation } from '../../../operation/operation.js';
import { list, metaSchema, pageQuery, requiredText, subProjectId } from '../../../schema/common.js';
import { Type } from '../../../schema/type.js';
import { timelineEntrySchema } from '../../../schema/workflow.js';

export const getRunTimeline = defineOperation({
  id: 'getRunTimeline',
  method: 'GET',
  path: '/v1/process/workflows/getRunTimeline',
  tag: 'Operators',
  summary: 'Read the timeline of a run',
  description:
    'Lists, in order, each element that was entered, completed or cancelled, with times and variables. It is enough to colour the diagram.',
  extension: true,
  permission: { kind: 'role', grant: 'workflow.read', denied: 1205 },
  query: Type.Object({ subProjectId, runId: requiredText('Id of the run'), ...pageQuery }),
  response: Type.Object({
    meta: metaSchema,
    timeline: list(timelineEntrySchema, 'The entries of the page, oldest first'),
  }),
  errors: [1200, 1202, 1205, 1210],
  otherStatuses: { 1200: 404 },
  process: { unknown: { id: 1200, status: 404 }, outside: 1210 },
  example: {
    request: { ...page, subProjectId: ids.subProjectId, runId: ids.runId },
  },
});
