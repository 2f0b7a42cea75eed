import { ids } from '../../../operation/example-values.js';
import { defineOperation } from '../../../operation/operation.js';
import { jsonObject, optionalText, orNull, requiredText, subProjectId, text } from '../../../schema/common.js';
import { decisionFailureSchema, decisionTraceSchema } from '../../../schema/decision.js';
import { Type } from '../../../schema/type.js';

export const evaluateDecision = defineOperation({
  id: 'evaluateDecision',
  method: 'POST',
  path: '/v1/process/decisions/evaluateDecision',
  tag: 'Decisions',
  summary: 'Evaluate a decision',
  description:
    'Evaluates a decision with the values of the request. Nothing is stored or counted. When there is no result, failure says why.',
  extension: true,
  permission: { kind: 'role', grant: 'workflow.call', denied: 1209 },
  body: Type.Object({
    subProjectId,
    decisionId: requiredText('Id of the decision in its DMN file'),
    variables: Type.Optional(jsonObject('Values of the inputs by name')),
    version: optionalText('Version of the DMN file. Default: the current version'),
  }),
  response: Type.Object({
    decisionId: text('Id of the decision'),
    key: text('Key of the DMN file'),
    version: text('Version of the DMN file'),
    value: Type.Unknown({ description: 'The result; null when there is none' }),
    trace: decisionTraceSchema,
    failure: orNull(decisionFailureSchema, 'null when there is a result'),
  }),
  errors: [1200, 1202, 1209],
  otherStatuses: { 1200: 404 },
  example: {
    request: { subProjectId: ids.subProjectId, decisionId: 'approval', variables: { amount: 1200 } },
  },
});
