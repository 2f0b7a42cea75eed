/** Shapes of the answers, written down from docs/interface.md; every answer is also checked against openapi.json. */

export interface Meta {
  readonly page: string;
  readonly perPageCount: string;
  readonly totalCount: string;
  readonly totalPages: string;
}

export interface Process {
  readonly id: string;
  readonly state: string;
  readonly priority: string;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly createdTs: string;
  readonly stageKey?: string;
  readonly version?: string;
  readonly updatedTs?: string;
  readonly lastChange?: { readonly at: string; readonly by: string; readonly action: string; readonly traceId: string };
}

export interface StoredFile {
  readonly id: string;
  readonly fileName: string;
  readonly size: string;
  readonly locked: boolean;
  readonly createdTs: string;
  readonly mimeType?: string;
  readonly processIds?: readonly string[];
  readonly stageKey?: string;
  readonly deletedTs?: string;
  readonly sha256?: string;
}

export type RunState = 'RACING' | 'PAUSED' | 'COMPLETED' | 'REJECTED' | 'FAILED' | 'CANCELLED';

export interface Run {
  readonly id: string;
  readonly workflowId: string;
  readonly processId: string;
  readonly state: RunState;
  readonly createdTs: string;
  readonly stageKey?: string;
  readonly updatedTs?: string;
}

interface RunId {
  readonly runId: { readonly id: string; readonly state: RunState };
}

export interface Task {
  readonly id: string;
  readonly runId: string;
  readonly elementId: string;
  readonly name: string;
  readonly state: string;
  readonly assignee: string | null;
  readonly approved: boolean | null;
}

interface RunDetail {
  readonly workflowVersion: string;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly active: readonly { readonly key: number; readonly elementId: string }[];
  readonly tasks: readonly Task[];
  readonly jobs: readonly { readonly key: string; readonly state: string; readonly retries: number }[];
  readonly timers: readonly { readonly elementId: string; readonly dueTs: string }[];
  readonly waits: readonly { readonly elementId: string; readonly kind: string }[];
  readonly incidents: readonly { readonly id: string; readonly elementId: string; readonly message: string }[];
}

interface ActivatedJob {
  readonly key: string;
  readonly runId: string;
  readonly token: string;
  readonly retries: number;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly idempotencyKey: string;
  readonly deadline: string;
}

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

interface Finding {
  readonly path: string;
  readonly line?: number;
  readonly message: string;
}

interface IdentityUser {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly kind: string;
  readonly disabled: boolean;
}

interface IdentityClient {
  readonly clientId: string;
  readonly userId: string;
  readonly scope: string;
  readonly disabled: boolean;
}

interface Success {
  readonly status: string;
}

interface Reconciliation {
  readonly id: string;
  readonly state: string;
  readonly plugins: readonly {
    readonly pluginName: string;
    readonly orphanCount: string;
    readonly missingCount: string;
    readonly alteredCount: string;
    readonly missing: readonly { readonly fileId: string; readonly key: string }[];
  }[];
}

interface BulkOperation {
  readonly id: string;
  readonly state: string;
  readonly total: string;
  readonly done: string;
  readonly failed: string;
}

