import type { Log } from '../../kernel/log.js';
import type { Database } from '../../postgres/database.js';
import type { Lease, LeasedJob } from '../records/job.js';
import { countAttempt } from '../records/lease-reports.js';
import { keepLease } from './keep-lease.js';

/** Attempts in a row that the worker's process may not survive; then the job is given up. */
export const MAX_UNFINISHED = 3;

/** Why a job was given up, for people. */
export const UNFINISHED_MESSAGE =
  `The server stopped ${MAX_UNFINISHED} times while it worked on this step. ` +
  'Probably the step needs more memory than the server has, or it does not end and the server was restarted because of it. ' +
  'Check the expressions and the data of the step, and retry the incident.';

/** How a lane treats jobs whose last attempt was not reported. */
export interface LaneOfSuspects {
  /** Milliseconds of a lease. */
  readonly leaseMs: number;
  /**
   * Whether the last attempt before a job is given up is made while no other such attempt of the lane is under way in this
   * process: then a job that ends the process takes no innocent one along. Not for work that takes hours.
   */
  readonly lastAttemptAlone: boolean;
  /** Attempts of this lane wait for other services for seconds; work that calculates is more likely to end the process. */
  readonly isPatient: boolean;
  perform(job: LeasedJob): Promise<void>;
  giveUp(job: LeasedJob): Promise<void>;
}

interface SuspectsDeps {
  readonly db: Database;
  readonly log: Log;
  readonly stopping: AbortSignal;
}

/**
 * Work that ends the process, e.g. by using up its memory, must not do so for ever. The lease of an ordinary job counts its
 * attempt: if the process ends, the lease runs out, and the next one finds the job still leased. From then on the job is
 * suspected, as is every job that was leased at the same time. Attempts at suspects are counted in a transaction of their own
 * before they begin, so a suspect that is only leased is not counted. The third attempt is made alone, so that of the jobs
 * that were under way together twice only the one that ends the process reaches the limit. A report of any kind, also of a
 * failure, sets the count back. A process that is killed for another reason counts too, but an innocent job becomes an incident
 * only if that happens three times in a row during its attempts, and a retry of the incident does its work.
 */
export class Suspects {
  readonly #deps: SuspectsDeps;
  readonly #turns = new Map<LaneOfSuspects, Promise<void>>();
  /** A last attempt that waits for another service. */
  #patient: Lease | undefined;

  constructor(deps: SuspectsDeps) {
    this.#deps = deps;
  }

  /** Does a job in the way its past asks for. */
  async attempt(lane: LaneOfSuspects, job: LeasedJob): Promise<void> {
    if (job.unfinished === 0) return lane.perform(job);
    if (job.unfinished >= MAX_UNFINISHED) return this.#giveUp(lane, job);
    const isLast = job.unfinished === MAX_UNFINISHED - 1;
    return isLast && lane.lastAttemptAlone ? this.#alone(lane, job) : this.#counted(lane, job);
  }

  async #giveUp(lane: LaneOfSuspects, job: LeasedJob): Promise<void> {
    const { id, kind, runId, elementId } = job;
    this.#deps.log.error(
      { job: id, kind, run: runId, elementId },
      `a job was given up: the server ended ${MAX_UNFINISHED} times while it worked on it`,
    );
    await lane.giveUp(job);
  }

  async #counted(lane: LaneOfSuspects, job: LeasedJob): Promise<void> {
    const { db, log } = this.#deps;
    const besides = lane.isPatient ? undefined : this.#patient;
    if (!(await countAttempt(db, job, lane.leaseMs, besides))) return;
    log.warn(
      { job: job.id, kind: job.kind, run: job.runId, attempt: job.unfinished + 1 },
      'an attempt that was not reported is repeated',
    );
    await lane.perform(job);
  }

  async #alone(lane: LaneOfSuspects, job: LeasedJob): Promise<void> {
    const { db, log, stopping } = this.#deps;
    const before = this.#turns.get(lane) ?? Promise.resolve();
    const turn = this.#afterTurn(before, lane, job, keepLease(db, job, lane.leaseMs, log), stopping);
    this.#turns.set(
      lane,
      turn.catch(() => undefined),
    );
    await turn;
  }

  async #afterTurn(
    before: Promise<void>,
    lane: LaneOfSuspects,
    job: LeasedJob,
    endRenewal: () => void,
    stopping: AbortSignal,
  ): Promise<void> {
    await before;
    endRenewal();
    // The lease ends by itself; the job stays suspected.
    if (stopping.aborted) return;
    if (lane.isPatient) this.#patient = job;
    await this.#counted(lane, job).finally(() => {
      if (lane.isPatient) this.#patient = undefined;
    });
  }
}
