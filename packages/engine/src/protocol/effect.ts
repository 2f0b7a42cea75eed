import type { DecisionTrace } from '../decision/trace/decision-trace.js';
import type { NamedSecrets } from '../model/secret-names.js';
import type { BallotResult, ReasonRule, Veto, VoteAuthentication, VoteOutcome } from '../state/ballot.js';
import type { EndedStatus, TaskAttributes, Variables } from '../state/run-state.js';

/** What an incident is about. */
export type IncidentKind =
  /** A FEEL expression or mapping failed, or gave a value of the wrong type. */
  | 'expression'
  /** No outgoing condition was true and there is no default flow. */
  | 'no-flow'
  /** A job ran out of retries. */
  | 'job'
  /** A BPMN error that no event catches. */
  | 'uncaught-error'
  /** The called process could not be found or loaded, or calls nest too deep. */
  | 'call'
  /** A decision could not be found or evaluated, or rules of its table conflict. */
  | 'decision'
  /** Fewer persons can vote on a task than must approve it. */
  | 'unapprovable'
  /** A join waits for a token that cannot reach it. */
  | 'stuck-join'
  /** The run used up its budget in too many steps in a row without reaching a wait state. */
  | 'endless-loop'
  /** The process of the server ended each time it worked on the step, e.g. because it ran out of memory. */
  | 'crash';

export type HistoryEvent =
  | 'entered'
  | 'completed'
  | 'cancelled'
  | 'flowTaken'
  | 'variables'
  | 'incident'
  | 'incidentResolved'
  | 'errorCaught'
  | 'rejected'
  | 'voted'
  | 'escalated'
  | 'expired'
  | 'denied'
  | 'moved'
  | 'migrated';

/** How several persons decide a task that opens. */
export type TaskApproval = {
  readonly quorum: number;
  /** Groups of the next level, which the matrix names: who the task can be handed on to. */
  readonly next?: readonly string[];
  readonly veto: Veto;
  readonly reason: ReasonRule;
  readonly attachments: boolean;
  /** Absent: a link in an e-mail is enough. */
  readonly authentication?: VoteAuthentication;
  /** `starter`, `task:<element id>`, `field:<name>` and `editor:<field name>`. */
  readonly separation: readonly string[];
  /** Whether changes can be requested: an event of the diagram catches it. */
  readonly changes: boolean;
};

/**
 * What the server must do, in order, in the transaction that stores the state. Whatever an effect opens (task, job, timer,
 * subscription, incident) is closed by exactly one later effect, also when it was what triggered.
 */
