// Generated from docs/openapi.json by `npm run generate`; do not edit.

/** Why a user may or may not call an operation. */
export interface AccessExplanation {
  readonly subProjectId: string;
  readonly operation: string;
  readonly userId: string;
  readonly allowed: boolean;
  readonly decidedBy: string;
  readonly error: null | ExplainedError;
  readonly checks: readonly {
    readonly check: string;
    readonly outcome: 'passed' | 'failed' | 'skipped';
    readonly detail: string;
  }[];
  readonly roles: readonly {
    readonly name: string;
    readonly grants: boolean;
    readonly covers: boolean | null;
    readonly field: boolean | null;
    readonly sources: readonly RoleOrigin[];
  }[];
}

/** A job that is leased to a worker. */
export interface ActivatedJob {
  readonly key: string;
  readonly type: string;
  readonly runId: string;
  readonly workflowId: string;
  readonly processId: string;
  readonly elementId: string;
  readonly customHeaders: Readonly<Record<string, unknown>>;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly retries: number;
  readonly deadline: string;
  readonly token: string;
  readonly idempotencyKey: string;
}

/** An element instance that holds a token. */
export interface ActiveElement {
  readonly key: number;
  readonly elementId: string;
  readonly scopeKey: number | null;
}

/** An application that may act as people. */
export interface Application {
  readonly applicationId: string;
  readonly name: string;
  readonly redirectUris: readonly string[];
  readonly scopes: readonly string[];
  readonly confidential: boolean;
  readonly disabled: boolean;
  readonly origin: string;
  readonly createdTs: string;
}

/** A row of the audit log. */
export interface AuditLog {
  readonly id: string;
  readonly createdTs: string;
  readonly action: string;
  readonly subjectType: string;
  readonly subjectId: string;
  readonly processId: string | null;
  readonly by: { readonly id: string; readonly name: string };
  readonly traceId: string;
  readonly before: Readonly<Record<string, unknown>> | null;
  readonly after: Readonly<Record<string, unknown>> | null;
}

/** A file whose object is missing or altered. */
export interface BrokenFile {
  readonly fileId: string;
  readonly subProjectId: string;
  readonly key: string;
}

/** A bulk update. */
export interface BulkOperation {
  readonly id: string;
  readonly state: 'RUNNING' | 'COMPLETED' | 'CANCELLED' | 'FAILED';
  readonly total: string;
  readonly done: string;
  readonly failed: string;
  readonly failure: string | null;
  readonly createdTs: string;
  readonly updatedTs: string;
}

/** A file whose upload is closed. */
export interface ClosedFile {
  readonly id: string;
  readonly fileName: string;
  readonly size: string;
  readonly locked: boolean;
  readonly quarantine?: string;
}

/** What a person has allowed an application. */
export interface Consent {
  readonly application: { readonly applicationId: string; readonly name: string };
  readonly scopes: readonly string[];
  readonly createdTs: string;
  readonly usedTs: string;
}

/** A decision that workflows can call. */
export interface Decision {
  readonly decisionId: string;
  readonly name: string;
  readonly kind: string;
  readonly key: string;
  readonly version: string;
  readonly versionTag: string | null;
  readonly inputs: readonly string[];
  readonly type: string | null;
  readonly requiredDecisions: readonly string[];
}

/** A past evaluation that would come out differently. */
export interface DecisionDifference {
  readonly runId: string;
  readonly processId: string;
  readonly at: string;
  readonly version: string;
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly before: DecisionOutcome;
  readonly after: DecisionOutcome;
}

/** Why an evaluation has no result. */
export interface DecisionFailure {
  readonly reason: string;
  readonly message: string;
  readonly decisionId: string | null;
  readonly ruleIds: readonly string[];
}

/** What a decision results in. */
export interface DecisionOutcome {
  readonly value: unknown;
  readonly ruleIds: readonly string[];
  readonly failure: string | null;
}

/** How a decision came to its result. */
export interface DecisionTrace {
  readonly decisions: readonly EvaluatedDecision[];
  readonly warnings: readonly { readonly elementId: string; readonly message: string }[];
  readonly truncated: boolean;
}

/** What became of one event for one subscription. */
export interface Delivery {
  readonly id: string;
  readonly subscriptionId: string;
  readonly position: string;
  readonly type: string;
  readonly processId: string | null;
  readonly state: 'waiting' | 'queued' | 'dead' | 'delivered' | 'skipped';
  readonly replay: boolean;
  readonly attempts: number;
  readonly dueTs: string | null;
  readonly error: string | null;
  readonly createdTs: string;
  readonly updatedTs: string;
  readonly log: readonly {
    readonly attempt: number;
    readonly startedTs: string;
    readonly durationMs: number;
    readonly status: number | null;
    readonly error: string | null;
    readonly excerpt: string | null;
  }[];
}

