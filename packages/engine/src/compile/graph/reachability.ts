import type { Flow, Upstream } from '../../model/node.js';
import { type Layout, linkKey, referencedId } from './layout.js';

/** The graph against the direction of the flows. Contains no XML, because cached models refer to it. */
export type BackwardGraph = {
  readonly incoming: readonly (readonly Flow[])[];
  /** Predecessors without a flow: the activity of a boundary event, the throw events of a link. */
  readonly jumps: readonly (readonly number[])[];
  readonly flows: readonly Flow[];
};

export function backwardGraph(layout: Layout): BackwardGraph {
  const jumps = layout.raws.map((raw) => {
    if (raw.type === 'BoundaryEvent') {
      const host = layout.indexOf.get(referencedId(raw.xml, 'attachedToRef') ?? '');
      return host === undefined ? [] : [host];
    }
    return linkSources(layout, raw.index);
  });
  return { incoming: layout.incoming, flows: layout.flows, jumps };
}

/**
 * The upstream of every incoming flow of a join, in order. Computed at the first use, because only inclusive joins that wait need it,
 * and it costs a pass over the graph for each incoming flow.
 */
export function lazyUpstream(graph: BackwardGraph, join: number): () => readonly Upstream[] {
  let computed: readonly Upstream[] | null = null;
  return () => {
    computed ??= (graph.incoming[join] ?? []).map((flow) => walkBack(graph, join, flow.index));
    return computed;
  };
}

function walkBack(graph: BackwardGraph, join: number, incoming: number): Upstream {
  const nodes = new Set<number>();
  const flows = new Set<number>();
  const queue: number[] = [];
  const visit = (node: number): void => {
    if (node === join || nodes.has(node)) return;
    nodes.add(node);
    queue.push(node);
  };
  const enter = (flow: number): void => {
    flows.add(flow);
    const source = graph.flows[flow]?.source;
    if (source !== undefined) visit(source);
  };
  enter(incoming);
  for (let node = queue.pop(); node !== undefined; node = queue.pop()) {
    for (const flow of graph.incoming[node] ?? []) enter(flow.index);
    for (const source of graph.jumps[node] ?? []) visit(source);
  }
  return { nodes, flows };
}

/** Link throw events that jump to this link catch event. */
function linkSources(layout: Layout, node: number): readonly number[] {
  const raw = layout.raws[node];
  if (raw?.type !== 'IntermediateCatchEvent') return [];
  const key = linkKey(raw);
  const links = key === null ? undefined : layout.links.get(key);
  // A diagram with several catch events of one name is rejected, so only the first needs the list.
  return links?.catches[0] === raw ? links.throws.map((event) => event.index) : [];
}
