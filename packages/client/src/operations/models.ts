// Generated from packages/contract by `npm run build`; do not edit.

/** A check of an explanation. */
export interface AccessCheck {
  /** user, subProject, scope, roles, grant, process, rowFilter or field. */
  readonly check: string;
  /** Result of the check; skipped when an earlier check decided, or when the check does not apply. */
  readonly outcome: 'passed' | 'failed' | 'skipped';
  /** What the check found. */
  readonly detail: string;
}

/** Why a user may or may not call an operation. */
export interface AccessExplanation {
  /** Id of the sub-project. */
  readonly subProjectId: string;
  /** Operation that was asked about. */
  readonly operation: string;
  /** User that was asked about. */
  readonly userId: string;
  /** Whether the user may call the operation. */
  readonly allowed: boolean;
  /** The check that decided; a part of the configuration is given as a pointer, e.g. /roles/ASSIGNEE/filter. */
  readonly decidedBy: string;
  /** The error that the operation would answer; null when it is allowed. */
  readonly error: ExplainedError | null;
  /** The checks, in the order in which they are made. */
  readonly checks: readonly AccessCheck[];
  /** The roles of the user in the sub-project. */
  readonly roles: readonly ExplainedRole[];
}

/** An element to activate. */
export interface ActivateInstruction {
  /** Id of the element to activate. From 1 to 1024 characters. */
  readonly elementId: string;
  /** Number of the instance in which it is activated. Needed in loops and called processes. At least 1. */
  readonly ancestorKey?: number;
  /** Variables for the element. At most 100 items. */
  readonly variableInstructions?: readonly VariableInstruction[];
}

/** A job that is leased to a worker. */
export interface ActivatedJob {
  /** Key of the job. */
  readonly key: string;
  /** Job type, from the diagram. */
  readonly type: string;
  /** Id of the run. */
  readonly runId: string;
  /** Id of the workflow. */
  readonly workflowId: string;
  /** Id of the process. */
  readonly processId: string;
  /** Id of the element in the diagram. */
  readonly elementId: string;
  /** Task headers of the diagram. */
  readonly customHeaders: Readonly<Record<string, unknown>>;
  /** Input variables of the job. */
  readonly variables: Readonly<Record<string, unknown>>;
  /** Attempts left, including this one. */
  readonly retries: number;
  /** When the lease ends. ISO 8601 timestamp in UTC. */
  readonly deadline: string;
  /** Fencing token. Send it with every report about this job. */
  readonly token: string;
  /** The same key in every attempt. Pass it on to the services you call. */
  readonly idempotencyKey: string;
}

/** An element instance that holds a token. */
export interface ActiveElement {
  /** Number of the element instance within the run. */
  readonly key: number;
  /** Id of the element in the diagram. */
  readonly elementId: string;
  /** Number of the enclosing element instance; null at the top level. */
  readonly scopeKey: number | null;
}

/** Something that happened to a process. */
export interface Activity {
  /** Id of the comment, or of the row of the audit log. */
  readonly id: string;
  /** Which of the members below is there. */
  readonly kind: 'change' | 'comment' | 'decision' | 'run' | 'task' | 'file';
  /** What was done, e.g. process.update. */
  readonly action: string;
  /** When it was done. ISO 8601 timestamp in UTC. */
  readonly at: string;
  /** Who did it. */
  readonly by: UserReference;
  /** Trace id of the request that did it; null for comments. */
  readonly traceId: string | null;
  /** Members that changed, as far as the caller may see them. Present with the kind change. */
  readonly changes?: readonly ChangedMember[];
  /** A comment on a process. */
  readonly comment?: Comment;
  /** A decision about a task. Present with the kind decision. */
  readonly decision?: DecisionActivity;
  /** A run of a workflow. Present with the kind run. */
  readonly run?: RunActivity;
  /** A task that was changed. Present with the kind task. */
  readonly task?: TaskActivity;
  /** A file of the process. Present with the kind file. */
  readonly file?: FileActivity;
}

/** What the caller may do with it. Present with include=allowed. */
export interface AllowedOnProcess {
  /** Names that the caller may update: fields, and state, priority and stageKey. */
  readonly updates: readonly string[];
  /** States that the caller may change the process to. */
  readonly states: readonly string[];
  /** Ids of the workflows of its stage that the caller may execute on it. */
  readonly workflows: readonly string[];
  /** Whether the caller may delete it. */
  readonly delete: boolean;
}

/** An application that may act as people. */
export interface Application {
  /** Its `client_id` in OAuth 2. */
  readonly applicationId: string;
  /** The name that people read when they are asked to allow it. */
  readonly name: string;
  /** Addresses that people return to. At a loopback address every port counts as the same. */
  readonly redirectUris: readonly string[];
  /** Scopes that it may ask for; empty: all. */
  readonly scopes: readonly string[];
  /** true: it keeps a secret, as a web server can. false: it runs where others can read it. */
  readonly confidential: boolean;
  /** Whether it is disabled: its tokens are refused. */
  readonly disabled: boolean;
  /** administrator, registration (it registered itself) or builtIn. */
  readonly origin: string;
  /** When it was registered. ISO 8601 timestamp in UTC. */
  readonly createdTs: string;
}

/** Who may act as you. */
export interface ApplicationReference {
  /** Id of the application. */
  readonly applicationId: string;
  /** Its name. */
  readonly name: string;
}

/** The answer of operations that save an application. */
export interface ApplicationResponse {
  /** An application that may act as people. */
  readonly application: Application;
  /** New secret of a confidential application. Save it: it is not shown again. */
  readonly client_secret?: string;
}

/** A row of the audit log. */
export interface AuditLog {
  /** Id of the audit row. */
  readonly id: string;
  /** When the change was made. ISO 8601 timestamp in UTC. */
  readonly createdTs: string;
  /** What was done, e.g. process.update. */
  readonly action: string;
  /** Kind of thing that was changed: process, run, task, incident, comment, file, storage, subProject, user, client, invitation, application, group, member, scimToken, identityProvider, audit, bulk, secret or hook. */
  readonly subjectType: string;
  /** Id of the thing that was changed. */
  readonly subjectId: string;
  /** Process that the change belongs to; null when it belongs to none. */
  readonly processId: string | null;
  /** Who made the change. */
  readonly by: UserReference;
  /** Trace id of the request that made the change. */
  readonly traceId: string;
  /** Changed members before the change; null for a creation. */
  readonly before: Readonly<Record<string, unknown>> | null;
  /** Changed members after the change; null for a deletion. */
  readonly after: Readonly<Record<string, unknown>> | null;
}

/** The authenticator app of a person. */
export interface AuthenticatorApp {
  /** When it was set up. ISO 8601 timestamp in UTC. */
  readonly createdTs: string;
}

/** A file whose object is missing or altered. */
export interface BrokenFile {
  /** Id of the file. */
  readonly fileId: string;
  /** Id of its sub-project. */
  readonly subProjectId: string;
  /** Key of the object in the storage. */
  readonly key: string;
}

/** What a bulk update would do. */
export interface BulkDryRun {
  /** Number of processes that were tried, the newest, at most 1,000. */
  readonly tried: string;
  /** Of those, number that would be changed. */
  readonly changed: string;
  /** Of those, number that have these values already. */
  readonly unchanged: string;
  /** Of those, number that would reject the update. */
  readonly refused: string;
  /** Why, the most frequent reason first, at most 50. */
  readonly reasons: readonly BulkReason[];
}

/** What a bulk execution would do. */
export interface BulkExecutionDryRun {
  /** Number of processes that were tried, the newest, at most 200. */
  readonly tried: string;
  /** Of those, number on which a run would start. */
  readonly started: string;
  /** Of those, number that would reject the run. */
  readonly refused: string;
  /** The states that the runs would be in after their first steps. */
  readonly outcomes: readonly BulkOutcome[];
  /** Why processes would reject it, the most frequent reason first, at most 50. */
  readonly reasons: readonly BulkReason[];
}

/** A bulk operation. */
export interface BulkOperation {
  /** Id of the bulk operation. */
  readonly id: string;
  /** UPDATE: processes are updated. EXECUTE: a workflow is executed on them. */
  readonly kind: 'UPDATE' | 'EXECUTE';
  /** State of the bulk operation. */
  readonly state: 'RUNNING' | 'COMPLETED' | 'CANCELLED' | 'FAILED';
  /** Number of processes that matched when the operation was requested. */
  readonly total: string;
  /** Number of processes that were updated or have a new run. */
  readonly done: string;
  /** Number of processes that rejected the operation and are unchanged. */
  readonly failed: string;
  /** What became of the processes that did not reject it. */
  readonly outcomes: readonly BulkOutcome[];
  /** Why the whole operation failed; null unless the state is FAILED. */
  readonly failure: string | null;
  /** When the operation was requested. ISO 8601 timestamp in UTC. */
  readonly createdTs: string;
  /** When the operation last made progress. ISO 8601 timestamp in UTC. */
  readonly updatedTs: string;
}

/** A bulk operation in a list. */
export interface BulkOperationEntry {
  /** A bulk operation. */
  readonly bulkOperation: BulkOperation;
  /** Id of the user who requested it. */
  readonly userId: string;
  /** Fields and members that an update sets; empty for an execution. */
  readonly names: readonly string[];
  /** Id of the workflow that is executed; null for an update. */
  readonly workflowId: string | null;
  /** The reason that was given. */
  readonly reason: string | null;
}

/** What became of a number of processes. */
export interface BulkOutcome {
  /** Of an update: CHANGED or UNCHANGED. Of an execution: the state of the run after its first steps. */
  readonly outcome: string;
  /** Number of processes with this outcome, a decimal string. */
  readonly count: string;
}

/** A reason why processes reject a bulk operation. */
export interface BulkReason {
  /** Numeric id of the error. */
  readonly id: number;
  /** Code name of the error. */
  readonly code: string;
  /** Why the processes reject it. */
  readonly detail: string;
  /** Number of processes with this reason, a decimal string. */
  readonly count: string;
  /** Ids of up to five of them. */
  readonly processIds: readonly string[];
}

/** A member of a process that changed. */
export interface ChangedMember {
  /** state, priority, stageKey, or `fields.` and the name of a field. */
  readonly name: string;
  /** Value before; null: none. */
  readonly before: unknown;
  /** Value after; null: none. */
  readonly after: unknown;
}

/** A client and its new secret. */
export interface ClientSecretResponse {
  /** Client credentials of a user. */
  readonly client: OAuthClient;
  /** Secret to sign in with. Save it: it is not shown again. */
  readonly client_secret: string;
}

/** A file whose upload is closed. */
export interface ClosedFile {
  /** Id of the file, reserved when the upload is created. */
  readonly id: string;
  /** Name of the file. */
  readonly fileName: string;
  /** Size in bytes. */
  readonly size: string;
  /** true while the upload is open, false once it is closed. */
  readonly locked: boolean;
  /** Extension: present while the file is in quarantine and cannot be downloaded: pending until the scanner answers, infected when it refused the file, failed when it gave no verdict. */
  readonly quarantine?: string;
}

/** The answer of operations that close an upload. */
export interface ClosedFileResponse {
  /** A file whose upload is closed. */
  readonly file: ClosedFile;
}

