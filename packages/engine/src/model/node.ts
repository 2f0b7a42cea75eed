import type { Expression } from '../expression/values/expression-types.js';
import type { ReasonRule, Veto, VoteAuthentication } from '../state/ballot.js';
import type { TimerKind } from '../time/timer-kind.js';

/** An attribute of the diagram: a literal, or FEEL when it was written with a leading `=`. */
export type Value =
  | { readonly type: 'literal'; readonly text: string }
  | { readonly type: 'feel'; readonly expression: Expression };

/** zeebe:input or zeebe:output; `target` is a path of variable names (`a.b` writes inside a context). */
export type Mapping = { readonly source: Value; readonly target: readonly string[] };

export type TimerDefinition = {
  readonly type: TimerKind;
  readonly value: Value;
  /** Key of the calendar whose working time counts (`millrace:calendar`). Absent: all time counts. */
  readonly calendar?: Value;
};

/** One thing that an event waits for. */
export type SingleTrigger =
  | { readonly type: 'timer'; readonly timer: TimerDefinition }
  | { readonly type: 'message'; readonly name: Value; readonly correlationKey: Value | null }
  | { readonly type: 'signal'; readonly name: Value }
  | { readonly type: 'condition'; readonly expression: Expression }
  /** `code` null catches every code. */
  | { readonly type: 'error'; readonly code: string | null }
  | { readonly type: 'escalation'; readonly code: string | null }
  | { readonly type: 'compensation' }
  /** A transaction was cancelled. */
  | { readonly type: 'cancel' };

/** What an event waits for. `multiple`: for one of its definitions, or with `parallel` for all of them. */
export type Trigger =
  | SingleTrigger
  | { readonly type: 'multiple'; readonly parallel: boolean; readonly parts: readonly SingleTrigger[] };

export type JobDefinition = {
  readonly jobType: Value;
  readonly retries: Value;
  readonly headers: Readonly<Record<string, string>>;
};

/** Jobs that block an element: the start listeners before its work, the end listeners after its output mappings, in order. */
export type Listeners = {
  readonly start: readonly JobDefinition[];
  readonly end: readonly JobDefinition[];
  /** Of a multi-instance activity, before its input collection is read. */
  readonly beforeAll: readonly JobDefinition[];
};

/** Jobs that block a change of a user task, in order. `assigning`: of a task that opens with an assignee. */
export type TaskListeners = {
  readonly creating: readonly JobDefinition[];
  readonly assigning: readonly JobDefinition[];
  readonly completing: readonly JobDefinition[];
};

/** How several persons decide a user task (`millrace:approval`). */
export type ApprovalRule = {
  /** How many of them must approve. */
  readonly quorum: Value;
  readonly veto: Veto;
  readonly reason: ReasonRule;
  /** Whether votes may have files. */
  readonly attachments: boolean;
  /** Who may not vote: `starter`, `task:<element id>`, `field:<name>` and `editor:<field name>`. */
  readonly separation: readonly string[];
  /** Absent: a link in an e-mail is enough. */
  readonly authentication?: VoteAuthentication;
  /** The decision that names who votes, when the task opens; null: the attributes of the task do. */
  readonly matrix: Value | null;
};

/** One thing that a throw or end event does. */
export type SingleAction =
  | { readonly type: 'none' }
  | { readonly type: 'job'; readonly job: JobDefinition }
  | { readonly type: 'message'; readonly name: Value; readonly correlationKey: Value | null }
  | { readonly type: 'signal'; readonly name: Value }
  | { readonly type: 'error'; readonly code: Value }
  | { readonly type: 'escalation'; readonly code: Value }
  | { readonly type: 'terminate' }
  /** Cancels the transaction around it. */
  | { readonly type: 'cancel' }
  /** `activity` null compensates everything completed in the scope; without `waits` the event completes at once. */
  | { readonly type: 'compensation'; readonly activity: string | null; readonly waits: boolean }
  /** `target` is the link catch event's index. */
  | { readonly type: 'link'; readonly target: number };

/** What a throw or end event does. `multiple`: all of its definitions, of which at most one is not a message, signal or escalation. */
export type ThrowAction = SingleAction | { readonly type: 'multiple'; readonly parts: readonly SingleAction[] };

/** When a multi-instance activity throws an event to its boundary events (BPMN 2.0, 10.3.8). */
export type LoopBehaviour =
  /** `each`: for every instance that completes; `first`: for the first one. */
  | { readonly type: 'each' | 'first'; readonly event: SingleTrigger }
  | { readonly type: 'complex'; readonly definitions: readonly ComplexBehaviour[] };

/** A true condition ends the loop and throws the event. */
export type ComplexBehaviour = { readonly condition: Expression; readonly event: SingleTrigger | null };

