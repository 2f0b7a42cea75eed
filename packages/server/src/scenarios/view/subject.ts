import type { Variables } from '@millrace/engine';
import type { Actor, JobStep } from '../model/scenario-schema.js';
import type { ProcessView, RunView, TaskView } from './run-view.js';

/** The answer of a task. */
export interface GivenAnswer {
  readonly kind: 'approve' | 'reject' | 'requestChanges' | 'submit';
  /** Absent: the oldest open task. */
  readonly elementId?: string;
  readonly as?: Actor;
  readonly payload: Variables;
  /** Of a vote. */
  readonly reason?: string;
}

/** Where and by whom a run is started. */
export interface StartAt {
  /** Absent: the none start event. */
  readonly startElementId?: string;
  /** Absent: an administrator. */
  readonly as?: Actor;
}

/** A message to publish for the process of the scenario. */
export interface GivenMessage {
  readonly name: string;
  readonly correlationKey: string;
  readonly variables: Variables;
  readonly timeToLiveMs?: number;
}

/**
 * What scenarios are run against: the simulator, or a real server in the tests that compare both. `run` is the key of the workflow
 * whose newest run is meant; undefined means the run that {@link Subject.start} started. A request that is refused throws a
 * CatalogueError; any other error says why the step cannot be done.
 */
export interface Subject {
  start(workflowKey: string, variables: Variables, at?: StartAt): Promise<void>;
  answer(run: string | undefined, answer: GivenAnswer): Promise<void>;
  report(run: string | undefined, job: JobStep): Promise<void>;
  /** @returns what became of it, as publishMessage answers */
  publish(message: GivenMessage): Promise<string>;
  broadcast(name: string, variables: Variables): Promise<void>;
  update(updates: Variables): Promise<void>;
  /** @param until epoch milliseconds, not before `now` */
  wait(until: number): Promise<void>;
  retry(run: string | undefined, elementId: string, retries: number, variables?: Variables): Promise<void>;
  cancel(run: string | undefined, reason?: string): Promise<void>;
  /** Epoch milliseconds. */
  now(): number;
  view(run: string | undefined): Promise<RunView>;
  process(): Promise<ProcessView>;
  /** Keys of the workflows of all runs, in the order of their start. */
  runs(): Promise<readonly string[]>;
  /** Why a role or member may not complete a task; undefined when it may. */
  refusal(run: string | undefined, task: TaskView, who: string): string | undefined;
}
