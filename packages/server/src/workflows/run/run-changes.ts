import type { DecisionTrace, Effect, RunState, Variables } from '@millrace/engine';
import { type Lane, type NewJob, newJob, withNamedSecrets } from '../../jobs/records/job.js';
import { newId } from '../../kernel/identifiers.js';
import { messagePattern } from '../incidents/message-pattern.js';
import type { NewEvaluation } from '../records/decisions/evaluations.js';
import type { RuleHit } from '../records/decisions/rule-hits.js';
import type { NewIncident } from '../records/incidents.js';
import { DEFAULT_TIME_TO_LIVE_MS } from '../records/messages.js';
import type { RunIdentity } from '../records/run-identity.js';
import type { NewSubscription } from '../records/subscriptions.js';
import type { TimelineEntry } from '../records/timeline.js';
import type { ChangedRows } from '../records/write-run.js';
import type { ChangedTask, NewTask } from '../records/write-tasks.js';
import { corrected, storable, storableAttributes, taskOf } from './task-changes.js';

/** A signal that a step of the run threw. */
export interface ThrownSignal {
  readonly name: string;
  readonly variables: Variables;
  /** Subscriptions of this run with higher numbers were opened after the signal was thrown and do not see it. */
  readonly before: number;
}

/** An event that a job of the type `event` published into the log. */
export interface PublishedEvent {
  /** Type of the event, `custom.` first. */
  readonly name: string;
  readonly elementId: string;
  readonly data: unknown;
}

type EffectOf<T extends Effect['type']> = Extract<Effect, { type: T }>;

/** A vote that counts, and what the votes decide with it. */
export type RecordedVote = EffectOf<'voteRecorded'>;

/** What was evaluated, when and where. */
interface DecidedBy {
  /** Key and number of the definition. */
  readonly key: string;
  readonly number: number;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly scopeKey: number;
}

interface ChangesOptions {
  /** Job types that the worker loop has handlers for. */
  readonly handledTypes: ReadonlySet<string>;
  /** Job types that are done inside the transaction of the run. */
  readonly internalTypes: ReadonlySet<string>;
  /** Who completes tasks in this transaction: a user id, or the name of the system principal. */
  readonly completedBy: string;
}

/**
 * The net changes of the steps of one transaction: a job that was opened and closed again is never stored.
 * {@link RunChanges.apply} takes the effects in their order; `writeRun` stores the result.
 */
export class RunChanges implements ChangedRows {
  readonly tasks = new Map<number, NewTask>();
  readonly changedTasks = new Map<number, ChangedTask>();
  readonly jobs = new Map<number, NewJob>();
  readonly otherJobs: NewJob[] = [];
  readonly closedJobs: number[] = [];
  readonly subscriptions = new Map<number, NewSubscription>();
  readonly endedSubscriptions: number[] = [];
  readonly incidents = new Map<number, NewIncident>();
  readonly resolvedIncidents: number[] = [];
  readonly timeline: TimelineEntry[] = [];
  readonly evaluations: NewEvaluation[] = [];
  readonly ruleHits = new Map<string, RuleHit>();
  readonly signals: ThrownSignal[] = [];
  readonly published: PublishedEvent[] = [];
  readonly votes: RecordedVote[] = [];
  readonly #run: RunIdentity;
  readonly #now: Date;
  readonly #options: ChangesOptions;
  #highestKey = 0;

  constructor(run: RunIdentity, now: Date, options: ChangesOptions) {
    this.#run = run;
    this.#now = now;
    this.#options = options;
  }

