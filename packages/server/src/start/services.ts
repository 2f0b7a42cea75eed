import type { Logger } from 'pino';
import { keepAuditMonths } from '../audit/keep-partitions.js';
import { createClockKeeper } from '../clocks/projection/project-clocks.js';
import { eraseFactsOf } from '../clocks/records/facts.js';
import { registerClocks } from '../clocks/records/positions.js';
import { clockUseCases } from '../clocks/use-cases.js';
import { countTaskComments } from '../comments/records/count-comments.js';
import { eraseCommentsOf } from '../comments/records/write-comment.js';
import { commentUseCases } from '../comments/use-cases.js';
import { createEventFeed } from '../events/feed/event-feed.js';
import { eraseEventsOf } from '../events/records/erase-events.js';
import { redeemTicket } from '../events/records/stream-tickets.js';
import { createSequencer } from '../events/sequencer/sequencer.js';
import { eventUseCases } from '../events/use-cases.js';
import { filesOfProcess } from '../files/files-of-process.js';
import { scanWork } from '../files/quarantine/scan-work.js';
import { reconciliationWork } from '../files/reconciliation/reconciliation-work.js';
import { attachDirectly } from '../files/records/attach-directly.js';
import { attachFiles } from '../files/records/attachments.js';
import { auditedFile } from '../files/records/audited-file.js';
import { countFilesOf, eraseFilesOf } from '../files/records/erase-files.js';
import { findFiles } from '../files/records/find-file.js';
import { totalUsage } from '../files/records/usage/storage-usage.js';
import { type DiskSpace, diskSpace, isFull } from '../files/store/disk-space.js';
import type { FileDeps } from '../files/store/file-deps.js';
import { browserOrigins, defaultPluginName } from '../files/store/plugin.js';
import { storagePlugins } from '../files/store/plugins.js';
import { createStorage, type Storage } from '../files/store/storage.js';
import { fileUseCases } from '../files/use-cases.js';
import type { ReceiveDelivery } from '../http/inbound-hooks.js';
import type { Probe, Warnings } from '../http/monitoring/health.js';
import type { Metrics } from '../http/monitoring/metrics.js';
import { ensureAdministrator } from '../identity/bootstrap/administrator.js';
import { administratorFile } from '../identity/bootstrap/administrator-file.js';
import { inviteFirstAdministrator } from '../identity/bootstrap/first-administrator.js';
import { createIdentity, type Identity } from '../identity/identity.js';
import { prepareMail } from '../identity/one-time-links/prepare-mail.js';
import { disabledAssignees } from '../identity/records/disabled-assignees.js';
import { principalOf } from '../identity/records/principal-of.js';
import { userDirectory } from '../identity/records/user-directory.js';
import { peopleById, userNames } from '../identity/records/user-names.js';
import { deployHooks } from '../inbound-hooks/declared/deploy-hooks.js';
import type { HookDeps } from '../inbound-hooks/delivery/hook-deps.js';
import { createHookReceiver } from '../inbound-hooks/delivery/receive.js';
import { resealHooks } from '../inbound-hooks/reseal-hooks.js';
import { inboundHookUseCases } from '../inbound-hooks/use-cases.js';
import { installationUseCases } from '../installation/use-cases.js';
import { createHandlers } from '../jobs/handlers/create-handlers.js';
import { CHANNEL } from '../jobs/hints/hint.js';
import { listenForJobs } from '../jobs/hints/job-hints.js';
import { mailWork } from '../jobs/mail/mail-work.js';
import { createPushEndpoints } from '../jobs/push/push-endpoint.js';
import { pushWork } from '../jobs/push/push-work.js';
import { eraseJobsOf } from '../jobs/records/erase-jobs.js';
import { newJob } from '../jobs/records/job.js';
import { storeJobs } from '../jobs/records/store-jobs.js';
import { createWorker, type Worker } from '../jobs/worker/worker.js';
import type { Config } from '../kernel/config.js';
import { INSTALLATION_ID } from '../kernel/identifiers.js';
import { createSealing } from '../kernel/sealing.js';
import type { Tracer } from '../kernel/tracing.js';
import { createMailQueue, type MailQueue } from '../mail/mail-queue.js';
import { createMailer } from '../mail/mailer/mailer.js';
import { prepareNotice } from '../notifications/mail/prepare-notice.js';
import { createUnsubscribe, type Unsubscribe } from '../notifications/mail/unsubscribe.js';
import { createProjection } from '../notifications/projection/project-events.js';
import { preparePush } from '../notifications/push/prepare-push.js';
import { eraseNotificationsOf } from '../notifications/records/notifications.js';
import { notificationUseCases } from '../notifications/use-cases.js';
import { connect, type Database, ping, transaction } from '../postgres/database.js';
import { buildListIndexes } from '../postgres/migration/list-indexes.js';
import { bulkWork } from '../processes/bulk/bulk-work.js';
import { bulkUpdate } from '../processes/bulk/update-kind.js';
import { changeProcessWith } from '../processes/change/change-process.js';
import type { ProcessPorts } from '../processes/change/process-ports.js';
import { enforceUniqueFields } from '../processes/change/unique-fields.js';
import { fieldIndexWork, requestFieldIndexes } from '../processes/field-indexes/field-index-work.js';
import { fieldIndexProgress } from '../processes/field-indexes/field-indexes.js';
import { eraseClocksOf } from '../processes/records/clocks/clocks.js';
import { createTotalsKeeper } from '../processes/totals/keep-totals.js';
import { processUseCases } from '../processes/use-cases.js';
import { ensurePushKeys } from '../push/keys/push-keys.js';
import { createPushQueue } from '../push/push-queue.js';
import { testSubProject } from '../scenarios/operations/test-sub-project.js';
import { scenariosInThread } from '../scenarios/thread/scenario-work.js';
import { createScim, type Scim } from '../scim/scim.js';
import { noteDeployment, updateSearchTexts } from '../search/upkeep/update-search-texts.js';
import { searchUseCases } from '../search/use-cases.js';
import { knownSecrets } from '../secrets/store/known-secrets.js';
import { resealSecrets } from '../secrets/store/reseal-secrets.js';
import { createSecretReader } from '../secrets/store/secret-store.js';
import { secretUseCases } from '../secrets/use-cases.js';
import { createStays } from '../statistics/projection/keep-stays.js';
import { eraseStaysOf } from '../statistics/records/stays.js';
import { statisticsUseCases } from '../statistics/use-cases.js';
import { createSubProjects } from '../sub-projects/configuration/sub-projects.js';
import { documentWorkInThreads } from '../sub-projects/document/thread/document-work.js';
import { invitedRoles } from '../sub-projects/members/invited-roles.js';
import { inviteMember } from '../sub-projects/operations/invite-member.js';
import { noteGroupsChanged, subProjectsOfGroups } from '../sub-projects/records/role-source-queries.js';
import { subProjectUseCases } from '../sub-projects/use-cases.js';
import type { CredentialHolder } from '../use-case/authentication.js';
import type { UseCases } from '../use-case/caller.js';
import { deploySubscriptions } from '../webhooks/declared/deploy-subscriptions.js';
import { createDeliveryLane, type DeliveryLane } from '../webhooks/delivery/delivery-lane.js';
import { eraseAnswers } from '../webhooks/records/deliveries.js';
import type { WebhookDeps } from '../webhooks/settings/webhook-deps.js';
import { resealSubscriptions } from '../webhooks/signing/reseal-subscriptions.js';
import { webhookUseCases } from '../webhooks/use-cases.js';
import { bulkExecution } from '../workflows/bulk/execute-kind.js';
import { repairWork } from '../workflows/bulk/repair-work.js';
import { createDecisionModels } from '../workflows/decisions/decision-models.js';
import { createTaskLinks, type TaskLinks } from '../workflows/links/task-links.js';
import { belongToProcess } from '../workflows/records/belong-to-process.js';
import { describeParts } from '../workflows/records/describe-parts.js';
import { eraseRunsOf, lockRunsOf } from '../workflows/records/erase-runs.js';
import { decidersOf } from '../workflows/records/tasks/deciders-of.js';
import { wakeConditions, wakenBy } from '../workflows/records/waits.js';
import { createDefinitions } from '../workflows/run/definitions.js';
import type { WorkflowDeps } from '../workflows/run/workflow-deps.js';
import { registerStarts } from '../workflows/starts/register-starts.js';
import { workflowUseCases } from '../workflows/use-cases.js';
import { createRunWork } from '../workflows/worker/run-work.js';
import { readInstallationFigures } from './installation-figures.js';
import { maintenanceTasks } from './maintenance-tasks.js';
import type { Resources } from './resources.js';
import { singleSignOnOptions } from './single-sign-on-options.js';
import { timeStampAuthority } from './time-stamp-authority.js';
import { traceJobs } from './trace-jobs.js';

