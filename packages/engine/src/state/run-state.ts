import type { Ballot } from './ballot.js';

/** Values that survive a JSON round trip. */
export type Variables = Readonly<Record<string, unknown>>;

/** Version of the saved state's format. States of every released format are read for ever. */
export const STATE_FORMAT = 1;

/** The run's state as clients see it (D21). */
export type RunStatus = 'RACING' | 'PAUSED' | 'COMPLETED' | 'REJECTED' | 'FAILED' | 'CANCELLED';
/** The statuses of a run that has ended. */
export type EndedStatus = 'COMPLETED' | 'REJECTED' | 'CANCELLED';

/** An open event wait of an element instance: of its own, of a boundary event, or of an event sub-process. */
export type Wait = {
  readonly key: number;
  /** Element id of the event; for an event sub-process, of its start event. */
  readonly el: string;
  readonly on: 'timer' | 'message' | 'signal' | 'condition';
  /** Timer: when it is due, in epoch milliseconds. */
  readonly due?: number;
  /** Timer cycle: firings left after this one. Absent: no further firing; -1: without end. */
  readonly left?: number;
  /** Timer cycle: the interval, an ISO 8601 duration. */
  readonly every?: string;
  /** Timer cycle: the key of its calendar. */
  readonly calendar?: string;
  /** Message or signal name. */
  readonly name?: string;
  readonly correlationKey?: string;
  /** Condition: its value at the last evaluation; the event triggers when it becomes true. */
  readonly was?: boolean;
  /** Event with several definitions: the position of the one that this wait is for. Absent: the first. */
  readonly part?: number;
  /**
   * Event that waits for all of its definitions: this one has occurred, with these variables. Its timer or subscription is closed.
   */
  readonly came?: Variables;
  /** It triggered, but the server holds the work that follows: its timer or subscription is closed already. */
  readonly held?: true;
};

/**
 * Work that the server could not finish because its process ended each time. It is done by the first `continue` after a
 * retry of its incident.
 */
export type HeldWork =
  /** Activating the root scope. */
  | { readonly do: 'start' }
  /** The pending work of the run, or its conditional events. Nothing in the run moves until it is retried. */
  | { readonly do: 'rest' }
  /** A timer that fired or a message that arrived, by the key of its wait. */
  | { readonly do: 'wait'; readonly wait: number; readonly variables: Variables }
  | { readonly do: 'signal'; readonly name: string; readonly variables: Variables };

export type Held = HeldWork & {
  /** Of the incident. */
  readonly key: number;
  /** Where the incident is shown. */
  readonly el: string;
  /** The instance that waits for the work. */
  readonly inst: number;
  /** The incident was retried: the next `continue` does the work. */
  readonly ready?: true;
};

/** A completed activity that compensation can undo. Lists of them are in order of completion. */
export type Completion = {
  /** The compensated activity. */
  readonly el: string;
  /** The compensation handler; absent for a sub-process, whose own completions are in `inner`. */
  readonly handler?: string;
  readonly vars?: Variables;
  /** For a handler that is an event sub-process: what it can compensate itself. */
  readonly inner?: readonly Completion[];
};

/** An incident on an element instance. */
export type OpenIncident = {
  readonly key: number;
  readonly kind: string;
  /**
   * What a retry does. `in`: activates the instance again. `again`: repeats the element's own work; its waits are open. `out`:
   * completes it again. `wait`: evaluates conditions again. `join`: keeps waiting. `spin`: continues after an endless loop.
   */
  readonly redo: 'in' | 'again' | 'out' | 'wait' | 'join' | 'spin';
};

/** Multi-instance or standard loop in progress. */
export type LoopState = {
  readonly items?: readonly unknown[];
  readonly total: number;
  /** Inner instances started; `done`: completed. */
  readonly begun: number;
  readonly done: number;
  /** Inner instances that a repair terminated. */
  readonly gone?: number;
  readonly out?: readonly unknown[];
};

/** An element to activate in an ad-hoc sub-process. */
export type Activation = { readonly el: string; readonly vars?: Variables };

/** An open ad-hoc sub-process. */
export type AdHocState = {
  /** Sequential: what is activated after the instance that is active now. */
  readonly queue?: readonly Activation[];
  /** Its worker has ended it: it completes with its last active instance. */
  readonly done?: true;
};

/** Attributes of a user task that a listener may read and correct. Null: it has none. */
export type TaskAttributes = {
  readonly assignee?: string | null;
  readonly candidateGroups?: readonly string[];
  readonly candidateUsers?: readonly string[];
  /** ISO 8601 date-times. */
  readonly dueDate?: string | null;
  readonly followUpDate?: string | null;
  readonly priority?: number;
};

