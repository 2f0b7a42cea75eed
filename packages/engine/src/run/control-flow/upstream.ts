import type { Flow, Node, Upstream } from '../../model/node.js';

type Merging = Node & { readonly upstream: () => readonly Upstream[] };

/**
 * Whether no token is expected on an incoming flow that is not filled: none of the places in which tokens are leads to it, except places
 * that also lead to a filled flow (BPMN 2.0, 13.4.3).
 */
export function expectsNothing(node: Merging, places: readonly number[], isFilled: (flow: Flow) => boolean): boolean {
  const upstream = node.upstream();
  const reaching = (filled: boolean): readonly Upstream[] =>
    upstream.filter((_, index) => {
      const flow = node.incoming[index];
      return flow !== undefined && isFilled(flow) === filled;
    });
  const empty = reaching(false);
  const full = reaching(true);
  return !places.some(
    (place) => empty.some(({ nodes }) => nodes.has(place)) && !full.some(({ nodes }) => nodes.has(place)),
  );
}
