import type { DecisionNode, DrgNode } from '../model/compiled-definitions.js';
import type { DecisionModel } from '../model/decision-model.js';
import type { NodeDetails } from './node-details.js';

type Described = Pick<DecisionModel, 'decisions' | 'inputData' | 'knowledgeModels' | 'services'>;

/** What the model tells about the elements of the DRG. */
export function describe(nodes: ReadonlyMap<string, DrgNode>, details: ReadonlyMap<DrgNode, NodeDetails>): Described {
  const all = [...nodes.values()];
  const of = (node: DrgNode) => ({ id: node.id, name: node.name, type: details.get(node)?.type ?? null });
  const kindOf = (node: DrgNode) => details.get(node)?.kind ?? 'none';
  return {
    decisions: all
      .filter((node): node is DecisionNode => node.kind === 'decision')
      .map((node) => ({
        ...of(node),
        kind: kindOf(node),
        versionTag: details.get(node)?.versionTag ?? null,
        inputs: inputsOf(node, details),
        requiredDecisions: node.requires.flatMap(({ target }) => (target.kind === 'decision' ? [target.id] : [])),
      })),
    inputData: all.filter(({ kind }) => kind === 'input').map(of),
    knowledgeModels: all.flatMap((node) =>
      node.kind === 'knowledge'
        ? [{ id: node.id, name: node.name, kind: kindOf(node), parameters: node.parameters.map(({ name }) => name) }]
        : [],
    ),
    services: all.flatMap((node) =>
      node.kind === 'service'
        ? [
            {
              id: node.id,
              name: node.name,
              parameters: node.inputs.map(({ name }) => name),
              outputDecisions: node.outputs.map(({ id }) => id),
            },
          ]
        : [],
    ),
  };
}

/** Names of the input data that an evaluation reads; those of imported files with the name of the import in front. */
function inputsOf(decision: DecisionNode, details: ReadonlyMap<DrgNode, NodeDetails>): readonly string[] {
  const names = new Set<string>();
  const seen = new Set<string>();
  const queue: { readonly node: DrgNode; readonly path: string }[] = [{ node: decision, path: '' }];
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    const { node, path } = next;
    const key = `${path}|${node.namespace}#${node.id}`;
    if (seen.has(key)) continue;
    seen.add(key);
    if (node.kind === 'input') names.add(`${path}${node.name}`);
    for (const name of details.get(node)?.implicit ?? []) names.add(name);
    if (node.kind === 'input' || node.kind === 'service') continue;
    for (const { target, alias } of node.requires)
      queue.push({ node: target, path: alias === null ? path : `${path}${alias}.` });
  }
  return [...names].sort();
}