export interface ServiceOptions {
  readonly config: Config;
  readonly resources: Resources;
  /** Public address of the service. */
  readonly issuer: string;
  readonly metrics: Metrics;
  /** Undefined: nothing is traced. */
  readonly tracer: Tracer | undefined;
  readonly log: Logger;
}

const groupRoles = { changed: noteGroupsChanged, subProjectsOf: subProjectsOfGroups };

/** The features, wired to each other and to the resources. */
export interface Services
  extends Pick<
    Identity,
    'authentication' | 'signInLimit' | 'authorizationServer' | 'personAuthorization' | 'sso' | 'tokens' | 'seeding'
  > {
  readonly db: Database;
  readonly scim: Scim;
  readonly useCases: UseCases;
  readonly unsubscribe: Unsubscribe;
  readonly taskLinks: TaskLinks;
  /** Takes deliveries to inbound hooks. */
  readonly receiveDelivery: ReceiveDelivery;
  /** Origins of the stores, for browsers. */
  readonly storeOrigins: readonly string[];
  /** The storage plugin that is configured first; undefined: there is no store. */
  readonly firstPlugin: string | undefined;
  /** Redeems a ticket of createStreamTicket. */
  redeemTicket(subProjectId: string, ticket: string): Promise<CredentialHolder | undefined>;
  readonly probes: Readonly<Record<string, Probe>>;
  /** What limits the service although it is ready, by name. */
  readonly warnings: Warnings;
  readonly worker: Worker;
  /** File with generated administrator credentials, when none were given. */
  readonly credentialsFile: string | undefined;
  /** Logs a link for the first administrator who is a person, once. */
  inviteFirstAdministrator(): Promise<void>;
  /** Builds indexes that a migration left to the background; never rejects, and is repeated at the next start. */
  buildIndexes(): Promise<void>;
  /** Long polls answer immediately. */
  beginStop(): void;
  /** Releases the connections of the services, after requests and jobs are done. */
  close(): Promise<void>;
}