  /** Adds what one effect of the engine changes. */
  apply(effect: Effect): void {
    switch (effect.type) {
      case 'openTask':
        this.tasks.set(effect.key, taskOf(effect, this.#now));
        break;
      case 'closeTask':
        this.#closeTask(effect);
        break;
      case 'updateTask':
        this.#updateTask(effect);
        break;
      case 'createJob':
        this.jobs.set(effect.key, this.#jobOf(effect));
        break;
      case 'createTimer':
        this.jobs.set(effect.key, {
          ...this.#job('timer', 'engine', new Date(effect.dueAt)),
          elementId: effect.elementId,
          elementKey: effect.key,
        });
        break;
      case 'closeJob':
      case 'closeTimer':
        if (!this.jobs.delete(effect.key)) this.closedJobs.push(effect.key);
        break;
      case 'subscribe':
        this.#highestKey = Math.max(this.#highestKey, effect.key);
        this.subscriptions.set(effect.key, {
          key: effect.key,
          kind: effect.kind,
          elementId: effect.elementId,
          name: storable(effect.name),
          correlationKey: storable(effect.correlationKey),
        });
        break;
      case 'unsubscribe':
        if (!this.subscriptions.delete(effect.key)) this.endedSubscriptions.push(effect.key);
        break;
      case 'raiseIncident':
        this.incidents.set(effect.key, incidentOf(effect));
        break;
      case 'resolveIncident':
        this.#resolveIncident(effect.key);
        break;
      case 'publishMessage':
        this.otherJobs.push({
          ...this.#job('message', 'engine'),
          elementId: effect.elementId,
          payload: messageOf(effect),
        });
        break;
      case 'throwSignal':
        this.signals.push({ name: storable(effect.name), variables: effect.variables, before: this.#highestKey });
        break;
      case 'scheduleContinue':
        if (!this.otherJobs.some(({ kind }) => kind === 'continue'))
          this.otherJobs.push(this.#job('continue', 'engine'));
        break;
      case 'history':
        this.timeline.push(entryOf(effect));
        break;
      case 'voteRecorded':
        this.votes.push(effect);
        break;
      case 'resolveCall':
      case 'resolveVoters':
      case 'resolveDecision':
      case 'decisionEvaluated':
      case 'runEnded':
        break;
    }
  }

  /** Adds what a person says to the timeline. */
  commented(
    { elementId, key, text }: { readonly elementId: string; readonly key: number; readonly text: string },
    { state, now }: { readonly state: RunState | null; readonly now: number },
  ): void {
    const scopeKey = state?.items.find((item) => item.key === key)?.up ?? 0;
    this.timeline.push({ at: now, event: 'commented', elementId, key, scopeKey, message: text });
  }

  /** Adds an evaluation to the timeline, to the evaluations of its decision and to the counts of its rules. */
  decided(effect: EffectOf<'decisionEvaluated'>, { key, number, at, scopeKey }: DecidedBy): void {
    const { modelId: definitionId, decisionId, trace, value, failure } = effect;
    this.evaluations.push({ id: newId(), decisionId, definitionId, place: this.timeline.length });
    this.timeline.push({
      at,
      event: 'decision',
      elementId: effect.elementId,
      key: effect.key,
      scopeKey,
      decision: { decisionId, definitionId, key, number, value, trace, ...(failure === undefined ? {} : { failure }) },
    });
    for (const { tableId, ruleId } of appliedRules(trace)) {
      const id = JSON.stringify([definitionId, tableId, ruleId]);
      const count = (this.ruleHits.get(id)?.count ?? 0) + 1;
      this.ruleHits.set(id, { definitionId, tableId, ruleId, count });
    }
  }

  /** Makes a decision a job of the next transaction. @param payload what that starts from */
  postponeDecision(payload: { readonly decision: EffectOf<'resolveDecision'>; readonly chains: object }): void {
    const { key: elementKey, elementId } = payload.decision;
    this.otherJobs.push({ ...this.#job('decision', 'engine'), elementId, elementKey, payload });
  }

  #closeTask({ key, outcome, approved, by, onBehalfOf }: EffectOf<'closeTask'>): void {
    const state = outcome === 'completed' ? 'COMPLETED' : 'CANCELLED';
    const closed = {
      elementKey: key,
      state,
      approved: approved ?? null,
      completedBy: outcome === 'completed' ? (by ?? this.#options.completedBy) : null,
      onBehalfOf: onBehalfOf ?? null,
    } as const;
    const opened = this.tasks.get(key);
    if (opened !== undefined) this.tasks.set(key, { ...opened, ...closed, completedTs: this.#now });
    else this.changedTasks.set(key, { change: {}, ...this.changedTasks.get(key), ...closed });
  }

  #updateTask({ key, change }: EffectOf<'updateTask'>): void {
    const stored = storableAttributes(change);
    const opened = this.tasks.get(key);
    if (opened !== undefined) {
      this.tasks.set(key, corrected(opened, stored));
      return;
    }
    const known = this.changedTasks.get(key);
    const open = { elementKey: key, state: 'OPEN', approved: null, completedBy: null, onBehalfOf: null } as const;
    this.changedTasks.set(key, { ...open, ...known, change: { ...known?.change, ...stored } });
  }

  #resolveIncident(key: number): void {
    const raised = this.incidents.get(key);
    if (raised === undefined) this.resolvedIncidents.push(key);
    else this.incidents.set(key, { ...raised, resolvedTs: this.#now });
  }

  #jobOf(effect: EffectOf<'createJob'>): NewJob {
    const isInternal = this.#options.internalTypes.has(effect.jobType);
    const lane = isInternal ? 'engine' : this.#laneOf(effect.jobType);
    return {
      ...this.#job(isInternal ? 'update' : 'job', lane),
      type: effect.jobType,
      elementId: effect.elementId,
      elementKey: effect.key,
      instanceKey: effect.instanceKey,
      retries: Math.max(1, effect.retries),
      headers: lane === 'handler' ? withNamedSecrets(effect.headers, effect.secrets) : effect.headers,
      payload: effect.input,
    };
  }

  #laneOf(jobType: string): Lane {
    return this.#options.handledTypes.has(jobType) ? 'handler' : 'external';
  }

  #job(kind: NewJob['kind'], lane: Lane, dueTs: Date = this.#now): NewJob {
    const { id: runId, subProjectId, processId } = this.#run;
    return newJob({ subProjectId, runId, processId, kind, lane, dueTs });
  }
}

const appliedRules = (trace: DecisionTrace) =>
  trace.decisions.flatMap(({ tables }) =>
    tables.flatMap(({ tableId, rules }) => rules.map(({ ruleId }) => ({ tableId, ruleId }))),
  );

const incidentOf = (effect: EffectOf<'raiseIncident'>): NewIncident => ({
  id: newId(),
  incidentKey: effect.key,
  elementId: effect.elementId,
  kind: effect.kind,
  message: storable(effect.message),
  pattern: messagePattern(storable(effect.message)),
  jobKey: effect.jobKey ?? null,
  resolvedTs: null,
});

const messageOf = (effect: EffectOf<'publishMessage'>): object => ({
  name: storable(effect.name),
  correlationKey: storable(effect.correlationKey),
  variables: effect.variables,
  timeToLiveMs: effect.timeToLiveMs ?? DEFAULT_TIME_TO_LIVE_MS,
});

const entryOf = (effect: EffectOf<'history'>): TimelineEntry => ({
  at: effect.at,
  event: effect.event,
  elementId: effect.elementId,
  key: effect.key,
  scopeKey: effect.scopeKey,
  ...(effect.variables === undefined ? {} : { variables: effect.variables }),
  ...(effect.message === undefined ? {} : { message: effect.message }),
});
