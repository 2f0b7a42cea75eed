import type { ExecutableModel } from '../model/executable-model.js';
import type { Flow, Node } from '../model/node.js';
import { triggersIn } from '../model/triggers.js';

/** A parallel join and two of its incoming flows that never have a token each. */
export type StuckJoin = { readonly elementId: string; readonly flows: readonly [string, string] };

/** Steps of the whole search. Diagrams of thousands of joins are checked in part. */
const MAX_STEPS = 500_000;

type Reached = { readonly nodes: ReadonlySet<number>; readonly flows: ReadonlySet<number> };

/**
 * Finds the parallel joins that can never complete. A scope begins with one token, or one for each element that starts
 * without a start event; more come only from elements that can send several. So two flows of a join can both get a token only
 * if one such element reaches one of them by one way and the other by another way. A join that is reported never
 * completes; a join that is not reported may still fail to complete.
 */
export function findStuckJoins(model: ExecutableModel): readonly StuckJoin[] {
  const graph = new Graph(model);
  return model.nodes.flatMap((node) => {
    if (node.kind !== 'parallelGateway' || node.incoming.length < 2) return [];
    const flows = graph.stuckPair(node);
    return flows === null ? [] : [{ elementId: node.id, flows: [flows[0].id, flows[1].id] as const }];
  });
}

class Graph {
  readonly #model: ExecutableModel;
  /** Predecessors without a flow: the activity of a boundary event, the throw events of a link. */
  readonly #jumps = new Map<number, number[]>();
  #steps = 0;

  constructor(model: ExecutableModel) {
    this.#model = model;
    for (const node of model.nodes) {
      if (node.kind === 'boundaryEvent') this.#jump(node.attachedTo, node.index);
      if ('action' in node && node.action.type === 'link') this.#jump(node.index, node.action.target);
    }
  }

  #jump(from: number, to: number): void {
    this.#jumps.set(to, [...(this.#jumps.get(to) ?? []), from]);
  }

  stuckPair(join: Node): readonly [Flow, Flow] | null {
    const reached: Reached[] = [];
    for (const [index, flow] of join.incoming.entries()) {
      const upstream = this.#upstream(join, flow);
      if (upstream === null) return null;
      for (const [other, before] of reached.entries()) {
        const first = join.incoming[other];
        if (first !== undefined && !this.#mayBothHaveTokens(join, before, upstream)) return [first, flow];
      }
      reached[index] = upstream;
    }
    return null;
  }

  /** What can send a token onto the flow without passing the join; null when the search has taken too many steps. */
  #upstream(join: Node, last: Flow): Reached | null {
    const nodes = new Set<number>();
    const flows = new Set<number>([last.index]);
    const queue = [last.source];
    for (let at = queue.pop(); at !== undefined; at = queue.pop()) {
      this.#steps += 1;
      if (this.#steps > MAX_STEPS) return null;
      if (at === join.index || nodes.has(at)) continue;
      nodes.add(at);
      for (const flow of this.#model.nodes[at]?.incoming ?? []) {
        flows.add(flow.index);
        queue.push(flow.source);
      }
      queue.push(...(this.#jumps.get(at) ?? []));
    }
    return { nodes, flows };
  }

  #mayBothHaveTokens(join: Node, one: Reached, other: Reached): boolean {
    const scope = this.#model.nodes[join.container];
    const starts = scope !== undefined && 'implicit' in scope ? scope.implicit : [];
    if (
      differ(
        starts.filter((index) => one.nodes.has(index)),
        starts.filter((index) => other.nodes.has(index)),
      )
    )
      return true;
    for (const index of one.nodes) {
      this.#steps += 1;
      if (this.#steps > MAX_STEPS) return true;
      if (!other.nodes.has(index)) continue;
      const node = this.#model.nodes[index];
      if (node === undefined) continue;
      if (this.#sendsRepeatedly(node)) return true;
      if (!sendsSeveral(node)) continue;
      const onto = ({ flows }: Reached) => node.outgoing.map((flow) => flow.index).filter((flow) => flows.has(flow));
      if (differ(onto(one), onto(other))) return true;
    }
    return false;
  }

  /**
   * An activity that stays active when one of its boundary events sends a token, or that sends several on one flow; a complex gateway,
   * which may send tokens at its reset; a timer that fires several times.
   */
  #sendsRepeatedly(node: Node): boolean {
    if (node.kind === 'complexGateway') return true;
    if (node.kind === 'catchEvent')
      return (node.trigger === null ? [] : triggersIn(node.trigger)).some(
        (trigger) => trigger.type === 'timer' && trigger.timer.type === 'cycle',
      );
    if (!('boundary' in node)) return false;
    if (node.completionQuantity > 1 || (node.loop?.type === 'multi' && node.loop.behaviour !== null)) return true;
    return node.boundary.some((index) => {
      const event = this.#model.nodes[index];
      return event?.kind === 'boundaryEvent' && !event.interrupting;
    });
  }
}

/** Exclusive and event-based gateways send a token onto one of their flows, everything else onto all or several. */
const sendsSeveral = ({ kind, outgoing }: Node): boolean =>
  outgoing.length > 1 && kind !== 'exclusiveGateway' && kind !== 'eventGateway';

/** Whether one can be taken of each list so that they differ. */
const differ = (one: readonly number[], other: readonly number[]): boolean =>
  one.some((a) => other.some((b) => a !== b));
