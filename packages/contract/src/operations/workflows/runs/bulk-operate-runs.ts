import { ids } from '../../../operation/example-values.js';
import { defineOperation } from '../../../operation/operation.js';
import { bulkRepairDryRunSchema } from '../../../schema/bulk.js';
import { flag, jsonObject, model, optionalText, subProjectId, text } from '../../../schema/common.js';
import { incidentQuery } from '../../../schema/incident.js';
import { migrationMapping } from '../../../schema/run-modification.js';
import { uuid } from '../../../schema/text-form.js';
import { Type } from '../../../schema/type.js';

const { state: _, ...conditions } = incidentQuery;

export const bulkOperateRuns = defineOperation({
  id: 'bulkOperateRuns',
  method: 'POST',
  path: '/v1/process/workflows/bulkOperateRuns',
  tag: 'Operators',
  summary: 'Repair many runs',
  description:
    'Retries open incidents, cancels the runs that have them, or migrates runs to another version, in the background, the newest first. RETRY and CANCEL take the open incidents that match all conditions now, without conditions every one; MIGRATE takes the unfinished runs of `workflowId` that follow `version`, or any version but the target. At most 100,000 are taken. Each is done as by retryIncident, cancelWorkflowRun or migrateRun, with the permissions the caller has at that time. getBulkOperation counts what became of the runs: a retried job counts when its work has ended, not when it was asked.',
  extension: true,
  permission: { kind: 'role', grant: 'workflow.operate', denied: 1209 },
  body: Type.Object({
    subProjectId,
    action: Type.Union([Type.Literal('RETRY'), Type.Literal('CANCEL'), Type.Literal('MIGRATE')], {
      description: 'RETRY: retries the incidents. CANCEL: cancels their runs. MIGRATE: moves runs to another version',
    }),
    incidentIds: Type.Optional(
      Type.Array(uuid('Id of an incident'), {
        minItems: 1,
        maxItems: 1000,
        description: 'Only these incidents, as far as they match the other conditions',
      }),
    ),
    ...conditions,
    retries: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 1000, description: 'Of RETRY: attempts for each job. Default 1' }),
    ),
    variables: Type.Optional(jsonObject('Of RETRY: variables to set before each attempt')),
    toVersion: optionalText('Of MIGRATE: target version number. Default: the current version'),
    mapping: migrationMapping('Of MIGRATE: new element ids by old element ids, for elements whose id has changed'),
    canary: Type.Optional(
      model('BulkCanary', 'Runs that are tried before the others', {
        count: Type.Integer({
          minimum: 1,
          maximum: 1000,
          description: 'How many are asked first. The others are asked when all of these have an outcome',
        }),
        mostFailedPercent: Type.Integer({
          minimum: 0,
          maximum: 100,
          description: 'When more of them than this share fail again or refuse, the others are not asked',
        }),
      }),
    ),
    perMinute: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 60_000,
        description: 'The most that are asked in a minute. Default: no limit',
      }),
    ),
    reason: optionalText('Reason, kept in the audit log'),
    dryRun: Type.Optional(
      flag('true: nothing is done; the answer says what would become of the newest 100 in their first step'),
    ),
  }),
  response: Type.Object({
    bulkId: text('Id of the bulk operation, for getBulkOperation; empty for a dry run'),
    total: text('Number of incidents, for CANCEL and MIGRATE of runs, that are repaired, a decimal string'),
    dryRun: Type.Optional(bulkRepairDryRunSchema),
  }),
  errors: [1200, 1202, 1209],
  otherStatuses: { 1200: 404 },
  process: { leavesOut: 'the runs on it' },
  example: {
    request: {
      subProjectId: ids.subProjectId,
      action: 'RETRY',
      fingerprint: '0b6f7d0c1a52e3f4',
      retries: 3,
      canary: { count: 5, mostFailedPercent: 20 },
      perMinute: 120,
      reason: 'The ERP system answers again.',
    },
    answer: { bulkId: ids.bulkId, total: '31' },
  },
});
