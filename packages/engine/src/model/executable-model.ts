import type { Flow, Node, TimerDefinition } from './node.js';

/**
 * What the server starts a run with, by a `start` command with `startElementId` and `startPart`: a start event, an instantiating
 * receive task, or an event behind an instantiating gateway. `part` is the position of the event definition; an event with several of
 * them has one entry for each.
 */
export type ServerStart =
  | { readonly elementId: string; readonly part: number; readonly kind: 'timer'; readonly timer: TimerDefinition }
  | { readonly elementId: string; readonly part: number; readonly kind: 'message' | 'signal'; readonly name: string };

/** A call activity and the process it calls. */
export type CalledProcess = {
  readonly elementId: string;
  /** Null when an expression gives it at run time. */
  readonly processId: string | null;
  readonly binding: 'latest' | 'deployment' | 'versionTag';
  readonly versionTag: string | null;
};

/** A business rule task and the decision it calls, or a user task and its approval matrix. */
export type CalledDecision = {
  readonly elementId: string;
  /** Null when an expression gives it at run time. */
  readonly decisionId: string | null;
  readonly binding: 'latest' | 'deployment' | 'versionTag';
  readonly versionTag: string | null;
};

/** A calendar that a timer names by its key. */
export type CalendarUse = { readonly elementId: string; readonly calendar: string };

/** What the server needs to know of a user task. */
export type UserTaskInfo = {
  readonly elementId: string;
  readonly name: string | null;
  readonly decision: boolean;
  /** Whether the diagram handles a rejection at the task or directly after it (D24 a and b). */
  readonly rejectionModelled: boolean;
  /** Who may not vote on it, as `millrace:approval` says it; null: it has no votes. */
  readonly separation: readonly string[] | null;
  readonly formKey: string | null;
  readonly formId: string | null;
  readonly form: unknown;
};

/** One executable process, frozen. Compiling the same XML again gives the same model, so it can be cached by version. */
export type ExecutableModel = {
  /** BPMN id of the process. */
  readonly processId: string;
  readonly name: string | null;
  readonly versionTag: string | null;
  readonly hasNoneStart: boolean;
  readonly starts: readonly ServerStart[];
  readonly calledProcesses: readonly CalledProcess[];
  readonly calledDecisions: readonly CalledDecision[];
  readonly userTasks: readonly UserTaskInfo[];
  /** Calendars of its timers, without those that an expression gives at run time. */
  readonly calendars: readonly CalendarUse[];
  /** Internal to the engine from here on. nodes[0] is the process. */
  readonly nodes: readonly Node[];
  readonly flows: readonly Flow[];
  readonly nodeById: ReadonlyMap<string, Node>;
  readonly flowById: ReadonlyMap<string, Flow>;
};
