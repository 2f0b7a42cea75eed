import { beforeAll, describe, expect, inject, test } from 'vitest';
import { signInDemoClients } from './support/demo-clients.js';
import { type Client, createClient, problemOf } from './support/http.js';
import { operationOf, operations } from './support/open-api.js';
import { createPerson } from './support/person.js';
import { deniedMembers, type Populated, populate } from './support/populated.js';
import { exampleRequest } from './support/requests.js';
import { readProcess } from './support/sub-project.js';
import type { OperationName } from './support/wire.js';

/** Names what a list answers with, all of which must be left out of it. */
type Hidden = 'runs' | 'tasks' | 'files' | 'incidents' | 'groups' | 'differences' | 'hits' | 'values' | 'notifications';

/** An error id with its usual status. */
type Denied = number;

/**
 * What an operation answers to a caller who may not: without any role in the sub-project, with a role that does not grant
 * it, and with a role that grants it but whose row filter leaves out the process that the request is about.
 */
interface Row {
  readonly noRole: Denied | 'allowed';
  readonly notGranted: Denied | 'allowed';
  readonly outside: Denied | Hidden | 'not about a process' | 'not limited';
}

/** How one signs in oneself: no role is needed. sessions.test.ts tests who may do it for whom. */
const own: readonly OperationName[] = [
  'createPersonalToken',
  'endSession',
  'getPersonalTokens',
  'getSessions',
  'revokePersonalToken',
  'setLocale',
  'setPassword',
];

const row = (noRole: Row['noRole'], notGranted: Row['notGranted'], outside: Row['outside']): Row => ({
  noRole,
  notGranted,
  outside,
});
const administrators = (denied: Denied): Row => row(denied, denied, 'not about a process');