/** The result of a deployment. */
export interface Deployment {
  readonly subProjectId: string;
  readonly version: string;
  readonly changed: boolean;
  readonly changes: readonly string[];
  readonly warnings: readonly Finding[];
  readonly ignored: readonly Finding[];
  readonly workflows: readonly { readonly key: string; readonly id: string; readonly name: string }[];
  readonly decisions?: readonly {
    readonly key: string;
    readonly version: string;
    readonly decisionIds: readonly string[];
    readonly tests: number;
    readonly coverage: {
      readonly rules: number;
      readonly covered: number;
      readonly percent: number;
      readonly tables: readonly TableCoverage[];
    };
  }[];
}

/** An element to activate. */
export interface ElementActivation {
  readonly elementId: string;
  readonly variables?: Readonly<Record<string, unknown>>;
}

/** A decision that was evaluated. */
export interface EvaluatedDecision {
  readonly decisionId: string;
  readonly name: string;
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly tables: readonly TableTrace[];
  readonly value: unknown;
}

/** An event of the log of a sub-project. */
export interface Event {
  readonly id: string;
  readonly position: string;
  readonly type: string;
  readonly createdTs: string;
  readonly subProjectId: string;
  readonly processId: string | null;
  readonly sequence: string | null;
  readonly subject: { readonly type: string; readonly id: string };
  readonly by: { readonly id: string; readonly name: string };
  readonly traceId: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** An error that an operation would answer. */
export interface ExplainedError {
  readonly id: number;
  readonly code: string;
  readonly status: number;
  readonly detail: string;
}

/** A remark about a place in the configuration or in one of its files. */
export interface Finding {
  readonly path: string;
  readonly line?: number;
  readonly message: string;
}

/** People who get roles together. */
export interface Group {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly createdTs: string;
}

/** A person of a group. */
export interface GroupMember {
  readonly userId: string;
  readonly name: string;
  readonly email: string;
  readonly disabled: boolean;
  readonly sources: readonly { readonly source: string; readonly since: string }[];
}

/** An account at an identity provider that a person signs in with. */
export interface IdentityLink {
  readonly id: string;
  readonly providerId: string;
  readonly issuer: string;
  readonly email: string | null;
  readonly groups: readonly string[];
  readonly linkedTs: string;
  readonly usedTs: string | null;
}

/** An OpenID Connect provider that people sign in with. */
export interface IdentityProvider {
  readonly id: string;
  readonly name: string;
  readonly issuer: string;
  readonly clientId: string;
  readonly hasClientSecret: boolean;
  readonly domains: readonly string[];
  readonly provision: boolean;
  readonly groupsClaim: string | null;
  readonly scopes: readonly string[];
  readonly disabled: boolean;
  readonly source: 'settings' | 'operation';
  readonly createdTs: string | null;
  readonly redirectUrl: string;
  readonly backChannelLogoutUrl: string;
  readonly signedOutUrl: string;
}

/** A user of the installation. */
export interface IdentityUser {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly kind: string;
  readonly disabled: boolean;
  readonly createdTs: string;
}

/** An address where another service delivers events. */
export interface InboundHook {
  readonly id: string;
  readonly name: string;
  readonly url: string;
  readonly scheme: 'standard' | 'github' | 'stripe' | 'hmac';
  readonly signature?: {
    readonly header: string;
    readonly algorithm?: 'sha256' | 'sha512' | 'sha1';
    readonly encoding?: 'hex' | 'base64';
    readonly prefix?: string;
  };
  readonly deliveryId?: string;
  readonly when?: string;
  readonly createProcess?: { readonly fields?: string; readonly stageKey?: string; readonly priority?: string };
  readonly publishMessage?: {
    readonly name: string;
    readonly correlationKey?: string;
    readonly processId?: string;
    readonly variables?: string;
    readonly timeToLive?: number;
  };
  readonly actAs: { readonly id: string; readonly name: string };
  readonly enabled: boolean;
  readonly secrets: readonly { readonly createdTs: string; readonly expiresTs: string | null }[];
  readonly createdTs: string;
  readonly updatedTs: string;
}

/** What became of a delivery. */
export interface InboundReceipt {
  readonly id: string;
  readonly receivedTs: string;
  readonly deliveryId: string | null;
  readonly outcome: string;
  readonly reason: string | null;
  readonly duplicates: number;
  readonly processId: string | null;
  readonly message: string | null;
  readonly runId: string | null;
}

/** A problem that stops a part of a run until it is resolved. */
export interface Incident {
  readonly id: string;
  readonly elementId: string;
  readonly kind: string;
  readonly message: string;
  readonly jobKey: string | null;
  readonly createdTs: string;
  readonly resolvedTs: string | null;
}

/** Incidents of one workflow with the same fingerprint. */
export interface IncidentGroup {
  readonly fingerprint: string;
  readonly workflowId: string;
  readonly elementId: string;
  readonly kind: string;
  readonly message: string;
  readonly count: number;
  readonly runCount: number;
  readonly firstTs: string;
  readonly lastTs: string;
  readonly versions: readonly string[];
  readonly newestRunId: string;
  readonly newestIncidentId: string;
}

/** An invitation to join. */
export interface Invitation {
  readonly id: string;
  readonly email: string | null;
  readonly name: string;
  readonly administrator: boolean;
  readonly state: string;
  readonly invitedBy: string;
  readonly createdTs: string;
  readonly expiresTs: string;
  readonly userId: string | null;
  readonly delivery: MailDelivery | null;
}

/** What a worker decided about a task or an ad-hoc sub-process. */
export interface JobResult {
  readonly type: 'userTask' | 'adHocSubProcess';
  readonly denied?: boolean;
  readonly deniedReason?: string;
  readonly corrections?: {
    readonly assignee?: string | null;
    readonly candidateGroups?: readonly string[] | null;
    readonly candidateUsers?: readonly string[] | null;
    readonly dueDate?: string | null;
    readonly followUpDate?: string | null;
    readonly priority?: number | null;
  };
  readonly activateElements?: readonly ElementActivation[];
  readonly isCompletionConditionFulfilled?: boolean;
  readonly isCancelRemainingInstances?: boolean;
}

/** The latest change of the process. Present with include=lastChange. */
export interface LastChange {
  readonly at: string;
  readonly by: string;
  readonly action: string;
  readonly traceId: string;
}

/** An incident and what it belongs to. */
export interface ListedIncident {
  readonly id: string;
  readonly runId: string;
  readonly workflowId: string;
  readonly workflowVersion: string;
  readonly processId: string;
  readonly elementId: string;
  readonly kind: string;
  readonly message: string;
  readonly fingerprint: string;
  readonly jobKey: string | null;
  readonly createdTs: string;
  readonly resolvedTs: string | null;
}

/** What became of an e-mail. */
export interface MailDelivery {
  readonly state: string;
  readonly attempts: number;
  readonly failure: string | null;
  readonly triedTs: string | null;
}

/** A rule that applied. */
export interface MatchedRule {
  readonly ruleId: string;
  readonly index: number;
  readonly outputs: Readonly<Record<string, unknown>>;
}

/** A person with roles in a sub-project. */
export interface Member {
  readonly userId: string;
  readonly name: string;
  readonly email: string;
  readonly disabled: boolean;
  readonly roles: readonly string[];
  readonly sources: readonly RoleSource[];
}

/** A group with roles in a sub-project. */
export interface MemberGroup {
  readonly groupId: string;
  readonly name: string;
  readonly roles: readonly string[];
  readonly sources: readonly {
    readonly source: string;
    readonly roles: readonly string[];
    readonly since: string | null;
  }[];
}

/** Paging of the list. */
export interface Meta {
  readonly page: string;
  readonly perPageCount: string;
  readonly totalCount: string;
  readonly totalPages: string;
  readonly atLeast?: boolean;
}

/** Client credentials of a user. */
export interface OAuthClient {
  readonly clientId: string;
  readonly userId: string;
  readonly scope: string;
  readonly disabled: boolean;
  readonly createdTs: string;
}

/** A passkey of a person. */
export interface Passkey {
  readonly id: string;
  readonly name: string;
  readonly synced: boolean;
  readonly createdTs: string;
  readonly usedTs: string | null;
}

/** A token with which programs act as a person. */
export interface PersonalToken {
  readonly id: string;
  readonly userId: string;
  readonly name: string;
  readonly scope: string;
  readonly createdTs: string;
  readonly expiresTs: string;
  readonly usedTs: string | null;
}

/** An error answer. */
export interface Problem {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly instance: string;
  readonly code: string;
  readonly id: number;
  readonly traceId: string;
  readonly errors?: readonly { readonly pointer: string; readonly detail: string }[];
  readonly error?: string;
  readonly error_description?: string;
}

/** A process. */
export interface Process {
  readonly id: string;
  readonly createdTs: string;
  readonly state: string;
  readonly priority: string;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly stageKey?: string;
  readonly version?: string;
  readonly updatedTs?: string;
  readonly createdBy?: string;
  readonly lastChange?: LastChange;
}

/** A file whose upload is open. */
export interface ReservedFile {
  readonly id: string;
  readonly fileName: string;
  readonly locked: boolean;
}

/** Why a person has a role: who gave it, through which group, since when. */
export interface RoleOrigin {
  readonly source: string;
  readonly group: null | {
    readonly id: string;
    readonly name: string;
    readonly source: string;
    readonly since: string;
  };
  readonly since: string | null;
}

/** Why a person has roles: who gave them, through which group, since when. */
export interface RoleSource {
  readonly source: string;
  readonly group: null | {
    readonly id: string;
    readonly name: string;
    readonly source: string;
    readonly since: string;
  };
  readonly since: string | null;
  readonly roles: readonly string[];
}

/** What changed in a run. */
export interface RunChanges {
  readonly begun: readonly { readonly key: number; readonly elementId: string }[];
  readonly ended: readonly { readonly key: number; readonly elementId: string }[];
  readonly opened: readonly {
    readonly kind: 'task' | 'job' | 'call' | 'timer' | 'message' | 'signal' | 'condition' | 'incident';
    readonly elementId: string;
  }[];
  readonly closed: readonly {
    readonly kind: 'task' | 'job' | 'call' | 'timer' | 'message' | 'signal' | 'condition' | 'incident';
    readonly elementId: string;
  }[];
}

/** Variables and open work of a run. */
export interface RunDetail {
  readonly workflowVersion: string;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly active: readonly ActiveElement[];
  readonly tasks: readonly Task[];
  readonly jobs: readonly RunJob[];
  readonly timers: readonly RunTimer[];
  readonly waits: readonly RunWait[];
  readonly incidents: readonly Incident[];
}

/** The run and its state. */
export interface RunId {
  readonly id: string;
  readonly state: 'RACING' | 'PAUSED' | 'COMPLETED' | 'REJECTED' | 'FAILED' | 'CANCELLED';
}

/** The newest open incident of a run. */
export interface RunIncident {
  readonly id: string;
  readonly elementId: string;
  readonly kind: string;
  readonly message: string;
  readonly createdTs: string;
  readonly openCount: number;
}

/** A job of a run. */
export interface RunJob {
  readonly key: string;
  readonly type: string;
  readonly elementId: string;
  readonly state: string;
  readonly retries: number;
  readonly dueTs: string;
  readonly lastError: string | null;
}

/** A timer of a run. */
export interface RunTimer {
  readonly key: string;
  readonly elementId: string;
  readonly dueTs: string;
}

/** A message, signal or condition that a run waits for. */
export interface RunWait {
  readonly elementId: string;
  readonly kind: string;
  readonly name: string | null;
  readonly correlationKey: string | null;
}

/** A token of an identity provider. */
export interface ScimToken {
  readonly id: string;
  readonly name: string;
  readonly createdBy: string;
  readonly createdTs: string;
  readonly expiresTs: string | null;
  readonly usedTs: string | null;
}

/** A secret, without its value. */
export interface SecretEntry {
  readonly name: string;
  readonly hosts: readonly string[];
  readonly createdTs: string;
  readonly setTs: string;
  readonly setBy: { readonly id: string; readonly name: string };
  readonly usedBy: readonly { readonly file: string; readonly elementId: string }[];
}

/** A session of a browser. */
export interface Session {
  readonly id: string;
  readonly method: string;
  readonly amr: readonly string[];
  readonly createdTs: string;
  readonly authenticatedTs: string;
  readonly seenTs: string;
  readonly expiresTs: string;
  readonly network: string;
  readonly agent: string;
  readonly current: boolean;
  readonly enrolling: boolean;
}

/** The disk of the embedded store or database, if there is one. */
export interface StorageDisk {
  readonly totalBytes: string;
  readonly freeBytes: string;
  readonly reserveBytes: string;
  readonly takesUploads: boolean;
}

/** Results for one storage plugin. */
export interface StoragePluginReport {
  readonly pluginName: string;
  readonly failure?: string;
  readonly objectCount: string;
  readonly fileCount: string;
  readonly foreignCount: string;
  readonly orphanCount: string;
  readonly removedCount: string;
  readonly missingCount: string;
  readonly alteredCount: string;
  readonly uploadCount: string;
  readonly strayUploadCount: string;
  readonly abortedCount: string;
  readonly orphans: readonly { readonly key: string; readonly size: string; readonly modifiedTs: string }[];
  readonly missing: readonly BrokenFile[];
  readonly altered: readonly BrokenFile[];
  readonly strayUploads: readonly {
    readonly key: string;
    readonly uploadId: string;
    readonly size: string;
    readonly createdTs: string;
  }[];
}

/** A comparison of the files with the objects in their stores. */
export interface StorageReconciliation {
  readonly id: string;
  readonly state: string;
  readonly repair: boolean;
  readonly subProjectId?: string;
  readonly pluginName?: string;
  readonly createdTs: string;
  readonly startedTs?: string;
  readonly finishedTs?: string;
  readonly failure?: string;
  readonly plugins: readonly StoragePluginReport[];
  readonly unconfigured: readonly { readonly pluginName: string; readonly fileCount: string }[];
}

/** What files take. */
export interface StorageUsage {
  readonly storedBytes: string;
  readonly openBytes: string;
  readonly deletedFiles: string;
  readonly deletedBytes: string;
  readonly quota?: string;
}

/** A file. */
export interface StoredFile {
  readonly id: string;
  readonly fileName: string;
  readonly size: string;
  readonly locked: boolean;
  readonly createdTs: string;
  readonly quarantine?: string;
  readonly mimeType?: string;
  readonly processIds?: readonly string[];
  readonly stageKey?: string;
  readonly deletedTs?: string;
  readonly sha256?: string;
}

/** A sub-project. */
export interface SubProject {
  readonly id: string;
  readonly name: string;
  readonly version: string | null;
  readonly stages: readonly { readonly key: string; readonly name: string; readonly default: boolean }[];
  readonly createdTs: string;
}

/** A deployed configuration. */
export interface SubProjectConfiguration {
  readonly subProjectId: string;
  readonly version: string;
  readonly document: string;
  readonly files: Readonly<Record<string, string>>;
  readonly createdTs: string;
  readonly indexes?: readonly {
    readonly field: string;
    readonly state: 'building' | 'ready' | 'failed';
    readonly reason?: string;
  }[];
}

/** How often the rules of a table applied. */
export interface TableCoverage {
  readonly tableId: string;
  readonly ownerId: string;
  readonly ownerName: string;
  readonly hitPolicy: string;
  readonly rules: readonly {
    readonly ruleId: string;
    readonly index: number;
    readonly line: number;
    readonly annotation: string | null;
    readonly hits: number;
  }[];
}

/** A decision table that was evaluated. */
export interface TableTrace {
  readonly tableId: string;
  readonly inputs: readonly { readonly name: string; readonly value: unknown }[];
  readonly rules: readonly MatchedRule[];
}

/** A human task. */
export interface Task {
  readonly id: string;
  readonly runId: string;
  readonly workflowId: string;
  readonly processId: string;
  readonly elementId: string;
  readonly name: string;
  readonly state: 'OPEN' | 'COMPLETED' | 'CANCELLED';
  readonly assignee: string | null;
  readonly candidateGroups: readonly string[];
  readonly candidateUsers: readonly string[];
  readonly dueTs: string | null;
  readonly followUpTs: string | null;
  readonly priority: number;
  readonly form: Readonly<Record<string, unknown>> | null;
  readonly approved: boolean | null;
  readonly createdTs: string;
  readonly completedTs: string | null;
}

/** Something that happened in a run. */
export interface TimelineEntry {
  readonly sequence: number;
  readonly at: string;
  readonly event: string;
  readonly elementId: string | null;
  readonly key: number | null;
  readonly scopeKey: number | null;
  readonly detail: Readonly<Record<string, unknown>> | null;
}

/** A user who can be assigned to a process. */
export interface User {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly role: string;
}

/** A webhook: where events are sent, and which. */
export interface WebhookSubscription {
  readonly id: string;
  readonly subProjectId: string;
  readonly name: string;
  readonly owner: { readonly id: string; readonly name: string };
  readonly declaredAs: string | null;
  readonly url: string;
  readonly types: readonly string[];
  readonly filter: Readonly<Record<string, unknown>>;
  readonly condition: string | null;
  readonly format: 'standard' | 'cloudevents';
  readonly payload: 'thin' | 'full';
  readonly ordering: 'process' | 'none';
  readonly ratePerSecond: number | null;
  readonly maxInFlight: number;
  readonly signing: 'hmac' | 'ed25519';
  readonly publicKey: string | null;
  readonly state: 'active' | 'paused' | 'suspended' | 'disabled';
  readonly reason: string | null;
  readonly position: string;
  readonly replaying: boolean;
  readonly failingSince: string | null;
  readonly waiting: string;
  readonly dead: string;
  readonly createdTs: string;
  readonly updatedTs: string;
}

/** A workflow. */
export interface Workflow {
  readonly id: string;
  readonly name: string;
  readonly description: string;
}

/** A run of a workflow on a process. */
export interface WorkflowRun {
  readonly id: string;
  readonly workflowId: string;
  readonly processId: string;
  readonly state: 'RACING' | 'PAUSED' | 'COMPLETED' | 'REJECTED' | 'FAILED' | 'CANCELLED';
  readonly createdTs: string;
  readonly stageKey?: string;
  readonly updatedTs?: string;
  readonly endedTs?: string | null;
  readonly workflowVersion?: string;
  readonly activeElements?: readonly string[];
  readonly incident?: RunIncident | null;
}

/** The answer of each operation. */
export interface Answers {
  readonly userLogin: {
    readonly access_token: string;
    readonly token_type: 'Bearer';
    readonly expires_in: number;
    readonly scope: string;
  };
  readonly acceptInvitation: {
    readonly status: 'signedIn' | 'secondStep' | 'enrol';
    readonly userId: string;
    readonly session?: Session;
    readonly pendingSignIn?: string;
    readonly methods?: readonly string[];
  };
  readonly confirmEmailChange: { readonly status: 'changed'; readonly email: string };
  readonly confirmTotp: { readonly recoveryCodes: readonly string[] };
  readonly createPersonalToken: { readonly personalToken: PersonalToken; readonly token: string };
  readonly createRecoveryCodes: { readonly recoveryCodes: readonly string[] };
  readonly deleteIdentityLink: { readonly status: 'success' };
  readonly endSession: { readonly status: string; readonly endedSessions: number };
  readonly finishPasskeyRegistration: { readonly passkey: Passkey; readonly recoveryCodes: readonly string[] };
  readonly finishPasskeySignIn: { readonly status: 'signedIn'; readonly userId: string; readonly session: Session };
  readonly finishSignIn: { readonly status: 'signedIn'; readonly userId: string; readonly session: Session };
  readonly getFactors: {
    readonly password: boolean;
    readonly passkeys: readonly Passkey[];
    readonly totp: { readonly createdTs: string } | null;
    readonly recoveryCodes: number;
    readonly secondFactor: string;
  };
  readonly getIdentityLinks: { readonly links: readonly IdentityLink[] };
  readonly getMe: {
    readonly user: IdentityUser;
    readonly administrator: boolean;
    readonly credential: string;
    readonly scopes: readonly string[];
    readonly hasPassword: boolean;
    readonly subProjects: readonly {
      readonly id: string;
      readonly name: string;
      readonly version: string | null;
      readonly roles: readonly string[];
      readonly grants: Readonly<Record<string, boolean | readonly string[]>>;
    }[];
    readonly moreSubProjects: boolean;
    readonly session: Session | null;
  };
  readonly getPersonalTokens: { readonly personalTokens: readonly PersonalToken[] };
  readonly getSessions: { readonly sessions: readonly Session[] };
  readonly getSignInMethods: {
    readonly password: boolean;
    readonly identityProviders: readonly {
      readonly id: string;
      readonly name: string;
      readonly startUrl: string;
      readonly forDomain: boolean;
    }[];
  };
  readonly removePasskey: { readonly status: string; readonly message: string };
  readonly removeTotp: { readonly status: string; readonly message: string };
  readonly renamePasskey: { readonly passkey: Passkey };
  readonly requestEmailChange: { readonly status: 'sent' };
  readonly requestPasswordReset: { readonly status: string; readonly message: string };
  readonly resetPassword: { readonly status: 'changed' };
  readonly revokePersonalToken: { readonly personalToken: PersonalToken };
  readonly setPassword: { readonly status: string; readonly endedSessions: number };
  readonly signIn: {
    readonly status: 'signedIn' | 'secondStep' | 'enrol';
    readonly userId: string;
    readonly session?: Session;
    readonly pendingSignIn?: string;
    readonly methods?: readonly string[];
  };
  readonly signInWithLink: {
    readonly status: 'signedIn' | 'secondStep' | 'enrol';
    readonly userId: string;
    readonly session?: Session;
    readonly pendingSignIn?: string;
    readonly methods?: readonly string[];
  };
  readonly signOut: { readonly status: 'signedOut'; readonly identityProviderUrl: string | null };
  readonly startIdentityLink: { readonly url: string };
  readonly startPasskeyRegistration: { readonly publicKey: Readonly<Record<string, unknown>> };
  readonly startPasskeySignIn: { readonly publicKey: Readonly<Record<string, unknown>> };
  readonly startTotp: { readonly secret: string; readonly uri: string };
  readonly stepUp: { readonly session: Session };
  readonly getProcess: { readonly meta: Meta; readonly processes: readonly Process[] };
  readonly getUsersForProcess: { readonly meta: Meta; readonly users: readonly User[] };
  readonly updateProcessField: { readonly status: string; readonly message: string };
  readonly bulkUpdateProcesses: { readonly bulkId: string; readonly total: string };
  readonly cancelBulkOperation: { readonly bulkOperation: BulkOperation };
  readonly createProcess: { readonly id: string; readonly status: string; readonly message: string };
  readonly deleteProcess: {
    readonly status: string;
    readonly message: string;
    readonly runs: string;
    readonly unfinishedRuns: string;
    readonly files: string;
    readonly sharedFiles: string;
  };
  readonly exportProcesses: string;
  readonly getBulkOperation: {
    readonly bulkOperation: BulkOperation;
    readonly meta: Meta;
    readonly errors: readonly {
      readonly processId: string;
      readonly id: number;
      readonly code: string;
      readonly detail: string;
    }[];
  };
  readonly importProcesses: {
    readonly created: string;
    readonly ids: readonly string[];
    readonly errors: readonly { readonly line: number; readonly id: number; readonly detail: string }[];
  };
  readonly executeWorkflow: { readonly runId: RunId };
  readonly getWorkflowRuns: {
    readonly meta?: Meta;
    readonly next?: string | null;
    readonly runs: readonly WorkflowRun[];
  };
  readonly getWorkflows: { readonly workflows: readonly Workflow[] };
  readonly resumeWorkflowRunsApi: { readonly runId: RunId };
  readonly broadcastSignal: { readonly status: string; readonly runCount: string };
  readonly getWorkflowDiagram: { readonly workflowId: string; readonly version: string; readonly bpmn: string };
  readonly publishMessage: { readonly status: string; readonly runId?: RunId };
  readonly claimTask: { readonly task: Task };
  readonly getHandover: {
    readonly meta: Meta;
    readonly tasks: readonly {
      readonly task: Task;
      readonly person: { readonly userId: string; readonly name: string };
    }[];
  };
  readonly getTasks: { readonly meta: Meta; readonly tasks: readonly Task[] };
  readonly releaseTask: { readonly task: Task };
  readonly evaluateDecision: {
    readonly decisionId: string;
    readonly key: string;
    readonly version: string;
    readonly value: unknown;
    readonly trace: DecisionTrace;
    readonly failure: DecisionFailure | null;
  };
  readonly getDecisionCoverage: {
    readonly key: string;
    readonly version: string;
    readonly rules: number;
    readonly covered: number;
    readonly percent: number;
    readonly tables: readonly TableCoverage[];
  };
  readonly getDecisionDiagram: {
    readonly key: string;
    readonly version: string;
    readonly createdTs: string;
    readonly dmn: string;
  };
  readonly getDecisions: { readonly decisions: readonly Decision[] };
  readonly simulateDecision: {
    readonly decisionId: string;
    readonly compared: number;
    readonly same: number;
    readonly differences: readonly DecisionDifference[];
    readonly complete: boolean;
    readonly warnings: readonly string[];
  };
  readonly closeSignedStorage: { readonly file: ClosedFile };
  readonly createSignedStorage: {
    readonly file: ReservedFile;
    readonly aws: { readonly url: string; readonly fields: Readonly<Record<string, string>> };
  };
  readonly deleteStorage: { readonly success: boolean; readonly message: string };
  readonly listStorage: { readonly meta: Meta; readonly files: readonly StoredFile[] };
  readonly urlStorage: {
    readonly urls: readonly { readonly fileId: string; readonly url: string; readonly disposition?: string }[];
  };
  readonly abortMultipartStorage: { readonly status: string; readonly message: string };
  readonly completeMultipartStorage: { readonly file: ClosedFile };
  readonly createMultipartStorage: {
    readonly file: ReservedFile;
    readonly partSize: string;
    readonly partCount: string;
  };
  readonly signStorageParts: {
    readonly size: string;
    readonly partSize: string;
    readonly partCount: string;
    readonly parts: readonly {
      readonly partNumber: number;
      readonly size: string;
      readonly url: string;
      readonly expiresTs: string;
    }[];
    readonly uploaded: readonly { readonly partNumber: number; readonly size: string }[];
  };
  readonly activateJobs: { readonly jobs: readonly ActivatedJob[] };
  readonly completeJob: { readonly runId: RunId };
  readonly extendJobLease: { readonly deadline: string };
  readonly failJob: { readonly runId: RunId };
  readonly throwJobError: { readonly runId: RunId };
  readonly createEventSubscription: {
    readonly id: string;
    readonly status: string;
    readonly message: string;
    readonly subscription: WebhookSubscription;
    readonly secret: string | null;
  };
  readonly createStreamTicket: { readonly ticket: string; readonly expiresTs: string };
  readonly deleteEventSubscription: { readonly status: string; readonly message: string };
  readonly getDeliveries: { readonly deliveries: readonly Delivery[]; readonly next: string | null };
  readonly getEventSubscriptions: { readonly meta: Meta; readonly subscriptions: readonly WebhookSubscription[] };
  readonly getEventTypes: {
    readonly types: readonly {
      readonly type: string;
      readonly description: string;
      readonly schema: Readonly<Record<string, unknown>>;
    }[];
  };
  readonly getEvents: {
    readonly events: readonly Event[];
    readonly next: string;
    readonly latest: string;
    readonly reset: boolean;
  };
  readonly replayEvents: { readonly fromPosition: string; readonly toPosition: string };
  readonly retryDeliveries: { readonly count: number };
  readonly revealSubscriptionSecret: { readonly subscription: WebhookSubscription; readonly secret: string | null };
  readonly rotateSubscriptionSecret: { readonly subscription: WebhookSubscription; readonly secret: string | null };
  readonly skipDelivery: { readonly status: string; readonly message: string };
  readonly streamEvents: string;
  readonly testEventSubscription: {
    readonly id: string;
    readonly delivered: boolean;
    readonly status: number | null;
    readonly durationMs: number;
    readonly error: string | null;
    readonly excerpt: string | null;
  };
  readonly updateEventSubscription: { readonly subscription: WebhookSubscription };
  readonly createInboundHook: { readonly hook: InboundHook; readonly secret: string };
  readonly deleteInboundHook: { readonly status: string; readonly message: string };
  readonly deleteSecret: { readonly status: string; readonly message: string };
  readonly getInboundHooks: { readonly hooks: readonly InboundHook[] };
  readonly getInboundReceipts: { readonly receipts: readonly InboundReceipt[]; readonly next: string | null };
  readonly getSecrets: { readonly secrets: readonly SecretEntry[]; readonly missing: readonly string[] };
  readonly rotateInboundHookSecret: { readonly hook: InboundHook; readonly secret: string };
  readonly setSecret: { readonly secret: SecretEntry };
  readonly testInboundHook: {
    readonly outcome: string;
    readonly reason: string | null;
    readonly createProcess: Readonly<Record<string, unknown>> | null;
    readonly publishMessage: Readonly<Record<string, unknown>> | null;
  };
  readonly updateInboundHook: { readonly hook: InboundHook };
  readonly activateElements: { readonly runId: RunId };
  readonly cancelWorkflowRun: { readonly runId: RunId };
  readonly getIncidentGroups: {
    readonly groups: readonly IncidentGroup[];
    readonly incidentCount: number;
    readonly complete: boolean;
  };
  readonly getIncidents: {
    readonly meta?: Meta;
    readonly next: string | null;
    readonly incidents: readonly ListedIncident[];
  };
  readonly getRunTimeline: { readonly meta: Meta; readonly timeline: readonly TimelineEntry[] };
  readonly getStorageReconciliation: { readonly reconciliation: StorageReconciliation };
  readonly getStorageUsage: { readonly usage: StorageUsage; readonly disk?: StorageDisk };
  readonly getStuckRuns: { readonly runs: readonly WorkflowRun[] };
  readonly getWorkflowRun: { readonly run: WorkflowRun; readonly detail: RunDetail };
  readonly migrateRun: { readonly runId: RunId };
  readonly modifyRun: { readonly runId: RunId; readonly dryRun: boolean; readonly changes: RunChanges };
  readonly moveToken: { readonly runId: RunId };
  readonly purgeStorage: {
    readonly purged: string;
    readonly freedBytes: string;
    readonly endedUploads: string;
    readonly hasMore: boolean;
    readonly deletedFiles: string;
    readonly deletedBytes: string;
  };
  readonly reconcileStorage: { readonly reconciliation: StorageReconciliation };
  readonly resolveQuarantine: { readonly status: string; readonly message: string };
  readonly retryIncident: { readonly runId: RunId };
  readonly createSubProject: { readonly id: string; readonly status: string; readonly message: string };
  readonly deploySubProject: Deployment;
  readonly explainAccess: AccessExplanation;
  readonly getMembers: {
    readonly meta: Meta;
    readonly members: readonly Member[];
    readonly groups: readonly MemberGroup[];
  };
  readonly getSubProjectConfiguration: SubProjectConfiguration;
  readonly getSubProjects: { readonly meta: Meta; readonly subProjects: readonly SubProject[] };
  readonly setMemberRoles: {
    readonly roles: readonly string[];
    readonly added: readonly string[];
    readonly removed: readonly string[];
  };
  readonly createApplication: { readonly application: Application; readonly client_secret?: string };
  readonly createClient: { readonly client: OAuthClient; readonly client_secret: string };
  readonly createGroup: { readonly group: Group };
  readonly createIdentityProvider: { readonly identityProvider: IdentityProvider };
  readonly createPasswordResetLink: { readonly link: string; readonly expiresTs: string };
  readonly createScimToken: { readonly token: ScimToken; readonly secret: string };
  readonly createUser: { readonly user: IdentityUser };
  readonly deleteApplication: { readonly status: string; readonly message: string };
  readonly deleteGroup: { readonly status: string; readonly message: string };
  readonly deleteIdentityProvider: {
    readonly status: 'success';
    readonly unlinkedUsers: number;
    readonly endedSessions: number;
  };
  readonly getApplications: { readonly meta: Meta; readonly applications: readonly Application[] };
  readonly getClients: { readonly meta: Meta; readonly clients: readonly OAuthClient[] };
  readonly getConsents: { readonly meta: Meta; readonly consents: readonly Consent[] };
  readonly getGroupMembers: { readonly meta: Meta; readonly members: readonly GroupMember[] };
  readonly getGroups: {
    readonly meta: Meta;
    readonly groups: readonly {
      readonly id: string;
      readonly name: string;
      readonly description: string;
      readonly createdTs: string;
      readonly memberCount: number;
    }[];
  };
  readonly getIdentityProviders: { readonly identityProviders: readonly IdentityProvider[] };
  readonly getInvitations: { readonly meta: Meta; readonly invitations: readonly Invitation[] };
  readonly getScimTokens: { readonly tokens: readonly ScimToken[] };
  readonly getSignInPolicy: { readonly secondFactor: 'optional' | 'required'; readonly withoutSecondFactor: number };
  readonly getUsers: { readonly meta: Meta; readonly users: readonly IdentityUser[] };
  readonly inviteUser: { readonly invitation: Invitation; readonly link: string | null };
  readonly removeFactors: { readonly status: string; readonly message: string };
  readonly resendInvitation: { readonly invitation: Invitation; readonly link: string | null };
  readonly revokeConsent: { readonly status: string; readonly message: string };
  readonly revokeInvitation: { readonly invitation: Invitation };
  readonly revokeScimToken: { readonly status: string; readonly message: string };
  readonly revokeTokens: { readonly status: string; readonly message: string };
  readonly rotateClientSecret: { readonly client: OAuthClient; readonly client_secret: string };
  readonly setGroupMembers: { readonly added: number; readonly removed: number; readonly kept: number };
  readonly setSignInPolicy: { readonly secondFactor: 'optional' | 'required' };
  readonly updateApplication: { readonly application: Application; readonly client_secret?: string };
  readonly updateClient: { readonly client: OAuthClient };
  readonly updateGroup: { readonly group: Group };
  readonly updateIdentityProvider: { readonly identityProvider: IdentityProvider };
  readonly updateUser: { readonly user: IdentityUser };
  readonly exportAuditLogs: string;
  readonly getAuditLogs: { readonly meta: Meta; readonly logs: readonly AuditLog[] };
}

export type OperationName = keyof Answers;
