import { Type } from 'typebox';
import { defineOperation } from '../../operation/operation.js';
import { metaSchema, optionalText, pageQuery, requiredText } from '../../schema/common.js';
import { taskSchema } from '../../schema/workflow.js';

export const getTasks = defineOperation({
  id: 'getTasks',
  method: 'GET',
  path: '/v1/process/workflows/getTasks',
  tag: 'Tasks',
  summary: 'List tasks',
  description:
    'Lists human tasks, by priority and age: those assigned to the caller, those it may claim, or all it may see.',
  extension: true,
  permission: { kind: 'role', grant: 'workflow.read', denied: 1205 },
  query: Type.Object({
    subProjectId: requiredText('Sub-project'),
    view: Type.Optional(
      Type.Union([Type.Literal('mine'), Type.Literal('claimable'), Type.Literal('all')], {
        description: 'Default "all"',
      }),
    ),
    state: Type.Optional(
      Type.Union([Type.Literal('OPEN'), Type.Literal('COMPLETED'), Type.Literal('CANCELLED')], {
        description: 'Default "OPEN"',
      }),
    ),
    runId: optionalText('Only tasks of this run'),
    processId: optionalText('Only tasks of runs on this process'),
    ...pageQuery,
  }),
  response: Type.Object({ meta: metaSchema, tasks: Type.Array(taskSchema) }),
  errors: [1200, 1202, 1205],
});
