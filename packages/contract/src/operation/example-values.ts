/** Ids that examples are about. */
export const ids = Object.freeze({
  subProjectId: '01900000-0000-7000-8000-000000000001',
  processId: '01971f2e-6c00-7a11-8000-0000000000a1',
  workflowId: '01971f2e-6c00-7a11-8000-0000000000b1',
  runId: '01971f2e-6c00-7a11-8000-0000000000c1',
  taskId: '01971f2e-6c00-7a11-8000-0000000000d1',
  incidentId: '01971f2e-6c00-7a11-8000-0000000000e1',
  jobKey: '01971f2e-6c00-7a11-8000-0000000000f1',
  viewId: '01971f2e-6c00-7a11-8000-000000000181',
  fileId: '01971f2e-6c00-7a11-8000-000000000101',
  userId: '01971f2e-6c00-7a11-8000-000000000111',
  groupId: '01971f2e-6c00-7a11-8000-000000000141',
  bulkId: '01971f2e-6c00-7a11-8000-000000000121',
  reconciliationId: '01971f2e-6c00-7a11-8000-000000000131',
  sessionId: '01971f2e-6c00-7a11-8000-000000000141',
  subscriptionId: '01971f2e-6c00-7a11-8000-000000000161',
  personalTokenId: '01971f2e-6c00-7a11-8000-000000000151',
  commentId: '01971f2e-6c00-7a11-8000-000000000181',
  invitationId: '01971f2e-6c00-7a11-8000-000000000171',
  delegationId: '01971f2e-6c00-7a11-8000-000000000191',
  otherUserId: '01971f2e-6c00-7a11-8000-000000000112',
});

export const createdTs = '2026-01-31T09:30:00.000Z';
export const page = Object.freeze({ page: '1', perPageCount: '10' });
export const meta = Object.freeze({ page: '1', perPageCount: '10', totalCount: '1', totalPages: '1' });

/** A session of the caller, signed in with a password. */
export const session = Object.freeze({
  id: ids.sessionId,
  method: 'password',
  amr: ['pwd'],
  createdTs,
  authenticatedTs: createdTs,
  seenTs: createdTs,
  expiresTs: '2026-01-31T21:30:00.000Z',
  network: '192.0.2.7',
  agent: 'Mozilla/5.0',
  current: true,
  enrolling: false,
});

/** A personal token without its secret. */
export const personalToken = Object.freeze({
  id: ids.personalTokenId,
  userId: ids.userId,
  name: 'Nightly report',
  scope: 'process.read',
  createdTs,
  expiresTs: '2026-03-02T09:30:00.000Z',
  usedTs: null,
});

/** A person in a list of members. */
export const member = Object.freeze({
  userId: ids.userId,
  name: 'Ann Lee',
  email: 'ann@example.com',
  disabled: false,
});

/** A delegation as operations answer with it. */
export const delegation = Object.freeze({
  id: ids.delegationId,
  person: { id: ids.userId, name: 'Ada Lovelace' },
  substitute: { id: ids.otherUserId, name: 'Bob Stone' },
  fromTs: createdTs,
  untilTs: '2099-02-14T23:00:00.000Z',
  workflowIds: null,
  condition: 'amount < 5000',
  reason: 'On holiday',
  createdBy: ids.userId,
  createdTs,
});

/** A view as operations answer with it. */
export const view = Object.freeze({
  id: ids.viewId,
  kind: 'processes',
  name: 'Open, large first',
  filters: { state: ['INIT', 'IN_REVIEW'] },
  sort: '-fields.amount',
  columns: [{ key: 'fields.supplier', width: 240 }, { key: 'fields.amount' }, { key: 'state' }],
  density: 'default',
  grouping: 'table',
  groupBy: 'state',
  pinned: false,
  sharedWith: 'nobody',
  role: null,
  ownerId: ids.userId,
  mayChange: true,
  incomplete: false,
  updatedTs: createdTs,
});

/** An event subscription as operations answer with it. */
export const eventSubscription = Object.freeze({
  id: ids.subscriptionId,
  subProjectId: ids.subProjectId,
  name: 'ERP',
  owner: { id: ids.userId, name: 'Aylin Assignee' },
  declaredAs: null,
  url: 'https://erp.example.com/hooks/millrace',
  types: ['process.*'],
  filter: { priority: 'HIGH' },
  condition: null,
  format: 'standard',
  payload: 'thin',
  ordering: 'process',
  ratePerSecond: null,
  maxInFlight: 10,
  signing: 'hmac',
  publicKey: null,
  state: 'active',
  reason: null,
  position: '1041',
  replaying: false,
  failingSince: null,
  waiting: '0',
  dead: '0',
  createdTs,
  updatedTs: createdTs,
});
