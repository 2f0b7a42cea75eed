import { ids } from '../../../operation/example-values.js';
import { defineOperation } from '../../../operation/operation.js';
import { flag, integer, list, requiredText, subProjectId, text, texts } from '../../../schema/common.js';
import { decisionDifferenceSchema } from '../../../schema/decision.js';
import { Type } from '../../../schema/type.js';

export const simulateDecision = defineOperation({
  id: 'simulateDecision',
  method: 'POST',
  path: '/v1/process/decisions/simulateDecision',
  tag: 'Decisions',
  summary: 'Simulate a changed decision',
  description:
    'Evaluates a changed DMN file with the inputs of the latest evaluations of a decision by runs, and lists those that would come out differently. Only processes of which the caller reads every field are compared, because the file may use any of them. Nothing is changed.',
  extension: true,
  permission: { kind: 'role', grant: 'workflow.operate', denied: 1209 },
  body: Type.Object({
    subProjectId,
    decisionId: requiredText('Id of the decision in its DMN file'),
    dmn: Type.String({ minLength: 1, maxLength: 8_388_608, description: 'The changed DMN file, XML text' }),
    count: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 1000, description: 'How many evaluations to compare. Default 100' }),
    ),
  }),
  response: Type.Object({
    decisionId: text('Id of the decision'),
    compared: integer('Number of evaluations that were compared'),
    same: integer('Number of evaluations with the same outcome'),
    differences: list(decisionDifferenceSchema, 'The evaluations with another outcome, newest first'),
    complete: flag('false when the simulation used up its budget before it had compared all of them'),
    warnings: texts('What the compiler says about the changed file'),
  }),
  errors: [1200, 1202, 1209, 1232],
  otherStatuses: { 1200: 404 },
  bodyLimit: 16_777_216,
  heavy: true,
  process: { leavesOut: 'the evaluations of runs on it' },
  example: {
    request: { subProjectId: ids.subProjectId, decisionId: 'approval', dmn: '<definitions/>', count: 100 },
  },
});
