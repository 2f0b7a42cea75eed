import { exampleRequest, type Members, nothingIn, type Targets } from './support/requests.js';
import { unknownId } from './support/sub-project.js';

/** Who calls, and in which circumstances. */
export interface Stage {
  /** Holds a role with every grant, or is the administrator for its operations. */
  readonly caller: 'allowed' | 'nobody' | 'stranger' | 'ungranted' | 'outside';
  readonly targets: Targets;
  /** A sub-project without a configuration. */
  readonly bare: string;
  /** A sub-project without roles. */
  readonly roleless: string;
  /** A sub-project without a default stage. */
  readonly stageless: string;
  /** An upload to which nothing was uploaded. */
  readonly openFileId: string;
  /** A sub-project under legal hold, and an open upload in parts in it. */
  readonly held: { readonly subProjectId: string; readonly fileId: string };
  /** A request for an upload by form or in parts that does not fit into the quota of its sub-project. */
  readonly overQuota: Members;
  /** An upload in parts that was completed. */
  readonly completedFileId: string;
  /** A run that has ended. */
  readonly failedRunId: string;
  /** A key that another request was sent with. */
  readonly usedKey: string;
}

/** A request that provokes an error. */
export interface Provocation {
  readonly caller?: Stage['caller'];
  readonly members: Members;
  readonly headers?: Readonly<Record<string, string>>;
  readonly rawBody?: string;
  readonly status?: number;
}

/** How to provoke an error, or the reason why it cannot be provoked from outside. */
export type Entry = ((operation: string, stage: Stage) => Provocation) | string;

const example = (operation: string, stage: Stage, changes: Members = {}): Members => ({
  ...exampleRequest(operation, stage.targets),
  ...changes,
});

const asCaller =
  (caller: Stage['caller']): Entry =>
  (operation, stage) => ({ caller, members: example(operation, stage) });

const changed =
  (changes: Members, status?: number): Entry =>
  (operation, stage) => ({
    members: example(operation, stage, changes),
    ...(status === undefined ? {} : { status }),
  });

const unknown =
  (changes: Members, status?: number): Entry =>
  (operation, stage) => ({
    members: { ...exampleRequest(operation, nothingIn(stage.targets.subProjectId)), ...changes },
    ...(status === undefined ? {} : { status }),
  });

/** The operation on another sub-project of the stage. */
const inSubProject =
  (pick: (stage: Stage) => string): Entry =>
  (operation, stage) => {
    const subProjectId = pick(stage);
    const filters = [
      'getProcess',
      'exportProcesses',
      'countProcesses',
      'getProcessStatistics',
      'getProcessStays',
    ].includes(operation)
      ? { filters: { subProjectId_id: subProjectId } }
      : { subProjectId };
    return { caller: 'ungranted', members: example(operation, stage, filters) };
  };

/** An operation of the administrator on another sub-project of the stage. */
const asAdministratorOf =
  (pick: (stage: Stage) => string): Entry =>
  (operation, stage) => ({ members: example(operation, stage, { subProjectId: pick(stage) }) });

const notByDesign = 'Only a defect of the server raises it; the acceptance suite fails when any test meets it.';
const brokenDatabase = 'Needs a database that fails in the middle of the operation; the server’s own tests break it.';

