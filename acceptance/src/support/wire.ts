// Generated from docs/openapi.json by `npm run build`; do not edit.

/** A DMN file of the deployed version. */
export interface DeployedDecisions { readonly key: string;
readonly version: string;
readonly decisionIds: readonly (string)[];
readonly tests: number;
readonly coverage: DecisionCoverage; }

/** A bulk operation in a list. */
export interface BulkOperationEntry { readonly bulkOperation: BulkOperation;
readonly userId: string;
readonly names: readonly (string)[];
readonly workflowId: string | null;
readonly reason: string | null; }

/** A bulk operation. */
export interface BulkOperation { readonly id: string;
readonly kind: 'UPDATE' | 'EXECUTE';
readonly state: 'RUNNING' | 'COMPLETED' | 'CANCELLED' | 'FAILED';
readonly total: string;
readonly done: string;
readonly failed: string;
readonly outcomes: readonly (BulkOutcome)[];
readonly failure: string | null;
readonly createdTs: string;
readonly updatedTs: string; }

/** A candidate who may not vote. */
export interface ExcludedVoter { readonly id: string;
readonly name: string;
readonly reasons: readonly (VoteObstacle)[]; }

/** A check of an explanation. */
export interface AccessCheck { readonly check: string;
readonly outcome: 'passed' | 'failed' | 'skipped';
readonly detail: string; }

/** A client and its new secret. */
export interface ClientSecretResponse { readonly client: OAuthClient;
readonly client_secret: string; }

/** A column of a view. */
export interface ViewColumn { readonly key: string;
readonly width?: number; }

/** A comment on a process. */
export interface Comment { readonly id: string;
readonly processId: string;
readonly taskId: string | null;
readonly runId: string | null;
readonly parentId: string | null;
readonly authorId: string;
readonly body: string | null;
readonly mentions: readonly (string)[];
readonly fileIds: readonly (string)[];
readonly createdTs: string;
readonly editedTs: string | null;
readonly deletedTs: string | null;
readonly version: string;
readonly mayUpdate: boolean;
readonly mayDelete: boolean;
readonly versions?: readonly (CommentVersion)[]; }

/** A comparison of the files with the objects in their stores. */
export interface StorageReconciliation { readonly id: string;
readonly state: string;
readonly repair: boolean;
readonly subProjectId?: string;
readonly pluginName?: string;
readonly createdTs: string;
readonly startedTs?: string;
readonly finishedTs?: string;
readonly failure?: string;
readonly plugins: readonly (StoragePluginReport)[];
readonly unconfigured: readonly (UnconfiguredPlugin)[]; }

/** A decision about a task. Present with the kind decision. */
export interface DecisionActivity { readonly runId: string;
readonly workflow: string | null;
readonly taskId: string;
readonly task: string | null;
readonly approved: boolean;
readonly comment: string | null;
readonly vote?: VoteActivity; }

/** A decision table that was evaluated. */
export interface TableTrace { readonly tableId: string;
readonly inputs: readonly (TableInput)[];
readonly rules: readonly (MatchedRule)[]; }

/** A decision that was evaluated. */
export interface EvaluatedDecision { readonly decisionId: string;
readonly name: string;
readonly inputs: Readonly<Record<string, unknown>>;
readonly tables: readonly (TableTrace)[];
readonly value: unknown; }

/** A decision that was made before in the same run. */
export interface EarlierDecision { readonly taskId: string;
readonly elementId: string;
readonly name: string;
readonly approved: boolean | null;
readonly comment: string | null;
readonly by: string | null;
readonly completedTs: string; }

/** A decision that workflows can call. */
export interface Decision { readonly decisionId: string;
readonly name: string;
readonly kind: string;
readonly key: string;
readonly version: string;
readonly versionTag: string | null;
readonly inputs: readonly (string)[];
readonly type: string | null;
readonly requiredDecisions: readonly (string)[]; }

/** A deployed configuration. */
export interface SubProjectConfiguration { readonly subProjectId: string;
readonly version: string;
readonly document: string;
readonly files: Readonly<Record<string, string>>;
readonly createdTs: string;
readonly indexes?: readonly (FieldIndex)[]; }

/** A field of processes, and what the caller may do with it. */
export interface SubProjectField { readonly name: string;
readonly schema: Readonly<Record<string, unknown>>;
readonly required: boolean;
readonly indexed: boolean;
readonly unique: boolean;
readonly reference: 'user' | 'file' | null;
readonly read: boolean;
readonly create: boolean;
readonly update: boolean; }

/** A file of the process. Present with the kind file. */
export interface FileActivity { readonly fileId: string;
readonly fileName: string | null; }

/** A file whose object is missing or altered. */
export interface BrokenFile { readonly fileId: string;
readonly subProjectId: string;
readonly key: string; }

/** A file whose upload is closed. */
export interface ClosedFile { readonly id: string;
readonly fileName: string;
readonly size: string;
readonly locked: boolean;
readonly quarantine?: string; }

/** A file whose upload is open. */
export interface ReservedFile { readonly id: string;
readonly fileName: string;
readonly locked: boolean; }

/** A file. */
export interface StoredFile { readonly id: string;
readonly fileName: string;
readonly size: string;
readonly locked: boolean;
readonly createdTs: string;
readonly quarantine?: string;
readonly mimeType?: string;
readonly processIds?: readonly (string)[];
readonly stageKey?: string;
readonly deletedTs?: string;
readonly sha256?: string; }

/** A group in a list. */
export interface GroupEntry { readonly id: string;
readonly name: string;
readonly description: string;
readonly createdTs: string;
readonly memberCount: number; }

/** A group with roles in a sub-project. */
export interface MemberGroup { readonly groupId: string;
readonly name: string;
readonly roles: readonly (string)[];
readonly sources: readonly (MemberGroupSource)[]; }

/** A hook and its new secret. */
export interface HookSecretResponse { readonly hook: InboundHook;
readonly secret: string; }

/** A human task. */
export interface Task { readonly id: string;
readonly runId: string;
readonly workflowId: string;
readonly processId: string;
readonly elementId: string;
readonly name: string;
readonly state: 'OPEN' | 'COMPLETED' | 'CANCELLED';
readonly assignee: string | null;
readonly candidateGroups: readonly (string)[];
readonly candidateUsers: readonly (string)[];
readonly dueTs: string | null;
readonly followUpTs: string | null;
readonly priority: number;
readonly form: Readonly<Record<string, unknown>> | null;
readonly approval?: TaskApproval;
readonly approved: boolean | null;
readonly createdTs: string;
readonly completedTs: string | null;
readonly allowed?: TaskActions; }

/** A job of a run. */
export interface RunJob { readonly key: string;
readonly type: string;
readonly elementId: string;
readonly state: string;
readonly retries: number;
readonly dueTs: string;
readonly lastError: string | null; }

/** A job that is leased to a worker. */
export interface ActivatedJob { readonly key: string;
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
readonly idempotencyKey: string; }

/** A line that was not imported. */
export interface ImportError { readonly line: number;
readonly id: number;
readonly detail: string; }

/** A member of a process that changed. */
export interface ChangedMember { readonly name: string;
readonly before: unknown;
readonly after: unknown; }

/** A member of the request that is not valid. */
export interface InvalidMember { readonly pointer: string;
readonly detail: string; }

/** A message, signal or condition that a run waits for. */
export interface RunWait { readonly elementId: string;
readonly kind: string;
readonly name: string | null;
readonly correlationKey: string | null; }

/** A part of a text. */
export interface TextRange { readonly start: number;
readonly length: number; }

/** A part that was uploaded. */
export interface UploadedPart { readonly partNumber: number;
readonly size: string; }

/** A passkey of a person. */
export interface Passkey { readonly id: string;
readonly name: string;
readonly synced: boolean;
readonly createdTs: string;
readonly usedTs: string | null; }

