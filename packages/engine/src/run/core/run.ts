import type { Calendars } from '../../expression/values/working-time.js';
import type { ExecutableModel } from '../../model/executable-model.js';
import type { Node, SingleTrigger } from '../../model/node.js';
import { CommandRejected } from '../../protocol/command.js';
import type { Effect, HistoryEvent } from '../../protocol/effect.js';
import type { StepInput } from '../../protocol/step-types.js';
import { type EndedStatus, type Held, type RunState, STATE_FORMAT, type Variables } from '../../state/run-state.js';
import { ExpressionBudget } from './expression-budget.js';
import { type Instance, InstanceTree } from './instance-tree.js';
import { nodeIn } from './nodes.js';

/** What one kind of element does. One file per element in ../element implements it. */
export interface Behaviour<N extends Node = Node> {
  /**
   * The instance begins its work.
   * @throws Failure before the first effect only
   */
  enter(run: Run, inst: Instance, node: N): void;
  /** The scope holds no instance and no token any more. */
  emptied?(run: Run, inst: Instance, node: N): void;
  /** A retry after the job or call of the instance has failed, with new job retries when given. Its waits are still open. */
  retry?(run: Run, inst: Instance, node: N, retries: number | undefined): void;
}

/** Code that the lifecycle calls and that itself uses the lifecycle: passed in, so that the folders import each other one way. */
export interface LifecycleDelegates {
  behaviourOf(node: Node): Behaviour;
  /** A loop begins. */
  beginLoop(run: Run, body: Instance, node: Node): void;
  /**
   * An inner instance is about to complete: what the loop keeps of it. Changes nothing.
   * @throws Failure when an expression of the loop fails
   */
  collectInner(run: Run, inner: Instance, node: Node): InnerResult;
  /** An inner instance has completed. */
  innerDone(run: Run, body: Instance, node: Node, result: InnerResult): void;
  /** A compensation handler has completed; its throw event continues. */
  handlerDone(run: Run, thrower: number): void;
}

export type InnerResult = {
  readonly element: unknown;
  readonly nth: number;
  readonly finished: boolean;
  /** What the loop throws to its boundary events. */
  readonly thrown: readonly SingleTrigger[];
};

const NO_CALENDARS: Calendars = new Map();

/** Default of StepInput.budget. */
export const DEFAULT_BUDGET = 1000;

/** The working copy of a run during one step. */
export class Run {
  readonly models: StepInput['models'];
  readonly decisions: StepInput['decisions'];
  readonly process: Variables;
  readonly calendars: Calendars;
  readonly now: number;
  readonly budget: number;
  readonly delegates: LifecycleDelegates;
  readonly effects: Effect[] = [];
  readonly tree: InstanceTree;
  modelId: string;
  next: number;
  /** Consecutive steps that ended on the budget. */
  budgetExhaustions: number;
  ended: EndedStatus | null;
  held: readonly Held[];
  /** This step only notes something: it ends without doing pending work and without evaluating conditions. */
  isNote = false;
  /** Element activations in this step. */
  activations = 0;
  /** What the expressions of this step have spent. */
  readonly expressions = new ExpressionBudget();
  /**
   * The conditional events must be evaluated before the step ends. Every step does it once, because the process may have changed
   * since the last step, and again after every change of a variable.
   */
  conditionsDue = true;
  #date: Date | null = null;

  constructor(input: StepInput, state: RunState, delegates: LifecycleDelegates) {
    this.models = input.models;
    this.decisions = input.decisions;
    this.process = input.process;
    this.calendars = input.calendars ?? NO_CALENDARS;
    this.now = input.now;
    this.budget = input.budget ?? DEFAULT_BUDGET;
    this.delegates = delegates;
    this.tree = new InstanceTree(state);
    this.modelId = state.modelId;
    this.next = state.next;
    this.budgetExhaustions = state.spins ?? 0;
    this.ended = state.ended ?? null;
    this.held = state.held ?? [];
  }

  /** The state after the step: plain JSON without undefined members. */
  snapshot(): RunState {
    const state: { -readonly [K in keyof RunState]: RunState[K] } = {
      v: STATE_FORMAT,
      modelId: this.modelId,
      next: this.next,
      items: this.tree.instances,
    };
    if (this.ended !== null) state.ended = this.ended;
    if (this.budgetExhaustions !== 0) state.spins = this.budgetExhaustions;
    if (this.tree.waiting !== 0) state.pending = this.tree.work;
    if (this.held.length !== 0) state.held = this.held;
    return state;
  }

  get date(): Date {
    this.#date ??= new Date(this.now);
    return this.#date;
  }

  key(): number {
    const key = this.next;
    this.next += 1;
    return key;
  }

  isAlive(inst: Instance): boolean {
    return this.ended === null && this.tree.find(inst.key) === inst;
  }

  modelOf(inst: Instance): ExecutableModel {
    let at = inst;
    while (at.model === undefined && at.up !== 0) at = this.tree.parentOf(at);
    return this.model(at.model ?? this.modelId);
  }

  model(id: string): ExecutableModel {
    const model = this.models.get(id);
    if (model === undefined) throw new CommandRejected('no-such-model', `the model ${id} was not passed to the step`);
    return model;
  }

  nodeOf(inst: Instance): Node {
    const model = this.modelOf(inst);
    return nodeIn(model, inst.el);
  }

  emit(effect: Effect): void {
    this.effects.push(effect);
  }

  history(event: HistoryEvent, inst: Instance, elementId: string = inst.el, message?: string): void {
    const entry = { type: 'history', at: this.now, event, elementId, key: inst.key, scopeKey: inst.up } as const;
    this.effects.push(message === undefined ? entry : { ...entry, message });
  }

  flowTaken(scope: Instance, flowId: string): void {
    this.effects.push({
      type: 'history',
      at: this.now,
      event: 'flowTaken',
      elementId: flowId,
      key: 0,
      scopeKey: scope.key,
    });
  }

  /** Ends the run: only the root scope with its variables remains. */
  end(status: EndedStatus): void {
    this.ended = status;
    this.tree.keepRootOnly();
    const { root } = this.tree;
    delete root.waits;
    delete root.undo;
    delete root.incident;
    delete root.job;
    delete root.listens;
    for (const { key, ready } of this.held) if (ready !== true) this.emit({ type: 'resolveIncident', key });
    this.held = [];
    this.emit({ type: 'runEnded', status });
  }
}