/** How each error is provoked on the operations that list it, unless `exceptions` says otherwise. */
export const entries: Readonly<Record<number, Entry>> = {
  1000: notByDesign,
  1001: asCaller('nobody'),
  1002: changed({}),
  1003: 'Needs more slow requests of one user than may wait; fair-shares.test.ts of the server sends them.',
  1005: (operation, stage) => ({
    members: {},
    rawBody: JSON.stringify({ ...example(operation, stage), filler: 'x'.repeat(2 * 1024 * 1024) }),
  }),
  1006: (operation, stage) => ({ members: example(operation, stage), headers: { 'content-type': 'text/plain' } }),
  1007: (operation, stage) => ({ members: {}, rawBody: `${JSON.stringify(example(operation, stage)).slice(0, -1)}` }),
  1008: (operation, stage) => ({ members: example(operation, stage), headers: { 'if-match': '999' } }),
  1009: (operation, stage) => ({
    members: example(operation, stage),
    headers: { 'idempotency-key': stage.usedKey },
  }),
  1010: 'Needs a database that is gone for longer than the server waits for it; the server’s own tests stop it.',
  1015: (operation, stage) => ({
    caller: 'nobody',
    members: example(operation, stage),
    headers: { cookie: 'millrace=x', 'sec-fetch-site': 'cross-site' },
  }),
  1016: changed({}),
  1018: 'Needs a session that is older than ten minutes; the server’s own tests turn the clock.',
  1019: changed({ token: 'A'.repeat(43) }),
  1020: changed({ issuer: 'https://127.0.0.1:9' }),
  1022: (operation, stage) => ({ members: example(operation, stage), headers: { 'x-expected-user': unknownId } }),
  1200: () => ({ members: {} }),
  1201: inSubProject((stage) => stage.bare),
  1202: inSubProject(() => unknownId),
  1203: inSubProject((stage) => stage.roleless),
  1204: asCaller('stranger'),
  1205: asCaller('ungranted'),
  1206: asCaller('ungranted'),
  1207: asCaller('ungranted'),
  1209: asCaller('ungranted'),
  1210: asCaller('outside'),
  1221: unknown({}),
  1222: brokenDatabase,
  1223: (operation, stage) => ({
    members: example(operation, stage, { subProjectId: stage.stageless, stageKey: undefined }),
  }),
  1224: brokenDatabase,
  1227: brokenDatabase,
  1230: changed({ sort: 'colour', filters: { colour: 1 } }),
  1231: changed({ sort: 'fields.colour', fields: { colour: 1 }, updates: { colour: 1 } }),
  1232: changed({
    page: 'x',
    fields: { supplier: 5 },
    updates: { amount: 'x' },
    payload: [],
    document: { name: 'x' },
    types: 'nothing',
  }),
  1239: unknown({}),
  1704: unknown({}),
  1709: changed({ pluginName: 'elsewhere' }, 400),
  1712: (operation, stage) => ({ members: example(operation, stage, { fileIds: [stage.openFileId] }) }),
  1715: (operation, stage) => ({ members: example(operation, stage, { fileId: stage.openFileId }) }),
  1720: 'Needs a full disk; the server’s own tests fill one.',
  1722: 'Needs a scanner; the server’s own tests have one.',
  1721: (_operation, stage) => ({ members: stage.overQuota }),
};

/** How an error is provoked with another status than its usual one: `id status`. */
export const otherEntries: Readonly<Record<string, Entry>> = {
  '1200 404': unknown({}, 404),
  '1209 409': (_operation, stage) => ({
    members: { subProjectId: stage.targets.subProjectId, runId: stage.failedRunId },
    status: 409,
  }),
  '1709 400': changed({ pluginName: 'elsewhere' }, 400),
};

const here = (stage: Stage, filters: Members): Members => ({
  filters: { subProjectId_id: stage.targets.subProjectId, ...filters },
});

const besideTheTable = 'beside the table';
const inBrowser = 'Needs a session of a browser; the server’s own tests have one.';
const notAnObject: Entry = () => ({ members: {}, rawBody: '[]' });

/** Where an operation differs: `operation error`. What is provoked beside the
 * table has tests of its own in coverage.test.ts. */