/** A past evaluation that would come out differently. */
export interface DecisionDifference { readonly runId: string;
readonly processId: string;
readonly at: string;
readonly version: string;
readonly inputs: Readonly<Record<string, unknown>>;
readonly before: DecisionOutcome;
readonly after: DecisionOutcome; }

/** A person of a group. */
export interface GroupMember { readonly userId: string;
readonly name: string;
readonly email: string;
readonly disabled: boolean;
readonly sources: readonly (GroupMemberSource)[]; }

/** A person with roles in a sub-project. */
export interface Member { readonly userId: string;
readonly name: string;
readonly email: string;
readonly disabled: boolean;
readonly roles: readonly (string)[];
readonly sources: readonly (RoleSource)[]; }

/** A problem that stops a part of a run until it is resolved. */
export interface Incident { readonly id: string;
readonly elementId: string;
readonly kind: string;
readonly message: string;
readonly jobKey: string | null;
readonly createdTs: string;
readonly resolvedTs: string | null; }

/** A process that rejected a bulk operation. */
export interface RejectedProcess { readonly processId: string;
readonly id: number;
readonly code: string;
readonly detail: string; }

/** A process. */
export interface Process { readonly id: string;
readonly createdTs: string;
readonly state: string;
readonly priority: string;
readonly fields: Readonly<Record<string, unknown>>;
readonly stageKey?: string;
readonly version?: string;
readonly updatedTs?: string;
readonly createdBy?: string;
readonly lastChange?: LastChange;
readonly allowed?: AllowedOnProcess; }

/** A reason why processes reject a bulk operation. */
export interface BulkReason { readonly id: number;
readonly code: string;
readonly detail: string;
readonly count: string;
readonly processIds: readonly (string)[]; }

/** A reason why somebody may not vote. */
export interface VoteObstacle { readonly rule: 'noMember' | 'cannotCall' | 'outsideRowFilter' | 'notCandidate' | 'disabled' | 'separation' | 'voted' | 'closed';
readonly separation?: string;
readonly text: string; }

/** A remark about a place in the configuration or in one of its files. */
export interface Finding { readonly path: string;
readonly line?: number;
readonly message: string; }

/** A role of the user, and what it says about the operation. */
export interface ExplainedRole { readonly name: string;
readonly grants: boolean;
readonly covers: boolean | null;
readonly field: boolean | null;
readonly sources: readonly (RoleOrigin)[]; }

/** A row of the audit log. */
export interface AuditLog { readonly id: string;
readonly createdTs: string;
readonly action: string;
readonly subjectType: string;
readonly subjectId: string;
readonly processId: string | null;
readonly by: UserReference;
readonly traceId: string;
readonly before: Readonly<Record<string, unknown>> | null;
readonly after: Readonly<Record<string, unknown>> | null; }

/** A rule that applied. */
export interface MatchedRule { readonly ruleId: string;
readonly index: number;
readonly outputs: Readonly<Record<string, unknown>>; }

/** A run of a workflow on a process. */
export interface WorkflowRun { readonly id: string;
readonly workflowId: string;
readonly processId: string;
readonly state: 'RACING' | 'PAUSED' | 'COMPLETED' | 'REJECTED' | 'FAILED' | 'CANCELLED';
readonly createdTs: string;
readonly stageKey?: string;
readonly updatedTs?: string;
readonly endedTs?: string | null;
readonly workflowVersion?: string;
readonly activeElements?: readonly (string)[];
readonly incident?: RunIncident | null;
readonly allowed?: RunActions; }

/** A run of a workflow. Present with the kind run. */
export interface RunActivity { readonly runId: string;
readonly workflow: string | null;
readonly before: string | null;
readonly state: string | null; }

/** A saved view of a list. */
export interface View { readonly id: string;
readonly kind: 'processes' | 'tasks' | 'runs' | 'incidents';
readonly name: string;
readonly filters: Readonly<Record<string, unknown>>;
readonly sort: string;
readonly columns: readonly (ViewColumn)[];
readonly density: 'dense' | 'default' | 'roomy';
readonly grouping: 'table' | 'board';
readonly groupBy: string;
readonly sharedWith: 'nobody' | 'role' | 'everyone';
readonly role: string | null;
readonly ownerId: string;
readonly mayChange: boolean;
readonly incomplete: boolean;
readonly updatedTs: string; }

/** A secret of a hook, without its value. */
export interface HookSecret { readonly createdTs: string;
readonly expiresTs: string | null; }

/** A secret, without its value. */
export interface SecretEntry { readonly name: string;
readonly hosts: readonly (string)[];
readonly createdTs: string;
readonly setTs: string;
readonly setBy: UserReference;
readonly usedBy: readonly (SecretUsage)[]; }

/** A session of a browser. */
export interface Session { readonly id: string;
readonly method: string;
readonly amr: readonly (string)[];
readonly createdTs: string;
readonly authenticatedTs: string;
readonly seenTs: string;
readonly expiresTs: string;
readonly network: string;
readonly agent: string;
readonly current: boolean;
readonly enrolling: boolean; }

/** A sign-in that was completed. */
export interface SignInCompletion { readonly status: 'signedIn';
readonly userId: string;
readonly session: Session; }

/** A source of the roles of a group. */
export interface MemberGroupSource { readonly source: string;
readonly roles: readonly (string)[];
readonly since: string | null; }

/** A source that says that a person is in a group. */
export interface GroupMemberSource { readonly source: string;
readonly since: string; }

/** A stage of processes. */
export interface Stage { readonly key: string;
readonly name: string;
readonly default: boolean; }

/** A state of processes. */
export interface StateRule { readonly key: string;
readonly tone: 'running' | 'waiting' | 'completed' | 'rejected' | 'failed' | 'cancelled' | null;
readonly next: readonly (string)[]; }

/** A storage plugin that holds files but is no longer configured. */
export interface UnconfiguredPlugin { readonly pluginName: string;
readonly fileCount: string; }

/** A sub-project. */
export interface SubProject { readonly id: string;
readonly name: string;
readonly version: string | null;
readonly stages: readonly (Stage)[];
readonly createdTs: string; }

/** A task of a person who left. */
export interface HandoverTask { readonly task: Task;
readonly person: FormerMember; }

/** A task of the inbox with what it is about. */
export interface InboxTask { readonly task: Task;
readonly subProject: TaskSubProject;
readonly workflow: TaskWorkflow;
readonly hasForm: boolean;
readonly commentRequired: boolean;
readonly overdue: boolean;
readonly allowed: TaskActions;
readonly process: ProcessSummary | null; }

/** A task that was changed. Present with the kind task. */
export interface TaskActivity { readonly taskId: string;
readonly task: string | null;
readonly assignee: string | null; }

/** A task with all that a decision needs. */
export interface TaskDetail { readonly task: Task;
readonly subProject: TaskSubProject;
readonly workflow: TaskWorkflow;
readonly hasForm: boolean;
readonly commentRequired: boolean;
readonly overdue: boolean;
readonly allowed: TaskActions;
readonly run: TaskRun;
readonly process: Process | null;
readonly title: string;
readonly why: readonly (TaskReason)[];
readonly decisions: readonly (EarlierDecision)[];
readonly files: readonly (StoredFile)[];
readonly comment: string | null;
readonly completedBy: string | null;
readonly commentCount: number | null;
readonly names: Readonly<Record<string, string>>; }

/** A text in which words were found. */
export interface SearchMatch { readonly field: string;
readonly text: string;
readonly ranges: readonly (TextRange)[]; }

/** A timer of a run. */
export interface RunTimer { readonly key: string;
readonly elementId: string;
readonly dueTs: string; }

/** A token of an identity provider. */
export interface ScimToken { readonly id: string;
readonly name: string;
readonly createdBy: string;
readonly createdTs: string;
readonly expiresTs: string | null;
readonly usedTs: string | null; }

