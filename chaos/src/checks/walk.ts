import type { ExecutableModel } from '@millrace/engine';

/** One entry of getRunTimeline. */
export interface Step {
  readonly sequence: number;
  readonly event: string;
  readonly elementId: string;
  readonly key: number;
  readonly scopeKey: number;
}

type Node = ExecutableModel['nodes'][number];

interface Instance {
  readonly node: Node;
  readonly model: ExecutableModel;
  readonly scopeKey: number;
}

/**
 * Follows the tokens of a completed run through its diagram. Every entered element must have had a token (a parallel join one on every
 * flow), every flow taken must leave a completed element, every entered element must end once, and no token may remain. This proves
 * that no token was lost, invented or used twice.
 *
 * @param models by BPMN process id: the run's and those it calls
 * @returns what is wrong, empty for a legal walk
 */
export function checkWalk(models: ReadonlyMap<string, ExecutableModel>, steps: readonly Step[]): readonly string[] {
  const walk = new Walk(models);
  for (const [index, step] of steps.entries()) {
    if (step.sequence !== index + 1) walk.problem(step, `stands at place ${index + 1} of the timeline`);
    walk.follow(step);
  }
  return walk.finish();
}

class Walk {
  readonly #models: ReadonlyMap<string, ExecutableModel>;
  readonly #open = new Map<number, Instance>();
  readonly #known = new Set<number>();
  /** Tokens on flows, and flows onto which completed elements may still put a token, by scope and flow. */
  readonly #tokens = new Map<string, number>();
  readonly #allowed = new Map<string, number>();
  readonly #cancelled = new Map<string, number>();
  readonly #problems: string[] = [];
  #ends = 0;
  #last = '';

  constructor(models: ReadonlyMap<string, ExecutableModel>) {
    this.#models = models;
  }

  problem(step: Step, what: string): void {
    this.#problems.push(`#${step.sequence} ${step.event} ${step.elementId}(${step.key}): ${what}`);
  }

  follow(step: Step): void {
    switch (step.event) {
      case 'entered':
        this.#entered(step);
        break;
      case 'completed':
      case 'cancelled':
        this.#left(step);
        break;
      case 'flowTaken':
        this.#flowTaken(step);
        break;
      default:
        return;
    }
    this.#last = `${step.event} ${step.elementId}`;
  }

  finish(): readonly string[] {
    for (const [key, { node }] of this.#open) this.#problems.push(`${node.id}(${key}) was never left`);
    for (const [place, count] of this.#tokens) if (count > 0) this.#problems.push(`a token was lost on ${place}`);
    for (const [place, count] of this.#allowed) if (count > 0) this.#problems.push(`no token was sent along ${place}`);
    if (this.#ends !== 1) this.#problems.push(`the run ended ${this.#ends} times`);
    const [main] = [...this.#known];
    if (main !== undefined && !this.#last.startsWith('completed ')) this.#problems.push(`it ended with ${this.#last}`);
    return this.#problems;
  }

  #entered(step: Step): void {
    const { key, scopeKey, elementId } = step;
    if (this.#known.has(key)) this.problem(step, 'this instance was entered before');
    this.#known.add(key);
    const called = this.#models.get(elementId);
    const scope = this.#open.get(scopeKey);
    const isCall = scope?.node.kind === 'callActivity';
    if ((scopeKey === 0 || isCall) && called?.nodes[0] !== undefined) {
      this.#open.set(key, { node: called.nodes[0], model: called, scopeKey });
      return;
    }
    const node = scope?.model.nodeById.get(elementId);
    if (scope === undefined || node === undefined) {
      this.problem(step, 'outside of any open scope');
      return;
    }
    this.#open.set(key, { node, model: scope.model, scopeKey });
    this.#admit(step, scope.model, node);
  }

  #admit(step: Step, model: ExecutableModel, node: Node): void {
    if (node.kind === 'boundaryEvent') {
      const host = model.nodes[node.attachedTo];
      if (node.interrupting && !take(this.#cancelled, place(step.scopeKey, host?.id ?? ''))) {
        this.problem(step, 'its activity was not cancelled');
      }
      return;
    }
    if (node.incoming.length === 0) {
      if (node.kind !== 'startEvent') this.problem(step, 'no flow leads to it');
      return;
    }
    // A join is entered by its first token. The tokens that it consumes are counted when it completes.
    if (node.kind === 'parallelGateway') return;
    if (!node.incoming.some((flow) => take(this.#tokens, place(step.scopeKey, flow.id)))) {
      this.problem(step, 'without a token');
    }
  }

  #left(step: Step): void {
    const instance = this.#open.get(step.key);
    if (instance === undefined || instance.node.id !== step.elementId) {
      this.problem(step, 'it is not open');
      return;
    }
    this.#open.delete(step.key);
    const { node, scopeKey } = instance;
    if (step.event === 'cancelled') {
      add(this.#cancelled, place(scopeKey, node.id));
      return;
    }
    for (const [key, inner] of this.#open) {
      if (inner.scopeKey === step.key) this.problem(step, `${inner.node.id}(${key}) is still open in it`);
    }
    if (node.kind === 'process' && scopeKey === 0) this.#ends += 1;
    if (node.kind === 'parallelGateway') {
      for (const flow of node.incoming) {
        if (!take(this.#tokens, place(scopeKey, flow.id))) this.problem(step, `without a token on ${flow.id}`);
      }
    }
    if (node.kind === 'exclusiveGateway') add(this.#allowed, place(scopeKey, `one of those leaving ${node.id}`));
    else for (const flow of node.outgoing) add(this.#allowed, place(scopeKey, flow.id));
  }

  #flowTaken(step: Step): void {
    const model = this.#open.get(step.scopeKey)?.model;
    const flow = model?.flowById.get(step.elementId);
    const source = flow === undefined ? undefined : model?.nodes[flow.source];
    if (flow === undefined || source === undefined) {
      this.problem(step, 'there is no such flow');
      return;
    }
    const leaving = source.kind === 'exclusiveGateway' ? `one of those leaving ${source.id}` : flow.id;
    if (!take(this.#allowed, place(step.scopeKey, leaving))) this.problem(step, `${source.id} has sent no token`);
    add(this.#tokens, place(step.scopeKey, flow.id));
  }
}

const place = (scopeKey: number, id: string): string => `${id} in ${scopeKey}`;

function add(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

function take(counts: Map<string, number>, key: string): boolean {
  const count = counts.get(key) ?? 0;
  if (count === 0) return false;
  counts.set(key, count - 1);
  return true;
}