export const exceptions: Readonly<Record<string, Entry>> = {
  'deleteProcess 1712': 'Needs a process under legal hold; delete-process.test.ts has one.',
  'addComment 1200 404': changed({ taskId: unknownId }, 404),
  'addComment 1232': changed({ body: ' ' }),
  'addComment 1704': changed({ fileIds: [unknownId] }),
  'attachFile 1704': changed({ fileId: unknownId }),
  'replaceFile 1704': changed({ fileId: unknownId }),
  'replaceFile 1232': (operation, stage) => ({
    members: example(operation, stage, { newFileId: stage.targets.fileId }),
  }),
  'getFileVersions 1704': changed({ fileId: unknownId }),
  'detachFile 1704': changed({ fileId: unknownId }),
  'detachFile 1712': 'Needs a process with a file under legal hold; the server’s own tests have one.',
  'renameFile 1712': 'As detachFile.',
  'updateComment 1232': changed({ body: ' ' }),
  'deleteProcess 1232': changed({ reason: 5 }),
  'getProcess 1230': (operation, stage) => ({ members: example(operation, stage, here(stage, { colour: 1 })) }),
  'createEventSubscription 1231': changed({ filter: { 'fields.colour': 1 } }),
  'createEventSubscription 1232': changed({ types: ['nothing'] }),
  'updateEventSubscription 1231': changed({ filter: { 'fields.colour': 1 } }),
  'updateEventSubscription 1232': changed({ condition: 'a +' }),
  'retryDeliveries 1232': changed({ types: ['nothing'] }),
  'replayEvents 1232': changed({ fromPosition: undefined, since: 'yesterday' }),
  'userLogin 1003': besideTheTable,
  // JSON as text/plain is taken there: clients that orval generates send it.
  'userLogin 1006': (operation, stage) => ({
    members: example(operation, stage),
    headers: { 'content-type': 'text/xml' },
  }),
  'userLogin 1009': 'userLogin takes no Idempotency-Key (D40); the contract lists it because it is a POST.',
  'signIn 1009': 'A public operation takes no Idempotency-Key; the contract lists it because it is a POST.',
  'signOut 1009': 'As signIn.',
  'setPassword 1009': 'An Idempotency-Key is ignored; the contract lists it because it is a POST.',
  'setPassword 1016': 'Needs a person with a password; sessions.test.ts has one.',
  'setPassword 1207': 'Needs a token with scopes; sessions.test.ts has one.',
  'getSessions 1200': changed({ userId: ['named', 'twice'] }),
  'getSessions 1205': asCaller('stranger'),
  'getPersonalTokens 1205': asCaller('stranger'),
  'getSessions 1200 404': 'Needs the administrator; sessions.test.ts asks as one.',
  'endSession 1200 404': changed({ sessionId: unknownId }, 404),
  'endSession 1207': () => ({ caller: 'ungranted', members: { everywhereElse: true, userId: unknownId } }),
  'createPersonalToken 1206': 'Needs a personal token; sessions.test.ts has one.',
  'getPersonalTokens 1200': changed({ userId: ['named', 'twice'] }),
  'getPersonalTokens 1200 404': 'As getSessions.',
  'revokePersonalToken 1207': 'Needs a token with scopes; sessions.test.ts has one.',
  'acceptInvitation 1009': 'As signIn; an address that is taken meanwhile has a test of the server.',
  'confirmEmailChange 1009': 'As acceptInvitation.',
  'requestPasswordReset 1009': 'As signIn.',
  'resetPassword 1009': 'As signIn.',
  'signInWithLink 1009': 'As signIn.',
  'getInvitations 1200': changed({ state: 'lost' }),
  'getInvitations 1205': 'Needs a token with scopes; invited-roles.test.ts of the server has one.',
  'resendInvitation 1207': 'As getInvitations 1205.',
  'revokeInvitation 1207': 'As getInvitations 1205.',
  'signOut 1200': changed({ everywhere: 'yes' }),
  'getApplications 1200': () => ({ members: { page: '0' } }),
  'getConsents 1200': () => ({ members: { page: '0' } }),
  'getConsents 1205': 'Needs a token with scopes; the server’s own tests use one.',
  'revokeConsent 1207': 'As getConsents 1205.',
  'getSignInMethods 1200': changed({ email: ['one', 'two'] }),
  'createIdentityProvider 1009': 'Needs a provider that answers; single-sign-on.test.ts has one.',
  'updateIdentityProvider 1009': 'Needs a provider that was created; single-sign-on.test.ts has one.',
  'getIdentityProviders 1200': changed({ id: ['named', 'twice'] }),
  'startIdentityLink 1020': 'Needs the session of a browser; single-sign-on.test.ts has one.',
  'startIdentityLink 1200 404': 'As 1020.',
  'deleteIdentityLink 1200 404': 'As startIdentityLink 1020.',
  'deleteIdentityLink 1207': () => ({ caller: 'ungranted', members: { linkId: unknownId, userId: unknownId } }),
  'getIdentityLinks 1200': changed({ userId: ['named', 'twice'] }),
  'getIdentityLinks 1200 404': 'Needs an administrator; the server’s own tests have one.',
  'getIdentityLinks 1205': () => ({ caller: 'ungranted', members: { userId: unknownId } }),
  'previewDecision 1209 409': 'Needs a task that was completed; preview.test.ts of the server has one.',
  'startApprovalSignature 1003': 'Needs 100 signatures that wait.',
  'startApprovalSignature 1209 409': 'As castVote 1209 409.',
  'castVote 1209 409': 'Needs a task with votes that has closed; votes.test.ts of the server has one.',
  'createDelegation 1232': changed({ untilTs: '2000-01-01T00:00:00Z' }),
  'getApprovalStatus 1009': (operation, stage) => ({ members: example(operation, stage) }),
  'explainApproval 1009': (operation, stage) => ({ members: example(operation, stage) }),
  'getDraft 1200': changed({ kind: 'letter' }),
  'getDraft 1205': 'Needs a token with scopes; the server’s own tests use one.',
  'saveDraft 1207': 'As getDraft 1205.',
  'saveDraft 1232': changed({ value: { text: 'x'.repeat(300_000) } }),
  'deleteDraft 1207': 'As getDraft 1205.',
  'getInbox 1200': changed({ view: 'theirs' }),
  'getNotifications 1200': changed({ limit: '0' }),
  'getNotificationPreferences 1200': () => ({ members: { page: '\u0000' } }),
  'markNotificationsRead 1200': notAnObject,
  'markNotificationsRead 1232': changed({ notifications: undefined, all: false }),
  'getPushSubscriptions 1200': () => ({ members: { page: '\u0000' } }),
  'createPushSubscription 1200': changed({ auth: 'short' }),
  'deletePushSubscription 1200': notAnObject,
  'setNotificationPreferences 1200': changed({ reasons: 'all' }),
  'watchProcess 1009': 'Needs 500 people; notifications.test.ts of the server has them.',
  'getMe 1200': changed({ subProjectId: ['named', 'twice'] }),
  // The tests run at an IP address, where browsers offer no passkeys.
  'startPasskeySignIn 1009': changed({}),
  'startPasskeySignIn 1200': notAnObject,
  'finishPasskeySignIn 1009': changed({}),
  'finishPasskeySignIn 1016': inBrowser,
  'finishSignIn 1009': 'As signIn.',
  'startPasskeyRegistration 1009': inBrowser,
  'finishPasskeyRegistration 1009': inBrowser,
  'renamePasskey 1009': inBrowser,
  'updateMe 1009': inBrowser,
  'removePasskey 1009': inBrowser,
  'startTotp 1009': inBrowser,
  'confirmTotp 1009': inBrowser,
  'removeTotp 1009': inBrowser,
  'createRecoveryCodes 1009': inBrowser,
  'stepUp 1009': inBrowser,
  'startPasskeyRegistration 1200': notAnObject,
  'getSignInPolicy 1200': changed({ subProjectId: 'a\0b' }),
  'getSettings 1200': changed({ subProjectId: 'a\0b' }),
  'startTotp 1200': notAnObject,
  'removeTotp 1200': notAnObject,
  'createRecoveryCodes 1200': notAnObject,
  'stepUp 1200': notAnObject,
  'finishPasskeyRegistration 1016': inBrowser,
  'confirmTotp 1016': inBrowser,
  'stepUp 1016': inBrowser,
  'renamePasskey 1200 404': inBrowser,
  'removePasskey 1200 404': inBrowser,
  'getFactors 1200': changed({ userId: ['named', 'twice'] }),
  'getFactors 1205': changed({ userId: unknownId }),
  'getFactors 1200 404': 'Needs the administrator, whom this table does not use here; the server’s own tests do.',
  'deploySubProject 1005': besideTheTable,
  'testSubProject 1005': besideTheTable,
  'testSubProject 1232': 'Takes a scenario that runs for 30 seconds; scenario-work.test.ts of the server has it.',
  'closeSignedStorage 1709': besideTheTable,
  'urlStorage 1709': besideTheTable,
  'signStorageParts 1709': besideTheTable,
  'completeMultipartStorage 1709': besideTheTable,
  'createProcess 1200 404': changed({ stageKey: 'stage_nowhere' }, 404),
  'importProcesses 1200 404': changed(
    { format: 'csv', content: 'stageKey,fields.supplier\nstage_nowhere,x', dryRun: false },
    404,
  ),
  'executeWorkflow 1200 404': changed({ workflowId: unknownId }, 404),
  'getWorkflows 1200 404': changed({ stageKeys: 'stage_nowhere' }, 404),
  'getSubProjectConfiguration 1200 404': changed({ version: '999' }, 404),
  'getSubProjects 1200': () => ({ members: { page: '0' } }),
  'getScimTokens 1200': changed({ name: ['named', 'twice'] }),
  'getGroups 1200': () => ({ members: { page: '0' } }),
  'setMemberRoles 1232': changed({ roles: ['NOTHING_LIKE_IT'] }),
  'inviteMember 1232': changed({ roles: ['NOTHING_LIKE_IT'] }),
  'inviteUser 1202': changed({ memberships: [{ subProjectId: unknownId, roles: ['OWNER'] }] }),
  'inviteUser 1232': (operation, stage) => ({
    members: example(operation, stage, {
      memberships: [{ subProjectId: stage.targets.subProjectId, roles: ['NOTHING_LIKE_IT'] }],
    }),
  }),
  'setMemberRoles 1200 404': changed({ user: 'nobody' }, 404),
  'getUsers 1200': () => ({ members: { page: '0' } }),
  'getClients 1200': () => ({ members: { page: '0' } }),
  'reconcileStorage 1200': changed({ repair: 'yes' }),
  'reconcileStorage 1202': changed({ subProjectId: unknownId }),
  'bulkExecuteWorkflow 1200 404': changed({ workflowId: unknownId }, 404),
  'getElementStatistics 1200 404': changed({ workflowId: unknownId, version: undefined }, 404),
  'getElementVisits 1200 404': changed({ elementId: 'nowhere', version: undefined }, 404),
  'planMigration 1200 404': changed({ workflowId: unknownId, version: undefined }, 404),
  'bulkOperateRuns 1200 404': changed({ workflowId: unknownId, version: undefined }, 404),
  'bulkExecuteWorkflow 1230': changed({ filters: { colour: 1 } }),
  'bulkExecuteWorkflow 1231': changed({ filters: { 'fields.colour': 1 } }),
  'bulkExecuteWorkflow 1232': changed({ filters: { state: { like: 'I%' } } }),
  'bulkUpdateProcesses 1232': changed({ filters: { state: { like: 'I%' } } }),
  'purgeStorage 1200': changed({ deletedBefore: 'yesterday' }),
  'purgeStorage 1202': changed({ subProjectId: unknownId }),
  'purgeStorage 1712': (_operation, stage) => ({ members: { subProjectId: stage.held.subProjectId } }),
  'resolveQuarantine 1202': changed({ subProjectId: unknownId }),
  'getStorageUsage 1200': changed({ subProjectId: ['named', 'twice'] }),
  'getStorageUsage 1202': changed({ subProjectId: unknownId }),
  'abortMultipartStorage 1712': (_operation, stage) => ({ members: stage.held }),
  'urlStorage 1704': changed({ fileId: unknownId }),
  'signStorageParts 1715': (operation, stage) => ({
    members: example(operation, stage, { fileId: stage.completedFileId }),
  }),
  'abortMultipartStorage 1715': (operation, stage) => ({
    members: example(operation, stage, { fileId: stage.completedFileId }),
  }),
  'createInboundHook 1232': changed({ when: '=(', actAs: undefined }),
  'createInboundHook 1009':
    'It takes a secret, so it has no Idempotency-Key; the contract lists it because it is a POST.',
  'rotateInboundHookSecret 1009': 'As createInboundHook.',
  'setSecret 1009': 'As createInboundHook.',
  'updateInboundHook 1232': 'Needs a hook; the server’s own tests have one.',
  'rotateInboundHookSecret 1232': 'Needs a hook; the server’s own tests have one.',
  'setSecret 1232': changed({ hosts: ['https://example.com'] }),
  'createSignedStorage 1704': 'Nothing in the request names a file; the interface lists it.',
  'updateProcessField 1202': 'An unknown sub-project is 1221 on this operation (D13).',
  'getProcess 1209': 'The interface lists it; reading needs no right to call anything (D13).',
  'simulateDecision 1005': besideTheTable,
  'simulateDecision 1232': changed({ dmn: '<definitions' }),
  'simulateDecision 1200 404': changed({ decisionId: 'nothing' }, 404),
  'evaluateDecision 1200 404': changed({ decisionId: 'nothing' }, 404),
  'getDecisionCoverage 1200 404': changed({ key: 'nothing' }, 404),
  'getDecisionDiagram 1200 404': changed({ key: 'nothing', version: undefined }, 404),
  'explainAccess 1200': () => ({ members: { subProjectId: '', operation: 'getProcess' } }),
  'explainAccess 1232': changed({ operation: 'fly' }),
  'explainCalendar 1200 404': changed({ calendar: 'nothing' }, 404),
  'explainCalendar 1232': changed({ duration: 'soon' }),
  'importProcesses 1005': besideTheTable,
  'importProcesses 1223': (operation, stage) => ({
    members: example(operation, stage, { subProjectId: stage.stageless, dryRun: false }),
  }),
  'suggest 1231': changed({ field: 'colour' }),
  'importProcesses 1231': changed({ content: 'fields.colour\nred', dryRun: false }),
  'importProcesses 1232': changed({ content: 'colour\nred', dryRun: false }),
  'exportProcesses 1230': (_operation, { targets: { subProjectId: subProjectId_id } }) => ({
    members: { filters: { subProjectId_id, colour: 1 }, format: 'csv' },
  }),
  'exportProcesses 1231': (_operation, { targets: { subProjectId: subProjectId_id } }) => ({
    members: { filters: { subProjectId_id, 'fields.colour': 1 }, format: 'csv' },
  }),
  'exportProcesses 1232': changed({ format: 'xml' }),
  'saveView 1230': changed({ viewId: undefined, filters: { colour: 1 } }),
  'saveView 1231': changed({ viewId: undefined, filters: { 'fields.colour': 1 } }),
  'saveView 1232': changed({ viewId: undefined, role: 'NOBODY' }),
  'countProcesses 1230': changed({ by: 'colour' }),
  'countProcesses 1231': changed({ by: 'fields.colour' }),
  'countProcesses 1232': (_operation, { targets: { subProjectId: subProjectId_id } }) => ({
    members: { filters: { subProjectId_id, state: { like: 'x' } }, by: 'state' },
  }),
  'getProcessStatistics 1230': (_operation, { targets: { subProjectId: subProjectId_id } }) => ({
    members: { filters: { subProjectId_id, colour: 1 } },
  }),
  'getProcessStatistics 1231': (_operation, { targets: { subProjectId: subProjectId_id } }) => ({
    members: { filters: { subProjectId_id, 'fields.colour': 1 } },
  }),
  'getProcessStatistics 1232': (_operation, { targets: { subProjectId: subProjectId_id } }) => ({
    members: { filters: { subProjectId_id, state: { like: 'x' } } },
  }),
  'getProcessStays 1230': (_operation, { targets: { subProjectId: subProjectId_id } }) => ({
    members: { filters: { subProjectId_id, colour: 1 }, value: 'INIT' },
  }),
  'getProcessStays 1231': (_operation, { targets: { subProjectId: subProjectId_id } }) => ({
    members: { filters: { subProjectId_id, 'fields.colour': 1 }, value: 'INIT' },
  }),
  'getProcessStays 1232': (_operation, { targets: { subProjectId: subProjectId_id } }) => ({
    members: { filters: { subProjectId_id, state: { like: 'x' } }, value: 'INIT' },
  }),
  'exportAuditLogs 1232': changed({ filters: { colour: 1 } }),
  'bulkUpdateProcesses 1230': changed({ filters: { colour: 1 } }),
  'deploySubProject 1202': changed({ subProjectId: 'no-uuid' }),
  'getStorageUsage 1201': asAdministratorOf((stage) => stage.bare),
  'purgeStorage 1201': asAdministratorOf((stage) => stage.bare),
  'reconcileStorage 1201': asAdministratorOf((stage) => stage.bare),
  'resolveQuarantine 1201': asAdministratorOf((stage) => stage.bare),
  'getSubProjectConfiguration 1201': (_operation, stage) => ({ members: { subProjectId: stage.bare } }),
  'getSubProjectConfiguration 1202': () => ({ members: { subProjectId: unknownId } }),
};

/** The pairs that need more than one request to this server. */
export const pairsBesideTheTable: readonly string[] = Object.entries(exceptions)
  .filter(([, entry]) => entry === besideTheTable)
  .map(([pair]) => pair);