/** Wires the features and makes sure that the service has an administrator; nothing runs yet. */
export async function createServices(options: ServiceOptions): Promise<Services> {
  const { config, resources, metrics, tracer, log } = options;
  const { db } = resources;
  const stopping = new AbortController();
  const mailer = createMailer(config);
  const mails = mailQueue(options, mailer !== undefined);
  const identity = await wireIdentity(options, mails);
  const disk = embeddedDisk(config);
  const storage = createStorage({
    plugins: storagePlugins(config.store.pluginsJson, resources.embeddedStore),
    maximumFileSize: config.store.maximumFileSize,
    ...(disk !== undefined && resources.embeddedStore !== undefined
      ? { disk: { plugin: defaultPluginName, space: disk } }
      : {}),
  });
  const subProjects = createSubProjects(db);
  const files: FileDeps = { db, subProjects, storage, disk, retentionDays: config.store.retentionDays };
  const ports: ProcessPorts = {
    attachFiles,
    auditedFile,
    processChanged: (tx, change) => wakeConditions(tx, change, new Date()),
    wakenBy: (change, changed) => wakenBy(change, changed, new Date()),
    users: userDirectory,
  };
  const changeProcess = changeProcessWith(ports);
  const { processChanged } = ports;
  // Counting and indexing a large table takes longer than the statement timeout of requests.
  const longWork = connect({
    url: resources.databaseUrl,
    maxConnections: 3,
    applicationName: `millrace-${config.role}-long`,
    statementTimeoutMs: 0,
    log,
  });
  /** For indexes that only the owner of the tables may build. */
  let owner: Database | undefined;
  const totals = createTotalsKeeper({ db: longWork, log });
  await transaction(db, requestFieldIndexes);
  metrics.watchInstallation({
    figures: () => readInstallationFigures(db),
    storage: async () => ({ used: await totalUsage(db), disk: await disk?.figures() }),
  });
  const sealing = createSealing(config.secretKeys);
  await resealSecrets(db, sealing, log);
  await resealHooks(db, sealing, log);
  await resealSubscriptions(db, sealing, log);
  const pushKeys = await ensurePushKeys(db, sealing);
  const pushEndpoints = createPushEndpoints(config.pushPrivateHosts, log);
  const handlers = createHandlers(mailer, config, createSecretReader(db, sealing));
  const hints = listenForJobs({ url: resources.databaseUrl, log });
  const { eventRetentionDays: retentionDays } = config;
  const sequencer = createSequencer({ db, channel: CHANNEL, retentionDays, log });
  const feed = createEventFeed({ db, sequencer, hints, log });
  const webhooks: WebhookDeps = {
    db,
    subProjects,
    auditedFile,
    findOwner: (tx, userId) => principalOf(tx, { userId, scopes: [] }),
    sealing: createSealing(config.secretKeys),
    cards: { publicUrl: options.issuer, language: config.language },
    channel: CHANNEL,
    log,
  };
  const delivery = createDeliveryLane({ ...webhooks, feed, hints, attempted: metrics.webhookAttempted });
  const documentWork = documentWorkInThreads();
  const scenarios = scenariosInThread();
  const workflows: WorkflowDeps = {
    db,
    subProjects,
    definitions: createDefinitions(documentWork.compile),
    decisions: createDecisionModels(),
    simulate: documentWork.simulate,
    disabledAssignees,
    userNames,
    peopleById,
    findUser: (tx, userId) => principalOf(tx, { userId, scopes: [] }),
    processFiles: (caller, process) => filesOfProcess(files, caller, process),
    countTaskComments,
    signing: identity.decisionSigning,
    changeProcess,
    handledTypes: new Set(handlers.map(({ type }) => type)),
    publishesEvents: config.events === undefined,
    bulkUpdatesPerUser: config.bulkUpdatesPerUser,
    log,
    now: Date.now,
    hints,
    stopping: stopping.signal,
  };
  const processOperations = processUseCases({
    ...ports,
    db,
    subProjects,
    changeProcess,
    deletion: {
      lockRuns: lockRunsOf,
      async eraseRuns(tx, subProjectId, processId) {
        await eraseJobsOf(tx, subProjectId, processId);
        await eraseRunsOf(tx, subProjectId, processId);
      },
      async eraseEvents(tx, subProjectId, processId) {
        await eraseAnswers(tx, subProjectId, await eraseEventsOf(tx, subProjectId, processId));
      },
      eraseComments: eraseCommentsOf,
      async eraseNotifications(tx, subProjectId, processId) {
        await eraseNotificationsOf(tx, subProjectId, processId);
        await eraseClocksOf(tx, subProjectId, processId);
        await eraseFactsOf(tx, subProjectId, processId);
      },
      eraseStays: eraseStaysOf,
      countFiles: countFilesOf,
      eraseFiles: eraseFilesOf,
    },
    totals,
    principalOf,
    bulkUpdatesPerUser: config.bulkUpdatesPerUser,
    log,
  });
  const workflowOperations = workflowUseCases(workflows);
  const taskLinks = createTaskLinks(workflows);
  const hookDeps: HookDeps = {
    db,
    subProjects,
    sealing,
    principalOf,
    async namesOf(from, ids) {
      const { users } = await userDirectory.page(from, ids, { limit: 1000, offset: 0n });
      return new Map(users.map(({ id, name }) => [id, name]));
    },
    actions: {
      createProcess: processOperations.createProcess,
      publishMessage: workflowOperations.publishMessage,
    },
    publicUrl: options.issuer,
    log,
  };
  return {
    ...identity,
    db,
    scim: createScim({ db, groupRoles, limit: identity.signInLimit, publicUrl: options.issuer, log }),
    receiveDelivery: createHookReceiver(hookDeps),
    useCases: {
      ...identity.useCases,
      ...subProjectUseCases({
        db,
        subProjects,
        validate: documentWork.validate,
        async deployed(tx, deployment) {
          const { subProject } = deployment;
          await registerStarts(tx, workflows, subProject);
          await enforceUniqueFields(tx, subProject);
          await noteDeployment(tx, subProject);
          await requestFieldIndexes(tx);
          await registerClocks(tx, subProject.id, subProject.slaRules);
          await deploySubscriptions(tx, webhooks, deployment);
          await deployHooks(tx, hookDeps, deployment);
        },
        storagePlugins: storage.plugins.map(({ name }) => name),
        secrets: knownSecrets,
        fieldIndexes: { progress: (subProjectId) => fieldIndexProgress(db, subProjectId) },
      }),
      inviteMember: inviteMember({ subProjects, invite: identity.invite, sendsMail: mailer !== undefined }),
      testSubProject: testSubProject({ subProjects, scenarios }),
      ...clockUseCases({ db, subProjects }),
      ...processOperations,
      ...workflowOperations,
      ...commentUseCases({
        db,
        subProjects,
        auditedFile,
        describeParts,
        findFiles,
        belongTo: belongToProcess,
        attachFiles: attachDirectly,
      }),
      ...notificationUseCases({
        db,
        subProjects,
        userNames,
        push: { publicKey: pushKeys.publicKey, refusalOf: pushEndpoints.refusalOf },
      }),
      ...statisticsUseCases({ db, subProjects }),
      ...installationUseCases(config),
      ...inboundHookUseCases(hookDeps),
      ...secretUseCases({ db, subProjects, sealing }),
      ...fileUseCases(files),
      ...searchUseCases({ db, subProjects }),
      ...eventUseCases({ db, subProjects, auditedFile, feed, stopping: stopping.signal }),
      ...webhookUseCases(webhooks),
    },
    storeOrigins: browserOrigins(storage.plugins),
    firstPlugin: storage.plugins[0]?.name,
    unsubscribe: createUnsubscribe(db),
    taskLinks,
    redeemTicket: (subProjectId, ticket) => redeemTicket(db, subProjectId, ticket),
    probes: probes(resources.reserved, storage),
    warnings: diskWarnings(disk),
    worker: withDelivery(
      delivery,
      createWorker({
        db,
        runs: createRunWork(workflows),
        subProjects,
        handlers,
        hints,
        log,
        name: `${config.role}-${process.pid}`,
        attempted: metrics.jobAttempted,
        ...(tracer === undefined ? {} : { trace: traceJobs(tracer, db) }),
        background: [
          bulkWork({ db, subProjects, principalOf }, bulkUpdate({ changeProcess, processChanged })),
          bulkWork({ db, subProjects, principalOf }, bulkExecution(workflows)),
          repairWork({ db, subProjects, principalOf }, workflows),
          fieldIndexWork({ db: longWork, searchTexts: updateSearchTexts }),
          reconciliationWork(files),
          scanWork(files, { log }),
          mailWork({
            db,
            mailer,
            prepare: prepareMail,
            prepareNotice: prepareNotice({ db, subProjects, userNames, mails, taskLinks, language: config.language }),
            language: config.language,
            attempted: metrics.mailAttempted,
          }),
          pushWork({
            db,
            keys: pushKeys,
            subject: pushSubject(options),
            guard: pushEndpoints.guard,
            prepare: preparePush({ db, subProjects, userNames, language: config.language }),
            attempted: metrics.pushAttempted,
          }),
        ],
        maintenance: maintenanceTasks({
          db,
          files,
          totals,
          events: sequencer,
          clocks: createClockKeeper({ db, subProjects, changeProcess, processChanged, decidersOf, log }),
          notifications: createProjection({ db, subProjects, mails, pushes, log }),
          mails,
          stays: createStays({ db, log }),
          sealing,
          authority:
            config.timeStampUrl === undefined
              ? undefined
              : timeStampAuthority(config.timeStampUrl, metrics.timeStampAttempted),
          retentionDays: config.auditRetentionDays,
          log,
        }),
      }),
    ),
    credentialsFile: config.administrator.clientId === undefined ? administratorFile(config.dataDirectory) : undefined,
    inviteFirstAdministrator: () =>
      inviteFirstAdministrator({ db, publicUrl: options.issuer.replace(/\/+$/, ''), log }),
    async buildIndexes() {
      owner = connect({ url: resources.ownerUrl, maxConnections: 1, applicationName: 'millrace-indexes', log });
      await buildListIndexes(owner, log).catch((error: unknown) => {
        log.warn({ err: error }, 'indexes could not be built; the next start tries again');
      });
      await owner.close();
    },
    beginStop: () => stopping.abort(),
    async close() {
      await hints.close();
      await documentWork.close();
      await scenarios.close();
      storage.close();
      await Promise.all([longWork.close(), owner?.close()]);
    },
  };
}