/** A comment on a process. */
export interface Comment {
  /** Id of the comment. */
  readonly id: string;
  /** Process that the comment is about. */
  readonly processId: string;
  /** Task that the comment is about; null: none. */
  readonly taskId: string | null;
  /** Run that the comment is about; null: none. */
  readonly runId: string | null;
  /** Comment that it replies to; null: none. */
  readonly parentId: string | null;
  /** Id of the user who wrote it. */
  readonly authorId: string;
  /** The text; null: the comment was deleted. */
  readonly body: string | null;
  /** Ids of the users that it mentions. */
  readonly mentions: readonly string[];
  /** Ids of its files; listStorage shows those that one may see. */
  readonly fileIds: readonly string[];
  /** When it was written. ISO 8601 timestamp in UTC. */
  readonly createdTs: string;
  /** When its text was changed last; null: never. ISO 8601 timestamp in UTC. */
  readonly editedTs: string | null;
  /** When it was deleted; null: it was not. ISO 8601 timestamp in UTC. */
  readonly deletedTs: string | null;
  /** Version of the comment. Send it as If-Match when updating. */
  readonly version: string;
  /** Whether the caller may change the text. */
  readonly mayUpdate: boolean;
  /** Whether the caller may delete it. */
  readonly mayDelete: boolean;
  /** The latest 50 earlier texts, newest first. Present with include=versions. */
  readonly versions?: readonly CommentVersion[];
}

/** An earlier text of a comment. */
export interface CommentVersion {
  /** Number of the version, from 1. */
  readonly version: string;
  /** The text. */
  readonly body: string;
  /** When the text was written. ISO 8601 timestamp in UTC. */
  readonly writtenTs: string;
}

/** What a person has allowed an application. */
export interface Consent {
  /** Who may act as you. */
  readonly application: ApplicationReference;
  /** What it may do as you; empty: everything that you may do. */
  readonly scopes: readonly string[];
  /** When you allowed it first. ISO 8601 timestamp in UTC. */
  readonly createdTs: string;
  /** When it last asked for access. ISO 8601 timestamp in UTC. */
  readonly usedTs: string;
}

/** The votes on a task that several persons decide, after one more of them. */
export interface CountedVote {
  /** What the votes decide: open means that the task waits for more of them. */
  readonly result: 'open' | 'approved' | 'rejected' | 'changesRequested';
  /** Approvals so far. */
  readonly approvals: number;
  /** Rejections so far. */
  readonly rejections: number;
  /** Approvals that are needed. */
  readonly quorum: number;
}

/** The answer of operations that create something. */
export interface CreatedResponse {
  /** Id of what was created. */
  readonly id: string;
  /** Always "success". */
  readonly status: string;
  /** What was done. */
  readonly message: string;
}

/** A decision that workflows can call. */
export interface Decision {
  /** Id of the decision in its DMN file; business rule tasks call it by this id. */
  readonly decisionId: string;
  /** Name of the decision in its DMN file. */
  readonly name: string;
  /** table, literal, context, service and so on: the form of its logic. */
  readonly kind: string;
  /** Key of the DMN file in the configuration. */
  readonly key: string;
  /** Version of the DMN file that new evaluations use. */
  readonly version: string;
  /** Version tag of the decision; null when it has none. */
  readonly versionTag: string | null;
  /** Names of the input data that an evaluation needs. */
  readonly inputs: readonly string[];
  /** Declared type of the result; null when it declares none. */
  readonly type: string | null;
  /** Ids of the decisions whose results it uses. */
  readonly requiredDecisions: readonly string[];
}

/** A decision about a task. Present with the kind decision. */
export interface DecisionActivity {
  /** Id of the run. */
  readonly runId: string;
  /** Name of the workflow; null: it is not in the configuration any more. */
  readonly workflow: string | null;
  /** Id of the task. */
  readonly taskId: string;
  /** Name of the task. */
  readonly task: string | null;
  /** Whether it was approved; of a vote, whether it is for approval. */
  readonly approved: boolean;
  /** What was said about it; null: nothing. */
  readonly comment: string | null;
  /** A vote on a task that several persons decide, and what the votes decided with it. */
  readonly vote?: VoteActivity;
}

/** How often the rules of the decisions applied in its tests. */
export interface DecisionCoverage {
  /** Number of rules. */
  readonly rules: number;
  /** Number of rules that applied at least once. */
  readonly covered: number;
  /** covered in percent of rules, rounded down; 100 when there are no rules. */
  readonly percent: number;
  /** The tables of the file. */
  readonly tables: readonly TableCoverage[];
}

/** A past evaluation that would come out differently. */
export interface DecisionDifference {
  /** Id of the run that evaluated the decision. */
  readonly runId: string;
  /** Id of the process that the run works on. */
  readonly processId: string;
  /** When it was evaluated. ISO 8601 timestamp in UTC. */
  readonly at: string;
  /** Version of the DMN file that was evaluated. */
  readonly version: string;
  /** Values of the inputs by name. */
  readonly inputs: Readonly<Record<string, unknown>>;
  /** What a decision results in. */
  readonly before: DecisionOutcome;
  /** What a decision results in. */
  readonly after: DecisionOutcome;
}

/** Why an evaluation has no result. */
export interface DecisionFailure {
  /** hit-policy, input, expression or budget. */
  readonly reason: string;
  /** What went wrong, and what to do. */
  readonly message: string;
  /** Id of the decision that failed. */
  readonly decisionId: string | null;
  /** Ids of the rules that caused it. */
  readonly ruleIds: readonly string[];
}

/** What a decision results in. */
export interface DecisionOutcome {
  /** Result; null when the evaluation failed. */
  readonly value: unknown;
  /** Ids of the rules that applied. */
  readonly ruleIds: readonly string[];
  /** Why there is no result; null when there is one. */
  readonly failure: string | null;
}

/** How a decision came to its result. */
export interface DecisionTrace {
  /** The decisions in the order in which they were completed; the one that was asked for is last. */
  readonly decisions: readonly EvaluatedDecision[];
  /** What became null instead of an error, at most 20. */
  readonly warnings: readonly DecisionWarning[];
  /** true when tables were left out because there were more than 1,000. */
  readonly truncated: boolean;
}

/** A value that became null instead of an error. */
export interface DecisionWarning {
  /** Id of the element in the DMN file. */
  readonly elementId: string;
  /** What became null, and why. */
  readonly message: string;
}

/** What became of one event for one subscription. */
export interface Delivery {
  /** The webhook-id of every attempt: the id of the event. */
  readonly id: string;
  /** Id of the event subscription. */
  readonly subscriptionId: string;
  /** Position of the event in the log. */
  readonly position: string;
  /** Type of the event. */
  readonly type: string;
  /** Process that the event is about. */
  readonly processId: string | null;
  /** waiting: for the next attempt. queued: an earlier event of the process was not delivered. dead: no further attempt is made; with ordering "process" the process is parked until it is retried or skipped. delivered. skipped: by a request, or because the owner does not see the event any more. */
  readonly state: 'waiting' | 'queued' | 'dead' | 'delivered' | 'skipped';
  /** Whether replayEvents sends it. */
  readonly replay: boolean;
  /** Attempts so far. */
  readonly attempts: number;
  /** When the next attempt is made; null when none will be. ISO 8601 timestamp in UTC. */
  readonly dueTs: string | null;
  /** Why it is not delivered. */
  readonly error: string | null;
  /** When it was tried first, or began to wait. ISO 8601 timestamp in UTC. */
  readonly createdTs: string;
  /** When its state was changed. ISO 8601 timestamp in UTC. */
  readonly updatedTs: string;
  /** The attempts of the last seven days, oldest first. */
  readonly log: readonly DeliveryAttempt[];
}

/** An attempt to deliver an event. */
export interface DeliveryAttempt {
  /** Number of the attempt, from 1. */
  readonly attempt: number;
  /** When the request was sent. ISO 8601 timestamp in UTC. */
  readonly startedTs: string;
  /** Milliseconds until the answer or the failure. */
  readonly durationMs: number;
  /** HTTP status of the answer; null without an answer. */
  readonly status: number | null;
  /** What went wrong; null when nothing did. */
  readonly error: string | null;
  /** The first 1024 bytes of the answer. */
  readonly excerpt: string | null;
}

/** A DMN file of the deployed version. */
export interface DeployedDecisions {
  /** Key of the DMN file in the document. */
  readonly key: string;
  /** Version of the DMN file. */
  readonly version: string;
  /** Ids of its decisions. */
  readonly decisionIds: readonly string[];
  /** Number of its tests, all of which passed. */
  readonly tests: number;
  /** How often the rules of the decisions applied in its tests. */
  readonly coverage: DecisionCoverage;
}

/** A workflow of the deployed version. */
export interface DeployedWorkflow {
  /** Key of the workflow in the document. */
  readonly key: string;
  /** Id of the workflow. */
  readonly id: string;
  /** Name of the workflow. */
  readonly name: string;
}

/** The result of a deployment. */
export interface Deployment {
  /** Id of the sub-project. */
  readonly subProjectId: string;
  /** Current version after the deployment. */
  readonly version: string;
  /** false when the document was already deployed. */
  readonly changed: boolean;
  /** Differences from the previous version, as sentences. */
  readonly changes: readonly string[];
  /** Things that are allowed but probably not intended. */
  readonly warnings: readonly Finding[];
  /** Extension attributes that have no effect in Millrace. */
  readonly ignored: readonly Finding[];
  /** Workflows of the deployed version. */
  readonly workflows: readonly DeployedWorkflow[];
  /** DMN files of the deployed version. Present when the document has decisions. */
  readonly decisions?: readonly DeployedDecisions[];
}

/** Something that the caller has begun to type. */
export interface Draft {
  /** What it is a draft of. */
  readonly kind: 'taskForm' | 'processForm' | 'designer';
  /** Key of the draft. */
  readonly key: string;
  /** What was typed. */
  readonly value: Readonly<Record<string, unknown>>;
  /** Version of the draft, one more with every save. */
  readonly version: string;
  /** When it was last saved. ISO 8601 timestamp in UTC. */
  readonly updatedTs: string;
}

/** A decision that was made before in the same run. */
export interface EarlierDecision {
  /** Id of the task. */
  readonly taskId: string;
  /** Id of the user task in the diagram. */
  readonly elementId: string;
  /** Name of the task. */
  readonly name: string;
  /** The decision. */
  readonly approved: boolean | null;
  /** What the person wrote with the decision, for who reads every field of the process and for the person; else and without a comment null. */
  readonly comment: string | null;
  /** Id of the user who decided. */
  readonly by: string | null;
  /** When it was decided. ISO 8601 timestamp in UTC. */
  readonly completedTs: string;
}

/** An element to activate. */
export interface ElementActivation {
  /** Id of an element directly inside, without an incoming flow. From 1 to 1024 characters. */
  readonly elementId: string;
  /** Variables that are local to this activation. */
  readonly variables?: Readonly<Record<string, unknown>>;
}

/** An instance of an element in a run. */
export interface ElementInstance {
  /** Number of the element instance within the run. */
  readonly key: number;
  /** Id of the element in the diagram. */
  readonly elementId: string;
}

/** A decision that was evaluated. */
export interface EvaluatedDecision {
  /** Id of the decision. */
  readonly decisionId: string;
  /** Name of the decision. */
  readonly name: string;
  /** Values of the input data and the decisions that it uses, by name. */
  readonly inputs: Readonly<Record<string, unknown>>;
  /** The tables that were evaluated, in order. */
  readonly tables: readonly TableTrace[];
  /** Result of the decision; null when it failed. */
  readonly value: unknown;
}

/** An event of the log of a sub-project. */
export interface Event {
  /** Unique: the same for every delivery of the event. */
  readonly id: string;
  /** Place in the log of the sub-project: a whole number from 1. Positions have no gaps. */
  readonly position: string;
  /** Type of the event, e.g. process.updated. getEventTypes lists them. */
  readonly type: string;
  /** When the change was made. ISO 8601 timestamp in UTC. */
  readonly createdTs: string;
  /** Id of the sub-project. */
  readonly subProjectId: string;
  /** Process that the event is about; null when it is about none. */
  readonly processId: string | null;
  /** Number among the events of the process: a whole number from 1, without gaps; null without a process. */
  readonly sequence: string | null;
  /** What the event is about. */
  readonly subject: EventSubject;
  /** Who made the change. */
  readonly by: UserReference;
  /** Trace id of the request that made the change. */
  readonly traceId: string;
  /** What changed, as far as the caller may see it. getEventTypes has the schema of each type. */
  readonly data: Readonly<Record<string, unknown>>;
}

