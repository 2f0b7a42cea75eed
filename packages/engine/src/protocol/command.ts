import type { VoteOutcome } from '../state/ballot.js';
import type { TaskAttributes, Variables } from '../state/run-state.js';

/** An element to activate in an ad-hoc sub-process. */
export type ElementActivation = { readonly elementId: string; readonly variables?: Variables };

/** The result of the job of an ad-hoc sub-process. It either activates elements or completes the sub-process. */
export type AdHocResult = {
  readonly type: 'adHocSubProcess';
  readonly activateElements?: readonly ElementActivation[];
  /** The sub-process completes: at once with `isCancelRemainingInstances`, else with its last active instance. */
  readonly isCompletionConditionFulfilled?: boolean;
  readonly isCancelRemainingInstances?: boolean;
};

/** One element instance, or all active ones of an element. */
export type InstanceRef = { readonly key: number } | { readonly elementId: string };

/** Variables that a modification sets before it activates an element. */
export type VariableInstruction = {
  readonly variables: Variables;
  /** The element itself or one that contains it, on which they are local; default: the process. */
  readonly scopeId?: string;
};

/** An element to activate, in the scopes that contain it. A scope that is not active is created. */
export type ActivateInstruction = {
  readonly elementId: string;
  /** The instance in which it is activated, when several are active or it is in a loop or a called process. */
  readonly ancestorKey?: number;
  readonly variableInstructions?: readonly VariableInstruction[];
};

/** The result of the job of a task listener. */
export type TaskListenerResult = {
  readonly type: 'userTask';
  /** The change of the task does not happen, nor any correction. A task cannot be denied when it is created. */
  readonly denied?: boolean;
  readonly deniedReason?: string;
  /** An empty text or list clears the attribute; null or a missing member leaves it. */
  readonly corrections?: {
    readonly assignee?: string | null;
    readonly candidateGroups?: readonly string[] | null;
    readonly candidateUsers?: readonly string[] | null;
    /** ISO 8601 date-times. */
    readonly dueDate?: string | null;
    readonly followUpDate?: string | null;
    /** 0 to 100. */
    readonly priority?: number | null;
  };
};

/**
 * Everything that can be asked of a run. A `key` is the number that an effect announced. A command that does not fit the state is
 * refused with CommandRejected and changes nothing.
 */
