import type { NamedSecrets } from '@millrace/engine';
import { newId } from '../../kernel/identifiers.js';
import type { CurrentVersion } from '../../sub-projects/records/version-queries.js';

/** Kinds of work in the table `jobs`; the migration says what each is. */
export type JobKind =
  | 'job'
  | 'update'
  | 'timer'
  | 'continue'
  | 'conditions'
  | 'signal'
  | 'message'
  | 'schedule'
  | 'start'
  | 'decision'
  | 'rung'
  | BackgroundKind;

/** Kinds of long work that is done batch by batch. */
export type BackgroundKind =
  | 'bulk-update'
  | 'bulk-execute'
  | 'bulk-repair'
  | 'storage-reconciliation'
  | 'field-index'
  | 'file-scan'
  | 'mail'
  | 'push';

/**
 * Who does it: the worker loop for runs (`engine`), for job handlers (`handler`), for long work (`background`), or the
 * workers that call activateJobs (`external`).
 */
export type Lane = 'engine' | 'handler' | 'background' | 'external';

/** What says which work a job is. */
interface JobSubject {
  readonly id: string;
  readonly subProjectId: string;
  readonly runId: string | null;
  readonly processId: string | null;
  readonly kind: JobKind;
  readonly lane: Lane;
  /** Job type of the diagram; empty for every kind but `job` and `update`. */
  readonly type: string;
  readonly elementId: string;
  /** The engine's number of the job or timer within its run. */
  readonly elementKey: number;
  readonly instanceKey: number;
  readonly signalId: string | null;
  readonly definitionId: string | null;
}

/** Work to be stored. Members left out are empty. */
export interface NewJob extends JobSubject {
  readonly dueTs: Date;
  readonly retries: number;
  readonly headers: Readonly<Record<string, string>> | null;
  /** Input of a job, or what its kind needs. */
  readonly payload: object | null;
}

/** Work under a lease. */
export interface LeasedJob extends JobSubject {
  readonly headers: Readonly<Record<string, string>>;
  readonly payload: Readonly<Record<string, unknown>>;
  /** Attempts left, this one included. */
  readonly retries: number;
  /** Leases since the last batch that was done, this one included. */
  readonly attempts: number;
  /**
   * Attempts in a row that ended without a report, this one not included: the worker's process ended, or it lost its lease.
   * Above 0 the job is suspected of ending the process.
   */
  readonly unfinished: number;
  /** Fencing number of this lease. */
  readonly fence: number;
  /** End of the lease. */
  readonly deadline: Date;
  /** The configuration that was in force when it was leased. */
  readonly version: CurrentVersion;
}

/** What identifies a run. */
export interface RunKey {
  readonly subProjectId: string;
  readonly id: string;
}

/** What identifies one lease in a report. */
export type Lease = Pick<LeasedJob, 'subProjectId' | 'id' | 'fence'>;

/** The key handed to other systems: the same for every attempt and every retry of an incident of one element instance. */
export const idempotencyKeyOf = (job: Pick<LeasedJob, 'runId' | 'instanceKey' | 'id'>): string =>
  job.runId === null ? job.id : `${job.runId}-${job.instanceKey}`;

type Given = Pick<NewJob, 'subProjectId' | 'kind' | 'lane' | 'dueTs'> & Partial<NewJob>;

/** Fills in what most kinds of work do without. */
export const newJob = (given: Given): NewJob => ({
  id: newId(),
  runId: null,
  processId: null,
  type: '',
  elementId: '',
  elementKey: 0,
  instanceKey: 0,
  retries: 0,
  headers: null,
  payload: null,
  signalId: null,
  definitionId: null,
  ...given,
});

/** Kept beside the task headers, under a name that {@link splitHeaders} takes away again. */
const NAMED_SECRETS = 'millrace:namedSecrets';

type Headers = Readonly<Record<string, string>>;

/** The headers to store for a built-in job whose input mappings name secrets. */
export const withNamedSecrets = (headers: Headers, secrets: NamedSecrets | undefined): Headers =>
  secrets === undefined ? headers : { ...headers, [NAMED_SECRETS]: JSON.stringify(secrets) };

/** The task headers of the diagram, and the secrets that the input mappings name. */
export function splitHeaders(stored: Headers): { readonly headers: Headers; readonly namedSecrets: NamedSecrets } {
  const { [NAMED_SECRETS]: named, ...headers } = stored;
  return { headers, namedSecrets: named === undefined ? {} : (JSON.parse(named) as NamedSecrets) };
}
