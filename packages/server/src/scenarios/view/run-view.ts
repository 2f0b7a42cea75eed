import type { Variables } from '@millrace/engine';
import type { TimelineEntry } from '../../workflows/records/timeline.js';

/** An open task. */
export interface TaskView {
  readonly elementId: string;
  readonly name: string;
  readonly assignee: string | null;
  readonly candidateGroups: readonly string[];
  readonly candidateUsers: readonly string[];
  /** ISO 8601. */
  readonly due: string | null;
  readonly priority: number;
}

/** A job that waits. */
export interface JobView {
  readonly elementId: string;
  readonly type: string;
  readonly retries: number;
  readonly input: Variables;
  readonly headers: Readonly<Record<string, string>>;
}

/** A wait for a message or signal. */
export interface SubscriptionView {
  readonly elementId: string;
  readonly kind: 'message' | 'signal' | 'condition';
  readonly name: string | null;
  readonly correlationKey: string | null;
}

/** What a scenario can see of a run: the same as the operations of a server show. */
export interface RunView {
  readonly workflowKey: string;
  readonly status: string;
  readonly variables: Variables;
  readonly tasks: readonly TaskView[];
  readonly jobs: readonly JobView[];
  /** `due`: epoch milliseconds. */
  readonly timers: readonly { readonly elementId: string; readonly due: number }[];
  readonly subscriptions: readonly SubscriptionView[];
  readonly incidents: readonly { readonly elementId: string; readonly kind: string; readonly message: string }[];
  /** Published into the event log so far, by their names in the diagram. */
  readonly events: readonly { readonly elementId: string; readonly name: string; readonly data: unknown }[];
  readonly timeline: readonly TimelineEntry[];
}

/** The process as expressions see it. */
export interface ProcessView {
  readonly state: string;
  readonly priority: string;
  readonly stageKey: string;
  readonly fields: Variables;
}

/** Elements that were completed, in their order. */
export const completedElements = (timeline: readonly TimelineEntry[]): readonly string[] =>
  timeline.flatMap(({ event, elementId }) => (event === 'completed' ? [elementId] : []));

/** Flows that were taken, in their order. */
export const takenFlows = (timeline: readonly TimelineEntry[]): readonly string[] =>
  timeline.flatMap(({ event, elementId }) => (event === 'flowTaken' ? [elementId] : []));
