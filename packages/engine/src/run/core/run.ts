import type { ExecutableModel } from '../../model/executable-model.js';
import type { Node, ProcessNode } from '../../model/node.js';
import { CommandRejected } from '../../protocol/command.js';
import type { Effect, HistoryEvent } from '../../protocol/effect.js';
import type { StepInput } from '../../protocol/step-types.js';
import type { EndedStatus, InstanceState, Pending, RunState, Variables } from '../../state/run-state.js';

/**
 * An element instance while a step works on it. Instances are copied once per step; what they hold (variables, waits, counters) is
 * shared with the state before and therefore replaced, never changed in place.
 */
export type Live = { -readonly [K in keyof InstanceState]: InstanceState[K] };

/** What one kind of element does. One file per element in ../element implements it. */
export interface Behaviour {
  /** The instance begins its work. Throws Failure before the first effect, or not at all. */
  enter(run: Run, inst: Live, node: Node): void;
  /** A scope's last child and token are gone. */
  emptied?(run: Run, inst: Live, node: Node): void;
  /** Its job or call failed for good and is to be tried again, with new retries when given; its waits are open. */
  again?(run: Run, inst: Live, node: Node, retries: number | undefined): void;
}

/** The parts of the machinery that lie above the lifecycle; handed in so that the files below need not import them. */
export interface Mechanics {
  behaviourOf(node: Node): Behaviour;
  /** A loop body begins. */
  beginLoop(run: Run, body: Live, node: Node): void;
  /** An inner instance is about to complete: what the loop keeps of it. Throws Failure, changes nothing. */
  collectInner(run: Run, inner: Live, node: Node): InnerResult;
  /** An inner instance is gone. */
  innerDone(run: Run, body: Live, node: Node, result: InnerResult): void;
  /** A compensation handler is gone; its throw event goes on. */
  handlerDone(run: Run, thrower: number): void;
}

export type InnerResult = { readonly element: unknown; readonly nth: number; readonly finished: boolean };

/** Default of StepInput.budget. */
export const DEFAULT_BUDGET = 1000;

/** The working copy of a run during one step. */
export class Run {
  readonly models: StepInput['models'];
  readonly process: Variables;
  readonly now: number;
  readonly budget: number;
  readonly mechanics: Mechanics;
  readonly effects: Effect[] = [];
  readonly items: Live[];
  #agenda: Pending[];
  /** Position of the next item; what lies before is done. */
  #head = 0;
  modelId: string;
  next: number;
  spins: number;
  ended: EndedStatus | null;
  /** Element activations in this step. */
  activations = 0;
  /**
   * Conditional events must be looked at before the step ends; every step does once, as the process may have changed since the
   * last one, and again whenever a variable changes.
   */
  conditionsDue = true;
  #date: Date | null = null;

  constructor(input: StepInput, state: RunState, mechanics: Mechanics) {
    this.models = input.models;
    this.process = input.process;
    this.now = input.now;
    this.budget = input.budget ?? DEFAULT_BUDGET;
    this.mechanics = mechanics;
    this.items = state.items.map((item) => ({ ...item }));
    this.#agenda = state.pending === undefined ? [] : [...state.pending];
    this.modelId = state.modelId;
    this.next = state.next;
    this.spins = state.spins ?? 0;
    this.ended = state.ended ?? null;
  }

  /** The state after the step: plain JSON without undefined members. */
  snapshot(): RunState {
    return {
      v: 1,
      modelId: this.modelId,
      next: this.next,
      ...(this.ended === null ? {} : { ended: this.ended }),
      ...(this.spins === 0 ? {} : { spins: this.spins }),
      items: this.items,
      ...(this.waiting === 0 ? {} : { pending: this.work }),
    };
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

  get root(): Live {
    const [root] = this.items;
    if (root === undefined) throw new Error('a run without a root scope');
    return root;
  }

  #position(key: number): number {
    let low = 0;
    let high = this.items.length - 1;
    while (low <= high) {
      const middle = (low + high) >> 1;
      const at = this.items[middle]?.key ?? 0;
      if (at === key) return middle;
      if (at < key) low = middle + 1;
      else high = middle - 1;
    }
    return -1;
  }

