import type { VoteOutcome } from '@millrace/engine';
import type { Access } from '../../access/authorize.js';
import type { NameSet } from '../../access/role.js';
import type { Transaction } from '../../postgres/database.js';
import type { ProcessRow } from '../../processes/records/processes/process-row.js';
import type { SubProject } from '../../sub-projects/configuration/sub-project.js';
import type { Caller } from '../../use-case/caller.js';
import type { RunRow } from '../records/run-row.js';
import type { LockedTask } from '../records/tasks/find-tasks.js';
import type { Advance } from '../run/advance-run.js';

/** A decision about a task, as somebody asked for it. */
export interface Decision {
  readonly caller: Pick<Caller, 'principal' | 'traceId' | 'signIn'>;
  readonly subProject: SubProject;
  /** Of an operation with the grant `workflow.call`. */
  readonly access: Access;
  readonly runId: string;
  /** Undefined: the oldest open task of the run. */
  readonly taskId: string | undefined;
  readonly approved: boolean;
  readonly payload: object | undefined;
  /** With a task that several persons decide: the reason of the vote. */
  readonly comment: string | undefined;
  /** The person for whom the caller decides as a substitute. */
  readonly onBehalfOf?: string | undefined;
  /** Of castVote; other operations vote as `approved` says. */
  readonly vote?: { readonly outcome: VoteOutcome; readonly files: readonly DecisionFile[] };
  /** The signature of a passkey over the statement of a vote. */
  readonly signed?: SignedVote | undefined;
  /** Called with the version of the configuration that was in force at the first statement, before anything is judged. */
  readonly seen?: (versionId: string | null) => void;
}

export interface SignedVote {
  /** When the statement was made. */
  readonly at: Date;
  /** @returns what proves the signature, for evidence. @throws CatalogueError when it is not of this statement */
  prove(tx: Transaction, statement: string): Promise<object>;
}

/** A file of a vote. */
export interface DecisionFile {
  readonly id: string;
  readonly fileName: string;
  readonly size: string;
  /** Absent where whoever uploaded it did not say it, and the store did not either. */
  readonly sha256?: string;
}

/** A decision that may be made now, with the run, the task and the process locked. */
export interface CheckedDecision {
  readonly run: RunRow;
  readonly process: ProcessRow;
  /** The fields of the process that the caller reads. */
  readonly shown: NameSet;
  readonly task: LockedTask;
  readonly comment: string | undefined;
  readonly command: Extract<Advance['command'], { readonly type: 'completeTask' | 'vote' }>;
}
