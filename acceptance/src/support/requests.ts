import { rates } from './decisions.js';
import { operationOf } from './open-api.js';
import { unknownId } from './sub-project.js';
import type { OperationName } from './wire.js';

/** Ids that a request is about. */
export interface Targets {
  readonly subProjectId: string;
  readonly processId: string;
  readonly workflowId: string;
  readonly runId: string;
  readonly elementKey: number;
  readonly taskId: string;
  readonly incidentId: string;
  readonly jobKey: string;
  readonly jobToken: string;
  readonly fileId: string;
  /** An upload in parts that is still open. */
  readonly uploadId: string;
  readonly userId: string;
  readonly clientId: string;
  readonly subscriptionId: string;
}

/** Targets in a sub-project that name nothing in it. */
export const nothingIn = (subProjectId: string): Targets => ({
  subProjectId,
  processId: unknownId,
  workflowId: unknownId,
  runId: unknownId,
  elementKey: 1,
  taskId: unknownId,
  incidentId: unknownId,
  jobKey: unknownId,
  jobToken: '1',
  fileId: unknownId,
  uploadId: unknownId,
  userId: unknownId,
  clientId: 'no-such-client',
  subscriptionId: unknownId,
});

export type Members = Readonly<Record<string, unknown>>;

/** An event subscription that nothing is sent for. */
export const quietSubscription = {
  name: 'Nobody',
  url: 'http://127.0.0.1:9/hook',
  types: ['bulk.cancelled'],
  filter: {},
  condition: null,
  format: 'cloudevents',
  payload: 'full',
  ordering: 'none',
  ratePerSecond: 5,
  maxInFlight: 2,
};