async function wireIdentity({ config, resources, issuer, log }: ServiceOptions, mails: MailQueue): Promise<Identity> {
  const { db, reserved } = resources;
  const {
    tokenSeconds,
    signInAttemptsPerMinute,
    personalTokenDays,
    applicationRegistration,
    secretKeys,
    dataDirectory,
  } = config;
  const identity = createIdentity({
    db,
    reserved,
    issuer,
    tokenSeconds,
    signInAttemptsPerMinute,
    personalTokenDays,
    applicationRegistration,
    secretKeys,
    mails,
    groupRoles,
    invitedRoles,
    identityProviders: singleSignOnOptions(config, log),
    log,
  });
  await identity.tokens.encryptKeys();
  await identity.resealSecrets();
  await keepAuditMonths(db, { log });
  await ensureAdministrator({ ...config.administrator, db, secrets: identity.secrets, dataDirectory, log });
  return identity;
}

/** Many e-mails that are stored at once are due one after the other: a new password does not wait behind all of them. */
const MAIL_SPACING_MS = 50;

/** How operators of push services reach that of this installation. */
const pushSubject = ({ issuer, config }: ServiceOptions): string =>
  issuer.startsWith('https://')
    ? issuer
    : `mailto:${/[^\s<]+@[^\s>]+/.exec(config.smtp?.from ?? '')?.[0] ?? 'millrace@localhost'}`;

