import { ids } from '../../../operation/example-values.js';
import { defineOperation } from '../../../operation/operation.js';
import { flag, integer, list, optionalText, requiredText, subProjectId, text } from '../../../schema/common.js';
import { migrationMapping, migrationStates, migrationTargetSchema } from '../../../schema/run-modification.js';
import { Type } from '../../../schema/type.js';

export const planMigration = defineOperation({
  id: 'planMigration',
  method: 'POST',
  path: '/v1/process/workflows/planMigration',
  tag: 'Operators',
  summary: 'Plan a migration',
  description:
    'Tries a migration on the unfinished runs of a workflow and changes nothing: says at which elements the runs are, how many could be migrated, and why others could not. Looks at the newest 5,000 runs. bulkOperateRuns with MIGRATE does it.',
  extension: true,
  heavy: true,
  permission: { kind: 'role', grant: 'workflow.operate', denied: 1209 },
  body: Type.Object({
    subProjectId,
    workflowId: requiredText('Id of the workflow'),
    version: optionalText('Version number that the runs follow now. Default: any but the target'),
    toVersion: optionalText('Target version number. Default: the current version'),
    mapping: migrationMapping('New element ids by old element ids, for elements whose id has changed'),
  }),
  response: Type.Object({
    toVersion: text('The target version number'),
    runs: integer('Number of runs that were tried'),
    possible: integer('Number of those that can be migrated'),
    complete: flag('false when there are more runs, or more than 200 groups of them, than the answer has'),
    states: migrationStates,
    targets: list(migrationTargetSchema, 'The elements of the target version'),
  }),
  errors: [1200, 1202, 1209],
  otherStatuses: { 1200: 404 },
  process: { leavesOut: 'the runs on it' },
  example: {
    request: {
      subProjectId: ids.subProjectId,
      workflowId: ids.workflowId,
      version: '1',
      mapping: { Task_Approve: 'Task_Decide' },
    },
    answer: {
      toVersion: '2',
      runs: 148,
      possible: 147,
      complete: true,
      states: [
        { version: '1', elements: ['Task_Approve'], runs: 147, exampleRunId: ids.runId, obstacles: [] },
        {
          version: '1',
          elements: ['Task_Scan'],
          runs: 1,
          exampleRunId: ids.runId,
          obstacles: ['Task_Scan: the new version has no element Task_Scan'],
        },
      ],
      targets: [{ elementId: 'Task_Decide', name: 'Decide', kind: 'userTask' }],
    },
  },
});