/** A token with which programs act as a person. */
export interface PersonalToken { readonly id: string;
readonly userId: string;
readonly name: string;
readonly scope: string;
readonly createdTs: string;
readonly expiresTs: string;
readonly usedTs: string | null; }

/** A type of event. */
export interface EventTypeDescription { readonly type: string;
readonly description: string;
readonly schema: Readonly<Record<string, unknown>>; }

/** A user of the installation. */
export interface IdentityUser { readonly id: string;
readonly name: string;
readonly email: string;
readonly kind: string;
readonly disabled: boolean;
readonly createdTs: string; }

/** A user who can be assigned to a process. */
export interface User { readonly id: string;
readonly name: string;
readonly email: string;
readonly role: string; }

/** A user, or the service itself. */
export interface UserReference { readonly id: string;
readonly name: string; }

/** A value and how many processes have it. */
export interface ValueCount { readonly value: unknown;
readonly count: string; }

/** A value of a field. */
export interface Suggestion { readonly value: string;
readonly count: string; }

/** A value that became null instead of an error. */
export interface DecisionWarning { readonly elementId: string;
readonly message: string; }

/** A vote on a task that several persons decide, and what the votes decided with it. */
export interface VoteActivity { readonly outcome: 'approve' | 'reject' | 'requestChanges';
readonly result: 'open' | 'approved' | 'rejected' | 'changesRequested';
readonly approvals: number;
readonly rejections: number;
readonly quorum: number; }

/** A webhook: where events are sent, and which. */
export interface WebhookSubscription { readonly id: string;
readonly subProjectId: string;
readonly name: string;
readonly owner: UserReference;
readonly declaredAs: string | null;
readonly url: string;
readonly types: readonly (string)[];
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
readonly updatedTs: string; }

/** A workflow of the deployed version. */
export interface DeployedWorkflow { readonly key: string;
readonly id: string;
readonly name: string; }

/** A workflow that the caller may execute. */
export interface ExecutableWorkflow { readonly id: string;
readonly key: string;
readonly name: string;
readonly description: string;
readonly stageKeys: readonly (string)[]; }

/** A workflow. */
export interface Workflow { readonly id: string;
readonly name: string;
readonly description: string; }

/** An OpenID Connect provider that people sign in with. */
export interface IdentityProvider { readonly id: string;
readonly name: string;
readonly issuer: string;
readonly clientId: string;
readonly hasClientSecret: boolean;
readonly domains: readonly (string)[];
readonly provision: boolean;
readonly groupsClaim: string | null;
readonly scopes: readonly (string)[];
readonly disabled: boolean;
readonly source: 'settings' | 'operation';
readonly createdTs: string | null;
readonly redirectUrl: string;
readonly backChannelLogoutUrl: string;
readonly signedOutUrl: string; }

/** An access token. */
export interface TokenResponse { readonly access_token: string;
readonly token_type: 'Bearer';
readonly expires_in: number;
readonly scope: string; }

/** An account at an identity provider that a person signs in with. */
export interface IdentityLink { readonly id: string;
readonly providerId: string;
readonly issuer: string;
readonly email: string | null;
readonly groups: readonly (string)[];
readonly linkedTs: string;
readonly usedTs: string | null; }

/** An address where another service delivers events. */
export interface InboundHook { readonly id: string;
readonly name: string;
readonly url: string;
readonly scheme: 'standard' | 'github' | 'stripe' | 'hmac';
readonly signature?: HookSignature;
readonly deliveryId?: string;
readonly when?: string;
readonly createProcess?: HookProcess;
readonly publishMessage?: HookMessage;
readonly actAs: UserReference;
readonly declaredAs: string | null;
readonly enabled: boolean;
readonly secrets: readonly (HookSecret)[];
readonly createdTs: string;
readonly updatedTs: string; }

/** An application that may act as people. */
export interface Application { readonly applicationId: string;
readonly name: string;
readonly redirectUris: readonly (string)[];
readonly scopes: readonly (string)[];
readonly confidential: boolean;
readonly disabled: boolean;
readonly origin: string;
readonly createdTs: string; }

/** An attempt to deliver an event. */
export interface DeliveryAttempt { readonly attempt: number;
readonly startedTs: string;
readonly durationMs: number;
readonly status: number | null;
readonly error: string | null;
readonly excerpt: string | null; }

/** An earlier text of a comment. */
export interface CommentVersion { readonly version: string;
readonly body: string;
readonly writtenTs: string; }

/** An element instance that holds a token. */
export interface ActiveElement { readonly key: number;
readonly elementId: string;
readonly scopeKey: number | null; }

/** An element of a diagram that names a secret. */
export interface SecretUsage { readonly file: string;
readonly elementId: string; }

/** An error answer. */
export interface Problem { readonly type: string;
readonly title: string;
readonly status: number;
readonly detail: string;
readonly instance: string;
readonly code: string;
readonly id: number;
readonly traceId: string;
readonly errors?: readonly (InvalidMember)[];
readonly error?: string;
readonly error_description?: string; }

/** An error that an operation would answer. */
export interface ExplainedError { readonly id: number;
readonly code: string;
readonly status: number;
readonly detail: string; }

/** An event of the log of a sub-project. */
export interface Event { readonly id: string;
readonly position: string;
readonly type: string;
readonly createdTs: string;
readonly subProjectId: string;
readonly processId: string | null;
readonly sequence: string | null;
readonly subject: EventSubject;
readonly by: UserReference;
readonly traceId: string;
readonly data: Readonly<Record<string, unknown>>; }

/** An event subscription and its secret. */
export interface SubscriptionSecretResponse { readonly subscription: WebhookSubscription;
readonly secret: string | null; }

/** An identity provider to sign in with. */
export interface SignInProvider { readonly id: string;
readonly name: string;
readonly startUrl: string;
readonly forDomain: boolean; }

/** An incident and what it belongs to. */
export interface ListedIncident { readonly id: string;
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
readonly resolvedTs: string | null; }

/** An instance of an element in a run. */
export interface ElementInstance { readonly key: number;
readonly elementId: string; }

/** An invitation and its link. */
export interface InvitationResponse { readonly invitation: Invitation;
readonly link: string | null; }

/** An invitation to join. */
export interface Invitation { readonly id: string;
readonly email: string | null;
readonly name: string;
readonly administrator: boolean;
readonly groups: readonly (string)[];
readonly memberships: readonly (InvitedMembership)[];
readonly state: string;
readonly invitedBy: string;
readonly createdTs: string;
readonly expiresTs: string;
readonly userId: string | null;
readonly delivery: MailDelivery | null; }

/** An object that belongs to no file. */
export interface OrphanObject { readonly key: string;
readonly size: string;
readonly modifiedTs: string; }

/** An open multipart upload that belongs to no file. */
export interface StrayUpload { readonly key: string;
readonly uploadId: string;
readonly size: string;
readonly createdTs: string; }

/** Client credentials of a user. */
export interface OAuthClient { readonly clientId: string;
readonly userId: string;
readonly scope: string;
readonly disabled: boolean;
readonly createdTs: string; }

/** Creates a process. */
export interface HookProcess { readonly fields?: string;
readonly stageKey?: string;
readonly priority?: string; }

/** Fields, states, stages and workflows, with what the caller may do. */
export interface SubProjectSchema { readonly subProjectId: string;
readonly name: string;
readonly version: string;
readonly create: boolean;
readonly update: boolean;
readonly delete: boolean;
readonly businessKey: string | null;
readonly fields: readonly (SubProjectField)[];
readonly states: StateRules;
readonly priorities: PriorityRules;
readonly stages: StageRules;
readonly storage: StorageRules;
readonly workflows: readonly (ExecutableWorkflow)[]; }

/** For the scheme `hmac`: where the signature is, and how it is made. */
export interface HookSignature { readonly header: string;
readonly algorithm?: 'sha256' | 'sha512' | 'sha1';
readonly encoding?: 'hex' | 'base64';
readonly prefix?: string; }

