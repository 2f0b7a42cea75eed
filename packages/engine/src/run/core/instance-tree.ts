import type { InstanceState, Pending, RunState } from '../../state/run-state.js';

type Uncounted = Omit<InstanceState, 'live'>;

/**
 * An element instance while a step works on it. Instances are copied once per step; what they hold (variables, waits, counters) is
 * shared with the state before and therefore replaced, never changed in place. Only InstanceTree changes `live`.
 */
export type Instance = { -readonly [K in keyof Uncounted]: Uncounted[K] } & Pick<InstanceState, 'live'>;

type Counted = { -readonly [K in keyof InstanceState]: InstanceState[K] };

/** Above this many processed items at its start, the queue is copied without them. */
const MAX_PROCESSED_ITEMS = 4096;

/**
 * The element instances of a run, the queue of its pending work, and `live`: how many instances and tokens each scope holds. The
 * count follows from the other two, so all its changes happen here: an added instance or queued item increases the count of its scope,
 * a removed instance or an item taken from the queue decreases it.
 */
export class InstanceTree {
  readonly #instances: Instance[];
  #queue: Pending[];
  /** Position of the next item in the queue; the items before it are processed. */
  #head = 0;

  constructor(state: RunState) {
    this.#instances = state.items.map((item) => ({ ...item }));
    this.#queue = state.pending === undefined ? [] : [...state.pending];
  }

  /** All instances, sorted by key; the first is the root scope. */
  get instances(): readonly Instance[] {
    return this.#instances;
  }

  get root(): Instance {
    const [root] = this.#instances;
    if (root === undefined) throw new Error('the run has no root scope');
    return root;
  }

  #position(key: number): number {
    let low = 0;
    let high = this.#instances.length - 1;
    while (low <= high) {
      const middle = (low + high) >> 1;
      const at = this.#instances[middle]?.key ?? 0;
      if (at === key) return middle;
      if (at < key) low = middle + 1;
      else high = middle - 1;
    }
    return -1;
  }

  find(key: number): Instance | undefined {
    return this.#instances[this.#position(key)];
  }

  /** @throws Error when there is no such instance, which is a defect of the engine */
  scope(key: number): Instance {
    const scope = this.find(key);
    if (scope === undefined) throw new Error(`there is no scope ${key}`);
    return scope;
  }

  /** The scope around an instance. @throws Error for the root, which has none */
  parentOf(inst: Instance): Instance {
    const parent = this.find(inst.up);
    if (parent === undefined) throw new Error(`instance ${inst.key} has lost its scope ${inst.up}`);
    return parent;
  }

  /** Children in order of age. They are always younger than their scope. */
  childrenOf(scope: Instance): Instance[] {
    const children: Instance[] = [];
    for (let i = this.#position(scope.key) + 1; i < this.#instances.length; i += 1) {
      const item = this.#instances[i];
      if (item?.up === scope.key) children.push(item);
    }
    return children;
  }

  /** Adds a new instance to its scope; null for the root. Keys only grow, so a new instance always belongs at the end. */
  add(inst: Instance, scope: Instance | null): void {
    this.#instances.push(inst);
    if (scope !== null) count(scope, 1);
  }

  /** Removes an instance; the caller decides whether its scope is complete. */
  remove(inst: Instance): void {
    const at = this.#position(inst.key);
    if (at === -1) return;
    if (at === this.#instances.length - 1) this.#instances.pop();
    else this.#instances.splice(at, 1);
    const parent = this.find(inst.up);
    if (parent !== undefined) count(parent, -1);
  }

  /** Removes every instance but the root, and all work. */
  keepRootOnly(): void {
    this.#queue = [];
    this.#head = 0;
    this.#instances.length = 1;
    this.openScope(this.root);
  }

  /** Makes the instance a scope, which holds nothing yet. */
  openScope(inst: Instance): void {
    const counted: Counted = inst;
    counted.live = 0;
  }

  /** The instance is no scope any more. */
  closeScope(inst: Instance): void {
    const counted: Counted = inst;
    delete counted.live;
  }

  /** Keeps a scope from completing until `release`, as a token inside it would. */
  hold(scope: Instance): void {
    count(scope, 1);
  }

  release(scope: Instance): void {
    count(scope, -1);
  }

  /** Queues a new token, or other work, in the scope. */
  push(scope: Instance, item: Pending): void {
    this.#queue.push(item);
    count(scope, 1);
  }

  /** How many items of work are left. */
  get waiting(): number {
    return this.#queue.length - this.#head;
  }

  /** The work left, oldest first. */
  get work(): readonly Pending[] {
    return this.#queue.slice(this.#head);
  }

  /** Takes the oldest item of work off the queue and passes it on with its scope; returns false when there is none. */
  take(perform: (scope: Instance, item: Pending) => void): boolean {
    const item = this.#queue[this.#head];
    if (item === undefined) return false;
    this.#head += 1;
    if (this.#head === this.#queue.length || this.#head > MAX_PROCESSED_ITEMS) {
      this.#queue = this.#queue.slice(this.#head);
      this.#head = 0;
    }
    const scope = this.scope(item.scope);
    count(scope, -1);
    perform(scope, item);
    return true;
  }

  /** Drops the work left in a scope. */
  dropWork(scope: Instance): void {
    const left = this.work;
    const kept = left.filter((item) => item.scope !== scope.key);
    this.#queue = kept;
    this.#head = 0;
    count(scope, kept.length - left.length);
  }

  /** Replaces the work left, item by item and in the same scopes (migration renames elements and flows). */
  replaceWork(items: readonly Pending[]): void {
    this.#queue = [...items];
    this.#head = 0;
  }
}

function count(scope: Instance, change: number): void {
  const counted: Counted = scope;
  counted.live = (scope.live ?? 0) + change;
}