/** Listeners in progress; while one works, its job is the instance's `job`. */
export type ListenState = {
  readonly on: 'start' | 'end' | 'beforeAll' | 'creating' | 'assigning' | 'completing';
  /** Listeners that have completed. */
  readonly nth: number;
  /** Stands for the instance in the job of the listener, so that its idempotency key is its own. */
  readonly key: number;
  /** Of the task, before corrections. */
  readonly task?: TaskAttributes;
  /** Corrections so far. */
  readonly fix?: TaskAttributes;
  /** `assigning`: the corrections of the creating listeners. */
  readonly kept?: TaskAttributes;
  /** `completing`: what the person entered. */
  readonly vars?: Variables;
  readonly approved?: boolean;
  /** `completing`: the person, as the server names them. */
  readonly by?: string;
  /** `completing`: for whom, by a substitute. */
  readonly onBehalfOf?: string;
};

/** Who votes on a task, as a decision named them. */
export type Approvers = {
  readonly candidateGroups: readonly string[];
  readonly candidateUsers: readonly string[];
  /** Absent: the one of the diagram. */
  readonly quorum?: number;
  /** Groups of the next level. */
  readonly next?: readonly string[];
  /** Date-time; absent: the one of the diagram. */
  readonly dueDate?: string;
};

/** One active element instance. Instances form a tree by `up`. */
export type InstanceState = {
  readonly key: number;
  /** Element id; for the scope of a (called) process, the process id. */
  readonly el: string;
  /** Key of the enclosing instance; 0 for the root. */
  readonly up: number;
  /** Called process scopes name their model. */
  readonly model?: string;
  /**
   * Scope that has not begun yet: the start event that the server triggered, or the element that is activated in an ad-hoc
   * sub-process.
   */
  readonly entry?: string;
  /** With `entry`, and at that event until it is entered: the position of the event definition that has occurred. */
  readonly entryPart?: number;
  /** Scopes: how many instances and queued tokens they hold. */
  readonly live?: number;
  /** Scopes: an event sub-process has interrupted it, so no other event sub-process may start. */
  readonly cut?: true;
  readonly vars?: Variables;
  readonly waits?: readonly Wait[];
  /** Open job. */
  readonly job?: number;
  /** Open user task (its key is the instance's key). */
  readonly task?: true;
  /** Open user task that several persons decide: its votes. */
  readonly ballot?: Ballot;
  /** User task that waits for the answer to resolveVoters: whom its decision named. */
  readonly approvers?: Approvers;
  /** The user task was rejected, which ends its multi-instance loop (D24). */
  readonly rejected?: true;
  /** Listeners in progress. */
  readonly listens?: ListenState;
  /** Waits for the answer to resolveCall, resolveDecision or resolveVoters. */
  readonly call?: true;
  readonly incident?: OpenIncident;
  /** Joins, and activities that need several tokens: how many wait on each incoming flow, by flow id. */
  readonly got?: Readonly<Record<string, number>>;
  /** Complex gateway that was activated and waits for its reset: the flows whose tokens it has consumed. */
  readonly fired?: readonly string[];
  readonly loop?: LoopState;
  /** Open ad-hoc sub-process. */
  readonly adHoc?: AdHocState;
  /** The decision that the branch of this instance carries: the last one made on it (TASK-11). */
  readonly approved?: boolean;
  /** Inner instance of a loop: its counter, from 1. */
  readonly nth?: number;
  /** Scopes: completed activities that compensation can undo. */
  readonly undo?: readonly Completion[];
  /** Compensation throw event: what remains to be undone; the last entry is next. */
  readonly undoing?: readonly Completion[];
  /** With `undoing`: the throw event has completed already and does not wait for the handlers. */
  readonly detached?: true;
  /** Compensation handler: key of the throw event that waits for it. */
  readonly undoFor?: number;
};

/** Work inside the run that is still to do because the budget of the step was used up. */
export type Pending =
  /** A token on a sequence flow, with the decision of its branch. */
  | { readonly do: 'flow'; readonly flow: string; readonly scope: number; readonly approved?: boolean }
  /** A token about to enter an element; `vars`: local variables that a repair gave it. */
  | {
      readonly do: 'enter';
      readonly el: string;
      readonly scope: number;
      readonly approved?: boolean;
      /** The element started the run: the position of its event definition that has occurred. */
      readonly entryPart?: number;
      readonly vars?: Variables;
    }
  /** The next inner instance of a loop. */
  | { readonly do: 'loop'; readonly scope: number }
  /** An element to activate in an ad-hoc sub-process. */
  | ({ readonly do: 'activate'; readonly scope: number } & Activation)
  /** The next compensation handler of a throw event. */
  | { readonly do: 'undo'; readonly inst: number; readonly scope: number };

/**
 * A run between two steps: plain JSON, at most 300 bytes at the user task of an approval run (without variables). Keys are numbers
 * counted by `next`, so the same commands always give the same keys. Only `step` creates a state. Read it through the functions of
 * this package only. Members have short names because every run stores them.
 */
export type RunState = {
  readonly v: typeof STATE_FORMAT;
  readonly modelId: string;
  readonly next: number;
  readonly ended?: EndedStatus;
  /** Consecutive steps that ended on the budget. */
  readonly spins?: number;
  /** Sorted by key; the first is the root scope. Empty once the run has ended. */
  readonly items: readonly InstanceState[];
  readonly pending?: readonly Pending[];
  readonly held?: readonly Held[];
};
