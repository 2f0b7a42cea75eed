import type { Effect, Variables } from '@millrace/engine';
import { type Lane, type NewJob, newJob } from '../../jobs/records/job.js';
import { newId } from '../../kernel/identifiers.js';
import { DEFAULT_TIME_TO_LIVE_MS } from '../messages/time-to-live.js';
import type { RunIdentity } from '../records/run-identity.js';
import type { SubscriptionToStore } from '../records/subscriptions.js';
import type { TimelineEntry } from '../records/timeline-entry.js';
import type { IncidentToStore } from '../records/write-incidents.js';
import type { ClosedTask, TaskToStore } from '../records/write-tasks.js';

/** The job type that changes the run's process inside the run's own transaction. */
export const PROCESS_UPDATE = 'process.update';

export interface ThrownSignal {
  readonly name: string;
  readonly variables: Variables;
  /** Subscriptions of this run with higher keys were opened after the signal was thrown and do not see it. */
  readonly before: number;
}

type EffectOf<T extends Effect['type']> = Extract<Effect, { type: T }>;

/**
 * What the steps of one transaction changed, net: a job that was opened and closed again is never stored. Filled by
 * {@link RunChanges.apply} in the order of the effects, read by `persist/`.
 */
export class RunChanges {
  readonly tasks = new Map<number, TaskToStore>();
  readonly closedTasks: ClosedTask[] = [];
  readonly jobs = new Map<number, NewJob>();
  readonly closedJobs: number[] = [];
  readonly subscriptions = new Map<number, SubscriptionToStore>();
  readonly endedSubscriptions: number[] = [];
  readonly incidents = new Map<number, IncidentToStore>();
  readonly resolvedIncidents: number[] = [];
  readonly timeline: TimelineEntry[] = [];
  readonly signals: ThrownSignal[] = [];
  /** Jobs without a key: continuations and thrown messages. */
  readonly otherJobs: NewJob[] = [];
  private highestKey = 0;

  constructor(
    private readonly run: RunIdentity,
    private readonly now: Date,
    private readonly options: { readonly handledTypes: ReadonlySet<string>; readonly completedBy: string },
  ) {}

  apply(effect: Effect): void {
    switch (effect.type) {
      case 'openTask':
        this.tasks.set(effect.key, taskOf(effect, this.now));
        break;
      case 'closeTask':
        this.closeTask(effect);
        break;
      case 'createJob':
        this.jobs.set(effect.key, this.jobOf(effect));
        break;
      case 'createTimer':
        this.jobs.set(effect.key, {
          ...this.job('timer', 'engine', new Date(effect.dueAt)),
          elementId: effect.elementId,
          elementKey: effect.key,
        });
        break;
      case 'closeJob':
      case 'closeTimer':
        if (!this.jobs.delete(effect.key)) this.closedJobs.push(effect.key);
        break;
      case 'subscribe':
        this.highestKey = Math.max(this.highestKey, effect.key);
        this.subscriptions.set(effect.key, {
          key: effect.key,
          kind: effect.kind,
          element_id: effect.elementId,
          name: storable(effect.name),
          correlation_key: storable(effect.correlationKey),
        });
        break;
      case 'unsubscribe':
        if (!this.subscriptions.delete(effect.key)) this.endedSubscriptions.push(effect.key);
        break;
      case 'raiseIncident':
        this.incidents.set(effect.key, incidentOf(effect));
        break;
      case 'resolveIncident':
        this.resolveIncident(effect.key);
        break;
      case 'publishMessage':
        this.otherJobs.push({
          ...this.job('message', 'engine'),
          elementId: effect.elementId,
          payload: messageOf(effect),
        });
        break;
      case 'throwSignal':
        this.signals.push({ name: storable(effect.name), variables: effect.variables, before: this.highestKey });
        break;
      case 'scheduleContinue':
        if (!this.otherJobs.some(({ kind }) => kind === 'continue'))
          this.otherJobs.push(this.job('continue', 'engine'));
        break;
      case 'history':
        this.timeline.push(entryOf(effect));
        break;
      case 'resolveCall':
      case 'runEnded':
        break;
    }
  }