/** What the event is about. */
export interface EventSubject {
  /** Kind of thing: process, run, task, incident, file, message, bulk … */
  readonly type: string;
  /** Id of the thing. */
  readonly id: string;
}

/** A type of event. */
export interface EventTypeDescription {
  /** The type; custom.* stands for those that diagrams publish. */
  readonly type: string;
  /** What events of this type tell. */
  readonly description: string;
  /** JSON Schema of `data`. */
  readonly schema: Readonly<Record<string, unknown>>;
}

/** A candidate who may not vote. */
export interface ExcludedVoter {
  /** Id of the user. */
  readonly id: string;
  /** Full name. */
  readonly name: string;
  /** Why. */
  readonly reasons: readonly VoteObstacle[];
}

/** A workflow that the caller may execute. */
export interface ExecutableWorkflow {
  /** Id of the workflow. */
  readonly id: string;
  /** Key of the workflow in the document. */
  readonly key: string;
  /** Name of the workflow. */
  readonly name: string;
  /** What the workflow does. */
  readonly description: string;
  /** Stages it can be executed on. */
  readonly stageKeys: readonly string[];
}

/** An error that an operation would answer. */
export interface ExplainedError {
  /** Numeric id of the error. */
  readonly id: number;
  /** Code name of the error. */
  readonly code: string;
  /** HTTP status. */
  readonly status: number;
  /** What happened and what to do next. */
  readonly detail: string;
}

/** A role of the user, and what it says about the operation. */
export interface ExplainedRole {
  /** Name of the role. */
  readonly name: string;
  /** Whether the role grants the operation. */
  readonly grants: boolean;
  /** Whether the stages and the row filter of the role cover the process; null when not checked. */
  readonly covers: boolean | null;
  /** Whether the role lists the field; null when not checked. */
  readonly field: boolean | null;
  /** Why the user has the role: who gave it, through which group, since when. */
  readonly sources: readonly RoleOrigin[];
}

/** The index of a field. */
export interface FieldIndex {
  /** Name of the field. */
  readonly field: string;
  /** Whether the index is being built, can be used, or could not be built. */
  readonly state: 'building' | 'ready' | 'failed';
  /** Why it could not be built. */
  readonly reason?: string;
}

/** A file of the process. Present with the kind file. */
export interface FileActivity {
  /** Id of the file. */
  readonly fileId: string;
  /** Name of the file; null: it is gone, or the caller does not see it. */
  readonly fileName: string | null;
}

/** A remark about a place in the configuration or in one of its files. */
export interface Finding {
  /** JSON pointer in the document, or file name and element id. */
  readonly path: string;
  /** Line in the text of the document or of the file, from 1. */
  readonly line?: number;
  /** What was found. */
  readonly message: string;
}

/** The person who left. */
export interface FormerMember {
  /** Id of the user. */
  readonly userId: string;
  /** Full name. */
  readonly name: string;
}

/** People who get roles together. */
export interface Group {
  /** Id of the group. */
  readonly id: string;
  /** Name of the group, unique in any case; documents name the group by it. */
  readonly name: string;
  /** What the group is for. */
  readonly description: string;
  /** When the group was created. ISO 8601 timestamp in UTC. */
  readonly createdTs: string;
}

/** A group in a list. */
export interface GroupEntry {
  /** Id of the group. */
  readonly id: string;
  /** Name of the group, unique in any case; documents name the group by it. */
  readonly name: string;
  /** What the group is for. */
  readonly description: string;
  /** When the group was created. ISO 8601 timestamp in UTC. */
  readonly createdTs: string;
  /** People in the group. */
  readonly memberCount: number;
}

/** A person of a group. */
export interface GroupMember {
  /** Id of the user. */
  readonly userId: string;
  /** Full name. */
  readonly name: string;
  /** E-mail address. */
  readonly email: string;
  /** Whether the user is disabled. */
  readonly disabled: boolean;
  /** The person stays in the group while at least one source says so. */
  readonly sources: readonly GroupMemberSource[];
}

/** A source that says that a person is in a group. */
export interface GroupMemberSource {
  /** Who says that the person is in the group: managed (setGroupMembers), scim or claim (sign-in). */
  readonly source: string;
  /** Since when the source says so. ISO 8601 timestamp in UTC. */
  readonly since: string;
}

/** The group through which a person has roles. */
export interface GroupOrigin {
  /** Id of the group. */
  readonly id: string;
  /** Name of the group. */
  readonly name: string;
  /** Who says that the person is in the group: managed (setGroupMembers), scim or claim (sign-in). */
  readonly source: string;
  /** Since when the person is in the group. ISO 8601 timestamp in UTC. */
  readonly since: string;
}

/** The answer of operations that save a group. */
export interface GroupResponse {
  /** People who get roles together. */
  readonly group: Group;
}

/** A task of a person who left. */
export interface HandoverTask {
  /** A human task. */
  readonly task: Task;
  /** The person who left. */
  readonly person: FormerMember;
}

/** Publishes a message, after createProcess if both are there. */
export interface HookMessage {
  /** Message name; FEEL when it begins with `=`, else a literal. From 1 to 1024 characters. */
  readonly name: string;
  /** Correlation key; FEEL when it begins with `=`, else a literal. At most 8192 characters. */
  readonly correlationKey?: string;
  /** Id of the process of a run that the message starts; FEEL when it begins with `=`, else a literal. Default: the process that createProcess makes. At most 8192 characters. */
  readonly processId?: string;
  /** FEEL that gives a context of variables, beginning with `=`. At most 10000 characters. */
  readonly variables?: string;
  /** Milliseconds to keep the message. From 0 to 2592000000. */
  readonly timeToLive?: number;
}

/** Creates a process. */
export interface HookProcess {
  /** FEEL that gives a context of fields, beginning with `=`. At most 10000 characters. */
  readonly fields?: string;
  /** Key of the stage; FEEL when it begins with `=`, else a literal. Default: the default stage. At most 8192 characters. */
  readonly stageKey?: string;
  /** Priority; FEEL when it begins with `=`, else a literal. Default: the default priority. At most 8192 characters. */
  readonly priority?: string;
}

/** A secret of a hook, without its value. */
export interface HookSecret {
  /** When it was set. ISO 8601 timestamp in UTC. */
  readonly createdTs: string;
  /** When it is no longer accepted; null for the current one. */
  readonly expiresTs: string | null;
}

/** A hook and its new secret. */
export interface HookSecretResponse {
  /** An address where another service delivers events. */
  readonly hook: InboundHook;
  /** The secret; it is not shown again. */
  readonly secret: string;
}

/** For the scheme `hmac`: where the signature is, and how it is made. */
export interface HookSignature {
  /** Header with the signature of the body. From 1 to 100 characters. */
  readonly header: string;
  /** Hash of the HMAC. Default sha256. */
  readonly algorithm?: 'sha256' | 'sha512' | 'sha1';
  /** Default hex. */
  readonly encoding?: 'hex' | 'base64';
  /** Text before the signature in the header, e.g. `sha256=`. At most 50 characters. */
  readonly prefix?: string;
}

/** An account at an identity provider that a person signs in with. */
export interface IdentityLink {
  /** Id of the link. */
  readonly id: string;
  /** Identity provider. */
  readonly providerId: string;
  /** Issuer of the provider. */
  readonly issuer: string;
  /** Address that the provider showed last, if any. */
  readonly email: string | null;
  /** Groups that the claim named at the last sign-in. */
  readonly groups: readonly string[];
  /** When the account was linked. ISO 8601 timestamp in UTC. */
  readonly linkedTs: string;
  /** Last sign-in; null: none yet. ISO 8601 timestamp in UTC. */
  readonly usedTs: string | null;
}

/** An OpenID Connect provider that people sign in with. */
export interface IdentityProvider {
  /** Id of the provider; part of its addresses. */
  readonly id: string;
  /** Name on the button of the sign-in page. */
  readonly name: string;
  /** Issuer, as the discovery document of the provider names it. */
  readonly issuer: string;
  /** Client id of this service at the provider. */
  readonly clientId: string;
  /** Whether a client secret is stored. It is never shown. */
  readonly hasClientSecret: boolean;
  /** Domains that the provider speaks for. */
  readonly domains: readonly string[];
  /** Whether new people get a user at their first sign-in. */
  readonly provision: boolean;
  /** Claim that lists the groups of a person; null: groups are not taken from this provider. */
  readonly groupsClaim: string | null;
  /** Scopes that are asked for besides `openid email profile`. */
  readonly scopes: readonly string[];
  /** Whether nobody can sign in with it. */
  readonly disabled: boolean;
  /** settings: it is in the environment of the server and is changed there; operation: it was created. */
  readonly source: 'settings' | 'operation';
  /** When it was created; null for one from the settings. ISO 8601 timestamp in UTC. */
  readonly createdTs: string | null;
  /** Register this redirect address (callback) at the provider. */
  readonly redirectUrl: string;
  /** Register this address for back-channel logout at the provider. */
  readonly backChannelLogoutUrl: string;
  /** Register this address to return to after a sign-out at the provider. */
  readonly signedOutUrl: string;
}

/** The answer of operations that save an identity provider. */
export interface IdentityProviderResponse {
  /** An OpenID Connect provider that people sign in with. */
  readonly identityProvider: IdentityProvider;
}

/** A user of the installation. */
export interface IdentityUser {
  /** Id of the user. */
  readonly id: string;
  /** Full name. */
  readonly name: string;
  /** E-mail address. */
  readonly email: string;
  /** person or service. */
  readonly kind: string;
  /** Whether the user is disabled. A disabled user cannot sign in. */
  readonly disabled: boolean;
  /** When the user was created. ISO 8601 timestamp in UTC. */
  readonly createdTs: string;
}

/** A line that was not imported. */
export interface ImportError {
  /** Line of the content where the row begins, from 1. */
  readonly line: number;
  /** Numeric id of the error. */
  readonly id: number;
  /** What is wrong with the row. */
  readonly detail: string;
}

/** An address where another service delivers events. */
export interface InboundHook {
  /** Id of the hook. */
  readonly id: string;
  /** Name for people. From 1 to 100 characters. */
  readonly name: string;
  /** Where the sender sends its deliveries. */
  readonly url: string;
  /** How deliveries are signed: `standard` (Standard Webhooks), `github` (X-Hub-Signature-256), `stripe` (Stripe-Signature), or `hmac` as `signature` says. */
  readonly scheme: 'standard' | 'github' | 'stripe' | 'hmac';
  /** For the scheme `hmac`: where the signature is, and how it is made. */
  readonly signature?: HookSignature;
  /** What identifies a delivery, so that it acts once: `header:<name>`, `body:<member.member>`, or `hash` for the hash of the body. Default: the id that the scheme has. Required for `hmac`. From 1 to 200 characters. */
  readonly deliveryId?: string;
  /** FEEL over `body`, `headers` and `deliveryId`: deliveries for which it is not true are ignored. At most 10000 characters. */
  readonly when?: string;
  /** Creates a process. */
  readonly createProcess?: HookProcess;
  /** Publishes a message, after createProcess if both are there. */
  readonly publishMessage?: HookMessage;
  /** The user whose roles apply. */
  readonly actAs: UserReference;
  /** Its key under `hooks` in the configuration document, which alone changes it; null: made by a request. */
  readonly declaredAs: string | null;
  /** false: every delivery is refused. */
  readonly enabled: boolean;
  /** The secrets that are accepted, without their values. */
  readonly secrets: readonly HookSecret[];
  /** When the hook was created. ISO 8601 timestamp in UTC. */
  readonly createdTs: string;
  /** When it was changed. ISO 8601 timestamp in UTC. */
  readonly updatedTs: string;
}