/** Requests with every member, for operations whose published example leaves some out or has others than the tests need. */
const ownRequests: Readonly<Partial<Record<OperationName, (targets: Targets) => Members>>> = {
  userLogin: () => ({
    client_id: 'no-such-client',
    client_secret: 'wrong',
    grant_type: 'client_credentials',
    scope: 'process',
  }),
  acceptInvitation: () => ({
    token: 'A'.repeat(43),
    name: 'Ben Roe',
    password: 'correct horse battery staple',
    email: 'ben@example.com',
  }),
  getProcess: ({ subProjectId, processId }) => ({
    page: '1',
    perPageCount: '10',
    filters: { subProjectId_id: subProjectId, id: processId },
    sort: 'createdTs',
    include: 'version',
  }),
  createProcess: ({ subProjectId }) => ({
    subProjectId,
    fields: { supplier: 'x' },
    priority: 'LOW',
    stageKey: 'stage_init',
  }),
  updateProcessField: ({ subProjectId, processId }) => ({ subProjectId, processId, updates: { notes: 'changed' } }),
  deleteProcess: ({ subProjectId, processId }) => ({
    subProjectId,
    processId,
    reason: 'x',
    endRuns: true,
    dryRun: true,
  }),
  bulkUpdateProcesses: ({ subProjectId, processId }) => ({
    subProjectId,
    filters: { id: processId },
    updates: { notes: 'changed' },
    reason: 'x',
  }),
  cancelBulkOperation: ({ subProjectId }) => ({ subProjectId, bulkId: unknownId }),
  getBulkOperation: ({ subProjectId }) => ({ subProjectId, bulkId: unknownId, page: '1', perPageCount: '10' }),
  getUsersForProcess: ({ subProjectId, processId }) => ({ subProjectId, processId, page: '1', perPageCount: '10' }),
  getAuditLogs: ({ subProjectId, processId }) => ({
    subProjectId,
    processId,
    page: '1',
    perPageCount: '10',
    filters: { action: 'process.create' },
  }),
  exportAuditLogs: ({ subProjectId, processId }) => ({
    subProjectId,
    processId,
    filters: { action: 'process.create' },
  }),
  importProcesses: ({ subProjectId }) => ({
    subProjectId,
    format: 'csv',
    content: 'fields.supplier\nx\n',
    dryRun: true,
  }),
  exportProcesses: ({ subProjectId }) => ({ filters: { subProjectId_id: subProjectId }, format: 'csv' }),
  getWorkflowDiagram: ({ subProjectId, workflowId, runId }) => ({ subProjectId, workflowId, runId }),
  getWorkflowRuns: ({ subProjectId, processId, workflowId, runId }) => ({
    subProjectId,
    processId,
    workflowId,
    runId,
    stageKey: 'stage_init',
    state: 'PAUSED',
    hasIncident: 'false',
    incidentKind: 'job',
    activeElement: 'decide',
    version: '1',
    createdFrom: '2020-01-01',
    createdTo: '2999-01-01',
    updatedFrom: '2020-01-01',
    updatedTo: '2999-01-01',
    endedFrom: '2020-01-01',
    endedTo: '2999-01-01',
    page: '1',
    perPageCount: '10',
    include: 'meta',
  }),
  getIncidents: ({ subProjectId, runId, workflowId, incidentId }) => ({
    subProjectId,
    runId,
    incidentId,
    ...incidentConditions(workflowId),
    after: '',
    perPageCount: '10',
    include: 'meta',
  }),
  getIncidentGroups: ({ subProjectId, workflowId }) => ({ subProjectId, ...incidentConditions(workflowId) }),
  executeWorkflow: ({ subProjectId, processId, workflowId }) => ({
    subProjectId,
    processId,
    stageKey: 'stage_init',
    workflowId,
    otherDetails: { note: 'x' },
  }),
  resumeWorkflowRunsApi: ({ subProjectId, runId, taskId }) => ({
    subProjectId,
    runId,
    taskId,
    approved: true,
    payload: { comment: 'x' },
  }),
  cancelWorkflowRun: ({ subProjectId, runId }) => ({ subProjectId, runId, reason: 'x' }),
  migrateRun: ({ subProjectId, runId }) => ({ subProjectId, runId, version: '1', mapping: { decide: 'decide' } }),
  moveToken: ({ subProjectId, runId, elementKey }) => ({ subProjectId, runId, key: elementKey, toElementId: 'decide' }),
  modifyRun: ({ subProjectId, runId, elementKey }) => ({
    subProjectId,
    runId,
    activate: [
      { elementId: 'decide', ancestorKey: 1, variableInstructions: [{ variables: { x: 1 }, scopeId: 'decide' }] },
    ],
    terminate: [{ elementId: 'decide' }],
    move: [{ key: elementKey, toElementId: 'decide', variableInstructions: [{ variables: { x: 1 } }] }],
    dryRun: true,
  }),
  activateElements: ({ subProjectId, runId, elementKey }) => ({
    subProjectId,
    runId,
    key: elementKey,
    elements: [{ elementId: 'decide', variables: { x: 1 } }],
    cancelRemaining: false,
  }),
  retryIncident: ({ subProjectId, runId, incidentId }) => ({
    subProjectId,
    runId,
    incidentId,
    retries: 1,
    variables: { x: 1 },
  }),
  getDecisionDiagram: ({ subProjectId }) => ({ subProjectId, key: 'rates', version: '1' }),
  evaluateDecision: ({ subProjectId }) => ({
    subProjectId,
    decisionId: 'rate',
    variables: { amount: 1 },
    version: '1',
  }),
  getDecisionCoverage: ({ subProjectId }) => ({
    subProjectId,
    key: 'rates',
    version: '1',
    from: '2020-01-01',
    to: '2999-01-01',
  }),
  // The file decides differently about the run of `populate`.
  simulateDecision: ({ subProjectId }) => ({ subProjectId, decisionId: 'rate', dmn: rates(10), count: 10 }),
  getTasks: ({ subProjectId, runId, processId }) => ({
    subProjectId,
    runId,
    processId,
    view: 'all',
    state: 'OPEN',
    page: '1',
    perPageCount: '10',
  }),
  activateJobs: ({ subProjectId }) => ({
    subProjectId,
    type: 'acceptance-work',
    worker: 'w',
    timeout: 60_000,
    maxJobsToActivate: 1,
    requestTimeout: 0,
  }),
  completeJob: ({ subProjectId, jobKey, jobToken: token }) => ({
    subProjectId,
    jobKey,
    token,
    variables: { result: 'x' },
  }),
  failJob: ({ subProjectId, jobKey, jobToken: token }) => ({
    subProjectId,
    jobKey,
    token,
    retries: 1,
    retryBackOff: 0,
    errorMessage: 'x',
  }),
  throwJobError: ({ subProjectId, jobKey, jobToken: token }) => ({
    subProjectId,
    jobKey,
    token,
    errorCode: 'BROKEN',
    errorMessage: 'x',
    variables: { x: 1 },
  }),
  extendJobLease: ({ subProjectId, jobKey, jobToken: token }) => ({ subProjectId, jobKey, token, timeout: 60_000 }),
  getEvents: ({ subProjectId, processId }) => ({
    subProjectId,
    processId,
    types: 'process.*',
    afterPosition: '0',
    limit: '10',
    waitSeconds: '0',
  }),
  createEventSubscription: ({ subProjectId }) => ({
    subProjectId,
    ...quietSubscription,
    signing: 'ed25519',
    ownerId: undefined,
    afterPosition: 'latest',
  }),
  updateEventSubscription: ({ subProjectId, subscriptionId }) => ({
    subProjectId,
    subscriptionId,
    ...quietSubscription,
    state: 'active',
  }),
  getEventSubscriptions: ({ subProjectId, subscriptionId }) => ({
    subProjectId,
    page: '1',
    perPageCount: '10',
    subscriptionId,
    state: 'active',
  }),
  rotateSubscriptionSecret: ({ subProjectId, subscriptionId }) => ({
    subProjectId,
    subscriptionId,
    overlapSeconds: 60,
    signing: 'hmac',
  }),
  getDeliveries: ({ subProjectId, subscriptionId, processId }) => ({
    subProjectId,
    subscriptionId,
    state: 'dead',
    types: 'process.*',
    processId,
    createdTsFrom: '2020-01-01',
    createdTsTo: '2999-01-01',
    after: '1000',
    limit: '10',
  }),
  retryDeliveries: ({ subProjectId, subscriptionId, processId }) => ({
    subProjectId,
    subscriptionId,
    positions: undefined,
    state: 'dead',
    types: ['process.*'],
    processId,
    createdTsFrom: '2020-01-01',
    createdTsTo: '2999-01-01',
  }),
  replayEvents: ({ subProjectId, subscriptionId }) => ({
    subProjectId,
    subscriptionId,
    fromPosition: '1',
    since: undefined,
  }),
  streamEvents: ({ subProjectId, processId }) => ({
    subProjectId,
    processId,
    types: 'process.*',
    afterPosition: 'latest',
    ticket: 'unknown',
    maxSeconds: '1',
  }),
  broadcastSignal: ({ subProjectId }) => ({ subProjectId, name: 'never-heard', variables: { x: 1 } }),
  publishMessage: ({ subProjectId, processId }) => ({
    subProjectId,
    name: 'never-read',
    correlationKey: 'k',
    processId,
    messageId: 'm',
    timeToLive: 1000,
    variables: { x: 1 },
  }),
  createSignedStorage: ({ subProjectId, processId }) => ({
    subProjectId,
    fileName: 'x.pdf',
    mimeType: 'application/pdf',
    pluginName: 'knowledgeRepo',
    processId,
    stageKey: 'stage_init',
    sha256: '0'.repeat(64),
  }),
  createMultipartStorage: ({ subProjectId, processId }) => ({
    subProjectId,
    fileName: 'x.pdf',
    mimeType: 'application/pdf',
    pluginName: 'knowledgeRepo',
    size: '10',
    processId,
    stageKey: 'stage_init',
    sha256: '0'.repeat(64),
  }),
  signStorageParts: ({ subProjectId, uploadId }) => ({ subProjectId, fileId: uploadId, partNumbers: [1] }),
  completeMultipartStorage: ({ subProjectId, uploadId }) => ({ subProjectId, fileId: uploadId }),
  abortMultipartStorage: ({ subProjectId, uploadId }) => ({ subProjectId, fileId: uploadId }),
  listStorage: ({ subProjectId, processId }) => ({
    subProjectId,
    page: '1',
    perPageCount: '10',
    filters: { processId },
    sort: 'fileName',
    include: 'mimeType',
  }),
  deleteStorage: ({ subProjectId, fileId }) => ({ subProjectId, fileIds: [fileId], recover: false }),
  reconcileStorage: ({ subProjectId }) => ({ repair: false, subProjectId, pluginName: 'knowledgeRepo' }),
  getStorageReconciliation: () => ({ id: unknownId }),
  resolveQuarantine: ({ subProjectId, fileId }) => ({ subProjectId, fileId, action: 'release', reason: 'Example' }),
  urlStorage: ({ subProjectId, processId, fileId }) => ({ subProjectId, processId, fileId, disposition: 'inline' }),
  // Nothing was deleted so long ago.
  purgeStorage: ({ subProjectId }) => ({ subProjectId, deletedBefore: '2020-01-01T00:00:00Z' }),
  createSubProject: () => ({ name: 'Example', subProjectId: unknownId }),
  deploySubProject: ({ subProjectId }) => ({
    subProjectId,
    document: { name: 'Example' },
    files: { 'x.bpmn': '<x/>' },
    dryRun: true,
  }),
  getSubProjectConfiguration: ({ subProjectId }) => ({ subProjectId, version: '1' }),
  explainAccess: ({ subProjectId, processId }) => ({
    subProjectId,
    operation: 'updateProcessField',
    userId: unknownId,
    processId,
    field: 'notes',
  }),
  getMembers: ({ subProjectId, userId }) => ({ subProjectId, userId, page: '1', perPageCount: '10' }),
  setMemberRoles: ({ subProjectId }) => ({ subProjectId, user: 'demo-owner', group: undefined, roles: ['OWNER'] }),
  revokeScimToken: () => ({ tokenId: unknownId }),
  getGroupMembers: () => ({ groupId: unknownId, page: '1', perPageCount: '10' }),
  updateGroup: () => ({ groupId: unknownId, name: 'Example', description: 'x' }),
  deleteGroup: () => ({ groupId: unknownId }),
  setGroupMembers: () => ({ groupId: unknownId, users: undefined, add: ['demo-owner'], remove: ['demo-owner'] }),
  endSession: () => ({ sessionId: unknownId, everywhereElse: false, userId: undefined }),
  updateApplication: () => ({
    applicationId: 'no-such-application',
    name: 'Example',
    redirectUris: ['https://app.example.com/done'],
    scopes: ['process.read'],
    disabled: false,
    newSecret: false,
  }),
  getIdentityLinks: () => ({}),
  deleteIdentityLink: () => ({ linkId: unknownId }),
  // The issuer is refused: its address lacks TLS.
  createIdentityProvider: () => ({
    id: 'example',
    name: 'Example',
    issuer: 'http://provider.example',
    clientId: 'example',
    clientSecret: 'secret',
    domains: ['example.com'],
    provision: false,
    groupsClaim: 'groups',
    scopes: ['groups'],
  }),
  updateIdentityProvider: () => ({
    id: 'no-such-provider',
    name: 'Example',
    clientId: 'example',
    clientSecret: 'secret',
    domains: ['example.com'],
    provision: false,
    groupsClaim: 'groups',
    scopes: ['groups'],
    disabled: true,
  }),
  getIdentityProviders: () => ({ id: 'no-such-provider' }),
  createInboundHook: ({ subProjectId, userId }) => ({
    subProjectId,
    name: 'Example',
    scheme: 'hmac',
    signature: { header: 'X-Signature', algorithm: 'sha256', encoding: 'hex', prefix: 'v=' },
    deliveryId: 'body:id',
    when: '=body.a = 1',
    createProcess: { fields: '={notes: body.b}', stageKey: 'stage_init', priority: 'LOW' },
    publishMessage: { name: 'm' },
    actAs: userId,
    secret: 'a secret of the sender',
  }),
  updateInboundHook: ({ subProjectId }) => ({
    subProjectId,
    hookId: unknownId,
    name: 'Example',
    scheme: 'hmac',
    signature: { header: 'X-Signature' },
    deliveryId: 'hash',
    when: '=true',
    createProcess: {},
    publishMessage: { name: 'm' },
    enabled: true,
  }),
  rotateInboundHookSecret: ({ subProjectId }) => ({
    subProjectId,
    hookId: unknownId,
    secret: 'a secret of the sender',
    overlapSeconds: 60,
  }),
  getInboundReceipts: ({ subProjectId }) => ({
    subProjectId,
    hookId: unknownId,
    outcome: 'failed',
    limit: '10',
    after: unknownId,
  }),
  createUser: () => ({ name: 'Example', email: 'example@example.com', kind: 'person' }),
  updateUser: ({ userId }) => ({ userId, name: 'Example', disabled: false }),
  // About oneself: everybody may.
  getFactors: () => ({}),
  finishSignIn: () => ({ pendingSignIn: 'unknown', code: '123456' }),
  finishPasskeySignIn: () => ({ passkey: { id: 'x', response: {} }, remember: false }),
  stepUp: () => ({ password: 'wrong password' }),
  getUsers: () => ({ page: '1', perPageCount: '10', email: 'example@example.com' }),
  createClient: ({ userId }) => ({ userId, clientId: 'example', scope: 'process' }),
  revokeTokens: ({ clientId }) => ({ clientId, userId: undefined }),
  rotateClientSecret: ({ clientId }) => ({ clientId, overlapSeconds: 60 }),
  updateClient: ({ clientId }) => ({ clientId, disabled: false }),
  getClients: ({ userId }) => ({ page: '1', perPageCount: '10', userId }),
};

/** A request of an operation with every member it knows: the one above, else the published example with these targets. */
export function exampleRequest(operationId: string, targets: Targets): Members {
  const own = Object.entries(ownRequests).find(([name]) => name === operationId)?.[1];
  return own ? own(targets) : publishedExample(operationId, targets);
}

function publishedExample(operationId: string, targets: Targets): Members {
  const { example, members } = operationOf(operationId);
  const missing = Object.keys(members).filter((name) => !(name in example));
  if (missing.length > 0) {
    throw new Error(
      `The example of ${operationId} has no ${missing.join(', ')}: add a request to support/requests.ts.`,
    );
  }
  const values: Readonly<Record<string, unknown>> = { ...targets };
  return Object.fromEntries(Object.entries(example).map(([name, value]) => [name, values[name] ?? value]));
}

const incidentConditions = (workflowId: string) => ({
  state: 'ALL',
  kind: 'job',
  workflowId,
  version: '1',
  elementId: 'decide',
  fingerprint: '0123456789abcdef',
  message: 'x',
  createdFrom: '2020-01-01',
  createdTo: '2999-01-01',
});