  private closeTask({ key, outcome, approved }: EffectOf<'closeTask'>): void {
    const state = outcome === 'completed' ? 'COMPLETED' : 'CANCELLED';
    const closed = {
      element_key: key,
      state,
      approved: approved ?? null,
      completed_by: outcome === 'completed' ? this.options.completedBy : null,
    } as const;
    const opened = this.tasks.get(key);
    if (opened === undefined) this.closedTasks.push(closed);
    else this.tasks.set(key, { ...opened, ...closed, completed_ts: this.now });
  }

  private resolveIncident(key: number): void {
    const raised = this.incidents.get(key);
    if (raised === undefined) this.resolvedIncidents.push(key);
    else this.incidents.set(key, { ...raised, resolved_ts: this.now });
  }

  private jobOf(effect: EffectOf<'createJob'>): NewJob {
    const lane = effect.jobType === PROCESS_UPDATE ? 'engine' : this.laneOf(effect.jobType);
    return {
      ...this.job(effect.jobType === PROCESS_UPDATE ? 'update' : 'job', lane),
      type: effect.jobType,
      elementId: effect.elementId,
      elementKey: effect.key,
      instanceKey: effect.instanceKey,
      retries: Math.max(1, effect.retries),
      headers: effect.headers,
      payload: effect.input,
    };
  }

  private laneOf(jobType: string): Lane {
    return this.options.handledTypes.has(jobType) ? 'handler' : 'external';
  }

  private job(kind: NewJob['kind'], lane: Lane, dueTs: Date = this.now): NewJob {
    const { id: runId, subProjectId, processId } = this.run;
    return newJob({ subProjectId, runId, processId, kind, lane, dueTs });
  }
}

const taskOf = (effect: EffectOf<'openTask'>, now: Date): TaskToStore => ({
  id: newId(),
  element_id: effect.elementId,
  element_key: effect.key,
  name: storable(effect.name ?? effect.elementId),
  state: 'OPEN',
  assignee: storable(effect.assignee),
  candidate_groups: (effect.candidateGroups ?? []).map((text) => storable(text)),
  candidate_users: (effect.candidateUsers ?? []).map((text) => storable(text)),
  due_ts: dateOf(effect.dueDate),
  follow_up_ts: dateOf(effect.followUpDate),
  priority: effect.priority,
  form: formOf(effect),
  approved: null,
  created_ts: now,
  completed_ts: null,
  completed_by: null,
});

function storable(text: string): string;
function storable(text: string | undefined): string | null;
/** Without NUL and halves of surrogate pairs, which an expression can make and a text column cannot hold. */
function storable(text: string | undefined): string | null {
  return text === undefined ? null : text.replace(/\0|\p{Surrogate}/gu, '');
}

/** The engine has checked that it is a date-time; a bare date is its midnight in UTC. */
function dateOf(text: string | undefined): Date | null {
  if (text === undefined) return null;
  const date = new Date(text.replace(/\[.*\]$/, ''));
  return Number.isNaN(date.getTime()) ? null : date;
}

/** The embedded form itself, or what names a form kept elsewhere. */
function formOf(effect: EffectOf<'openTask'>): object | null {
  if (typeof effect.form === 'object' && effect.form !== null) return effect.form;
  const { formKey, formId, externalReference } = effect;
  if (formKey === undefined && formId === undefined && externalReference === undefined) return null;
  return {
    ...(formKey === undefined ? {} : { formKey }),
    ...(formId === undefined ? {} : { formId }),
    ...(externalReference === undefined ? {} : { externalReference }),
  };
}

const incidentOf = (effect: EffectOf<'raiseIncident'>): IncidentToStore => ({
  id: newId(),
  incident_key: effect.key,
  element_id: effect.elementId,
  kind: effect.kind,
  message: storable(effect.message),
  job_key: effect.jobKey ?? null,
  resolved_ts: null,
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