/** Who is denied what (D10, D12, D13, D41). An operation without a row fails below, but for the public ones. */
const table: Readonly<Partial<Record<OperationName, Row>>> = {
  getProcess: row(1204, 1205, 1210),
  createProcess: row(1206, 1206, 'not about a process'),
  updateProcessField: row(1207, 1207, 1210),
  deleteProcess: row(1207, 1207, 1210),
  bulkExecuteWorkflow: row(1209, 1209, 'not about a process'),
  bulkOperateRuns: row(1209, 1209, 'not about a process'),
  bulkUpdateProcesses: row(1207, 1207, 'not about a process'),
  cancelBulkOperation: row(1204, 1207, 'not about a process'),
  getBulkOperations: row(1204, 1205, 'not limited'),
  getBulkOperation: row(1204, 1205, 'not about a process'),
  getUsersForProcess: row(1205, 1205, 1205),
  getAuditLogs: row(1205, 1205, 1205),
  getEvidence: row(1205, 1205, 1205),
  importProcesses: row(1206, 1206, 'not about a process'),
  // It leaves out what getProcess leaves out.
  // Views hold conditions, no processes.
  getViews: row(1204, 1205, 'not limited'),
  saveView: row(1204, 1207, 'not limited'),
  deleteView: row(1204, 1207, 'not limited'),
  exportProcesses: row(1204, 1205, 'not about a process'),
  countProcesses: row(1204, 1205, 'not about a process'),
  getProcessStatistics: row(1204, 1205, 'not about a process'),
  getProcessStays: row(1204, 1205, 'not about a process'),
  exportAuditLogs: row(1205, 1205, 1205),
  getWorkflows: row(1205, 1205, 'not about a process'),
  getWorkflowDiagram: row(1205, 1205, 'not about a process'),
  getWorkflowRuns: row(1205, 1205, 'runs'),
  executeWorkflow: row(1209, 1209, 1210),
  resumeWorkflowRunsApi: row(1209, 1209, 1210),
  getWorkflowRun: row(1205, 1205, 1210),
  getRunTimeline: row(1205, 1205, 1210),
  // They count and list what getWorkflowRuns lists.
  getElementStatistics: row(1205, 1205, 'not about a process'),
  getElementVisits: row(1205, 1205, 'not about a process'),
  getStuckRuns: row(1209, 1209, 'runs'),
  // Its role must be limited to nothing.
  getQueues: row(1209, 1209, 1209),
  getIncidents: row(1209, 1209, 'incidents'),
  getIncidentGroups: row(1209, 1209, 'groups'),
  cancelWorkflowRun: row(1209, 1209, 1209),
  migrateRun: row(1209, 1209, 1209),
  planMigration: row(1209, 1209, 'not about a process'),
  moveToken: row(1209, 1209, 1209),
  modifyRun: row(1209, 1209, 1209),
  activateElements: row(1209, 1209, 1209),
  retryIncident: row(1209, 1209, 1209),
  addComment: row(1206, 1206, 1210),
  getProcessActivity: row(1204, 1205, 1210),
  getComments: row(1205, 1205, 1210),
  updateComment: row(1207, 1207, 1210),
  deleteComment: row(1207, 1207, 1210),
  // What getProcess leaves out is left out.
  getNotifications: row('allowed', 'allowed', 'notifications'),
  markNotificationsRead: row('allowed', 'allowed', 'not limited'),
  getNotificationPreferences: row('allowed', 'allowed', 'not about a process'),
  getPushSubscriptions: row('allowed', 'allowed', 'not about a process'),
  createPushSubscription: row('allowed', 'allowed', 'not about a process'),
  deletePushSubscription: row('allowed', 'allowed', 'not about a process'),
  setNotificationPreferences: row('allowed', 'allowed', 'not about a process'),
  watchProcess: row(1204, 1205, 1210),
  unwatchProcess: row(1204, 1205, 1210),
  getWatchers: row(1204, 1205, 1210),
  getDecisions: row(1205, 1205, 'not about a process'),
  getDecisionDiagram: row(1205, 1205, 'not about a process'),
  evaluateDecision: row(1209, 1209, 'not about a process'),
  // Its role must be limited to nothing.
  getDecisionCoverage: row(1209, 1209, 1209),
  simulateDecision: row(1209, 1209, 'differences'),
  getTasks: row(1205, 1205, 'tasks'),
  // It leaves out what getTasks leaves out.
  getInbox: row('allowed', 'allowed', 'tasks'),
  claimTask: row(1209, 1209, 1210),
  releaseTask: row(1209, 1209, 1210),
  getTask: row(1205, 1205, 1210),
  previewDecision: row(1209, 1209, 1210),
  castVote: row(1209, 1209, 1210),
  startApprovalSignature: row(1209, 1209, 1210),
  getApprovalStatus: row(1205, 1205, 1210),
  explainApproval: row(1205, 1205, 1210),
  createDelegation: row(1209, 1209, 'not limited'),
  endDelegation: row(1209, 1209, 'not limited'),
  getDelegations: row(1209, 1209, 'not limited'),
  assignTask: row(1209, 1209, 1210),
  updateTask: row(1209, 1209, 1210),
  // Each task is judged by itself (task-work.test.ts of the server).
  decideTasks: row(1209, 1209, 'not limited'),
  // Workers serve a type of job, whatever process it is for (guide: Workflows, Jobs).
  activateJobs: row(1209, 1209, 'not limited'),
  completeJob: row(1209, 1209, 'not limited'),
  failJob: row(1209, 1209, 'not limited'),
  throwJobError: row(1209, 1209, 'not limited'),
  extendJobLease: row(1209, 1209, 'not limited'),
  broadcastSignal: row(1209, 1209, 1209),
  publishMessage: row(1209, 1209, 1209),
  getEvents: row(1205, 1205, 1205),
  streamEvents: row(1205, 1205, 1205),
  // The stream that it opens leaves out what the row filter excludes.
  createStreamTicket: row(1205, 1205, 'not limited'),
  getEventTypes: row('allowed', 'allowed', 'not about a process'),
  createInboundHook: row(1206, 1206, 'not about a process'),
  updateInboundHook: row(1207, 1207, 'not about a process'),
  deleteInboundHook: row(1207, 1207, 'not about a process'),
  getInboundHooks: row(1205, 1205, 'not about a process'),
  getInboundReceipts: row(1205, 1205, 'not about a process'),
  rotateInboundHookSecret: row(1207, 1207, 'not about a process'),
  testInboundHook: row(1207, 1207, 'not about a process'),
  setSecret: row(1207, 1207, 'not about a process'),
  deleteSecret: row(1207, 1207, 'not about a process'),
  getSecrets: row(1205, 1205, 'not about a process'),
  // They are of the caller, and what is sent is judged by the roles of the owner (webhooks.test.ts).
  createEventSubscription: row(1205, 1205, 'not limited'),
  updateEventSubscription: row(1205, 1205, 'not limited'),
  deleteEventSubscription: row(1205, 1205, 'not limited'),
  getEventSubscriptions: row(1205, 1205, 'not limited'),
  rotateSubscriptionSecret: row(1205, 1205, 'not limited'),
  revealSubscriptionSecret: row(1205, 1205, 'not limited'),
  testEventSubscription: row(1205, 1205, 'not limited'),
  getDeliveries: row(1205, 1205, 'not limited'),
  retryDeliveries: row(1205, 1205, 'not limited'),
  skipDelivery: row(1205, 1205, 'not limited'),
  replayEvents: row(1205, 1205, 'not limited'),
  createSignedStorage: row(1206, 1206, 1206),
  closeSignedStorage: row(1206, 1206, 1704),
  createMultipartStorage: row(1206, 1206, 1206),
  signStorageParts: row(1206, 1206, 1704),
  completeMultipartStorage: row(1206, 1206, 1704),
  abortMultipartStorage: row(1206, 1206, 1704),
  listStorage: row(1205, 1205, 'files'),
  attachFile: row(1206, 1206, 1210),
  replaceFile: row(1206, 1206, 1210),
  getFileVersions: row(1205, 1205, 1210),
  detachFile: row(1207, 1207, 1210),
  renameFile: row(1207, 1207, 1704),
  urlStorage: row(1205, 1205, 1210),
  deleteStorage: row(1207, 1207, 1704),
  reconcileStorage: administrators(1207),
  getStorageReconciliation: administrators(1205),
  getStorageUsage: administrators(1205),
  purgeStorage: administrators(1207),
  resolveQuarantine: administrators(1207),
  createSubProject: administrators(1206),
  // A configuration is about no process; what a designer may change of it: designer.test.ts of the server.
  deploySubProject: row(1207, 1207, 'not about a process'),
  testSubProject: row(1209, 1209, 'not about a process'),
  getSubProjectConfiguration: row(1205, 1205, 'not about a process'),
  getSubProjectSchema: row(1204, 1205, 'not about a process'),
  getCalendars: row(1204, 1205, 'not about a process'),
  explainSla: row(1204, 1205, 1210),
  explainCalendar: row(1204, 1205, 'not about a process'),
  getSubProjects: row('allowed', 'allowed', 'not about a process'),
  // What one may not read is left out.
  search: row('allowed', 'allowed', 'hits'),
  suggest: row(1204, 1205, 'values'),
  // About oneself.
  explainAccess: row('allowed', 'allowed', 'not about a process'),
  getMe: row('allowed', 'allowed', 'not about a process'),
  getDraft: row('allowed', 'allowed', 'not about a process'),
  saveDraft: row('allowed', 'allowed', 'not about a process'),
  deleteDraft: row('allowed', 'allowed', 'not about a process'),
  getScimTokens: administrators(1205),
  createScimToken: administrators(1206),
  revokeScimToken: administrators(1207),
  getHandover: row(1209, 1209, 'tasks'),
  getMembers: row(1205, 1205, 'not about a process'),
  setMemberRoles: row(1207, 1207, 'not about a process'),
  inviteMember: row(1207, 1207, 'not about a process'),
  getGroups: administrators(1205),
  getGroupMembers: administrators(1205),
  createGroup: administrators(1206),
  updateGroup: administrators(1207),
  deleteGroup: administrators(1207),
  setGroupMembers: administrators(1207),
  // For people in a browser; everybody here has a token.
  startPasskeyRegistration: row(1209, 1209, 'not about a process'),
  finishPasskeyRegistration: row(1209, 1209, 'not about a process'),
  updateMe: row(1209, 1209, 'not about a process'),
  renamePasskey: row(1209, 1209, 'not about a process'),
  removePasskey: row(1209, 1209, 'not about a process'),
  startTotp: row(1209, 1209, 'not about a process'),
  confirmTotp: row(1209, 1209, 'not about a process'),
  removeTotp: row(1209, 1209, 'not about a process'),
  createRecoveryCodes: row(1209, 1209, 'not about a process'),
  stepUp: row(1209, 1209, 'not about a process'),
  getFactors: row('allowed', 'allowed', 'not about a process'),
  removeFactors: administrators(1207),
  getSignInPolicy: administrators(1205),
  setSignInPolicy: administrators(1207),
  getConsents: row('allowed', 'allowed', 'not about a process'),
  revokeConsent: row('allowed', 'allowed', 'not about a process'),
  createApplication: administrators(1206),
  getApplications: administrators(1205),
  updateApplication: administrators(1207),
  deleteApplication: administrators(1207),
  requestEmailChange: row('allowed', 'allowed', 'not about a process'),
  inviteUser: administrators(1206),
  // Of others than administrators, what they made themselves (invited-roles.test.ts of the server).
  getInvitations: row('allowed', 'allowed', 'not about a process'),
  revokeInvitation: row('allowed', 'allowed', 'not about a process'),
  resendInvitation: row('allowed', 'allowed', 'not about a process'),
  createPasswordResetLink: administrators(1207),
  createIdentityProvider: administrators(1206),
  updateIdentityProvider: administrators(1207),
  deleteIdentityProvider: administrators(1207),
  getIdentityProviders: administrators(1205),
  getSettings: administrators(1205),
  getIdentityLinks: row('allowed', 'allowed', 'not about a process'),
  startIdentityLink: row('allowed', 'allowed', 'not about a process'),
  deleteIdentityLink: row('allowed', 'allowed', 'not about a process'),
  createUser: administrators(1206),
  updateUser: administrators(1207),
  getUsers: administrators(1205),
  createClient: administrators(1206),
  revokeTokens: administrators(1207),
  rotateClientSecret: administrators(1207),
  updateClient: administrators(1207),
  getClients: administrators(1205),
};