/** What became of a delivery. */
export interface InboundReceipt {
  /** Id of the receipt. */
  readonly id: string;
  /** When the delivery came. ISO 8601 timestamp in UTC. */
  readonly receivedTs: string;
  /** Id that the sender gave the delivery. */
  readonly deliveryId: string | null;
  /** accepted: it acted; ignored: `when` was not true; failed: signed, but it could not act; refused: not signed for this hook. */
  readonly outcome: string;
  /** Why it did not act. */
  readonly reason: string | null;
  /** How often it came again and changed nothing. */
  readonly duplicates: number;
  /** Id of the process that it created. */
  readonly processId: string | null;
  /** What became of the message: correlated, started, buffered or discarded. */
  readonly message: string | null;
  /** Run that the message reached or started. */
  readonly runId: string | null;
}

/** Tasks in all sub-projects of the caller, whatever the conditions of the request. */
export interface InboxCounts {
  /** Open tasks that are assigned to the caller. */
  readonly mine: number;
  /** Open tasks that the caller may claim. */
  readonly team: number;
  /** Those of both whose due date has passed. */
  readonly overdue: number;
  /** Whether counting stopped at 1000 somewhere: there may be more. */
  readonly atLeast: boolean;
}

/** A task of the inbox with what it is about. */
export interface InboxTask {
  /** A human task. */
  readonly task: Task;
  /** The sub-project. */
  readonly subProject: TaskSubProject;
  /** The workflow. */
  readonly workflow: TaskWorkflow;
  /** Whether the task has a form with members to fill in. */
  readonly hasForm: boolean;
  /** Whether its form requires a comment. */
  readonly commentRequired: boolean;
  /** Whether the task is open and its due date has passed. */
  readonly overdue: boolean;
  /** What the caller may do with the task now. */
  readonly allowed: TaskActions;
  /** The process of the task, in short; null when the scopes of the token leave out processes. */
  readonly process: ProcessSummary | null;
}

/** A problem that stops a part of a run until it is resolved. */
export interface Incident {
  /** Id of the incident. */
  readonly id: string;
  /** Id of the element in the diagram. */
  readonly elementId: string;
  /** Kind of problem. */
  readonly kind: string;
  /** What happened. */
  readonly message: string;
  /** Key of the job that failed; null when no job is concerned. */
  readonly jobKey: string | null;
  /** When the incident was raised. ISO 8601 timestamp in UTC. */
  readonly createdTs: string;
  /** When the incident was resolved; null while it is open. ISO 8601 timestamp in UTC. */
  readonly resolvedTs: string | null;
}

/** Incidents of one workflow with the same fingerprint. */
export interface IncidentGroup {
  /** The same for incidents of one kind and element whose messages differ only in ids, numbers and times. */
  readonly fingerprint: string;
  /** Id of the workflow. */
  readonly workflowId: string;
  /** Id of the element in the diagram. */
  readonly elementId: string;
  /** Kind of problem. */
  readonly kind: string;
  /** What the messages have in common: <id>, <number>, <time> and <text> stand for what differs. */
  readonly message: string;
  /** Number of incidents. */
  readonly count: number;
  /** Number of runs that have them. */
  readonly runCount: number;
  /** When the oldest of them was raised. ISO 8601 timestamp in UTC. */
  readonly firstTs: string;
  /** When the newest of them was raised. ISO 8601 timestamp in UTC. */
  readonly lastTs: string;
  /** Versions of the workflow that the runs follow. */
  readonly versions: readonly string[];
  /** Id of the run with the newest of them, as an example. */
  readonly newestRunId: string;
  /** Id of the newest of them. */
  readonly newestIncidentId: string;
}

/** A member of the request that is not valid. */
export interface InvalidMember {
  /** JSON pointer to the member that is not valid. */
  readonly pointer: string;
  /** What is wrong with it. */
  readonly detail: string;
}

/** An invitation to join. */
export interface Invitation {
  /** Id of the invitation. */
  readonly id: string;
  /** E-mail address of the person; null: the person enters it when accepting. */
  readonly email: string | null;
  /** Name that is suggested to the person; may be empty. */
  readonly name: string;
  /** Whether the person becomes an administrator of the installation. */
  readonly administrator: boolean;
  /** Ids of the groups that the person joins. */
  readonly groups: readonly string[];
  /** Roles that the person is given, as far as the inviting person may still give them then. */
  readonly memberships: readonly InvitedMembership[];
  /** open, accepted, revoked or expired. */
  readonly state: string;
  /** Name of the person or service who invited. */
  readonly invitedBy: string;
  /** When the person was invited. ISO 8601 timestamp in UTC. */
  readonly createdTs: string;
  /** When the link ends. ISO 8601 timestamp in UTC. */
  readonly expiresTs: string;
  /** Id of the user who accepted; null before that. */
  readonly userId: string | null;
  /** What became of the newest e-mail; null if the link was shown instead of sent, and after 30 days. */
  readonly delivery: MailDelivery | null;
}

/** An invitation and its link. */
export interface InvitationResponse {
  /** An invitation to join. */
  readonly invitation: Invitation;
  /** Address of the one-time link, for you to pass on: this server sends no e-mail. It is not shown again. null: the link was sent by e-mail. */
  readonly link: string | null;
}

/** Roles in a sub-project that an invitation gives. */
export interface InvitedMembership {
  /** Id of the sub-project. From 1 to 100 characters. */
  readonly subProjectId: string;
  /** Roles that its document declares. From 1 to 200 items. */
  readonly roles: readonly string[];
}

/** What a worker decided about a task or an ad-hoc sub-process. */
export interface JobResult {
  /** userTask for the job of a task listener, adHocSubProcess for that of an ad-hoc sub-process. */
  readonly type: 'userTask' | 'adHocSubProcess';
  /** userTask: the task is not assigned or completed. */
  readonly denied?: boolean;
  /** userTask: why, for the timeline. At most 8192 characters. */
  readonly deniedReason?: string;
  /** userTask: new values of the task. null, or leaving a member out, keeps the value. */
  readonly corrections?: TaskCorrections;
  /** adHocSubProcess: elements to activate. At most 1000 items. */
  readonly activateElements?: readonly ElementActivation[];
  /** adHocSubProcess: it completes, with its last active instance. */
  readonly isCompletionConditionFulfilled?: boolean;
  /** adHocSubProcess: cancels what is active in it first. */
  readonly isCancelRemainingInstances?: boolean;
}

/** The latest change of the process. Present with include=lastChange. */
export interface LastChange {
  /** When the change was made. ISO 8601 timestamp in UTC. */
  readonly at: string;
  /** Id of the user who made it. */
  readonly by: string;
  /** What was done, e.g. process.update. */
  readonly action: string;
  /** Trace id of the request that made the change. */
  readonly traceId: string;
}

/** An incident and what it belongs to. */
export interface ListedIncident {
  /** Id of the incident. */
  readonly id: string;
  /** Id of the run. */
  readonly runId: string;
  /** Id of the workflow. */
  readonly workflowId: string;
  /** Version of the workflow that the run follows. */
  readonly workflowVersion: string;
  /** Id of the process that the run works on. */
  readonly processId: string;
  /** Id of the element in the diagram. */
  readonly elementId: string;
  /** Kind of problem. */
  readonly kind: string;
  /** What happened. */
  readonly message: string;
  /** The same for incidents of one kind and element whose messages differ only in ids, numbers and times. */
  readonly fingerprint: string;
  /** Key of the job that failed; null when no job is concerned. */
  readonly jobKey: string | null;
  /** When the incident was raised. ISO 8601 timestamp in UTC. */
  readonly createdTs: string;
  /** When the incident was resolved; null while it is open. ISO 8601 timestamp in UTC. */
  readonly resolvedTs: string | null;
}

/** What became of an e-mail. */
export interface MailDelivery {
  /** waiting: not sent yet, or tried again later; sent: the SMTP server took it; failed: given up; skipped: no longer wanted. */
  readonly state: string;
  /** Attempts made so far. */
  readonly attempts: number;
  /** Why the last attempt failed; null if none did. */
  readonly failure: string | null;
  /** When it was tried last; null before the first attempt. ISO 8601 timestamp in UTC. */
  readonly triedTs: string | null;
}

/** A rule that applied. */
export interface MatchedRule {
  /** Id of the rule in the DMN file. */
  readonly ruleId: string;
  /** Position of the rule in its table, from 1. */
  readonly index: number;
  /** Value of each output column by its name. */
  readonly outputs: Readonly<Record<string, unknown>>;
}

/** A person with roles in a sub-project. */
export interface Member {
  /** Id of the user. */
  readonly userId: string;
  /** Full name. */
  readonly name: string;
  /** E-mail address. */
  readonly email: string;
  /** Whether the user is disabled and cannot sign in. */
  readonly disabled: boolean;
  /** Roles from every source, in the order of the document. */
  readonly roles: readonly string[];
  /** Where the roles come from. */
  readonly sources: readonly RoleSource[];
}

/** A group with roles in a sub-project. */
export interface MemberGroup {
  /** Id of the group. */
  readonly groupId: string;
  /** Name of the group. */
  readonly name: string;
  /** Roles from every source, in the order of the document. */
  readonly roles: readonly string[];
  /** Who gives the roles. */
  readonly sources: readonly MemberGroupSource[];
}

/** A source of the roles of a group. */
export interface MemberGroupSource {
  /** Who gives the roles: document, or managed (setMemberRoles). */
  readonly source: string;
  /** The roles that were given. */
  readonly roles: readonly string[];
  /** Since when; null for roles that a document gave before this was recorded. ISO 8601 timestamp in UTC. */
  readonly since: string | null;
}

/** Paging of the list. */
export interface Meta {
  /** Current page number. */
  readonly page: string;
  /** Items per page. */
  readonly perPageCount: string;
  /** Total number of matching items. */
  readonly totalCount: string;
  /** Total number of pages; "0" when there is no matching item. */
  readonly totalPages: string;
  /** true when counting stopped at 10,000 items: there are more than the totals given here. Never for processes. */
  readonly atLeast?: boolean;
}

/** An element instance to terminate, and the element to activate instead. */
export interface MoveInstruction {
  /** Number of the element instance, from getWorkflowRun. At least 1. */
  readonly key?: number;
  /** Instead of key: every active instance of this element. From 1 to 1024 characters. */
  readonly elementId?: string;
  /** Id of the element to activate. From 1 to 1024 characters. */
  readonly toElementId: string;
  /** Variables for the element. At most 100 items. */
  readonly variableInstructions?: readonly VariableInstruction[];
}

/** Client credentials of a user. */
export interface OAuthClient {
  /** Id to sign in with. */
  readonly clientId: string;
  /** Id of the user that the client acts as. */
  readonly userId: string;
  /** Space-separated scopes that its tokens may have. */
  readonly scope: string;
  /** Whether the client is disabled. A disabled client cannot sign in. */
  readonly disabled: boolean;
  /** When the client was created. ISO 8601 timestamp in UTC. */
  readonly createdTs: string;
}

/** Something that a run waits for. */
export interface OpenWork {
  /** What the run waits for. */
  readonly kind: 'task' | 'job' | 'call' | 'timer' | 'message' | 'signal' | 'condition' | 'incident';
  /** Id of the element in the diagram. */
  readonly elementId: string;
}

/** An object that belongs to no file. */
export interface OrphanObject {
  /** Key of the object in the storage. */
  readonly key: string;
  /** Size in bytes, a decimal string. */
  readonly size: string;
  /** When the object was last modified. ISO 8601 timestamp in UTC. */
  readonly modifiedTs: string;
}

/** A passkey of a person. */
export interface Passkey {
  /** Id of the passkey: its credential id, base64url. */
  readonly id: string;
  /** Name that the person gave it. */
  readonly name: string;
  /** Whether it can be copied to other devices, for example by a password manager. */
  readonly synced: boolean;
  /** When it was registered. ISO 8601 timestamp in UTC. */
  readonly createdTs: string;
  /** When it was used last; null before its first use. ISO 8601 timestamp in UTC. */
  readonly usedTs: string | null;
}