/** How a decision came to its result. */
export interface DecisionTrace { readonly decisions: readonly (EvaluatedDecision)[];
readonly warnings: readonly (DecisionWarning)[];
readonly truncated: boolean; }

/** How often a rule applied. */
export interface RuleCoverage { readonly ruleId: string;
readonly index: number;
readonly line: number;
readonly annotation: string | null;
readonly hits: number; }

/** How often the rules of a table applied. */
export interface TableCoverage { readonly tableId: string;
readonly ownerId: string;
readonly ownerName: string;
readonly hitPolicy: string;
readonly rules: readonly (RuleCoverage)[]; }

/** How often the rules of the decisions applied in its tests. */
export interface DecisionCoverage { readonly rules: number;
readonly covered: number;
readonly percent: number;
readonly tables: readonly (TableCoverage)[]; }

/** How several persons decide the task, and their votes. */
export interface TaskApproval { readonly approvals: number;
readonly rejections: number;
readonly quorum: number;
readonly veto: 'first' | 'quorum' | 'none';
readonly reason: 'never' | 'onReject' | 'always';
readonly attachments: boolean;
readonly changes: boolean;
readonly separation: readonly (string)[];
readonly votes: readonly (Vote)[]; }

/** Incidents of one workflow with the same fingerprint. */
export interface IncidentGroup { readonly fingerprint: string;
readonly workflowId: string;
readonly elementId: string;
readonly kind: string;
readonly message: string;
readonly count: number;
readonly runCount: number;
readonly firstTs: string;
readonly lastTs: string;
readonly versions: readonly (string)[];
readonly newestRunId: string;
readonly newestIncidentId: string; }

/** Limits of files and what the caller may do with files. */
export interface StorageRules { readonly legalHold: boolean;
readonly plugins: readonly (string)[] | null;
readonly maximumFileSize: string | null;
readonly quota: string | null;
readonly read: boolean;
readonly create: boolean;
readonly delete: boolean; }

/** Paging of the list. */
export interface Meta { readonly page: string;
readonly perPageCount: string;
readonly totalCount: string;
readonly totalPages: string;
readonly atLeast?: boolean; }

/** People who get roles together. */
export interface Group { readonly id: string;
readonly name: string;
readonly description: string;
readonly createdTs: string; }

/** Publishes a message, after createProcess if both are there. */
export interface HookMessage { readonly name: string;
readonly correlationKey?: string;
readonly processId?: string;
readonly variables?: string;
readonly timeToLive?: number; }

/** Results for one storage plugin. */
export interface StoragePluginReport { readonly pluginName: string;
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
readonly orphans: readonly (OrphanObject)[];
readonly missing: readonly (BrokenFile)[];
readonly altered: readonly (BrokenFile)[];
readonly strayUploads: readonly (StrayUpload)[]; }

/** Roles in a sub-project that an invitation gives. */
export interface InvitedMembership { readonly subProjectId: string;
readonly roles: readonly (string)[]; }

/** Somebody who votes. */
export interface Voter { readonly id: string;
readonly name: string; }

/** Something that a decision would do. */
export interface PreviewEffect { readonly kind: 'process' | 'task' | 'job' | 'timer' | 'wait' | 'message' | 'event' | 'incident' | 'later' | 'end';
readonly text: string;
readonly elementId?: string;
readonly name?: string;
readonly member?: string;
readonly to?: unknown;
readonly assignee?: string;
readonly candidates?: readonly (string)[];
readonly jobType?: string;
readonly dueTs?: string; }

/** Something that a run waits for. */
export interface OpenWork { readonly kind: 'task' | 'job' | 'call' | 'timer' | 'message' | 'signal' | 'condition' | 'incident';
readonly elementId: string; }

/** Something that happened in a run. */
export interface TimelineEntry { readonly sequence: number;
readonly at: string;
readonly event: string;
readonly elementId: string | null;
readonly key: number | null;
readonly scopeKey: number | null;
readonly detail: Readonly<Record<string, unknown>> | null; }

/** Something that happened to a process. */
export interface Activity { readonly id: string;
readonly kind: 'change' | 'comment' | 'decision' | 'run' | 'task' | 'file';
readonly action: string;
readonly at: string;
readonly by: UserReference;
readonly traceId: string | null;
readonly changes?: readonly (ChangedMember)[];
readonly comment?: Comment;
readonly decision?: DecisionActivity;
readonly run?: RunActivity;
readonly task?: TaskActivity;
readonly file?: FileActivity; }

/** Something that the caller has begun to type. */
export interface Draft { readonly kind: 'taskForm' | 'processForm' | 'designer';
readonly key: string;
readonly value: Readonly<Record<string, unknown>>;
readonly version: string;
readonly updatedTs: string; }

/** Something that was found. */
export interface SearchHit { readonly subProjectId: string;
readonly source: string;
readonly id: string;
readonly processIds: readonly (string)[];
readonly title: string | null;
readonly state: string | null;
readonly createdTs: string;
readonly matches: readonly (SearchMatch)[]; }

/** Tasks in all sub-projects of the caller, whatever the conditions of the request. */
export interface InboxCounts { readonly mine: number;
readonly team: number;
readonly overdue: number;
readonly atLeast: boolean; }

/** The answer of operations about a comparison with the stores. */
export interface StorageReconciliationResponse { readonly reconciliation: StorageReconciliation; }

/** The answer of operations that change a task. */
export interface TaskResponse { readonly task: Task; }

/** The answer of operations that close an upload. */
export interface ClosedFileResponse { readonly file: ClosedFile; }

/** The answer of operations that create something. */
export interface CreatedResponse { readonly id: string;
readonly status: string;
readonly message: string; }

/** The answer of operations that return no data. */
export interface StatusResponse { readonly status: string;
readonly message: string; }

/** The answer of operations that save a group. */
export interface GroupResponse { readonly group: Group; }

/** The answer of operations that save a user. */
export interface UserResponse { readonly user: IdentityUser; }

/** The answer of operations that save an application. */
export interface ApplicationResponse { readonly application: Application;
readonly client_secret?: string; }

/** The answer of operations that save an identity provider. */
export interface IdentityProviderResponse { readonly identityProvider: IdentityProvider; }

/** The authenticator app of a person. */
export interface AuthenticatorApp { readonly createdTs: string; }

/** The disk of the embedded store or database, if there is one. */
export interface StorageDisk { readonly totalBytes: string;
readonly freeBytes: string;
readonly reserveBytes: string;
readonly takesUploads: boolean; }

/** The group through which a person has roles. */
export interface GroupOrigin { readonly id: string;
readonly name: string;
readonly source: string;
readonly since: string; }

/** The index of a field. */
export interface FieldIndex { readonly field: string;
readonly state: 'building' | 'ready' | 'failed';
readonly reason?: string; }

/** The latest change of the process. Present with include=lastChange. */
export interface LastChange { readonly at: string;
readonly by: string;
readonly action: string;
readonly traceId: string; }

/** The newest open incident of a run. */
export interface RunIncident { readonly id: string;
readonly elementId: string;
readonly kind: string;
readonly message: string;
readonly createdTs: string;
readonly openCount: number; }

/** The person who left. */
export interface FormerMember { readonly userId: string;
readonly name: string; }

/** The priorities of processes. */
export interface PriorityRules { readonly default: string;
readonly create: boolean;
readonly update: boolean;
readonly values: readonly (string)[]; }

/** The process of the task, in short. */
export interface ProcessSummary { readonly id: string;
readonly state: string;
readonly priority: string;
readonly stageKey: string;
readonly title: string;
readonly fields: Readonly<Record<string, unknown>>; }