/** The answer of each operation. */
export interface Answers {
  readonly userLogin: {
    readonly access_token: string;
    readonly token_type: string;
    readonly expires_in: number;
    readonly scope: string;
  };
  readonly getProcess: { readonly meta: Meta; readonly processes: readonly Process[] };
  readonly createProcess: { readonly id: string; readonly status: string; readonly message: string };
  readonly updateProcessField: { readonly status: string; readonly message: string };
  readonly bulkUpdateProcesses: { readonly bulkId: string; readonly total: string };
  readonly cancelBulkOperation: { readonly bulkOperation: BulkOperation };
  readonly getBulkOperation: {
    readonly bulkOperation: BulkOperation;
    readonly meta: Meta;
    readonly errors: readonly { readonly processId: string; readonly id: number }[];
  };
  readonly getUsersForProcess: {
    readonly meta: Meta;
    readonly users: readonly {
      readonly id: string;
      readonly name: string;
      readonly email: string;
      readonly role: string;
    }[];
  };
  readonly getWorkflows: {
    readonly workflows: readonly { readonly id: string; readonly name: string; readonly description: string }[];
  };
  readonly getWorkflowRuns: { readonly meta?: Meta; readonly runs: readonly Run[] };
  readonly executeWorkflow: RunId;
  readonly resumeWorkflowRunsApi: RunId;
  readonly getWorkflowRun: { readonly run: Run; readonly detail: RunDetail };
  readonly getWorkflowDiagram: { readonly workflowId: string; readonly version: string; readonly bpmn: string };
  readonly getRunTimeline: {
    readonly meta: Meta;
    readonly timeline: readonly {
      readonly sequence: number;
      readonly event: string;
      readonly elementId: string | null;
    }[];
  };
  readonly getStuckRuns: { readonly runs: readonly Run[] };
  readonly cancelWorkflowRun: RunId;
  readonly migrateRun: RunId;
  readonly moveToken: RunId;
  readonly retryIncident: RunId;
  readonly getTasks: { readonly meta: Meta; readonly tasks: readonly Task[] };
  readonly claimTask: { readonly task: Task };
  readonly releaseTask: { readonly task: Task };
  readonly activateJobs: { readonly jobs: readonly ActivatedJob[] };
  readonly completeJob: RunId;
  readonly failJob: RunId;
  readonly throwJobError: RunId;
  readonly extendJobLease: { readonly deadline: string };
  readonly broadcastSignal: Success & { readonly runCount: string };
  readonly publishMessage: Success & Partial<RunId>;
  readonly createSignedStorage: {
    readonly file: { readonly id: string; readonly fileName: string; readonly locked: boolean };
    readonly aws: { readonly url: string; readonly fields: Readonly<Record<string, string>> };
  };
  readonly closeSignedStorage: { readonly file: Omit<StoredFile, 'createdTs'> };
  readonly createMultipartStorage: {
    readonly file: { readonly id: string; readonly fileName: string; readonly locked: boolean };
    readonly partSize: string;
    readonly partCount: string;
  };
  readonly signStorageParts: {
    readonly size: string;
    readonly partSize: string;
    readonly partCount: string;
    readonly parts: readonly { readonly partNumber: number; readonly size: string; readonly url: string }[];
    readonly uploaded: readonly { readonly partNumber: number; readonly size: string }[];
  };
  readonly completeMultipartStorage: { readonly file: Omit<StoredFile, 'createdTs'> };
  readonly abortMultipartStorage: Success;
  readonly listStorage: { readonly meta: Meta; readonly files: readonly StoredFile[] };
  readonly urlStorage: { readonly urls: readonly { readonly fileId: string; readonly url: string }[] };
  readonly deleteStorage: { readonly success: boolean; readonly message: string };
  readonly reconcileStorage: { readonly reconciliation: Reconciliation };
  readonly getStorageReconciliation: { readonly reconciliation: Reconciliation };
  readonly createSubProject: Success & { readonly id: string };
  readonly deploySubProject: {
    readonly subProjectId: string;
    readonly version: string;
    readonly changed: boolean;
    readonly changes: readonly string[];
    readonly warnings: readonly Finding[];
    readonly ignored: readonly Finding[];
    readonly workflows: readonly { readonly key: string; readonly id: string; readonly name: string }[];
  };
  readonly getSubProjectConfiguration: {
    readonly subProjectId: string;
    readonly version: string;
    readonly document: string;
    readonly files: Readonly<Record<string, string>>;
  };
  readonly getSubProjects: {
    readonly meta: Meta;
    readonly subProjects: readonly { readonly id: string; readonly name: string; readonly version: string | null }[];
  };
  readonly explainAccess: {
    readonly allowed: boolean;
    readonly decidedBy: string;
    readonly error: { readonly id: number; readonly status: number } | null;
    readonly checks: readonly { readonly check: string; readonly outcome: string }[];
    readonly roles: readonly { readonly name: string; readonly grants: boolean }[];
  };
  readonly getAuditLogs: { readonly meta: Meta; readonly logs: readonly AuditLog[] };
  readonly exportAuditLogs: string;
  readonly exportProcesses: string;
  readonly importProcesses: {
    readonly created: string;
    readonly ids: readonly string[];
    readonly errors: readonly { readonly line: number; readonly id: number }[];
  };
  readonly createUser: { readonly user: IdentityUser };
  readonly updateUser: { readonly user: IdentityUser };
  readonly getUsers: { readonly meta: Meta; readonly users: readonly IdentityUser[] };
  readonly createClient: { readonly client: IdentityClient; readonly client_secret: string };
  readonly rotateClientSecret: { readonly client: IdentityClient; readonly client_secret: string };
  readonly updateClient: { readonly client: IdentityClient };
  readonly getClients: { readonly meta: Meta; readonly clients: readonly IdentityClient[] };
}

export type OperationName = keyof Answers;

/** The body of an error answer (D7). */
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
}