/** Multi-instance or standard loop of an activity. */
export type Loop =
  | {
      readonly type: 'multi';
      readonly sequential: boolean;
      /** A collection, or a number of instances (loopCardinality). */
      readonly collection: Expression | null;
      readonly cardinality: Value | null;
      readonly inputElement: string | null;
      readonly outputCollection: string | null;
      readonly outputElement: Expression | null;
      /** The variable whose value, or a member of it, is the output element; null when that is another expression. */
      readonly outputVariable: string | null;
      readonly completion: Expression | null;
      readonly behaviour: LoopBehaviour | null;
    }
  | {
      readonly type: 'standard';
      readonly testBefore: boolean;
      readonly condition: Expression | null;
      readonly maximum: number | null;
    };

export type Flow = {
  readonly id: string;
  readonly index: number;
  /** Node indices. */
  readonly source: number;
  readonly target: number;
  readonly condition: Expression | null;
};

type NodeBase = {
  readonly index: number;
  readonly id: string;
  readonly name: string | null;
  /** Index of the enclosing process, sub-process or event sub-process; -1 for the process itself. */
  readonly container: number;
  readonly incoming: readonly Flow[];
  readonly outgoing: readonly Flow[];
  /** Taken when no condition is true. */
  readonly defaultFlow: Flow | null;
  readonly inputs: readonly Mapping[];
  readonly outputs: readonly Mapping[];
  /** Null: none. */
  readonly listeners: Listeners | null;
};

type ActivityPart = {
  /** Indices of the boundary events that open a wait or catch while the activity is active (not compensation). */
  readonly boundary: readonly number[];
  readonly loop: Loop | null;
  /** Id of the activity that undoes this one. */
  readonly compensatedBy: string | null;
  /** Compensation handlers are outside the flow. */
  readonly isHandler: boolean;
  /** How many tokens start the activity. */
  readonly startQuantity: number;
  /** How many tokens it puts on each flow that it takes. */
  readonly completionQuantity: number;
};

type ContainerPart = {
  /** Index of the none start event; -1: the container starts at `implicit`, or only at start events that the server triggers. */
  readonly start: number;
  /** Without any start event: indices of the elements without an incoming flow, which all start (BPMN 2.0, 13.2.4). */
  readonly implicit: readonly number[];
  /** Indices. */
  readonly eventSubProcesses: readonly number[];
};

export type ProcessNode = NodeBase & ContainerPart & { readonly kind: 'process' };
export type SubProcessNode = NodeBase &
  ContainerPart &
  ActivityPart & {
    readonly kind: 'subProcess';
    readonly isTransaction: boolean;
    /** Index of the event sub-process that compensates it. */
    readonly compensationSub: number | null;
  };
export type EventSubProcessNode = NodeBase &
  ContainerPart & { readonly kind: 'eventSubProcess'; readonly trigger: Trigger; readonly interrupting: boolean };
/** One element that can be activated in an ad-hoc sub-process, as expressions see it in `adHocSubProcessElements`. */
export type AdHocElement = {
  readonly elementId: string;
  readonly elementName: string | null;
  readonly documentation: string | null;
  /** Of zeebe:properties. */
  readonly properties: Readonly<Record<string, string>>;
  /** What its input mappings mark with fromAi, for a language model that uses the element as a tool. Absent without any. */
  readonly parameters?: readonly ToolParameter[];
};
/** Texts and contexts as the diagram writes them; what it leaves out is absent. */
export type ToolParameter = {
  readonly name: string;
  readonly description?: string;
  readonly type?: string;
  readonly schema?: Readonly<Record<string, unknown>>;
  readonly options?: Readonly<Record<string, unknown>>;
};
export type AdHocSubProcessNode = NodeBase &
  ActivityPart & {
    readonly kind: 'adHocSubProcess';
    /** Indices. */
    readonly eventSubProcesses: readonly number[];
    /** Index of the adHocInstance node. */
    readonly inner: number;
    readonly elements: readonly AdHocElement[];
    /** Ids of the elements that are activated at the start; null: none. */
    readonly active: Expression | null;
    readonly completion: Expression | null;
    readonly cancelRemaining: boolean;
    readonly sequential: boolean;
    /** A worker decides which elements are activated and when the sub-process completes. */
    readonly job: JobDefinition | null;
    readonly outputCollection: string | null;
    readonly outputElement: Expression | null;
    /** As in a loop: the variable whose value, or a member of it, is the output element. */
    readonly outputVariable: string | null;
  };
/** The scope of one activation in an ad-hoc sub-process. It is in no diagram; its id is that of the sub-process and a suffix. */
export type AdHocInstanceNode = NodeBase & {
  readonly kind: 'adHocInstance';
  readonly start: -1;
  readonly implicit: readonly number[];
};
/** The suffix of an adHocInstance's id, as in Camunda 8. */
export const INNER_INSTANCE = '#innerInstance';

export type CallActivityNode = NodeBase &
  ActivityPart & {
    readonly kind: 'callActivity';
    readonly calledProcess: Value;
    readonly binding: 'latest' | 'deployment' | 'versionTag';
    readonly versionTag: string | null;
    readonly propagateAllParentVariables: boolean;
    readonly propagateAllChildVariables: boolean;
  };