/** The result of a deployment. */
export interface Deployment { readonly subProjectId: string;
readonly version: string;
readonly changed: boolean;
readonly changes: readonly (string)[];
readonly warnings: readonly (Finding)[];
readonly ignored: readonly (Finding)[];
readonly workflows: readonly (DeployedWorkflow)[];
readonly decisions?: readonly (DeployedDecisions)[]; }

/** The run and its state. */
export interface RunId { readonly id: string;
readonly state: 'RACING' | 'PAUSED' | 'COMPLETED' | 'REJECTED' | 'FAILED' | 'CANCELLED'; }

/** The run of the task. */
export interface TaskRun { readonly id: string;
readonly state: 'RACING' | 'PAUSED' | 'COMPLETED' | 'REJECTED' | 'FAILED' | 'CANCELLED';
readonly createdTs: string; }

/** The run that an operation started or advanced. */
export interface RunResponse { readonly runId: RunId; }

/** The signed address of a file. */
export interface SignedDownload { readonly fileId: string;
readonly url: string;
readonly disposition?: string; }

/** The signed address of a part. */
export interface SignedPart { readonly partNumber: number;
readonly size: string;
readonly url: string;
readonly expiresTs: string; }

/** The signed upload form. */
export interface SignedUpload { readonly url: string;
readonly fields: Readonly<Record<string, string>>; }

/** The stages of processes. */
export interface StageRules { readonly create: boolean;
readonly update: boolean;
readonly values: readonly (Stage)[]; }

/** The states of processes and what the caller may change them to. */
export interface StateRules { readonly initial: string;
readonly update: boolean;
readonly values: readonly (StateRule)[]; }

/** The sub-project. */
export interface TaskSubProject { readonly id: string;
readonly name: string; }

/** The value of an input column. */
export interface TableInput { readonly name: string;
readonly value: unknown; }

/** The version of a draft that was saved. */
export interface SavedDraft { readonly version: string;
readonly updatedTs: string; }

/** The votes on a task that several persons decide, after one more of them. */
export interface CountedVote { readonly result: 'open' | 'approved' | 'rejected' | 'changesRequested';
readonly approvals: number;
readonly rejections: number;
readonly quorum: number; }

/** The workflow. */
export interface TaskWorkflow { readonly id: string;
readonly name: string; }

/** Variables and open work of a run. */
export interface RunDetail { readonly workflowVersion: string;
readonly variables: Readonly<Record<string, unknown>>;
readonly active: readonly (ActiveElement)[];
readonly tasks: readonly (Task)[];
readonly jobs: readonly (RunJob)[];
readonly timers: readonly (RunTimer)[];
readonly waits: readonly (RunWait)[];
readonly incidents: readonly (Incident)[]; }

/** What a bulk execution would do. */
export interface BulkExecutionDryRun { readonly tried: string;
readonly started: string;
readonly refused: string;
readonly outcomes: readonly (BulkOutcome)[];
readonly reasons: readonly (BulkReason)[]; }

/** What a bulk update would do. */
export interface BulkDryRun { readonly tried: string;
readonly changed: string;
readonly unchanged: string;
readonly refused: string;
readonly reasons: readonly (BulkReason)[]; }

/** What a decision results in. */
export interface DecisionOutcome { readonly value: unknown;
readonly ruleIds: readonly (string)[];
readonly failure: string | null; }

/** What a person has allowed an application. */
export interface Consent { readonly application: ApplicationReference;
readonly scopes: readonly (string)[];
readonly createdTs: string;
readonly usedTs: string; }

/** What a user may do in a sub-project. */
export interface SubProjectAccess { readonly id: string;
readonly name: string;
readonly version: string | null;
readonly roles: readonly (string)[];
readonly grants: Readonly<Record<string, readonly (string)[]>>; }

/** What became of a delivery. */
export interface InboundReceipt { readonly id: string;
readonly receivedTs: string;
readonly deliveryId: string | null;
readonly outcome: string;
readonly reason: string | null;
readonly duplicates: number;
readonly processId: string | null;
readonly message: string | null;
readonly runId: string | null; }

/** What became of a number of processes. */
export interface BulkOutcome { readonly outcome: string;
readonly count: string; }

/** What became of a sign-in. */
export interface SignInResult { readonly status: 'signedIn' | 'secondStep' | 'enrol';
readonly userId: string;
readonly session?: Session;
readonly pendingSignIn?: string;
readonly methods?: readonly (string)[]; }

/** What became of an e-mail. */
export interface MailDelivery { readonly state: string;
readonly attempts: number;
readonly failure: string | null;
readonly triedTs: string | null; }

/** What became of one event for one subscription. */
export interface Delivery { readonly id: string;
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
readonly log: readonly (DeliveryAttempt)[]; }

/** What became of one task: the run after the decision, or an error. */
export interface TaskResult { readonly taskId: string;
readonly decided: boolean;
readonly runId?: RunId;
readonly vote?: CountedVote;
readonly error?: TaskError; }

/** What changed in a run. */
export interface RunChanges { readonly begun: readonly (ElementInstance)[];
readonly ended: readonly (ElementInstance)[];
readonly opened: readonly (OpenWork)[];
readonly closed: readonly (OpenWork)[]; }

/** What files take. */
export interface StorageUsage { readonly storedBytes: string;
readonly openBytes: string;
readonly deletedFiles: string;
readonly deletedBytes: string;
readonly quota?: string; }

/** What one person says about a task. */
export interface Vote { readonly by: string;
readonly outcome: 'approve' | 'reject' | 'requestChanges';
readonly reason?: string;
readonly fileIds: readonly (string)[];
readonly createdTs: string; }

/** What the caller may do with it. Present with include=allowed. */
export interface AllowedOnProcess { readonly updates: readonly (string)[];
readonly states: readonly (string)[];
readonly workflows: readonly (string)[];
readonly delete: boolean; }

/** What the caller may do with the run now. */
export interface RunActions { readonly cancel: boolean;
readonly modify: boolean;
readonly retry: boolean; }

/** What the caller may do with the task now. */
export interface TaskActions { readonly claim: boolean;
readonly release: boolean;
readonly decide: boolean;
readonly assign: boolean;
readonly update: boolean; }

/** What the event is about. */
export interface EventSubject { readonly type: string;
readonly id: string; }

/** Who may act as you. */
export interface ApplicationReference { readonly applicationId: string;
readonly name: string; }

/** Who must have a second factor. */
export interface SignInPolicy { readonly secondFactor: 'optional' | 'required'; }

/** Why a person has a role: who gave it, through which group, since when. */
export interface RoleOrigin { readonly source: string;
readonly group: GroupOrigin | null;
readonly since: string | null; }

/** Why a person has roles: who gave them, through which group, since when. */
export interface RoleSource { readonly source: string;
readonly group: GroupOrigin | null;
readonly since: string | null;
readonly roles: readonly (string)[]; }

/** Why a task was refused. */
export interface TaskError { readonly id: number;
readonly status: number;
readonly code: string;
readonly detail: string;
readonly errors?: readonly (InvalidMember)[]; }

/** Why a user may or may not call an operation. */
export interface AccessExplanation { readonly subProjectId: string;
readonly operation: string;
readonly userId: string;
readonly allowed: boolean;
readonly decidedBy: string;
readonly error: ExplainedError | null;
readonly checks: readonly (AccessCheck)[];
readonly roles: readonly (ExplainedRole)[]; }

/** Why an evaluation has no result. */
export interface DecisionFailure { readonly reason: string;
readonly message: string;
readonly decisionId: string | null;
readonly ruleIds: readonly (string)[]; }

/** Why the caller may decide a task. */
export interface TaskReason { readonly rule: 'assignee' | 'candidateUser' | 'candidateGroup' | 'anyone' | 'operator';
readonly group?: string; }

export interface ActivateJobsResult { readonly jobs: readonly (ActivatedJob)[]; }

export interface AddCommentResult { readonly id: string;
readonly status: string;
readonly message: string;
readonly version: string;
readonly createdTs: string; }