/** About something of the caller's own that nobody here has: a session, an invitation. */
const ofOneself: Readonly<Partial<Record<OperationName, { readonly id: Denied; readonly status: number }>>> = {
  startIdentityLink: { id: 1001, status: 401 },
  deleteIdentityLink: { id: 1001, status: 401 },
  revokeInvitation: { id: 1200, status: 404 },
  resendInvitation: { id: 1200, status: 404 },
};

const rows = Object.entries(table) as readonly (readonly [OperationName, Row])[];
const url = inject('demoUrl');
const { admin, owner, manager, assignee } = await signInDemoClients();
let stranger: Client;
let populated: Populated;
let before: unknown;

beforeAll(async () => {
  stranger = (await createPerson(admin)).client;
  populated = await populate(admin, owner, deniedMembers);
  before = await everything();
});

/** All that a denied request could have changed. */
async function everything(): Promise<unknown> {
  const { subProjectId, processId, runId } = populated.targets;
  return {
    process: await readProcess(owner, subProjectId, processId),
    run: await owner.ok('getWorkflowRun', { subProjectId, runId }),
    runs: await owner.ok('getWorkflowRuns', { subProjectId }),
    files: await owner.ok('listStorage', { subProjectId }),
    logs: await owner.ok('getAuditLogs', { subProjectId, perPageCount: '1000' }),
  };
}