/** A token with which programs act as a person. */
export interface PersonalToken {
  /** Id of the personal token; it is part of the token. */
  readonly id: string;
  /** Id of the user that it acts as. */
  readonly userId: string;
  /** What it is for. */
  readonly name: string;
  /** Space-separated scopes that it is limited to; empty: all rights of the user. */
  readonly scope: string;
  /** When it was created. ISO 8601 timestamp in UTC. */
  readonly createdTs: string;
  /** When it ends. ISO 8601 timestamp in UTC. */
  readonly expiresTs: string;
  /** When it was used last, to the minute; null if it was not used. ISO 8601 timestamp in UTC. */
  readonly usedTs: string | null;
}

/** Something that a decision would do. */
export interface PreviewEffect {
  /** process: a member of the process changes; task: a task opens; job: the server or a worker gets work; timer, wait: the run waits; message, event: something is sent; incident: the run stops; later: more follows in the background; end: the run ends. */
  readonly kind: 'process' | 'task' | 'job' | 'timer' | 'wait' | 'message' | 'event' | 'incident' | 'later' | 'end';
  /** The effect in an English sentence. */
  readonly text: string;
  /** Id of the element in the diagram. */
  readonly elementId?: string;
  /** Name of the element, task, message or event. */
  readonly name?: string;
  /** With process: state, priority, stageKey or fields.<name>. */
  readonly member?: string;
  /** With process: the new value; null: none. */
  readonly to?: unknown;
  /** With task: id of the user who gets it. */
  readonly assignee?: string;
  /** With task: roles and ids of users who may claim it. */
  readonly candidates?: readonly string[];
  /** With job: type of the job. */
  readonly jobType?: string;
  /** With timer: when it fires. */
  readonly dueTs?: string;
}

/** The priorities of processes. */
export interface PriorityRules {
  /** Priority of new processes that name none. */
  readonly default: string;
  /** Whether a role of the caller lets the caller set it in a new process. */
  readonly create: boolean;
  /** Whether a role of the caller lets the caller change it. */
  readonly update: boolean;
  /** The priorities, in the order of the document. */
  readonly values: readonly string[];
}

/** A process. */
export interface Process {
  /** Id of the process, a UUID. */
  readonly id: string;
  /** When the process was created. ISO 8601 timestamp in UTC. */
  readonly createdTs: string;
  /** Lifecycle state, one of those the sub-project configures, e.g. INIT. */
  readonly state: string;
  /** Priority, one of those the sub-project configures, e.g. LOW or HIGH. */
  readonly priority: string;
  /** Dynamic fields by name, as the sub-project configures them; fields the caller may not see are left out. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** Key of the stage. Present with include=stageKey. */
  readonly stageKey?: string;
  /** Version of the process. Present with include=version. Send it as If-Match when updating. */
  readonly version?: string;
  /** When the process last changed. Present with include=updatedTs. ISO 8601 timestamp in UTC. */
  readonly updatedTs?: string;
  /** Id of the user who created the process. Present with include=createdBy, where it is known. */
  readonly createdBy?: string;
  /** The latest change of the process. Present with include=lastChange. */
  readonly lastChange?: LastChange;
  /** What the caller may do with it. Present with include=allowed. */
  readonly allowed?: AllowedOnProcess;
}

/** The process of the task, in short. */
export interface ProcessSummary {
  /** Id of the process. */
  readonly id: string;
  /** State of the process. */
  readonly state: string;
  /** Priority of the process. */
  readonly priority: string;
  /** Stage of the process. */
  readonly stageKey: string;
  /** What the process is called: the first text among its naming fields, else the id. */
  readonly title: string;
  /** The fields that name the process, at most three of those that the caller sees. */
  readonly fields: Readonly<Record<string, unknown>>;
}

/** A process that rejected a bulk operation. */
export interface RejectedProcess {
  /** Id of the process. */
  readonly processId: string;
  /** Numeric id of the error. */
  readonly id: number;
  /** Code name of the error. */
  readonly code: string;
  /** Why the process rejected it. */
  readonly detail: string;
}

/** A file whose upload is open. */
export interface ReservedFile {
  /** Id of the file, reserved when the upload is created. */
  readonly id: string;
  /** Name of the file. */
  readonly fileName: string;
  /** true while the upload is open, false once it is closed. */
  readonly locked: boolean;
}

/** Why a person has a role: who gave it, through which group, since when. */
export interface RoleOrigin {
  /** Who gives the roles: document, or managed (setMemberRoles). */
  readonly source: string;
  /** The group through which the person has the roles; null when they were given to the person. */
  readonly group: GroupOrigin | null;
  /** Since when; null for roles that a document gave before this was recorded. ISO 8601 timestamp in UTC. */
  readonly since: string | null;
}

/** Why a person has roles: who gave them, through which group, since when. */
export interface RoleSource {
  /** Who gives the roles: document, or managed (setMemberRoles). */
  readonly source: string;
  /** The group through which the person has the roles; null when they were given to the person. */
  readonly group: GroupOrigin | null;
  /** Since when; null for roles that a document gave before this was recorded. ISO 8601 timestamp in UTC. */
  readonly since: string | null;
  /** The roles that were given. */
  readonly roles: readonly string[];
}

/** How often a rule applied. */
export interface RuleCoverage {
  /** Id of the rule in the DMN file. */
  readonly ruleId: string;
  /** Position of the rule in its table, from 1. */
  readonly index: number;
  /** Line of the DMN file, from 1. */
  readonly line: number;
  /** Description or annotations of the rule; null when it has none. */
  readonly annotation: string | null;
  /** How often the rule applied. */
  readonly hits: number;
}

/** What the caller may do with the run now. */
export interface RunActions {
  /** Whether cancelWorkflowRun would end the run. */
  readonly cancel: boolean;
  /** Whether modifyRun, migrateRun, moveToken and activateElements would take a request that fits the run. */
  readonly modify: boolean;
  /** Whether the run has an open incident that retryIncident would try again. */
  readonly retry: boolean;
}

/** A run of a workflow. Present with the kind run. */
export interface RunActivity {
  /** Id of the run. */
  readonly runId: string;
  /** Name of the workflow; null: it is not in the configuration any more. */
  readonly workflow: string | null;
  /** State of the run before; null: there was none. */
  readonly before: string | null;
  /** State of the run after; null: it did not change. */
  readonly state: string | null;
}

/** What changed in a run. */
export interface RunChanges {
  /** Element instances that are active now and were not before. */
  readonly begun: readonly ElementInstance[];
  /** Element instances that are no longer active. */
  readonly ended: readonly ElementInstance[];
  /** Tasks, jobs, timers and so on that were opened. */
  readonly opened: readonly OpenWork[];
  /** Tasks, jobs, timers and so on that were closed. */
  readonly closed: readonly OpenWork[];
}

/** Variables and open work of a run. */
export interface RunDetail {
  /** Version of the workflow that the run follows. */
  readonly workflowVersion: string;
  /** Variables of the run by name. */
  readonly variables: Readonly<Record<string, unknown>>;
  /** Element instances that hold a token. */
  readonly active: readonly ActiveElement[];
  /** Open tasks. */
  readonly tasks: readonly Task[];
  /** Jobs that are not finished. */
  readonly jobs: readonly RunJob[];
  /** Timers that have not fired. */
  readonly timers: readonly RunTimer[];
  /** Messages, signals and conditions that the run waits for. */
  readonly waits: readonly RunWait[];
  /** Incidents of the run, open and resolved. */
  readonly incidents: readonly Incident[];
}

/** The run and its state. */
export interface RunId {
  /** Id of the run. */
  readonly id: string;
  /** State of the run: RACING (running), PAUSED (waits for a person or an event), COMPLETED, REJECTED (ended by a rejection), FAILED (stopped by an incident) or CANCELLED. */
  readonly state: 'RACING' | 'PAUSED' | 'COMPLETED' | 'REJECTED' | 'FAILED' | 'CANCELLED';
}

/** The newest open incident of a run. */
export interface RunIncident {
  /** Id of the incident. */
  readonly id: string;
  /** Id of the element in the diagram. */
  readonly elementId: string;
  /** Kind of problem. */
  readonly kind: string;
  /** What happened. */
  readonly message: string;
  /** When the incident was raised. ISO 8601 timestamp in UTC. */
  readonly createdTs: string;
  /** Number of open incidents of the run. */
  readonly openCount: number;
}

/** A job of a run. */
export interface RunJob {
  /** Key of the job. */
  readonly key: string;
  /** Job type, from the diagram. */
  readonly type: string;
  /** Id of the element in the diagram. */
  readonly elementId: string;
  /** OPEN, LEASED or FAILED. */
  readonly state: string;
  /** Attempts left. */
  readonly retries: number;
  /** When the job can be activated next. ISO 8601 timestamp in UTC. */
  readonly dueTs: string;
  /** Why the last attempt failed. */
  readonly lastError: string | null;
}

/** The run that an operation started or advanced. */
export interface RunResponse {
  /** The run and its state. */
  readonly runId: RunId;
}

/** A timer of a run. */
export interface RunTimer {
  /** Key of the timer. */
  readonly key: string;
  /** Id of the element in the diagram. */
  readonly elementId: string;
  /** When the timer fires. ISO 8601 timestamp in UTC. */
  readonly dueTs: string;
}

/** A message, signal or condition that a run waits for. */
export interface RunWait {
  /** Id of the element in the diagram. */
  readonly elementId: string;
  /** message, signal or condition. */
  readonly kind: string;
  /** Name of the message or signal. */
  readonly name: string | null;
  /** Correlation key of the message. */
  readonly correlationKey: string | null;
}

/** The version of a draft that was saved. */
export interface SavedDraft {
  /** Version of the draft, one more with every save. */
  readonly version: string;
  /** When it was saved. ISO 8601 timestamp in UTC. */
  readonly updatedTs: string;
}

/** A token of an identity provider. */
export interface ScimToken {
  /** Id of the token. */
  readonly id: string;
  /** Name for people, for example of the identity provider. */
  readonly name: string;
  /** Id of the user who created the token. */
  readonly createdBy: string;
  /** When the token was created. ISO 8601 timestamp in UTC. */
  readonly createdTs: string;
  /** When the token ends; null for never. ISO 8601 timestamp in UTC. */
  readonly expiresTs: string | null;
  /** When the token was used last, to the minute; null for never. ISO 8601 timestamp in UTC. */
  readonly usedTs: string | null;
}

/** Something that was found. */
export interface SearchHit {
  /** Id of the sub-project. */
  readonly subProjectId: string;
  /** process, file, task or comment. */
  readonly source: string;
  /** Id of the process, file, task or comment. */
  readonly id: string;
  /** Of a file the processes that it is attached to, of a task or comment its process, of a process itself. */
  readonly processIds: readonly string[];
  /** Name of the file or task; first line of the comment; of a process its business key or the first of its searched texts that the caller reads. */
  readonly title: string | null;
  /** State of the process or task; null for a file or comment. */
  readonly state: string | null;
  /** When it was created. ISO 8601 timestamp in UTC. */
  readonly createdTs: string;
  /** Where the words were found. */
  readonly matches: readonly SearchMatch[];
}

/** A text in which words were found. */
export interface SearchMatch {
  /** Name of the field; "id", "fileName", "name" of a task, or "body" of a comment. */
  readonly field: string;
  /** The text, or the part of it around the first match. */
  readonly text: string;
  /** What matches in the text; empty where it comes after the first 4000 characters of a comment. */
  readonly ranges: readonly TextRange[];
}