export interface BroadcastSignalResult { readonly status: string;
readonly runCount: string; }

export interface BulkExecuteWorkflowResult { readonly bulkId: string;
readonly total: string;
readonly dryRun?: BulkExecutionDryRun; }

export interface BulkUpdateProcessesResult { readonly bulkId: string;
readonly total: string;
readonly dryRun?: BulkDryRun; }

export interface CancelBulkOperationResult { readonly bulkOperation: BulkOperation; }

export interface CastVoteResult { readonly runId: RunId;
readonly result: 'open' | 'approved' | 'rejected' | 'changesRequested';
readonly approvals: number;
readonly rejections: number;
readonly quorum: number; }

export interface ConfirmEmailChangeResult { readonly status: 'changed';
readonly email: string; }

export interface ConfirmTotpResult { readonly recoveryCodes: readonly (string)[]; }

export interface CountProcessesResult { readonly total: string;
readonly counts: readonly (ValueCount)[];
readonly others: string; }

export interface CreateEventSubscriptionResult { readonly id: string;
readonly status: string;
readonly message: string;
readonly subscription: WebhookSubscription;
readonly secret: string | null; }

export interface CreateMultipartStorageResult { readonly file: ReservedFile;
readonly partSize: string;
readonly partCount: string; }

export interface CreatePasswordResetLinkResult { readonly link: string;
readonly expiresTs: string; }

export interface CreatePersonalTokenResult { readonly personalToken: PersonalToken;
readonly token: string; }

export interface CreateRecoveryCodesResult { readonly recoveryCodes: readonly (string)[]; }

export interface CreateScimTokenResult { readonly token: ScimToken;
readonly secret: string; }

export interface CreateSignedStorageResult { readonly file: ReservedFile;
readonly aws: SignedUpload; }

export interface CreateStreamTicketResult { readonly ticket: string;
readonly expiresTs: string; }

export interface DecideTasksResult { readonly results: readonly (TaskResult)[];
readonly decided: number;
readonly refused: number; }

export interface DeleteIdentityLinkResult { readonly status: 'success'; }

export interface DeleteIdentityProviderResult { readonly status: 'success';
readonly unlinkedUsers: number;
readonly endedSessions: number; }

export interface DeleteProcessResult { readonly status: string;
readonly message: string;
readonly runs: string;
readonly unfinishedRuns: string;
readonly files: string;
readonly sharedFiles: string; }

export interface DeleteStorageResult { readonly success: boolean;
readonly message: string; }

export interface EndSessionResult { readonly status: string;
readonly endedSessions: number; }

export interface EvaluateDecisionResult { readonly decisionId: string;
readonly key: string;
readonly version: string;
readonly value: unknown;
readonly trace: DecisionTrace;
readonly failure: DecisionFailure | null; }

export interface ExplainApprovalResult { readonly user: Voter;
readonly mayVote: boolean;
readonly reasons: readonly (VoteObstacle)[]; }

export interface ExtendJobLeaseResult { readonly deadline: string; }

export interface FinishPasskeyRegistrationResult { readonly passkey: Passkey;
readonly recoveryCodes: readonly (string)[]; }

export interface GetApplicationsResult { readonly meta: Meta;
readonly applications: readonly (Application)[]; }

export interface GetApprovalStatusResult { readonly task: Task;
readonly needed: number;
readonly reachable: boolean;
readonly canVote: readonly (Voter)[];
readonly excluded: readonly (ExcludedVoter)[];
readonly names: Readonly<Record<string, string>>; }

export interface GetAuditLogsResult { readonly meta: Meta;
readonly logs: readonly (AuditLog)[]; }

export interface GetBulkOperationResult { readonly bulkOperation: BulkOperation;
readonly meta: Meta;
readonly errors: readonly (RejectedProcess)[];
readonly reasons: readonly (BulkReason)[]; }

export interface GetBulkOperationsResult { readonly meta: Meta;
readonly bulkOperations: readonly (BulkOperationEntry)[]; }

export interface GetClientsResult { readonly meta: Meta;
readonly clients: readonly (OAuthClient)[]; }

export interface GetCommentsResult { readonly comments: readonly (Comment)[];
readonly next: string | null;
readonly names: Readonly<Record<string, string>>; }

export interface GetConsentsResult { readonly meta: Meta;
readonly consents: readonly (Consent)[]; }

export interface GetDecisionCoverageResult { readonly key: string;
readonly version: string;
readonly rules: number;
readonly covered: number;
readonly percent: number;
readonly tables: readonly (TableCoverage)[]; }

export interface GetDecisionDiagramResult { readonly key: string;
readonly version: string;
readonly createdTs: string;
readonly dmn: string; }

export interface GetDecisionsResult { readonly decisions: readonly (Decision)[]; }

export interface GetDeliveriesResult { readonly deliveries: readonly (Delivery)[];
readonly next: string | null; }

export interface GetDraftResult { readonly draft: Draft | null; }

export interface GetEventSubscriptionsResult { readonly meta: Meta;
readonly subscriptions: readonly (WebhookSubscription)[]; }

export interface GetEventTypesResult { readonly types: readonly (EventTypeDescription)[]; }

export interface GetEventsResult { readonly events: readonly (Event)[];
readonly next: string;
readonly latest: string;
readonly reset: boolean; }

export interface GetFactorsResult { readonly password: boolean;
readonly passkeys: readonly (Passkey)[];
readonly totp: AuthenticatorApp | null;
readonly recoveryCodes: number;
readonly secondFactor: string; }

export interface GetGroupMembersResult { readonly meta: Meta;
readonly members: readonly (GroupMember)[]; }

export interface GetGroupsResult { readonly meta: Meta;
readonly groups: readonly (GroupEntry)[]; }

export interface GetHandoverResult { readonly meta: Meta;
readonly tasks: readonly (HandoverTask)[]; }

export interface GetIdentityLinksResult { readonly links: readonly (IdentityLink)[]; }

export interface GetIdentityProvidersResult { readonly identityProviders: readonly (IdentityProvider)[]; }

export interface GetInboundHooksResult { readonly hooks: readonly (InboundHook)[]; }

export interface GetInboundReceiptsResult { readonly receipts: readonly (InboundReceipt)[];
readonly next: string | null; }

export interface GetInboxResult { readonly tasks: readonly (InboxTask)[];
readonly next: string | null;
readonly names: Readonly<Record<string, string>>;
readonly counts: InboxCounts; }

export interface GetIncidentGroupsResult { readonly groups: readonly (IncidentGroup)[];
readonly incidentCount: number;
readonly complete: boolean; }

export interface GetIncidentsResult { readonly meta?: Meta;
readonly next: string | null;
readonly incidents: readonly (ListedIncident)[]; }

export interface GetInvitationsResult { readonly meta: Meta;
readonly invitations: readonly (Invitation)[]; }

export interface GetMeResult { readonly user: IdentityUser;
readonly administrator: boolean;
readonly credential: string;
readonly scopes: readonly (string)[];
readonly hasPassword: boolean;
readonly locale: string | null;
readonly subProjects: readonly (SubProjectAccess)[];
readonly moreSubProjects: boolean;
readonly session: Session | null; }

export interface GetMembersResult { readonly meta: Meta;
readonly members: readonly (Member)[];
readonly groups: readonly (MemberGroup)[]; }

export interface GetPersonalTokensResult { readonly personalTokens: readonly (PersonalToken)[]; }

export interface GetProcessActivityResult { readonly activity: readonly (Activity)[];
readonly next: string | null;
readonly names: Readonly<Record<string, string>>; }

export interface GetProcessResult { readonly meta: Meta;
readonly processes: readonly (Process)[]; }

export interface GetRunTimelineResult { readonly meta: Meta;
readonly timeline: readonly (TimelineEntry)[]; }

