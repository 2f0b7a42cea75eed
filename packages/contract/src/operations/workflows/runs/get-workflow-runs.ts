import { createdTs, ids } from '../../../operation/example-values.js';
import { defineOperation } from '../../../operation/operation.js';
import {
  afterQuery,
  list,
  metaSchema,
  next,
  optionalText,
  pageNumber,
  perPage,
  queryText,
  subProjectId,
  timeRange,
} from '../../../schema/common.js';
import { nameList, wordOrEmpty } from '../../../schema/text-form.js';
import { Type } from '../../../schema/type.js';
import { runSchema, runStates } from '../../../schema/workflow.js';

export const getWorkflowRuns = defineOperation({
  id: 'getWorkflowRuns',
  method: 'GET',
  path: '/v1/process/getWorkflowRuns',
  tag: 'Workflows',
  summary: 'List workflow runs',
  description:
    'Lists runs, newest first, optionally of one process, stage or workflow, or a single run. Extension: also by state, open incidents, active element, version and times; all conditions must be true.',
  extension: false,
  permission: { kind: 'role', grant: 'workflow.read', denied: 1205 },
  query: Type.Object({
    subProjectId,
    processId: queryText('Return only runs on this process'),
    processIds: optionalText(
      'Extension: return only runs on these processes, at most 200 ids, comma-separated. What is not there or not visible is left out',
    ),
    stageKey: queryText('Extension: return only runs started on this stage'),
    workflowId: queryText('Extension: return only runs of this workflow'),
    runId: queryText('Extension: return only this run'),
    runIds: optionalText(
      'Extension: return only these runs, at most 200 ids, comma-separated. What is not there or not visible is left out',
    ),
    state: Type.Optional(
      nameList(runStates, 'Extension: return only runs in one of these states, comma-separated, e.g. FAILED,RACING'),
    ),
    hasIncident: Type.Optional(
      wordOrEmpty(['true', 'false'], 'Extension: true or false: return only runs with, or without, an open incident'),
    ),
    incidentKind: queryText('Extension: return only runs with an open incident of one of these kinds, comma-separated'),
    activeElement: queryText('Extension: return only runs with a token at this element. Requires workflowId'),
    version: queryText('Extension: return only runs that follow this version of the workflow. Requires workflowId'),
    ...timeRange('created', 'started'),
    ...timeRange('updated', 'last changed'),
    ...timeRange('ended', 'ended'),
    ...afterQuery,
    page: Type.Optional(
      pageNumber('Extension: page number, from 1. Without page and perPageCount, the newest 1000 runs'),
    ),
    perPageCount: Type.Optional(perPage('Extension: items per page, 1 to 1000')),
    include: Type.Optional(
      nameList(
        ['meta', 'next', 'stageKey', 'updatedTs', 'endedTs', 'workflowVersion', 'activeElements', 'incident'],
        'Extension: comma-separated members to add: meta, next, stageKey, updatedTs, endedTs, workflowVersion, activeElements, incident',
      ),
    ),
  }),
  response: Type.Object({
    meta: Type.Optional(metaSchema),
    next: Type.Optional(next),
    runs: list(runSchema, 'The runs'),
  }),
  errors: [1200, 1202, 1205],
  otherStatuses: { 1200: 404 },
  process: { leavesOut: 'the runs on it' },
  example: {
    request: { subProjectId: ids.subProjectId },
    answer: {
      runs: [{ id: ids.runId, workflowId: ids.workflowId, processId: ids.processId, state: 'PAUSED', createdTs }],
    },
  },
});