/** A secret, without its value. */
export interface SecretEntry {
  /** Name that diagrams use: `{{secrets.<name>}}`. */
  readonly name: string;
  /** Hosts that it may be sent to; empty: any. */
  readonly hosts: readonly string[];
  /** When it was set for the first time. ISO 8601 timestamp in UTC. */
  readonly createdTs: string;
  /** When its value was set. ISO 8601 timestamp in UTC. */
  readonly setTs: string;
  /** Who set its value. */
  readonly setBy: UserReference;
  /** Elements of the current configuration that name it. Runs of earlier versions may name it too. */
  readonly usedBy: readonly SecretUsage[];
}

/** An element of a diagram that names a secret. */
export interface SecretUsage {
  /** BPMN file of the current configuration. */
  readonly file: string;
  /** Id of the element in the diagram. */
  readonly elementId: string;
}

/** A session of a browser. */
export interface Session {
  /** Id of the session. */
  readonly id: string;
  /** How the person signed in, for example password. */
  readonly method: string;
  /** The factors used (RFC 8176), for example pwd. */
  readonly amr: readonly string[];
  /** When the person signed in. ISO 8601 timestamp in UTC. */
  readonly createdTs: string;
  /** When the person last proved who they are. ISO 8601 timestamp in UTC. */
  readonly authenticatedTs: string;
  /** When the session was used last, to the minute. ISO 8601 timestamp in UTC. */
  readonly seenTs: string;
  /** When the session ends at the latest. It ends earlier when it is not used for 12 hours. ISO 8601 timestamp in UTC. */
  readonly expiresTs: string;
  /** Network of the sign-in: an IPv4 address, or the first 64 bits of an IPv6 address. */
  readonly network: string;
  /** The User-Agent of the browser. */
  readonly agent: string;
  /** Whether this request was sent with it. */
  readonly current: boolean;
  /** true: the person must set up a second factor first, and the session opens nothing else. */
  readonly enrolling: boolean;
}

/** A sign-in that was completed. */
export interface SignInCompletion {
  /** signedIn: the answer has set the session cookie. */
  readonly status: 'signedIn';
  /** Id of the user. */
  readonly userId: string;
  /** A session of a browser. */
  readonly session: Session;
}

/** Who must have a second factor. */
export interface SignInPolicy {
  /** required: people need a second factor, a passkey or single sign-on. Default optional. */
  readonly secondFactor: 'optional' | 'required';
}

/** An identity provider to sign in with. */
export interface SignInProvider {
  /** Id of the provider. */
  readonly id: string;
  /** Name for the button. */
  readonly name: string;
  /** Address to open. It takes return_to: the path of this service to go to after the sign-in. */
  readonly startUrl: string;
  /** Whether the provider speaks for the domain of the address. */
  readonly forDomain: boolean;
}

/** What became of a sign-in. */
export interface SignInResult {
  /** signedIn: the answer has set the session cookie. secondStep: finish with finishSignIn. enrol: as signedIn, but the session only opens what sets up a second factor, which the installation requires. */
  readonly status: 'signedIn' | 'secondStep' | 'enrol';
  /** Id of the user. */
  readonly userId: string;
  /** A session of a browser. */
  readonly session?: Session;
  /** With secondStep: for finishSignIn, which must follow within 10 minutes. */
  readonly pendingSignIn?: string;
  /** With secondStep: what the person can finish with: totp, passkey or recoveryCode. */
  readonly methods?: readonly string[];
}

/** The signed address of a file. */
export interface SignedDownload {
  /** Id of the file. */
  readonly fileId: string;
  /** Address to GET the file from. */
  readonly url: string;
  /** Extension: inline if a browser shows the file, attachment if it saves it. Present if the request names one. */
  readonly disposition?: string;
}

/** The signed address of a part. */
export interface SignedPart {
  /** Part number, from 1. From 1 to 10000. */
  readonly partNumber: number;
  /** Size in bytes. */
  readonly size: string;
  /** Address to PUT the part to. The body must have exactly size bytes. */
  readonly url: string;
  /** When the address expires. ISO 8601 timestamp in UTC. */
  readonly expiresTs: string;
}

/** The signed upload form. */
export interface SignedUpload {
  /** Address to POST the form to. */
  readonly url: string;
  /** Form fields. Send them exactly as returned, before the file. */
  readonly fields: Readonly<Record<string, string>>;
}

/** A stage of processes. */
export interface Stage {
  /** Key of the stage. */
  readonly key: string;
  /** Name of the stage. */
  readonly name: string;
  /** Whether new processes start in this stage. */
  readonly default: boolean;
}

/** The stages of processes. */
export interface StageRules {
  /** Whether a role of the caller lets the caller choose it for a new process. */
  readonly create: boolean;
  /** Whether a role of the caller lets the caller change it. */
  readonly update: boolean;
  /** The stages, in the order of the document. */
  readonly values: readonly Stage[];
}

/** A state of processes. */
export interface StateRule {
  /** The state. */
  readonly key: string;
  /** Colour of the state; null: the document says none. */
  readonly tone: 'running' | 'waiting' | 'completed' | 'rejected' | 'failed' | 'cancelled' | null;
  /** States that the caller may change it to; empty when the caller may not change the state. */
  readonly next: readonly string[];
}

/** The states of processes and what the caller may change them to. */
export interface StateRules {
  /** State of new processes. */
  readonly initial: string;
  /** Whether a role of the caller lets the caller change it. */
  readonly update: boolean;
  /** The states, in the order of the document. */
  readonly values: readonly StateRule[];
}

/** The answer of operations that return no data. */
export interface StatusResponse {
  /** Always "success". */
  readonly status: string;
  /** What was done. */
  readonly message: string;
}

/** The disk of the embedded store or database, if there is one. */
export interface StorageDisk {
  /** Size of the disk. */
  readonly totalBytes: string;
  /** Bytes that are free. */
  readonly freeBytes: string;
  /** Bytes that uploads leave free. */
  readonly reserveBytes: string;
  /** false when the reserve is reached and uploads are refused. */
  readonly takesUploads: boolean;
}

/** Results for one storage plugin. */
export interface StoragePluginReport {
  /** Name of the storage plugin. */
  readonly pluginName: string;
  /** Why the comparison ended early. */
  readonly failure?: string;
  /** Number of objects listed, a decimal string. */
  readonly objectCount: string;
  /** Number of closed files compared, including deleted files that are not purged yet, a decimal string. */
  readonly fileCount: string;
  /** Number of objects that do not belong to this installation; they are never changed, a decimal string. */
  readonly foreignCount: string;
  /** Number of objects that belong to no file, a decimal string. */
  readonly orphanCount: string;
  /** Number of orphans removed, a decimal string. */
  readonly removedCount: string;
  /** Number of files whose object is missing, a decimal string. */
  readonly missingCount: string;
  /** Number of files whose object differs from the one that was closed, a decimal string. */
  readonly alteredCount: string;
  /** Number of open multipart uploads listed, a decimal string. */
  readonly uploadCount: string;
  /** Number of open multipart uploads that belong to no file, a decimal string. */
  readonly strayUploadCount: string;
  /** Number of stray uploads aborted, a decimal string. */
  readonly abortedCount: string;
  /** The first 1000 orphans. */
  readonly orphans: readonly OrphanObject[];
  /** The first 1000 files whose object is missing. */
  readonly missing: readonly BrokenFile[];
  /** The first 1000 files whose object is altered. */
  readonly altered: readonly BrokenFile[];
  /** The first 1000 stray uploads. */
  readonly strayUploads: readonly StrayUpload[];
}

/** A comparison of the files with the objects in their stores. */
export interface StorageReconciliation {
  /** Id of the comparison. */
  readonly id: string;
  /** WAITING (for a worker), RUNNING, COMPLETED or FAILED. */
  readonly state: string;
  /** Whether orphans and stray uploads older than 24 hours are removed. */
  readonly repair: boolean;
  /** The only sub-project that is compared. */
  readonly subProjectId?: string;
  /** The only storage plugin that is compared. */
  readonly pluginName?: string;
  /** When the comparison was requested. ISO 8601 timestamp in UTC. */
  readonly createdTs: string;
  /** When the comparison last started. ISO 8601 timestamp in UTC. */
  readonly startedTs?: string;
  /** When the comparison ended. ISO 8601 timestamp in UTC. */
  readonly finishedTs?: string;
  /** Why the comparison failed. */
  readonly failure?: string;
  /** Results by storage plugin; incomplete while the state is RUNNING. */
  readonly plugins: readonly StoragePluginReport[];
  /** Storage plugins that hold files but are no longer configured. */
  readonly unconfigured: readonly UnconfiguredPlugin[];
}

/** The answer of operations about a comparison with the stores. */
export interface StorageReconciliationResponse {
  /** A comparison of the files with the objects in their stores. */
  readonly reconciliation: StorageReconciliation;
}

/** Limits of files and what the caller may do with files. */
export interface StorageRules {
  /** true: no file can be deleted or recovered. */
  readonly legalHold: boolean;
  /** Storage plugins that may be used; null: all of the server. */
  readonly plugins: readonly string[] | null;
  /** Bytes of a file; null: the limit of the server. */
  readonly maximumFileSize: string | null;
  /** Bytes of all files together; null: no limit. */
  readonly quota: string | null;
  /** Whether a role of the caller lets the caller see and download files. */
  readonly read: boolean;
  /** Whether a role of the caller lets the caller upload files. */
  readonly create: boolean;
  /** Whether a role of the caller lets the caller delete files. */
  readonly delete: boolean;
}

/** What files take. */
export interface StorageUsage {
  /** Bytes of closed files, deleted ones included. */
  readonly storedBytes: string;
  /** Bytes that open uploads announced, or that their forms allow. */
  readonly openBytes: string;
  /** Number of deleted files that are not purged. */
  readonly deletedFiles: string;
  /** Bytes of these files. */
  readonly deletedBytes: string;
  /** Quota of the sub-project in bytes, if it has one. */
  readonly quota?: string;
}

/** A file. */
export interface StoredFile {
  /** Id of the file, reserved when the upload is created. */
  readonly id: string;
  /** Name of the file. */
  readonly fileName: string;
  /** Size in bytes; "0" while the upload is open. */
  readonly size: string;
  /** true while the upload is open, false once it is closed. */
  readonly locked: boolean;
  /** When the upload was created. ISO 8601 timestamp in UTC. */
  readonly createdTs: string;
  /** Extension: present while the file is in quarantine and cannot be downloaded: pending until the scanner answers, infected when it refused the file, failed when it gave no verdict. */
  readonly quarantine?: string;
  /** MIME type. Present with include=mimeType. */
  readonly mimeType?: string;
  /** Ids of the processes the file is attached to. Present with include=processIds. */
  readonly processIds?: readonly string[];
  /** Stage the file is attached to. Present with include=stageKey. */
  readonly stageKey?: string;
  /** When the file was deleted. Present with include=deletedTs, for a deleted file. ISO 8601 timestamp in UTC. */
  readonly deletedTs?: string;
  /** SHA-256 of the content in hex. Present with include=sha256, when it is known. */
  readonly sha256?: string;
}

/** An open multipart upload that belongs to no file. */
export interface StrayUpload {
  /** Key of the object in the storage. */
  readonly key: string;
  /** Id that the storage gave the upload. */
  readonly uploadId: string;
  /** Size of its parts in bytes, a decimal string. */
  readonly size: string;
  /** When the upload was begun. ISO 8601 timestamp in UTC. */
  readonly createdTs: string;
}

/** A sub-project. */
export interface SubProject {
  /** Id of the sub-project, a UUID. */
  readonly id: string;
  /** Name of the sub-project. */
  readonly name: string;
  /** Version of the current configuration; null before the first deployment. */
  readonly version: string | null;
  /** Stages, in the order of the configuration. */
  readonly stages: readonly Stage[];
  /** When the sub-project was created. ISO 8601 timestamp in UTC. */
  readonly createdTs: string;
}

