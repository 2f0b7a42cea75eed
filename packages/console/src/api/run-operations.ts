import type { Table } from './operations.js';

/** What a repair of runs may have changed. */
const incidentReads = ['getIncidentGroups', 'getIncidents', 'getWorkflowRun', 'getWorkflowRuns'] as const;

/** The operations that only the page of a run and the one for operators call. Keep the order of the alphabet. */
export const runOperations = {
  bulkOperateRuns: { folder: 'process/workflows', touches: ['getBulkOperations'] },
  cancelWorkflowRun: { folder: 'process/workflows', touches: incidentReads },
  getElementStatistics: 'process/workflows',
  getElementVisits: 'process/workflows',
  getIncidentGroups: 'process/workflows',
  getIncidents: 'process/workflows',
  getQueues: 'process/workflows',
  getRunTimeline: 'process/workflows',
  modifyRun: {
    folder: 'process/workflows',
    touches: [...incidentReads, 'getRunTimeline', 'getTasks', 'getInbox'],
  },
  planMigration: { folder: 'process/workflows', touches: [] },
  retryIncident: { folder: 'process/workflows', touches: incidentReads },
} as const satisfies Table;