  find(key: number): Live | undefined {
    return this.items[this.#position(key)];
  }

  /** The instance around; only the root has none. */
  parentOf(inst: Live): Live {
    const parent = this.find(inst.up);
    if (parent === undefined) throw new Error(`instance ${inst.key} has lost its scope ${inst.up}`);
    return parent;
  }

  /** Keys only grow, so a new instance always belongs at the end. */
  add(inst: Live): void {
    this.items.push(inst);
  }

  /** Takes the instance out of the tree and off its scope's count; the caller decides whether the scope is done. */
  remove(inst: Live): void {
    const at = this.#position(inst.key);
    if (at === -1) return;
    if (at === this.items.length - 1) this.items.pop();
    else this.items.splice(at, 1);
    const parent = this.find(inst.up);
    if (parent !== undefined) parent.live = (parent.live ?? 0) - 1;
  }

  isAlive(inst: Live): boolean {
    return this.ended === null && this.find(inst.key) === inst;
  }

  /** Children in order of age. They are always younger than their scope. */
  childrenOf(scope: Live): Live[] {
    const children: Live[] = [];
    for (let i = this.#position(scope.key) + 1; i < this.items.length; i += 1) {
      const item = this.items[i];
      if (item?.up === scope.key) children.push(item);
    }
    return children;
  }

  modelOf(inst: Live): ExecutableModel {
    let at = inst;
    while (at.model === undefined && at.up !== 0) at = this.parentOf(at);
    return this.model(at.model ?? this.modelId);
  }

  model(id: string): ExecutableModel {
    const model = this.models.get(id);
    if (model === undefined) throw new CommandRejected('no-such-model', `the model ${id} was not handed to the step`);
    return model;
  }

  nodeOf(inst: Live): Node {
    const model = this.modelOf(inst);
    return nodeIn(model, inst.el);
  }

  /** A new token in the scope. */
  push(scope: Live, item: Pending): void {
    this.#agenda.push(item);
    scope.live = (scope.live ?? 0) + 1;
  }

  /** How many items of work are left. */
  get waiting(): number {
    return this.#agenda.length - this.#head;
  }

  /** The oldest item of work; its token stays counted in its scope. */
  take(): Pending | undefined {
    const item = this.#agenda[this.#head];
    if (item === undefined) return undefined;
    this.#head += 1;
    if (this.#head === this.#agenda.length || this.#head > 4096) {
      this.#agenda = this.#agenda.slice(this.#head);
      this.#head = 0;
    }
    return item;
  }

  /** Drops the work left in a scope and returns how many tokens that were. */
  drop(scope: Live): number {
    const left = this.#agenda.slice(this.#head);
    const kept = left.filter((item) => item.scope !== scope.key);
    this.#agenda = kept;
    this.#head = 0;
    return left.length - kept.length;
  }

  /** The work left, oldest first. */
  get work(): readonly Pending[] {
    return this.#agenda.slice(this.#head);
  }

  /** Replaces the work left, item by item (migration renames elements and flows). */
  set work(items: readonly Pending[]) {
    this.#agenda = [...items];
    this.#head = 0;
  }

  scope(key: number): Live {
    const scope = this.find(key);
    if (scope === undefined) throw new Error(`there is no scope ${key}`);
    return scope;
  }

  emit(effect: Effect): void {
    this.effects.push(effect);
  }

  history(event: HistoryEvent, inst: Live, elementId: string = inst.el): void {
    this.effects.push({ type: 'history', at: this.now, event, elementId, key: inst.key, scopeKey: inst.up });
  }

  flowTaken(scope: Live, flowId: string): void {
    this.effects.push({
      type: 'history',
      at: this.now,
      event: 'flowTaken',
      elementId: flowId,
      key: 0,
      scopeKey: scope.key,
    });
  }

  /** Ends the run: nothing of it is left but the root scope with its variables. */
  end(status: EndedStatus): void {
    this.ended = status;
    this.#agenda = [];
    this.#head = 0;
    this.items.length = 1;
    const { root } = this;
    root.live = 0;
    delete root.waits;
    delete root.undo;
    delete root.incident;
    this.emit({ type: 'runEnded', status });
  }
}

export function nodeIn(model: ExecutableModel, id: string): Node {
  const node = model.nodeById.get(id);
  if (node === undefined)
    throw new CommandRejected('no-such-element', `the model ${model.processId} has no element ${id}`);
  return node;
}

export function processNode(model: ExecutableModel): ProcessNode {
  const [node] = model.nodes;
  if (node?.kind !== 'process') throw new Error('a model without a process node');
  return node;
}

/** Whether the instance is the body of a loop, around its inner instances. */
export function isLoopBody(inst: Live, node: Node): boolean {
  return 'loop' in node && node.loop !== null && inst.nth === undefined;
}
