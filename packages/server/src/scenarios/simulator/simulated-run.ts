import type { RunState, RunStatus } from '@millrace/engine';
import { type NewJob, newJob } from '../../jobs/records/job.js';
import type { NewIncident } from '../../workflows/records/incidents.js';
import type { RunIdentity } from '../../workflows/records/run-identity.js';
import type { NewSubscription } from '../../workflows/records/subscriptions.js';
import type { TimelineEntry } from '../../workflows/records/timeline.js';
import type { NewTask } from '../../workflows/records/write-tasks.js';

import type { PublishedEvent, RunChanges } from '../../workflows/run/run-changes.js';
import { corrected } from '../../workflows/run/task-changes.js';

/** A job of a program that waits for its result. */
export interface WaitingJob extends NewJob {
  /** Attempts made so far. */
  readonly attempts: number;
  /** Epoch milliseconds from which the next attempt is made. */
  readonly attemptAt: number;
}

/** A subscription with its place among all subscriptions of a scenario: a message goes to the oldest. */
interface OpenSubscription extends NewSubscription {
  readonly since: number;
}

/** What a server stores about one run: its state and everything that is open. */
export class SimulatedRun {
  readonly identity: RunIdentity;
  readonly workflowKey: string;
  readonly modelId: string;
  /** Who started it; undefined: an administrator. */
  readonly startedBy: string | undefined;
  state: RunState | null = null;
  status: RunStatus = 'RACING';
  readonly tasks = new Map<number, NewTask>();
  readonly jobs = new Map<number, WaitingJob>();
  readonly timers = new Map<number, NewJob>();
  readonly subscriptions = new Map<number, OpenSubscription>();
  readonly incidents = new Map<number, NewIncident>();
  readonly timeline: TimelineEntry[] = [];
  readonly events: PublishedEvent[] = [];
  /** Who decided or voted at which element, in their order. */
  readonly decided: { readonly elementId: string; readonly person: string }[] = [];
  /** Called models by the key of the call activity. */
  readonly calls = new Map<number, string>();

  constructor(identity: RunIdentity, workflowKey: string, modelId: string, startedBy?: string) {
    this.identity = identity;
    this.workflowKey = workflowKey;
    this.modelId = modelId;
    this.startedBy = startedBy;
  }

  get hasEnded(): boolean {
    return this.status === 'COMPLETED' || this.status === 'REJECTED' || this.status === 'CANCELLED';
  }

  /**
   * Takes over what one transaction changed.
   *
   * @param count gives each new subscription its place
   */
  absorb(changes: RunChanges, now: number, count: () => number): void {
    for (const [key, task] of changes.tasks) if (task.state === 'OPEN') this.tasks.set(key, task);
    for (const [key, { state, change }] of changes.changedTasks) {
      const task = this.tasks.get(key);
      if (state !== 'OPEN') this.tasks.delete(key);
      else if (task !== undefined) this.tasks.set(key, corrected(task, change));
    }
    for (const key of changes.closedJobs) {
      this.jobs.delete(key);
      this.timers.delete(key);
    }
    for (const [key, job] of changes.jobs) {
      if (job.kind === 'timer') this.timers.set(key, job);
      if (job.kind === 'job') this.jobs.set(key, { ...job, attempts: 0, attemptAt: now });
    }
    for (const key of changes.endedSubscriptions) this.subscriptions.delete(key);
    for (const [key, wait] of changes.subscriptions) this.subscriptions.set(key, { ...wait, since: count() });
    for (const key of changes.resolvedIncidents) this.incidents.delete(key);
    for (const [key, incident] of changes.incidents) {
      if (incident.resolvedTs === null) this.incidents.set(key, incident);
    }
    this.timeline.push(...changes.timeline);
    this.events.push(...changes.published);
  }

  /** The job after an attempt that failed and will be repeated. */
  repeatLater(key: number, retries: number, attemptAt: number): void {
    const job = this.jobs.get(key);
    if (job === undefined) return;
    this.jobs.set(key, { ...newJob(job), retries, attempts: job.attempts + 1, attemptAt });
  }
}
