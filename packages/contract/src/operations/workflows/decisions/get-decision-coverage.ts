import { ids } from '../../../operation/example-values.js';
import { defineOperation } from '../../../operation/operation.js';
import { queryText, requiredText, subProjectId, text } from '../../../schema/common.js';
import { coverageMembers } from '../../../schema/decision.js';
import { dayOrEmpty } from '../../../schema/text-form.js';
import { Type } from '../../../schema/type.js';

export const getDecisionCoverage = defineOperation({
  id: 'getDecisionCoverage',
  method: 'GET',
  path: '/v1/process/decisions/getDecisionCoverage',
  tag: 'Decisions',
  summary: 'Count how often rules applied',
  description:
    'Counts, for each rule of a DMN file, how often it applied in runs. Rules that never applied may be missing inputs or dead.',
  extension: true,
  permission: { kind: 'role', grant: 'workflow.operate', denied: 1209 },
  query: Type.Object({
    subProjectId,
    key: requiredText('Key of the DMN file in the configuration'),
    version: queryText('Version of the DMN file. Default: the current version'),
    from: Type.Optional(dayOrEmpty('Count from this day on (UTC, YYYY-MM-DD). Default: from the beginning')),
    to: Type.Optional(dayOrEmpty('Count to this day, including it (UTC, YYYY-MM-DD). Default: today')),
  }),
  response: Type.Object({
    key: text('Key of the DMN file'),
    version: text('Version of the DMN file'),
    ...coverageMembers,
  }),
  errors: [1200, 1202, 1209],
  otherStatuses: { 1200: 404 },
  process: { takesUnlimited: 1209 },
  example: { request: { subProjectId: ids.subProjectId, key: 'approval-matrix' } },
});