/** What a user may do in a sub-project. */
export interface SubProjectAccess {
  /** Id of the sub-project. */
  readonly id: string;
  /** Name of the sub-project. */
  readonly name: string;
  /** Version of its configuration; null when nothing is deployed. */
  readonly version: string | null;
  /** The roles of the user in it. */
  readonly roles: readonly string[];
  /** What the roles and the scopes allow, by the grant that operations name: the fields, workflows, types of jobs or types of events that it is limited to, or `*` for all. Row filters and stages limit it further. */
  readonly grants: Readonly<Record<string, readonly string[]>>;
}

/** A deployed configuration. */
export interface SubProjectConfiguration {
  /** Id of the sub-project. */
  readonly subProjectId: string;
  /** Version number of the configuration. */
  readonly version: string;
  /** The document as deployed, YAML or JSON text. */
  readonly document: string;
  /** BPMN and DMN files and tests by name. */
  readonly files: Readonly<Record<string, string>>;
  /** When the configuration was deployed. ISO 8601 timestamp in UTC. */
  readonly createdTs: string;
  /** Indexes of the fields with x-indexed. Present for the current version. */
  readonly indexes?: readonly FieldIndex[];
}

/** A field of processes, and what the caller may do with it. */
export interface SubProjectField {
  /** Name of the field. */
  readonly name: string;
  /** JSON Schema (2020-12) of its values, with `default`, `x-file` and the display hints `x-ui`. */
  readonly schema: Readonly<Record<string, unknown>>;
  /** Whether a process must have a value. */
  readonly required: boolean;
  /** Whether filters and sorting by the field are fast. */
  readonly indexed: boolean;
  /** Whether no two processes have the same value. */
  readonly unique: boolean;
  /** What its value is the id of; null: nothing. */
  readonly reference: 'user' | 'file' | null;
  /** Whether a role of the caller lets the caller see it. */
  readonly read: boolean;
  /** Whether a role of the caller lets the caller set it in a new process. */
  readonly create: boolean;
  /** Whether a role of the caller lets the caller change it. */
  readonly update: boolean;
}

/** Fields, states, stages and workflows, with what the caller may do. */
export interface SubProjectSchema {
  /** Id of the sub-project. */
  readonly subProjectId: string;
  /** Name of the sub-project. */
  readonly name: string;
  /** Version of its configuration. */
  readonly version: string;
  /** Whether a role of the caller lets the caller create processes. */
  readonly create: boolean;
  /** Whether a role of the caller lets the caller change processes. */
  readonly update: boolean;
  /** Whether a role of the caller lets the caller delete processes. */
  readonly delete: boolean;
  /** The unique field that stands for the id of a process; null: none that the caller may see. */
  readonly businessKey: string | null;
  /** The fields that the caller may see, set or change, in the order of the document. */
  readonly fields: readonly SubProjectField[];
  /** The states of processes and what the caller may change them to. */
  readonly states: StateRules;
  /** The priorities of processes. */
  readonly priorities: PriorityRules;
  /** The stages of processes. */
  readonly stages: StageRules;
  /** Limits of files and what the caller may do with files. */
  readonly storage: StorageRules;
  /** The workflows that the caller may execute, in the order of the document. */
  readonly workflows: readonly ExecutableWorkflow[];
}

/** An event subscription and its secret. */
export interface SubscriptionSecretResponse {
  /** A webhook: where events are sent, and which. */
  readonly subscription: WebhookSubscription;
  /** The signing secret, whsec_ and base64. Only this answer contains it. null with ed25519: `publicKey` of the subscription is all that the receiver needs. null in the answer of createEventSubscription for another owner, who calls revealSubscriptionSecret. */
  readonly secret: string | null;
}

/** A value of a field. */
export interface Suggestion {
  /** The value. */
  readonly value: string;
  /** Number of processes that have it, of those that were counted. */
  readonly count: string;
}

/** How often the rules of a table applied. */
export interface TableCoverage {
  /** Id of the table in the DMN file. */
  readonly tableId: string;
  /** Id of the decision or business knowledge model that has the table. */
  readonly ownerId: string;
  /** Name of that decision or business knowledge model. */
  readonly ownerName: string;
  /** UNIQUE, ANY, PRIORITY, FIRST, RULE ORDER, OUTPUT ORDER or COLLECT. */
  readonly hitPolicy: string;
  /** The rules in the order of the table. */
  readonly rules: readonly RuleCoverage[];
}

/** The value of an input column. */
export interface TableInput {
  /** Label of the input column, or its expression. */
  readonly name: string;
  /** Value of the input column. */
  readonly value: unknown;
}

/** A decision table that was evaluated. */
export interface TableTrace {
  /** Id of the table in the DMN file. */
  readonly tableId: string;
  /** Values of the input columns, in the order of the table. */
  readonly inputs: readonly TableInput[];
  /** The rules that applied, in the order of the table. */
  readonly rules: readonly MatchedRule[];
}

/** A human task. */
export interface Task {
  /** Id of the task. */
  readonly id: string;
  /** Id of the run. */
  readonly runId: string;
  /** Id of the workflow. */
  readonly workflowId: string;
  /** Id of the process. */
  readonly processId: string;
  /** Id of the user task in the diagram. */
  readonly elementId: string;
  /** Name of the user task in the diagram. */
  readonly name: string;
  /** State of the task. */
  readonly state: 'OPEN' | 'COMPLETED' | 'CANCELLED';
  /** Id of the user it is assigned to; null when it is not assigned. */
  readonly assignee: string | null;
  /** Roles whose members may claim the task. */
  readonly candidateGroups: readonly string[];
  /** Ids of the users who may claim the task. */
  readonly candidateUsers: readonly string[];
  /** Due date. ISO 8601 timestamp in UTC. */
  readonly dueTs: string | null;
  /** Follow-up date. ISO 8601 timestamp in UTC. */
  readonly followUpTs: string | null;
  /** Priority from 0 to 100, default 50. */
  readonly priority: number;
  /** JSON Schema of the payload, or a reference to a form. */
  readonly form: Readonly<Record<string, unknown>> | null;
  /** How several persons decide the task, and their votes. */
  readonly approval?: TaskApproval;
  /** The decision; null until the task is completed, and when changes were requested. */
  readonly approved: boolean | null;
  /** When the task was created. ISO 8601 timestamp in UTC. */
  readonly createdTs: string;
  /** When the task was completed; null while it is open. ISO 8601 timestamp in UTC. */
  readonly completedTs: string | null;
  /** What the caller may do with the task now. */
  readonly allowed?: TaskActions;
}

/** What the caller may do with the task now. */
export interface TaskActions {
  /** Whether claimTask would assign the task to the caller. */
  readonly claim: boolean;
  /** Whether releaseTask would give the task back to its candidates. */
  readonly release: boolean;
  /** Whether the caller may complete the task, or vote on it. In lists without the rules of separation, which getTask and the vote judge. */
  readonly decide: boolean;
  /** Whether the caller may give the task to somebody. */
  readonly assign: boolean;
  /** Whether the caller may change due date, follow-up date and priority. */
  readonly update: boolean;
}

/** A task that was changed. Present with the kind task. */
export interface TaskActivity {
  /** Id of the task. */
  readonly taskId: string;
  /** Name of the task. */
  readonly task: string | null;
  /** Whom it is assigned to now; null: nobody. */
  readonly assignee: string | null;
}

/** How several persons decide the task, and their votes. */
export interface TaskApproval {
  /** Approvals so far. */
  readonly approvals: number;
  /** Rejections so far. */
  readonly rejections: number;
  /** Approvals that are needed. */
  readonly quorum: number;
  /** Rejections that reject the task: the first one, as many as the quorum, or none alone. */
  readonly veto: 'first' | 'quorum' | 'none';
  /** Which votes need a reason; requestChanges always does. */
  readonly reason: 'never' | 'onReject' | 'always';
  /** Whether votes may have files. */
  readonly attachments: boolean;
  /** Whether changes can be requested. */
  readonly changes: boolean;
  /** Who may not vote: starter (of the run), task:<element id> (decided or voted there in this run), field:<name> (named by the field), editor:<field name> (set the field). */
  readonly separation: readonly string[];
  /** The votes in their order. */
  readonly votes: readonly Vote[];
}

/** userTask: new values of the task. null, or leaving a member out, keeps the value. */
export interface TaskCorrections {
  /** User id, "" for none. At most 8192 characters. */
  readonly assignee?: string | null;
  /** Role keys. At most 1000 items. */
  readonly candidateGroups?: readonly string[] | null;
  /** User ids. At most 1000 items. */
  readonly candidateUsers?: readonly string[] | null;
  /** Date-time, "" for none. At most 8192 characters. */
  readonly dueDate?: string | null;
  /** Date-time, "" for none. At most 8192 characters. */
  readonly followUpDate?: string | null;
  /** 0 to 100. From 0 to 100. */
  readonly priority?: number | null;
}

/** A task with all that a decision needs. */
export interface TaskDetail {
  /** A human task. */
  readonly task: Task;
  /** The sub-project. */
  readonly subProject: TaskSubProject;
  /** The workflow. */
  readonly workflow: TaskWorkflow;
  /** Whether the task has a form with members to fill in. */
  readonly hasForm: boolean;
  /** Whether its form requires a comment. */
  readonly commentRequired: boolean;
  /** Whether the task is open and its due date has passed. */
  readonly overdue: boolean;
  /** What the caller may do with the task now. */
  readonly allowed: TaskActions;
  /** The run of the task. */
  readonly run: TaskRun;
  /** The process, as getProcess with include=version,stageKey,updatedTs; null when the scopes of the token leave out processes. */
  readonly process: Process | null;
  /** What the process is called, as in getInbox. */
  readonly title: string;
  /** Why the caller may decide the task; empty: the caller may only see it, or it is no longer open. */
  readonly why: readonly TaskReason[];
  /** Earlier decisions of the run, the oldest first; 100 at most, the latest ones. */
  readonly decisions: readonly EarlierDecision[];
  /** Files of the process that the caller sees, newest first; 100 at most, as listStorage with include=mimeType. */
  readonly files: readonly StoredFile[];
  /** What the person who completed the task wrote, shown as that of earlier decisions. */
  readonly comment: string | null;
  /** Id of the user who completed the task; null while it is open. */
  readonly completedBy: string | null;
  /** Comments about the task, counted to 1000; null for who may not read them. */
  readonly commentCount: number | null;
  /** Names of the users that the answer names, by the id or client id it names them with. */
  readonly names: Readonly<Record<string, string>>;
}

/** Why a task was refused. */
export interface TaskError {
  /** Numeric id of the error. */
  readonly id: number;
  /** HTTP status that the task alone would have been answered with. */
  readonly status: number;
  /** Code name of the error. */
  readonly code: string;
  /** What happened and what to do next. */
  readonly detail: string;
  /** The members that are not valid. */
  readonly errors?: readonly InvalidMember[];
}

/** Why the caller may decide a task. */
export interface TaskReason {
  /** assignee: the task is assigned to the caller; candidateUser: it names the caller; candidateGroup: it names a role of the caller; anyone: it names nobody; operator: the caller may complete every task. */
  readonly rule: 'assignee' | 'candidateUser' | 'candidateGroup' | 'anyone' | 'operator';
  /** The role, with candidateGroup. */
  readonly group?: string;
}

/** The answer of operations that change a task. */
export interface TaskResponse {
  /** A human task. */
  readonly task: Task;
}

/** What became of one task: the run after the decision, or an error. */
export interface TaskResult {
  /** Id of the task. */
  readonly taskId: string;
  /** Whether this request completed the task, or its vote counts. */
  readonly decided: boolean;
  /** The run and its state. */
  readonly runId?: RunId;
  /** The votes on a task that several persons decide, after one more of them. */
  readonly vote?: CountedVote;
  /** Why a task was refused. */
  readonly error?: TaskError;
}