export type Command =
  | {
      readonly type: 'start';
      /** Id under which the server holds the root model; the run keeps it for life (D25). */
      readonly modelId: string;
      readonly variables: Variables;
      /** A start event the server triggered (timer, message, signal); absent: the none start event. */
      readonly startElementId?: string;
      /** The position of its event definition that occurred, as in `ServerStart`; absent: the first. */
      readonly startPart?: number;
    }
  /** Continues after scheduleContinue. */
  | { readonly type: 'continue' }
  /**
   * The process of the server ended each time it worked on `command`. The command becomes an incident of the kind `crash` instead;
   * nothing of the diagram is evaluated. A retry of the incident ends with `scheduleContinue`, and that `continue` does the command.
   */
  | { readonly type: 'hold'; readonly command: HeldCommand; readonly message: string }
  | { readonly type: 'cancel'; readonly reason?: string }
  /** Completes the oldest open task when there is no key (D23). A rejection follows D24: the diagram's own handling, else the run ends. */
  | {
      readonly type: 'completeTask';
      readonly key?: number;
      readonly variables: Variables;
      readonly approved: boolean;
      /** Who completes it, as the server names them; `closeTask` names them when listeners come in between. */
      readonly by?: string;
      /** For whom they decide, as a substitute. */
      readonly onBehalfOf?: string;
      /** The task's attributes now, for its listeners. */
      readonly task?: TaskAttributes;
    }
  /** A vote on the open task `key`, or on the oldest one without it. Each person has one vote. */
  | {
      readonly type: 'vote';
      readonly key?: number;
      /** Who votes, as the server names them. */
      readonly by: string;
      /** For whom they vote, as a substitute: the vote uses up that of both. */
      readonly onBehalfOf?: string;
      readonly outcome: VoteOutcome;
      readonly reason?: string;
      readonly variables: Variables;
      /** How many persons can still vote after this vote. When too few are left for the quorum, the task closes. */
      readonly remaining?: number;
    }
  /** Hands the open task `key` on to others, as a rule outside of the diagram says. `message` says why, for the history. */
  | {
      readonly type: 'escalateTask';
      readonly key: number;
      readonly change: Pick<TaskAttributes, 'assignee' | 'candidateGroups' | 'candidateUsers'>;
      readonly message: string;
    }
  /** The open task `key` was not decided in time: it is rejected, also with votes. Only a task that is a decision can expire. */
  | { readonly type: 'expireTask'; readonly key: number; readonly message: string }
  /** The answer to resolveVoters; `key` is the effect's. */
  | {
      readonly type: 'votersResolved';
      readonly key: number;
      /** How many persons can vote. */
      readonly possible: number;
      /** Who cannot and why, for the incident when they are too few. */
      readonly details?: string;
    }
  | {
      readonly type: 'completeJob';
      readonly key: number;
      readonly variables: Variables;
      /** What the worker of an ad-hoc sub-process or of a task listener decided. Other jobs have no result. */
      readonly result?: AdHocResult | TaskListenerResult;
    }
  /** Activates elements of the open ad-hoc sub-process `key`, each with variables of its own. */
  | {
      readonly type: 'activateElements';
      readonly key: number;
      readonly elements: readonly ElementActivation[];
      /** Cancels what is active in it first. */
      readonly cancelRemaining?: boolean;
    }
  /** `retries` is what is left: above 0 the job stays open, at 0 the job closes and an incident is raised. */
  | { readonly type: 'failJob'; readonly key: number; readonly message: string; readonly retries: number }
  | {
      readonly type: 'throwJobError';
      readonly key: number;
      readonly code: string;
      readonly message?: string;
      readonly variables: Variables;
    }
  | { readonly type: 'fireTimer'; readonly key: number }
  /** `key` is the subscription's. */
  | { readonly type: 'correlateMessage'; readonly key: number; readonly variables: Variables }
  | { readonly type: 'broadcastSignal'; readonly name: string; readonly variables: Variables }
  /** The fields of the process changed: evaluates the conditional events again. */
  | { readonly type: 'evaluateConditions' }
  | {
      readonly type: 'retryIncident';
      readonly key: number;
      readonly variables?: Variables;
      readonly retries?: number;
    }
  | {
      readonly type: 'setVariables';
      readonly variables: Variables;
      /** Default: the process. */
      readonly scopeKey?: number;
      /** Sets them on the scope itself, whatever the scopes around it hold. */
      readonly local?: boolean;
    }
  /** Cancels the element instance `key` and enters `toElementId` instead. */
  | { readonly type: 'moveToken'; readonly key: number; readonly toElementId: string }
  /**
   * Repair, all or nothing: first everything is activated, then everything is terminated. A move does both.
   */
  | {
      readonly type: 'modify';
      readonly activate?: readonly ActivateInstruction[];
      readonly terminate?: readonly InstanceRef[];
      readonly move?: readonly (InstanceRef & {
        readonly toElementId: string;
        readonly variableInstructions?: readonly VariableInstruction[];
      })[];
    }
  | {
      readonly type: 'migrate';
      readonly toModelId: string;
      /** Old element id to new element id; an element not named keeps its id. */
      readonly mapping: Readonly<Record<string, string>>;
    }
  /** Answers to resolveCall; `key` is the effect's. */
  | { readonly type: 'callResolved'; readonly key: number; readonly modelId: string }
  | { readonly type: 'callFailed'; readonly key: number; readonly message: string }
  /** Answers to resolveDecision; `key` and `decisionId` are the effect's, `modelId` names a model of `StepInput.decisions`. */
  | {
      readonly type: 'decisionResolved';
      readonly key: number;
      readonly modelId: string;
      readonly decisionId: string;
    }
  | { readonly type: 'decisionFailed'; readonly key: number; readonly message: string };

/** Commands that a worker of the server gives, and that `hold` can therefore turn into an incident. */
export type HeldCommand = Extract<
  Command,
  {
    readonly type:
      | 'start'
      | 'continue'
      | 'evaluateConditions'
      | 'fireTimer'
      | 'correlateMessage'
      | 'broadcastSignal'
      | 'failJob';
  }
>;

/** Why a command does not fit the state. */
export type RejectionReason =
  | 'already-started'
  | 'not-started'
  | 'run-ended'
  | 'no-such-model'
  | 'no-such-element'
  | 'no-such-start'
  | 'no-such-task'
  | 'needs-votes'
  | 'cannot-vote'
  | 'cannot-expire'
  | 'already-voted'
  | 'cannot-request-changes'
  | 'reason-missing'
  | 'no-such-job'
  | 'no-such-timer'
  | 'no-such-subscription'
  | 'no-such-incident'
  | 'no-such-scope'
  | 'no-such-instance'
  | 'no-such-call'
  | 'cannot-move'
  | 'cannot-activate'
  | 'bad-result'
  | 'cannot-modify'
  | 'cannot-migrate';

/** Thrown for a command that does not fit the state, which is unchanged. `details` lists every obstacle of a migration. */
export class CommandRejected extends Error {
  override readonly name = 'CommandRejected';
  readonly reason: RejectionReason;
  readonly details: readonly string[];

  constructor(reason: RejectionReason, message: string, details: readonly string[] = []) {
    super(message);
    this.reason = reason;
    this.details = details;
  }
}