/** Messages to browsers are sent by a worker: a job of the installation for each. */
const pushes = createPushQueue((tx, ids, now) =>
  storeJobs(
    tx,
    ids.map((id) =>
      newJob({ id, subProjectId: INSTALLATION_ID, kind: 'push', lane: 'background', dueTs: new Date(now) }),
    ),
    now,
  ),
);

/** E-mails are sent by a worker: a job of the installation for each. */
const mailQueue = ({ issuer }: ServiceOptions, isOpen: boolean): MailQueue =>
  createMailQueue({
    isOpen,
    baseUrl: issuer,
    async storeJobs(tx, ids, now) {
      const jobs = ids.map((id, place) => {
        const dueTs = new Date(now + place * MAIL_SPACING_MS);
        return newJob({ id, subProjectId: INSTALLATION_ID, kind: 'mail', lane: 'background', dueTs });
      });
      await storeJobs(tx, jobs, now);
    },
  });

/** A worker that delivers webhooks too. */
const withDelivery = (delivery: DeliveryLane, worker: Worker): Worker => ({
  ...worker,
  start() {
    worker.start();
    delivery.start();
  },
  async stop(graceMs) {
    await Promise.all([worker.stop(graceMs), delivery.stop(graceMs)]);
  },
});

const probes = (db: Database, storage: Storage): Record<string, Probe> => ({
  database: () => ping(db),
  store: () => storage.probe(),
});

/** The disk of the data directory, when the embedded store or the embedded database is on it. */
function embeddedDisk({ store, database, dataDirectory }: Config): DiskSpace | undefined {
  const isUsed = store.pluginsJson === undefined || database.url === undefined;
  return isUsed ? diskSpace(dataDirectory, store.reserve) : undefined;
}

/** `/readyz` is read without a token, so it tells no sizes: getStorageUsage and `/metrics` do. */
const diskWarnings =
  (disk: DiskSpace | undefined): Warnings =>
  async () =>
    disk !== undefined && isFull(await disk.figures())
      ? { disk: 'the reserve is reached: uploads to the embedded store are refused until space is freed' }
      : {};