/** The run of the task. */
export interface TaskRun {
  /** Id of the run. */
  readonly id: string;
  /** State of the run. */
  readonly state: 'RACING' | 'PAUSED' | 'COMPLETED' | 'REJECTED' | 'FAILED' | 'CANCELLED';
  /** When the run was started. ISO 8601 timestamp in UTC. */
  readonly createdTs: string;
}

/** The sub-project. */
export interface TaskSubProject {
  /** Id of the sub-project. */
  readonly id: string;
  /** Name of the sub-project. */
  readonly name: string;
}

/** The workflow. */
export interface TaskWorkflow {
  /** Id of the workflow. */
  readonly id: string;
  /** Name of the workflow. */
  readonly name: string;
}

/** Element instances to terminate. */
export interface TerminateInstruction {
  /** Number of the element instance, from getWorkflowRun. At least 1. */
  readonly key?: number;
  /** Instead of key: every active instance of this element. From 1 to 1024 characters. */
  readonly elementId?: string;
}

/** A part of a text. */
export interface TextRange {
  /** First character that matches, in UTF-16 code units from 0. */
  readonly start: number;
  /** Number of them. */
  readonly length: number;
}

/** Something that happened in a run. */
export interface TimelineEntry {
  /** Position within the run, from 1. */
  readonly sequence: number;
  /** When it happened. ISO 8601 timestamp in UTC. */
  readonly at: string;
  /** entered, completed, cancelled, flowTaken, variables, incident, commented, … */
  readonly event: string;
  /** Id of the element in the diagram; null when the event concerns the whole run. */
  readonly elementId: string | null;
  /** Number of the element instance within the run. */
  readonly key: number | null;
  /** Number of the enclosing element instance. */
  readonly scopeKey: number | null;
  /** Changed variables, messages and the like. */
  readonly detail: Readonly<Record<string, unknown>> | null;
}

/** An access token. */
export interface TokenResponse {
  /** Send it as Authorization: Bearer <access_token>. */
  readonly access_token: string;
  /** Kind of token. */
  readonly token_type: 'Bearer';
  /** Lifetime of the token in seconds. */
  readonly expires_in: number;
  /** Space-separated scopes of the token. */
  readonly scope: string;
}

/** A storage plugin that holds files but is no longer configured. */
export interface UnconfiguredPlugin {
  /** Name of the storage plugin. */
  readonly pluginName: string;
  /** Number of files, a decimal string. */
  readonly fileCount: string;
}

/** A part that was uploaded. */
export interface UploadedPart {
  /** Part number, from 1. From 1 to 10000. */
  readonly partNumber: number;
  /** Size in bytes. */
  readonly size: string;
}

/** A user who can be assigned to a process. */
export interface User {
  /** Id of the user. */
  readonly id: string;
  /** Full name. */
  readonly name: string;
  /** E-mail address. */
  readonly email: string;
  /** Role in the sub-project, e.g. OWNER, MANAGER or ASSIGNEE. */
  readonly role: string;
}

/** A user, or the service itself. */
export interface UserReference {
  /** User id, or "system". */
  readonly id: string;
  /** Full name of the user. */
  readonly name: string;
}

/** The answer of operations that save a user. */
export interface UserResponse {
  /** A user of the installation. */
  readonly user: IdentityUser;
}

/** A value and how many processes have it. */
export interface ValueCount {
  /** The value; null stands for no value. */
  readonly value: unknown;
  /** Number of matching processes that have it, a decimal string. */
  readonly count: string;
}

/** Variables to set before an element is activated. */
export interface VariableInstruction {
  /** Variables to set before the element is activated. */
  readonly variables: Readonly<Record<string, unknown>>;
  /** Element on which they are local: the element itself or one around it. Default: the process. At most 8192 characters. */
  readonly scopeId?: string;
}

/** A saved view of a list. */
export interface View {
  /** Id of the view. */
  readonly id: string;
  /** The list that the view is of. */
  readonly kind: 'processes' | 'tasks' | 'runs' | 'incidents';
  /** Name for people. */
  readonly name: string;
  /** Filters as the list takes them, without subProjectId_id. */
  readonly filters: Readonly<Record<string, unknown>>;
  /** Sort order as the list takes it; empty for its own order. At most 2000 characters. */
  readonly sort: string;
  /** The columns in their order; empty for those that the console chooses. At most 100 items. */
  readonly columns: readonly ViewColumn[];
  /** Height of the rows. */
  readonly density: 'dense' | 'default' | 'roomy';
  /** How the list is shown. */
  readonly grouping: 'table' | 'board';
  /** The key whose values are the columns of a board. At most 1024 characters. */
  readonly groupBy: string;
  /** Who else has it. */
  readonly sharedWith: 'nobody' | 'role' | 'everyone';
  /** The role that has it. */
  readonly role: string | null;
  /** Id of the user who saved it first. */
  readonly ownerId: string;
  /** Whether the caller may save and delete it. */
  readonly mayChange: boolean;
  /** Whether conditions, sort keys or columns were left out because the caller does not have their fields. */
  readonly incomplete: boolean;
  /** When it was last saved. ISO 8601 timestamp in UTC. */
  readonly updatedTs: string;
}

/** A column of a view. */
export interface ViewColumn {
  /** A filter key of the list, e.g. state or fields.amount. From 1 to 1024 characters. */
  readonly key: string;
  /** Width in pixels. From 20 to 2000. */
  readonly width?: number;
}

/** What one person says about a task. */
export interface Vote {
  /** Id of the user who voted. */
  readonly by: string;
  /** approve, reject, or requestChanges: back to the requester with what is wanted. */
  readonly outcome: 'approve' | 'reject' | 'requestChanges';
  /** What the person wrote. Shown by getTask and getApprovalStatus, to whoever reads every field of the process and to its author. */
  readonly reason?: string;
  /** Files of the process that belong to the vote. */
  readonly fileIds: readonly string[];
  /** When it was cast. ISO 8601 timestamp in UTC. */
  readonly createdTs: string;
}

/** A vote on a task that several persons decide, and what the votes decided with it. */
export interface VoteActivity {
  /** approve, reject, or requestChanges: back to the requester with what is wanted. */
  readonly outcome: 'approve' | 'reject' | 'requestChanges';
  /** What the votes decide: open means that the task waits for more of them. */
  readonly result: 'open' | 'approved' | 'rejected' | 'changesRequested';
  /** Approvals so far. */
  readonly approvals: number;
  /** Rejections so far. */
  readonly rejections: number;
  /** Approvals that are needed. */
  readonly quorum: number;
}

/** A reason why somebody may not vote. */
export interface VoteObstacle {
  /** noMember: not in the sub-project; cannotCall: no role calls the workflow; outsideRowFilter: no such role covers the process; notCandidate: the task names others; disabled: the user is disabled; separation: a rule of the diagram; voted: has voted; closed: the task is no longer open. */
  readonly rule: 'noMember' | 'cannotCall' | 'outsideRowFilter' | 'notCandidate' | 'disabled' | 'separation' | 'voted' | 'closed';
  /** With separation: the rule, for example starter. Absent for a rule on fields that the caller does not read. */
  readonly separation?: string;
  /** The reason in an English sentence. */
  readonly text: string;
}

/** Somebody who votes. */
export interface Voter {
  /** Id of the user. */
  readonly id: string;
  /** Full name. */
  readonly name: string;
}

/** A webhook: where events are sent, and which. */
export interface WebhookSubscription {
  /** Id of the subscription. */
  readonly id: string;
  /** Id of the sub-project. */
  readonly subProjectId: string;
  /** Name for people. */
  readonly name: string;
  /** The user or service account whose roles decide what is sent. */
  readonly owner: UserReference;
  /** Its key under `events` in the configuration document, which alone changes its settings; null: made by a request. */
  readonly declaredAs: string | null;
  /** Address that events are sent to, http or https. Private addresses are refused unless http.allowPrivateAddresses of the configuration lists them. From 1 to 2048 characters. */
  readonly url: string;
  /** Types of events to send, e.g. process.updated, task.*, or * for all that the role subscribes to. From 1 to 200 items. */
  readonly types: readonly string[];
  /** A filter over the process of an event, as in getProcess, judged on the process as it is when the event is sent. {} sends events of all processes, and events of none. */
  readonly filter: Readonly<Record<string, unknown>>;
  /** FEEL expression over the event, e.g. data.after.state = "DONE". The event is sent when it is true. An event on which it fails becomes a dead letter. */
  readonly condition: string | null;
  /** Form of the body: that of Standard Webhooks ({type, timestamp, data}), or CloudEvents 1.0 in structured mode. */
  readonly format: 'standard' | 'cloudevents';
  /** thin: ids, type and the names of what changed. full: also the data of the event. Above 64 KiB: thin. */
  readonly payload: 'thin' | 'full';
  /** process: the events of one process are sent one after the other, and wait for one that could not be delivered. none: they do not wait. */
  readonly ordering: 'process' | 'none';
  /** Requests per second at most. */
  readonly ratePerSecond: number | null;
  /** Requests at the same time at most. From 1 to 100. */
  readonly maxInFlight: number;
  /** hmac: HMAC-SHA256 with a secret that the receiver has too (signature v1). ed25519: the receiver has only the public key (v1a). */
  readonly signing: 'hmac' | 'ed25519';
  /** Public key, whpk_ and base64, with ed25519; else null. */
  readonly publicKey: string | null;
  /** paused: by a request. suspended: the owner is disabled or may not subscribe any more; goes on when that is over. disabled: the receiver answered 410, or failed for five days. Nothing is lost in the meantime while the log keeps the events. */
  readonly state: 'active' | 'paused' | 'suspended' | 'disabled';
  /** Why it is suspended or disabled; or what it has missed. */
  readonly reason: string | null;
  /** Every event up to this position was looked at. */
  readonly position: string;
  /** true while replayEvents goes on. */
  readonly replaying: boolean;
  /** Since when every attempt failed; null otherwise. ISO 8601 timestamp in UTC. */
  readonly failingSince: string | null;
  /** Deliveries that wait for an attempt or for an earlier event; at most "10000". */
  readonly waiting: string;
  /** Dead letters; at most "10000". */
  readonly dead: string;
  /** When it was made. ISO 8601 timestamp in UTC. */
  readonly createdTs: string;
  /** When its settings or its state were changed. ISO 8601 timestamp in UTC. */
  readonly updatedTs: string;
}

/** A workflow. */
export interface Workflow {
  /** Id of the workflow, the same in every version. */
  readonly id: string;
  /** Name of the workflow. */
  readonly name: string;
  /** What the workflow does. */
  readonly description: string;
}

/** A run of a workflow on a process. */
export interface WorkflowRun {
  /** Id of the run. */
  readonly id: string;
  /** Id of the workflow that is executed. */
  readonly workflowId: string;
  /** Id of the process that the run works on. */
  readonly processId: string;
  /** State of the run: RACING (running), PAUSED (waits for a person or an event), COMPLETED, REJECTED (ended by a rejection), FAILED (stopped by an incident) or CANCELLED. */
  readonly state: 'RACING' | 'PAUSED' | 'COMPLETED' | 'REJECTED' | 'FAILED' | 'CANCELLED';
  /** When the run was started. ISO 8601 timestamp in UTC. */
  readonly createdTs: string;
  /** Stage that the run was started on. Present with include=stageKey. */
  readonly stageKey?: string;
  /** When the run last changed. Present with include=updatedTs. ISO 8601 timestamp in UTC. */
  readonly updatedTs?: string;
  /** When the run ended; null while it has not. Present with include=endedTs. ISO 8601 timestamp in UTC. */
  readonly endedTs?: string | null;
  /** Version of the workflow that the run follows. Present with include=workflowVersion. */
  readonly workflowVersion?: string;
  /** Ids of the elements that hold a token. Present with include=activeElements. */
  readonly activeElements?: readonly string[];
  /** The newest open incident; null when there is none. Present with include=incident. */
  readonly incident?: RunIncident | null;
  /** What the caller may do with the run now. */
  readonly allowed?: RunActions;
}
