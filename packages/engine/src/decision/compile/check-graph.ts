import type { ProblemList } from '../context/problem-list.js';
import type { DrgNode } from '../model/compiled-definitions.js';
import type { NodeDetails } from './node-details.js';

/** Longest chain of requirements. */
const MAX_DEPTH = 50;

/** Refuses requirements that lead back to their element, and chains of them that are too long. */
export function checkGraph(
  nodes: ReadonlyMap<string, DrgNode>,
  details: ReadonlyMap<DrgNode, NodeDetails>,
  problems: ProblemList,
): void {
  const depths = new Map<DrgNode, number>();
  const open = new Set<DrgNode>();

  /** The chain below a node; 0 for one that is part of a circle, which is reported once. */
  function depthOf(node: DrgNode): number {
    const known = depths.get(node);
    if (known !== undefined) return known;
    if (open.has(node) || open.size > 2 * MAX_DEPTH) {
      report(node);
      return 0;
    }
    open.add(node);
    const below = nextOf(node).filter((next) => next !== node || node.kind !== 'knowledge');
    const depth = 1 + Math.max(0, ...below.map(depthOf));
    open.delete(node);
    depths.set(node, depth);
    return depth;
  }

  function report(node: DrgNode): void {
    const circle = [...open].slice([...open].indexOf(node)).map(({ name }) => name);
    const element = details.get(node)?.element ?? null;
    if (open.has(node))
      problems.error(element, 'circle', `${[...circle, node.name].join(' requires ')}: remove one of the requirements`);
  }

  for (const node of nodes.values()) {
    const depth = depthOf(node);
    if (depth > MAX_DEPTH)
      problems.error(
        details.get(node)?.element ?? null,
        'too-deep',
        `the requirements of ${node.name} are ${depth} deep; the limit is ${MAX_DEPTH}`,
      );
  }
}

function nextOf(node: DrgNode): readonly DrgNode[] {
  switch (node.kind) {
    case 'input':
      return [];
    case 'service':
      return node.outputs;
    default:
      return node.requires.map(({ target }) => target);
  }
}