export type Effect =
  | {
      readonly type: 'openTask';
      readonly key: number;
      readonly elementId: string;
      readonly name: string | null;
      readonly assignee?: string;
      readonly candidateGroups?: readonly string[];
      readonly candidateUsers?: readonly string[];
      /** ISO 8601 date-times. */
      readonly dueDate?: string;
      readonly followUpDate?: string;
      /** 0 to 100, default 50. */
      readonly priority: number;
      readonly formKey?: string;
      readonly formId?: string;
      readonly externalReference?: string;
      /** Embedded JSON Schema form (zeebe:userTaskForm), parsed. */
      readonly form?: unknown;
      readonly headers: Readonly<Record<string, string>>;
      /** False for data entry (`millrace:decision="none"`): `approved: false` then rejects nothing. */
      readonly decision: boolean;
      /** Present when several persons decide by votes. */
      readonly approval?: TaskApproval;
      /** Local variables from input mappings; absent when the task has none. */
      readonly input?: Variables;
    }
  | {
      readonly type: 'closeTask';
      readonly key: number;
      readonly outcome: 'completed' | 'cancelled';
      readonly approved?: boolean;
      /** Who completed it, when not the one who gave the command of this step. */
      readonly by?: string;
      /** For whom, by a substitute. */
      readonly onBehalfOf?: string;
    }
  /** The task `key` is about to open: asks how many persons can vote on it. The answer is `votersResolved`. */
  | {
      readonly type: 'resolveVoters';
      readonly key: number;
      readonly elementId: string;
      readonly quorum: number;
      readonly candidateGroups: readonly string[];
      readonly candidateUsers: readonly string[];
      readonly separation: readonly string[];
    }
  /** A vote counts. `result` other than `open`: the task closes with it. */
  | {
      readonly type: 'voteRecorded';
      readonly key: number;
      readonly elementId: string;
      readonly by: string;
      /** For whom, by a substitute. */
      readonly onBehalfOf?: string;
      readonly outcome: VoteOutcome;
      readonly reason?: string;
      /** With this vote. */
      readonly approvals: number;
      readonly rejections: number;
      readonly quorum: number;
      readonly result: BallotResult;
    }
  /** A listener corrected attributes of an open task. */
  | { readonly type: 'updateTask'; readonly key: number; readonly change: TaskAttributes }
  | {
      readonly type: 'createJob';
      readonly key: number;
      readonly elementId: string;
      /** The element instance, or the number of the listener. Jobs that repeat one after an incident have the same one. */
      readonly instanceKey: number;
      readonly jobType: string;
      readonly retries: number;
      readonly headers: Readonly<Record<string, string>>;
      readonly input: Variables;
      /** Secrets that the input mappings name; absent when they name none. What variables hold does not count. */
      readonly secrets?: NamedSecrets;
    }
  | {
      readonly type: 'closeJob';
      readonly key: number;
      /** 'failed': the retries are used up or no event caught the error; an incident follows. */
      readonly outcome: 'completed' | 'failed' | 'error' | 'cancelled';
    }
  | { readonly type: 'createTimer'; readonly key: number; readonly elementId: string; readonly dueAt: number }
  | { readonly type: 'closeTimer'; readonly key: number; readonly outcome: 'fired' | 'cancelled' }
  | {
      readonly type: 'subscribe';
      readonly key: number;
      readonly elementId: string;
      readonly kind: 'message' | 'signal' | 'condition';
      readonly name?: string;
      readonly correlationKey?: string;
    }
  | { readonly type: 'unsubscribe'; readonly key: number }
  | {
      readonly type: 'publishMessage';
      readonly elementId: string;
      readonly name: string;
      readonly correlationKey: string;
      readonly variables: Variables;
      readonly timeToLiveMs?: number;
    }
  /** For all other runs: this run has handled the signal already. Its subscriptions with keys from before this effect are closed. */
  | { readonly type: 'throwSignal'; readonly elementId: string; readonly name: string; readonly variables: Variables }
  | {
      readonly type: 'raiseIncident';
      readonly key: number;
      readonly elementId: string;
      readonly instanceKey: number;
      readonly kind: IncidentKind;
      readonly message: string;
      readonly jobKey?: number;
    }
  | { readonly type: 'resolveIncident'; readonly key: number }
  | {
      readonly type: 'resolveCall';
      readonly key: number;
      readonly elementId: string;
      /** The model that contains the call activity ('deployment' binding looks beside it). */
      readonly callerModelId: string;
      readonly calledProcessId: string;
      readonly binding: 'latest' | 'deployment' | 'versionTag';
      readonly versionTag?: string;
    }
  /** A business rule task asks for the model that contains its decision; the answer is `decisionResolved` or `decisionFailed`. */
  | {
      readonly type: 'resolveDecision';
      readonly key: number;
      readonly elementId: string;
      /** The model that contains the task ('deployment' binding looks beside it). */
      readonly callerModelId: string;
      readonly decisionId: string;
      readonly binding: 'latest' | 'deployment' | 'versionTag';
      readonly versionTag?: string;
    }
  /** For the timeline: what a business rule task decided and how. */
  | {
      readonly type: 'decisionEvaluated';
      /** The element instance. */
      readonly key: number;
      readonly elementId: string;
      /** Id under which the server holds the decision model. */
      readonly modelId: string;
      readonly decisionId: string;
      /** Null when the evaluation failed. */
      readonly value: unknown;
      readonly trace: DecisionTrace;
      /** Why it failed; an incident follows. */
      readonly failure?: string;
    }
  | {
      readonly type: 'history';
      /** Epoch milliseconds. */
      readonly at: number;
      readonly event: HistoryEvent;
      readonly elementId: string;
      readonly key: number;
      readonly scopeKey: number;
      readonly variables?: Variables;
      readonly message?: string;
    }
  | { readonly type: 'scheduleContinue' }
  | { readonly type: 'runEnded'; readonly status: EndedStatus };