const requestOf = (operation: OperationName) => {
  const request = exampleRequest(operation, populated.targets);
  // Only the shape may be wrong with it, and lists must not be narrowed down to nothing by something else.
  if (operation === 'getTasks') return { subProjectId: request.subProjectId };
  if (operation === 'getInbox') return { view: 'team', subProjectIds: request.subProjectIds };
  // A draft that is there already is 1009 without its version.
  if (operation === 'saveDraft') return { ...request, key: crypto.randomUUID(), version: undefined };
  if (operation === 'explainAccess') return { subProjectId: request.subProjectId, operation: 'getProcess' };
  if (['getWorkflowRuns', 'getIncidents', 'getIncidentGroups'].includes(operation))
    return { subProjectId: request.subProjectId };
  return request;
};

/** About oneself, and only with the session of a browser: a token is refused, whoever has it. */
const withSession: ReadonlySet<OperationName> = new Set(['requestEmailChange']);

async function expectDenied(client: Client, operation: OperationName, expected: Denied | 'allowed'): Promise<void> {
  const absent = ofOneself[operation];
  if (absent !== undefined) await client.refused(operation, requestOf(operation), absent.id, absent);
  else if (withSession.has(operation)) await client.refused(operation, requestOf(operation), 1001);
  else if (expected === 'allowed') await client.ok(operation, requestOf(operation));
  else await client.refused(operation, requestOf(operation), expected);
  await expectExplained(client, operation, expected === 'allowed' ? null : expected);
}