export interface GetScimTokensResult { readonly tokens: readonly (ScimToken)[]; }

export interface GetSecretsResult { readonly secrets: readonly (SecretEntry)[];
readonly missing: readonly (string)[]; }

export interface GetSessionsResult { readonly sessions: readonly (Session)[]; }

export interface GetSignInMethodsResult { readonly password: boolean;
readonly identityProviders: readonly (SignInProvider)[]; }

export interface GetSignInPolicyResult { readonly secondFactor: 'optional' | 'required';
readonly withoutSecondFactor: number; }

export interface GetStorageUsageResult { readonly usage: StorageUsage;
readonly disk?: StorageDisk; }

export interface GetStuckRunsResult { readonly runs: readonly (WorkflowRun)[];
readonly next: string | null; }

export interface GetSubProjectsResult { readonly meta: Meta;
readonly subProjects: readonly (SubProject)[]; }

export interface GetTasksResult { readonly meta: Meta;
readonly tasks: readonly (Task)[];
readonly names?: Readonly<Record<string, string>>; }

export interface GetUsersForProcessResult { readonly meta: Meta;
readonly users: readonly (User)[]; }

export interface GetUsersResult { readonly meta: Meta;
readonly users: readonly (IdentityUser)[]; }

export interface GetViewsResult { readonly views: readonly (View)[];
readonly mayShare: boolean; }

export interface GetWorkflowDiagramResult { readonly workflowId: string;
readonly version: string;
readonly bpmn: string; }

export interface GetWorkflowRunResult { readonly run: WorkflowRun;
readonly detail: RunDetail;
readonly names?: Readonly<Record<string, string>>; }

export interface GetWorkflowRunsResult { readonly meta?: Meta;
readonly next?: string | null;
readonly runs: readonly (WorkflowRun)[]; }

export interface GetWorkflowsResult { readonly workflows: readonly (Workflow)[]; }

export interface ImportProcessesResult { readonly created: string;
readonly ids: readonly (string)[];
readonly errors: readonly (ImportError)[]; }

export interface ListStorageResult { readonly meta: Meta;
readonly files: readonly (StoredFile)[]; }

export interface ModifyRunResult { readonly runId: RunId;
readonly dryRun: boolean;
readonly changes: RunChanges; }

export interface PreviewDecisionResult { readonly runId: RunId;
readonly effects: readonly (PreviewEffect)[];
readonly hidden: number; }

export interface PublishMessageResult { readonly status: string;
readonly runId?: RunId; }

export interface PurgeStorageResult { readonly purged: string;
readonly freedBytes: string;
readonly endedUploads: string;
readonly hasMore: boolean;
readonly deletedFiles: string;
readonly deletedBytes: string; }

export interface RenamePasskeyResult { readonly passkey: Passkey; }

export interface ReplayEventsResult { readonly fromPosition: string;
readonly toPosition: string; }

export interface RequestEmailChangeResult { readonly status: 'sent'; }

export interface RequestPasswordResetResult { readonly status: string;
readonly message: string; }

export interface ResetPasswordResult { readonly status: 'changed'; }

export interface RetryDeliveriesResult { readonly count: number; }

export interface RevokeInvitationResult { readonly invitation: Invitation; }

export interface RevokePersonalTokenResult { readonly personalToken: PersonalToken; }

export interface RevokeTokensResult { readonly status: string;
readonly message: string; }

export interface SaveViewResult { readonly view: View; }

export interface SearchResult { readonly hits: readonly (SearchHit)[];
readonly next: string | null;
readonly complete: boolean; }

export interface SetGroupMembersResult { readonly added: number;
readonly removed: number;
readonly kept: number; }

export interface SetLocaleResult { readonly locale: string | null; }

export interface SetMemberRolesResult { readonly roles: readonly (string)[];
readonly added: readonly (string)[];
readonly removed: readonly (string)[]; }

export interface SetPasswordResult { readonly status: string;
readonly endedSessions: number; }

export interface SetSecretResult { readonly secret: SecretEntry; }

export interface SignOutResult { readonly status: 'signedOut';
readonly identityProviderUrl: string | null; }

export interface SignStoragePartsResult { readonly size: string;
readonly partSize: string;
readonly partCount: string;
readonly parts: readonly (SignedPart)[];
readonly uploaded: readonly (UploadedPart)[]; }

export interface SimulateDecisionResult { readonly decisionId: string;
readonly compared: number;
readonly same: number;
readonly differences: readonly (DecisionDifference)[];
readonly complete: boolean;
readonly warnings: readonly (string)[]; }

export interface StartIdentityLinkResult { readonly url: string; }

export interface StartPasskeyRegistrationResult { readonly publicKey: Readonly<Record<string, unknown>>; }

export interface StartPasskeySignInResult { readonly publicKey: Readonly<Record<string, unknown>>; }

export interface StartTotpResult { readonly secret: string;
readonly uri: string; }

export interface StepUpResult { readonly session: Session; }

export interface SuggestResult { readonly values: readonly (Suggestion)[];
readonly complete: boolean; }

export interface TestEventSubscriptionResult { readonly id: string;
readonly delivered: boolean;
readonly status: number | null;
readonly durationMs: number;
readonly error: string | null;
readonly excerpt: string | null; }

export interface TestInboundHookResult { readonly outcome: string;
readonly reason: string | null;
readonly createProcess: Readonly<Record<string, unknown>> | null;
readonly publishMessage: Readonly<Record<string, unknown>> | null; }

export interface UpdateClientResult { readonly client: OAuthClient; }

export interface UpdateCommentResult { readonly status: string;
readonly message: string;
readonly version: string; }

export interface UpdateEventSubscriptionResult { readonly subscription: WebhookSubscription; }

export interface UpdateInboundHookResult { readonly hook: InboundHook; }

export interface UpdateMeResult { readonly user: IdentityUser; }

export interface UrlStorageResult { readonly urls: readonly (SignedDownload)[]; }

