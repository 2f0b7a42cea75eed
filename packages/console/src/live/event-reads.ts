import type { EventTypeName, OperationId } from '@millrace/contract';

const ofHistory: readonly OperationId[] = ['getProcessActivity', 'getAuditLogs'];
const ofProcesses: readonly OperationId[] = [
  'getProcessStatistics',
  'getProcessStays',
  'getProcess',
  'countProcesses',
  'getInbox',
  'getTask',
  'explainSla',
  ...ofHistory,
];
const ofRuns: readonly OperationId[] = ['getWorkflowRuns', 'getWorkflowRun', 'getRunTimeline', ...ofHistory];
const ofVotes: readonly OperationId[] = ['getApprovalStatus', 'explainApproval'];
/** They follow the events a second or two later: see {@link LATE}. */
const ofNews: readonly OperationId[] = ['getNotifications', 'getWatchers', 'explainSla'];
const ofTasks: readonly OperationId[] = [...ofNews, 'getTasks', 'getInbox', 'getTask', ...ofVotes, ...ofRuns];
const ofFiles: readonly OperationId[] = ['listStorage', 'getProcess', ...ofHistory];
const ofBulk: readonly OperationId[] = ['getBulkOperation', 'getBulkOperations', 'getProcess', 'countProcesses'];
const ofDeployments: readonly OperationId[] = ['getMe', 'getSubProjects', 'getSubProjectSchema', 'getWorkflows'];
const ofMembers: readonly OperationId[] = ['getMembers', 'getMe', 'getSubProjects', 'getUsersForProcess'];
const ofIncidents: readonly OperationId[] = [...ofNews, 'getIncidents', 'getIncidentGroups', ...ofRuns];
const ofComments: readonly OperationId[] = [...ofNews, 'getComments', 'getTask', ...ofHistory];
const none: readonly OperationId[] = [];

/** The reads whose answers an event may change. The contract checks that no type of event is missing. */
export const readsOf: Readonly<Record<EventTypeName, readonly OperationId[]>> = {
  'process.created': ofProcesses,
  'process.updated': ofProcesses,
  'process.deleted': ofProcesses,
  'process.hidden': ofProcesses,
  'clock.reached': [...ofNews, 'getProcess'],
  'clock.breached': [...ofNews, 'getProcess'],
  'run.started': ofRuns,
  'run.paused': ofRuns,
  'run.resumed': ofRuns,
  'run.completed': ofRuns,
  'run.rejected': ofRuns,
  'run.failed': ofRuns,
  'run.cancelled': ofRuns,
  'run.migrated': [...ofRuns, 'getWorkflowDiagram'],
  'run.moved': ofRuns,
  'run.modified': ofRuns,
  'task.opened': ofTasks,
  'task.claimed': ofTasks,
  'task.released': ofTasks,
  'task.assigned': ofTasks,
  'task.updated': ofTasks,
  'task.voted': ofTasks,
  'task.completed': ofTasks,
  'task.cancelled': ofTasks,
  'incident.opened': ofIncidents,
  'incident.resolved': ofIncidents,
  'file.uploaded': ofFiles,
  'file.deleted': ofFiles,
  'file.recovered': ofFiles,
  'file.purged': ofFiles,
  'file.scanned': ofFiles,
  'file.attached': ofFiles,
  'file.detached': ofFiles,
  'file.replaced': ofFiles,
  'file.renamed': ofFiles,
  'comment.added': ofComments,
  'comment.updated': ofComments,
  'comment.deleted': ofComments,
  'message.published': none,
  'signal.broadcast': none,
  'bulk.started': ofBulk,
  'bulk.completed': ofBulk,
  'bulk.failed': ofBulk,
  'bulk.cancelled': ofBulk,
  'member.updated': ofMembers,
  'subProject.created': ofDeployments,
  'subProject.deployed': ofDeployments,
};

export const eventNames = Object.keys(readsOf) as readonly EventTypeName[];

/** Reads of what a worker makes of events, and after how many milliseconds it has. */
export const LATE = { reads: [...ofNews, 'getProcessStatistics', 'getProcessStays'], afterMs: 2500 } as const;

/** Every read that some event may change: what is asked again where no events come. */
export const changingReads: ReadonlySet<string> = new Set(Object.values(readsOf).flat());
