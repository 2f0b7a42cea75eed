/** Values that survive a JSON round trip. */
export type Variables = Readonly<Record<string, unknown>>;

/** D21. */
export type RunStatus = 'RACING' | 'PAUSED' | 'COMPLETED' | 'REJECTED' | 'FAILED' | 'CANCELLED';
export type EndedStatus = 'COMPLETED' | 'REJECTED' | 'CANCELLED';

/** An open event wait of an element instance: of its own, of a boundary event, or of an event sub-process. */
export type Wait = {
  readonly key: number;
  /** The event that is waited for; of an event sub-process, its start event. */
  readonly el: string;
  readonly on: 'timer' | 'message' | 'signal' | 'condition';
  /** Timer: due, epoch milliseconds. */
  readonly due?: number;
  /** Timer cycle: firings left after this one; absent: none; -1: without end. */
  readonly left?: number;
  /** Timer cycle: the interval or cron expression. */
  readonly every?: string;
  /** Message or signal name. */
  readonly name?: string;
  readonly correlationKey?: string;
  /** Condition: its value when last looked at; it triggers when it turns true. */
  readonly was?: boolean;
};

/** A completed activity that compensation can undo, newest last. */
export type Completion = {
  /** The compensated activity. */
  readonly el: string;
  /** The compensation handler; absent for a sub-process, whose own completions are in `inner`. */
  readonly handler?: string;
  readonly vars?: Variables;
  readonly inner?: readonly Completion[];
};

/** An incident on an element instance and what a retry does again. */
export type OpenIncident = {
  readonly key: number;
  readonly kind: string;
  /** in: activate again · again: its own work again, its waits are open · out: complete again · wait: conditions again · join: wait on · spin: go on. */
  readonly redo: 'in' | 'again' | 'out' | 'wait' | 'join' | 'spin';
};

/** Multi-instance or standard loop in progress. */
export type LoopState = {
  readonly items?: readonly unknown[];
  readonly total: number;
  /** Inner instances started, completed. */
  readonly begun: number;
  readonly done: number;
  readonly out?: readonly unknown[];
};

/** One live element instance; instances form a tree by `up`. */
export type InstanceState = {
  readonly key: number;
  /** Element id; for the scope of a (called) process, the process id. */
  readonly el: string;
  /** Key of the enclosing instance; 0 for the root. */
  readonly up: number;
  /** Called process scopes name their model. */
  readonly model?: string;
  /** Process scope that has not begun yet: the start event the server triggered. */
  readonly entry?: string;
  /** Scopes: live children plus tokens on the way inside. */
  readonly live?: number;
  /** Scopes: an event sub-process has interrupted it; no other may start. */
  readonly cut?: true;
  readonly vars?: Variables;
  readonly waits?: readonly Wait[];
  /** Open job. */
  readonly job?: number;
  /** Open user task (its key is the instance's key). */
  readonly task?: true;
  /** The user task was rejected: its multi-instance ends with it (D24). */
  readonly rejected?: true;
  /** Waits for callResolved. */
  readonly call?: true;
  readonly incident?: OpenIncident;
  /** Joins: tokens that arrived per incoming flow id. */
  readonly got?: Readonly<Record<string, number>>;
  readonly loop?: LoopState;
  /** Inner instance of a loop: its counter, from 1. */
  readonly nth?: number;
  /** Scopes: what compensation could undo. */
  readonly undo?: readonly Completion[];
  /** Compensation throw: what is still to undo; the last one is next. */
  readonly undoing?: readonly Completion[];
  /** Compensation handler: the throw event that waits for it. */
  readonly undoFor?: number;
};

/** Work inside the run that has not been done yet (the step budget ended first). */
export type Pending =
  /** A token on a sequence flow. */
  | { readonly do: 'flow'; readonly flow: string; readonly scope: number }
  /** A token about to enter an element. */
  | { readonly do: 'enter'; readonly el: string; readonly scope: number }
  /** The next inner instance of a loop. */
  | { readonly do: 'loop'; readonly scope: number }
  /** The next compensation handler of a throw event. */
  | { readonly do: 'undo'; readonly inst: number; readonly scope: number };

/**
 * A run between two steps: plain JSON, at most 300 bytes at the user task of an approval run (variables aside). Keys are numbers counted by `next`, so
 * the same commands always give the same keys. Only `step` makes one; treat it as opaque except through the
 * functions of this package.
 */
export type RunState = {
  readonly v: 1;
  readonly modelId: string;
  readonly next: number;
  readonly ended?: EndedStatus;
  /** Consecutive steps that ended on the budget. */
  readonly spins?: number;
  /** Sorted by key; the first is the root scope. Empty once the run has ended. */
  readonly items: readonly InstanceState[];
  readonly pending?: readonly Pending[];
};