/** The answer of each operation. */
export interface Answers { readonly userLogin: TokenResponse;
readonly acceptInvitation: SignInResult;
readonly confirmEmailChange: ConfirmEmailChangeResult;
readonly confirmTotp: ConfirmTotpResult;
readonly createPersonalToken: CreatePersonalTokenResult;
readonly createRecoveryCodes: CreateRecoveryCodesResult;
readonly deleteIdentityLink: DeleteIdentityLinkResult;
readonly endSession: EndSessionResult;
readonly finishPasskeyRegistration: FinishPasskeyRegistrationResult;
readonly finishPasskeySignIn: SignInCompletion;
readonly finishSignIn: SignInCompletion;
readonly getFactors: GetFactorsResult;
readonly getIdentityLinks: GetIdentityLinksResult;
readonly getMe: GetMeResult;
readonly getPersonalTokens: GetPersonalTokensResult;
readonly getSessions: GetSessionsResult;
readonly getSignInMethods: GetSignInMethodsResult;
readonly removePasskey: StatusResponse;
readonly removeTotp: StatusResponse;
readonly renamePasskey: RenamePasskeyResult;
readonly requestEmailChange: RequestEmailChangeResult;
readonly requestPasswordReset: RequestPasswordResetResult;
readonly resetPassword: ResetPasswordResult;
readonly revokePersonalToken: RevokePersonalTokenResult;
readonly setLocale: SetLocaleResult;
readonly setPassword: SetPasswordResult;
readonly signIn: SignInResult;
readonly signInWithLink: SignInResult;
readonly signOut: SignOutResult;
readonly startIdentityLink: StartIdentityLinkResult;
readonly startPasskeyRegistration: StartPasskeyRegistrationResult;
readonly startPasskeySignIn: StartPasskeySignInResult;
readonly startTotp: StartTotpResult;
readonly stepUp: StepUpResult;
readonly updateMe: UpdateMeResult;
readonly getProcess: GetProcessResult;
readonly getUsersForProcess: GetUsersForProcessResult;
readonly updateProcessField: StatusResponse;
readonly bulkUpdateProcesses: BulkUpdateProcessesResult;
readonly cancelBulkOperation: CancelBulkOperationResult;
readonly countProcesses: CountProcessesResult;
readonly createProcess: CreatedResponse;
readonly deleteProcess: DeleteProcessResult;
readonly deleteView: StatusResponse;
readonly exportProcesses: string;
readonly getBulkOperation: GetBulkOperationResult;
readonly getBulkOperations: GetBulkOperationsResult;
readonly getViews: GetViewsResult;
readonly importProcesses: ImportProcessesResult;
readonly saveView: SaveViewResult;
readonly search: SearchResult;
readonly suggest: SuggestResult;
readonly addComment: AddCommentResult;
readonly deleteComment: StatusResponse;
readonly getComments: GetCommentsResult;
readonly getProcessActivity: GetProcessActivityResult;
readonly updateComment: UpdateCommentResult;
readonly executeWorkflow: RunResponse;
readonly getWorkflowRuns: GetWorkflowRunsResult;
readonly getWorkflows: GetWorkflowsResult;
readonly resumeWorkflowRunsApi: RunResponse;
readonly broadcastSignal: BroadcastSignalResult;
readonly bulkExecuteWorkflow: BulkExecuteWorkflowResult;
readonly getWorkflowDiagram: GetWorkflowDiagramResult;
readonly publishMessage: PublishMessageResult;
readonly assignTask: TaskResponse;
readonly castVote: CastVoteResult;
readonly claimTask: TaskResponse;
readonly decideTasks: DecideTasksResult;
readonly deleteDraft: StatusResponse;
readonly explainApproval: ExplainApprovalResult;
readonly getApprovalStatus: GetApprovalStatusResult;
readonly getDraft: GetDraftResult;
readonly getHandover: GetHandoverResult;
readonly getInbox: GetInboxResult;
readonly getTask: TaskDetail;
readonly getTasks: GetTasksResult;
readonly previewDecision: PreviewDecisionResult;
readonly releaseTask: TaskResponse;
readonly saveDraft: SavedDraft;
readonly updateTask: TaskResponse;
readonly evaluateDecision: EvaluateDecisionResult;
readonly getDecisionCoverage: GetDecisionCoverageResult;
readonly getDecisionDiagram: GetDecisionDiagramResult;
readonly getDecisions: GetDecisionsResult;
readonly simulateDecision: SimulateDecisionResult;
readonly closeSignedStorage: ClosedFileResponse;
readonly createSignedStorage: CreateSignedStorageResult;
readonly deleteStorage: DeleteStorageResult;
readonly listStorage: ListStorageResult;
readonly urlStorage: UrlStorageResult;
readonly abortMultipartStorage: StatusResponse;
readonly attachFile: StatusResponse;
readonly completeMultipartStorage: ClosedFileResponse;
readonly createMultipartStorage: CreateMultipartStorageResult;
readonly detachFile: StatusResponse;
readonly renameFile: StatusResponse;
readonly signStorageParts: SignStoragePartsResult;
readonly activateJobs: ActivateJobsResult;
readonly completeJob: RunResponse;
readonly extendJobLease: ExtendJobLeaseResult;
readonly failJob: RunResponse;
readonly throwJobError: RunResponse;
readonly createEventSubscription: CreateEventSubscriptionResult;
readonly createStreamTicket: CreateStreamTicketResult;
readonly deleteEventSubscription: StatusResponse;
readonly getDeliveries: GetDeliveriesResult;
readonly getEventSubscriptions: GetEventSubscriptionsResult;
readonly getEventTypes: GetEventTypesResult;
readonly getEvents: GetEventsResult;
readonly replayEvents: ReplayEventsResult;
readonly retryDeliveries: RetryDeliveriesResult;
readonly revealSubscriptionSecret: SubscriptionSecretResponse;
readonly rotateSubscriptionSecret: SubscriptionSecretResponse;
readonly skipDelivery: StatusResponse;
readonly streamEvents: string;
readonly testEventSubscription: TestEventSubscriptionResult;
readonly updateEventSubscription: UpdateEventSubscriptionResult;
readonly createInboundHook: HookSecretResponse;
readonly deleteInboundHook: StatusResponse;
readonly deleteSecret: StatusResponse;
readonly getInboundHooks: GetInboundHooksResult;
readonly getInboundReceipts: GetInboundReceiptsResult;
readonly getSecrets: GetSecretsResult;
readonly rotateInboundHookSecret: HookSecretResponse;
readonly setSecret: SetSecretResult;
readonly testInboundHook: TestInboundHookResult;
readonly updateInboundHook: UpdateInboundHookResult;
readonly activateElements: RunResponse;
readonly cancelWorkflowRun: RunResponse;
readonly getIncidentGroups: GetIncidentGroupsResult;
readonly getIncidents: GetIncidentsResult;
readonly getRunTimeline: GetRunTimelineResult;
readonly getStorageReconciliation: StorageReconciliationResponse;
readonly getStorageUsage: GetStorageUsageResult;
readonly getStuckRuns: GetStuckRunsResult;
readonly getWorkflowRun: GetWorkflowRunResult;
readonly migrateRun: RunResponse;
readonly modifyRun: ModifyRunResult;
readonly moveToken: RunResponse;
readonly purgeStorage: PurgeStorageResult;
readonly reconcileStorage: StorageReconciliationResponse;
readonly resolveQuarantine: StatusResponse;
readonly retryIncident: RunResponse;
readonly createSubProject: CreatedResponse;
readonly deploySubProject: Deployment;
readonly explainAccess: AccessExplanation;
readonly getMembers: GetMembersResult;
readonly getSubProjectConfiguration: SubProjectConfiguration;
readonly getSubProjectSchema: SubProjectSchema;
readonly getSubProjects: GetSubProjectsResult;
readonly inviteMember: InvitationResponse;
readonly setMemberRoles: SetMemberRolesResult;
readonly createApplication: ApplicationResponse;
readonly createClient: ClientSecretResponse;
readonly createGroup: GroupResponse;
readonly createIdentityProvider: IdentityProviderResponse;
readonly createPasswordResetLink: CreatePasswordResetLinkResult;
readonly createScimToken: CreateScimTokenResult;
readonly createUser: UserResponse;
readonly deleteApplication: StatusResponse;
readonly deleteGroup: StatusResponse;
readonly deleteIdentityProvider: DeleteIdentityProviderResult;
readonly getApplications: GetApplicationsResult;
readonly getClients: GetClientsResult;
readonly getConsents: GetConsentsResult;
readonly getGroupMembers: GetGroupMembersResult;
readonly getGroups: GetGroupsResult;
readonly getIdentityProviders: GetIdentityProvidersResult;
readonly getInvitations: GetInvitationsResult;
readonly getScimTokens: GetScimTokensResult;
readonly getSignInPolicy: GetSignInPolicyResult;
readonly getUsers: GetUsersResult;
readonly inviteUser: InvitationResponse;
readonly removeFactors: StatusResponse;
readonly resendInvitation: InvitationResponse;
readonly revokeConsent: StatusResponse;
readonly revokeInvitation: RevokeInvitationResult;
readonly revokeScimToken: StatusResponse;
readonly revokeTokens: RevokeTokensResult;
readonly rotateClientSecret: ClientSecretResponse;
readonly setGroupMembers: SetGroupMembersResult;
readonly setSignInPolicy: SignInPolicy;
readonly updateApplication: ApplicationResponse;
readonly updateClient: UpdateClientResult;
readonly updateGroup: GroupResponse;
readonly updateIdentityProvider: IdentityProviderResponse;
readonly updateUser: UserResponse;
readonly exportAuditLogs: string;
readonly getAuditLogs: GetAuditLogsResult; }

export type OperationName = keyof Answers;