/** A business rule task that evaluates a decision in the step. */
export type DecisionTaskNode = NodeBase &
  ActivityPart & {
    readonly kind: 'decisionTask';
    readonly calledDecision: Value;
    readonly binding: 'latest' | 'deployment' | 'versionTag';
    readonly versionTag: string | null;
    readonly resultVariable: string;
  };
/** Abstract and manual tasks. */
export type TaskNode = NodeBase & ActivityPart & { readonly kind: 'task' };
/** Service, send, business rule and script tasks with a task definition. */
export type JobTaskNode = NodeBase & ActivityPart & { readonly kind: 'jobTask'; readonly job: JobDefinition };
export type SendTaskNode = NodeBase & ActivityPart & { readonly kind: 'sendTask'; readonly action: ThrowAction };
export type ScriptTaskNode = NodeBase &
  ActivityPart & { readonly kind: 'scriptTask'; readonly script: Expression; readonly resultVariable: string | null };
export type UserTaskNode = NodeBase &
  ActivityPart & {
    readonly kind: 'userTask';
    readonly decision: boolean;
    /**
     * How the diagram handles a rejection at this task (D24): by a REJECTED boundary event, by a condition directly after it, by its
     * multi-instance output collection (then every instance completes), or not at all.
     */
    readonly rejection: 'boundary' | 'condition' | 'collection' | null;
    /** Several persons decide by votes; null: one person decides. */
    readonly approval: ApprovalRule | null;
    readonly assignee: Value | null;
    readonly candidateGroups: Value | null;
    readonly candidateUsers: Value | null;
    readonly dueDate: Value | null;
    readonly followUpDate: Value | null;
    readonly priority: Value | null;
    readonly formKey: string | null;
    readonly formId: string | null;
    readonly externalReference: string | null;
    readonly form: unknown;
    readonly headers: Readonly<Record<string, string>>;
    /** Null: none. */
    readonly listenersOfTask: TaskListeners | null;
  };
export type ReceiveTaskNode = NodeBase &
  ActivityPart & { readonly kind: 'receiveTask'; readonly trigger: Trigger; readonly instantiate: boolean };
export type ExclusiveGatewayNode = NodeBase & { readonly kind: 'exclusiveGateway' };
export type ParallelGatewayNode = NodeBase & { readonly kind: 'parallelGateway' };
/** For one incoming flow of a join: the places from which a token can reach it without passing the join. */
export type Upstream = { readonly nodes: ReadonlySet<number>; readonly flows: ReadonlySet<number> };

export type InclusiveGatewayNode = NodeBase & {
  readonly kind: 'inclusiveGateway';
  /** Per incoming flow: from where a token can still reach it. */
  readonly upstream: () => readonly Upstream[];
};
export type ComplexGatewayNode = NodeBase & {
  readonly kind: 'complexGateway';
  /** Null only with one incoming flow: every token activates it. */
  readonly activation: Expression | null;
  readonly upstream: () => readonly Upstream[];
};
/** `events`: indices of the catch events and receive tasks it waits for. */
export type EventGatewayNode = NodeBase & {
  readonly kind: 'eventGateway';
  readonly events: readonly number[];
  /** Starts the process: when one of the events occurs, or with `parallel` with the others to follow in the same run. */
  readonly instantiate: boolean;
  readonly parallel: boolean;
};
export type StartEventNode = NodeBase & { readonly kind: 'startEvent'; readonly trigger: Trigger | null };
/** `trigger` null: a link catch event, which completes at once. */
export type CatchEventNode = NodeBase & { readonly kind: 'catchEvent'; readonly trigger: Trigger | null };
export type ThrowEventNode = NodeBase & { readonly kind: 'throwEvent'; readonly action: ThrowAction };
export type EndEventNode = NodeBase & { readonly kind: 'endEvent'; readonly action: ThrowAction };
export type BoundaryEventNode = NodeBase & {
  readonly kind: 'boundaryEvent';
  readonly trigger: Trigger;
  readonly interrupting: boolean;
  /** Index of the activity it is attached to. */
  readonly attachedTo: number;
};

/** The error code by which a diagram catches a rejection (D24). */
export const REJECTED_CODE = 'REJECTED';
/** The error code by which a diagram catches a request for changes. */
export const CHANGES_REQUESTED_CODE = 'CHANGES_REQUESTED';

export type Node =
  | ProcessNode
  | SubProcessNode
  | EventSubProcessNode
  | AdHocSubProcessNode
  | AdHocInstanceNode
  | CallActivityNode
  | DecisionTaskNode
  | TaskNode
  | JobTaskNode
  | SendTaskNode
  | ScriptTaskNode
  | UserTaskNode
  | ReceiveTaskNode
  | ExclusiveGatewayNode
  | ParallelGatewayNode
  | InclusiveGatewayNode
  | ComplexGatewayNode
  | EventGatewayNode
  | StartEventNode
  | CatchEventNode
  | ThrowEventNode
  | EndEventNode
  | BoundaryEventNode;

/** A node that runs as an activity: a task, a sub-process or a call. */
export type ActivityNode = Extract<Node, ActivityPart>;

export type NodeKind = Node['kind'];