/** explainAccess says the same as the operation itself. */
async function expectExplained(client: Client, operation: OperationName, expected: number | null): Promise<void> {
  const { subProjectId, processId } = populated.targets;
  const { error } = await client.ok('explainAccess', { subProjectId, operation, processId });
  expect([operation, error?.id ?? null]).toEqual([operation, expected]);
}

test('every operation of the contract has a row, and none that is no operation', () => {
  const ids = operations.flatMap(({ id, permission }) => (permission === 'public' ? [] : [id]));
  expect([...Object.keys(table), ...own].toSorted()).toEqual(ids.toSorted());
});

test('[D12] the contract publishes the same denials', () => {
  for (const [operation, { notGranted }] of rows) {
    const { permission, errors } = operationOf(operation);
    expect([operation, permission === 'authenticated']).toEqual([operation, notGranted === 'allowed']);
    if (typeof notGranted === 'number')
      expect([operation, errors]).toEqual([operation, expect.arrayContaining([notGranted])]);
  }
});

const protectedNames = [...rows.map(([operation]) => operation), ...own];

describe('without a token', () => {
  test.each(protectedNames)('[D10] %s is 1001', async (operation) => {
    await createClient(url).refused(operation, requestOf(operation), 1001);
  });
});

describe('with a token that is none', () => {
  test.each(protectedNames)('[D10] %s is 1001', async (operation) => {
    await createClient(url, `${owner.token?.slice(0, -4)}AAAA`).refused(operation, requestOf(operation), 1001);
  });
});

describe('without a role in the sub-project', () => {
  test.each(rows)('[D13] %s', async (operation, { noRole }) => {
    await expectDenied(stranger, operation, noRole);
  });
});

describe('with a role that grants nothing', () => {
  test.each(rows)('[D12] %s', async (operation, { notGranted }) => {
    await expectDenied(manager, operation, notGranted);
  });
});

describe('with every grant but outside the row filter', () => {
  test.each(rows.filter(([, { outside }]) => typeof outside === 'number' || !outside.startsWith('not')))(
    '[D13] %s',
    async (operation, { outside }) => {
      const answer = await assignee.call(operation, requestOf(operation));
      if (typeof outside === 'number') {
        expect([answer.status >= 400 ? problemOf(answer).id : answer.text, operation]).toEqual([outside, operation]);
        await expectExplained(assignee, operation, outside);
      } else {
        expect(answer.json).toMatchObject({ [outside]: [] });
      }
    },
  );
});

describe('with everything in the sub-project but no administrator', () => {
  test.each(rows.filter(([operation]) => operationOf(operation).permission === 'admin'))(
    '[D34] %s',
    async (operation, { notGranted }) => {
      await expectDenied(owner, operation, notGranted);
    },
  );
});

test('[D13] nothing of all this changed anything', async () => {
  expect(await everything()).toEqual(before);
});
