import type { CompiledDefinitions, DrgNode, Requirement } from '../model/compiled-definitions.js';
import { attributeOf, childrenOf } from '../xml/elements.js';
import type { XmlElement } from '../xml/read-xml.js';
import type { NodesInput } from './node-details.js';

type Graph = NodesInput & { readonly nodes: ReadonlyMap<string, DrgNode> };

/** Requirements by the name of their element, with the kinds of nodes that each may have as target. */
const references: readonly (readonly [requirement: string, reference: string, kinds: readonly DrgNode['kind'][]])[] = [
  ['informationRequirement', 'requiredInput', ['input']],
  ['informationRequirement', 'requiredDecision', ['decision']],
  ['knowledgeRequirement', 'requiredKnowledge', ['knowledge', 'service']],
];

/** What a decision or function requires. A reference that leads nowhere is an error. */
export function readRequirements(element: XmlElement, graph: Graph): readonly Requirement[] {
  const found: Requirement[] = [];
  for (const [requirement, name, kinds] of references) {
    for (const holder of childrenOf(element, requirement)) {
      for (const reference of childrenOf(holder, name)) {
        const resolved = resolveReference(reference, graph);
        if (resolved === null) continue;
        if (kinds.includes(resolved.target.kind)) found.push(resolved);
        else
          graph.problems.error(
            reference,
            'bad-requirement',
            `${name} refers to ${resolved.target.name}, which is of another kind: expected ${kinds.join(' or ')}`,
            attributeOf(element, 'id'),
          );
      }
    }
  }
  return found;
}

/** The node that an `href` names: `#id`, or `namespace#id` in an imported file. Null when there is none, which is reported. */
export function resolveReference(
  reference: XmlElement,
  { namespace, imports, nodes, problems }: Graph,
): Requirement | null {
  const href = attributeOf(reference, 'href') ?? '';
  const hash = href.lastIndexOf('#');
  const file = hash === -1 ? '' : href.slice(0, hash);
  const id = href.slice(hash + 1);
  if (file === '' || file === namespace) {
    const target = nodes.get(id) ?? unnamed(imports, id, new Set());
    if (target !== undefined) return { target, alias: null };
  } else {
    for (const { alias, definitions } of imports) {
      const target = definitions.namespace === file ? definitions.nodes.get(id) : undefined;
      if (target !== undefined) return { target, alias: alias === '' ? null : alias };
    }
  }
  problems.error(
    reference,
    'unknown-reference',
    `${reference.name} refers to ${JSON.stringify(href)}, which does not exist: correct it or add the element`,
  );
  return null;
}

/** The element of that id in the files that are imported without a name, and in those that they import so. The first wins. */
function unnamed(
  imports: CompiledDefinitions['imports'],
  id: string,
  seen: Set<CompiledDefinitions>,
): DrgNode | undefined {
  for (const { alias, definitions } of imports) {
    if (alias !== '' || seen.has(definitions)) continue;
    seen.add(definitions);
    const found = definitions.nodes.get(id) ?? unnamed(definitions.imports, id, seen);
    if (found !== undefined) return found;
  }
  return undefined;
}
