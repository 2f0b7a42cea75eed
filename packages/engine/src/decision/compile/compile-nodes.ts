import { compileBody, readParameters } from '../boxed/boxed-functions.js';
import { compileBoxed } from '../boxed/compile-boxed.js';
import { expressionOf, kindOfLogic } from '../boxed/expression-kinds.js';
import { type BuildContext, chainOf } from '../context/build-context.js';
import type { TypeTable } from '../context/type-table.js';
import type {
  CompiledDefinitions,
  DecisionNode,
  DrgNode,
  InputNode,
  KnowledgeNode,
  Requirement,
  ServiceNode,
} from '../model/compiled-definitions.js';
import type { Steps } from '../steps/steps.js';
import { anyType, type DmnType, resolved } from '../types/dmn-type.js';
import { attributeOf, childOf, childrenOf, normalName } from '../xml/elements.js';
import type { XmlElement } from '../xml/read-xml.js';
import type { NodeDetails, NodesInput } from './node-details.js';
import { readRequirements, resolveReference } from './requirements.js';

type Writable<T> = { -readonly [K in keyof T]: T[K] };

/** Most decisions of one file. */
const MAX_DECISIONS = 200;

/** Elements whose names are collected in one step. */
const ELEMENTS_PER_STEP = 500;

type CompiledNodes = Pick<CompiledDefinitions, 'nodes' | 'byName'> & {
  readonly tables: BuildContext['tables'];
  readonly details: ReadonlyMap<DrgNode, NodeDetails>;
};

const unset = (): null => null;

/** Compiles the elements of the DRG: first all of them without logic, then what they require, then their logic. */
export function* compileNodes(input: NodesInput): Steps<CompiledNodes> {
  const { root, types, problems } = input;
  const nodes = new Map<string, DrgNode>();
  const elements = new Map<DrgNode, XmlElement>();
  for (const element of root.children) {
    const node = readNode(input, element);
    if (node === null) continue;
    if (nodes.has(node.id)) problems.error(element, 'duplicate-id', `two elements have the id ${node.id}`);
    else {
      nodes.set(node.id, node);
      elements.set(node, element);
    }
    yield;
  }
  const decisions = [...nodes.values()].filter(({ kind }) => kind === 'decision').length;
  if (decisions > MAX_DECISIONS)
    problems.error(root, 'too-many-decisions', `the file has ${decisions} decisions; the limit is ${MAX_DECISIONS}`);
  for (const [node, element] of elements) {
    if (node.kind === 'service') wireService(node, element, { ...input, nodes });
    else if (node.kind !== 'input')
      (node as Writable<DecisionNode>).requires = readRequirements(element, { ...input, nodes });
    yield;
  }
  for (const { target } of requirementsOf(nodes)) addComponent(types, target.name);
  for (const name of yield* entryNames(root)) addComponent(types, name);
  const tables: BuildContext['tables'] = [];
  const details = new Map<DrgNode, NodeDetails>();
  const elementNames = new Set([...nodes.values()].map(({ name }) => name));
  for (const [node, element] of elements) {
    const implicit = new Set<string>();
    if (node.kind === 'decision' || node.kind === 'knowledge') {
      const names = chainOf(visibleNames(node));
      const owner = { id: node.id, name: node.name, type: node.kind === 'decision' ? node.type : node.result };
      const context = { problems, types, owner, names, tables, elementNames, implicit };
      if (node.kind === 'decision') yield* compileDecision(node, element, context);
      else yield* compileKnowledge(node, element, context);
    }
    details.set(node, describeNode(node, element, implicit));
  }
  return { nodes, byName: indexByName(nodes), tables, details };
}

function requirementsOf(nodes: ReadonlyMap<string, DrgNode>): readonly Requirement[] {
  return [...nodes.values()].flatMap((node) => ('requires' in node ? node.requires : []));
}

function readNode({ namespace, types, problems }: NodesInput, element: XmlElement): DrgNode | null {
  const kinds = ['inputData', 'decision', 'businessKnowledgeModel', 'decisionService'];
  if (!kinds.includes(element.name)) return null;
  const id = attributeOf(element, 'id') ?? attributeOf(element, 'name');
  if (id === null) {
    problems.error(element, 'missing-id', `a ${element.name} has neither an id nor a name`);
    return null;
  }
  const variable = childOf(element, 'variable');
  const written = (variable === null ? null : attributeOf(variable, 'name')) ?? attributeOf(element, 'name') ?? id;
  const base = { id, name: normalName(written), namespace };
  const type = types.of(typeRefOf(element), variable ?? element);
  switch (element.name) {
    case 'inputData':
      return { ...base, kind: 'input', type };
    case 'decision':
      return { ...base, kind: 'decision', type, requires: [], outputs: outputNames(element), logic: unset };
    case 'businessKnowledgeModel':
      return { ...base, kind: 'knowledge', parameters: [], result: resultOf(type), requires: [], logic: unset };
    default:
      return {
        ...base,
        kind: 'service',
        result: resultOf(type),
        parameterTypes: parametersOf(type),
        inputs: [],
        outputs: [],
      };
  }
}

function parametersOf(type: DmnType): ReadonlyMap<string, DmnType> {
  const real = resolved(type);
  return real.kind === 'function' ? real.parameters : new Map();
}

/** Names of the outputs of a decision whose logic is a table. */
function outputNames(decision: XmlElement): readonly string[] {
  const table = childOf(decision, 'decisionTable');
  return table === null ? [] : childrenOf(table, 'output').flatMap((output) => attributeOf(output, 'name') ?? []);
}

/** The type of the variable of a function is the function's; some tools write the type of its result. */
function resultOf(type: DmnType): DmnType {
  const real = resolved(type);
  return real.kind === 'function' ? (real.result ?? anyType) : type;
}

function typeRefOf(element: XmlElement): string | null {
  const variable = childOf(element, 'variable');
  return variable === null ? null : attributeOf(variable, 'typeRef');
}

/** The names that the requirements of a node make visible, with their types, and for a function its own, for recursion. */
function visibleNames(node: DecisionNode | KnowledgeNode): ReadonlyMap<string, DmnType> {
  const names = new Map<string, DmnType>();
  const add = (name: string, type: DmnType): void => {
    if (!names.has(name)) names.set(name, type);
  };
  for (const { target, alias } of node.requires) {
    const type = 'type' in target ? target.type : anyType;
    if (alias === null) add(target.name, type);
    else names.set(alias, withMember(names.get(alias), target.name, type));
  }
  for (const { target, alias } of node.requires)
    if (alias === null) for (const name of otherNames(target)) add(name, anyType);
  if (node.kind === 'knowledge') add(node.name, anyType);
  return names;
}

function withMember(context: DmnType | undefined, name: string, type: DmnType): DmnType {
  const members = context?.kind === 'context' ? context.members : [];
  return { kind: 'context', members: new Map([...members, [name, type]]) };
}

function addComponent(types: TypeTable, name: string): void {
  if (!types.componentTypes.has(name)) types.componentTypes.set(name, anyType);
}

/** Names of the entries of boxed contexts and of columns, which may have spaces. */
function* entryNames(root: XmlElement): Steps<readonly string[]> {
  const found: string[] = [];
  const queue = [root];
  let seen = 0;
  for (let at = queue.pop(); at !== undefined; at = queue.pop()) {
    for (const child of at.children) {
      const isName = (child.name === 'variable' && at.name === 'contextEntry') || child.name === 'column';
      const isOutput = child.name === 'output' && at.name === 'decisionTable';
      const name = isName || isOutput ? attributeOf(child, 'name') : null;
      if (name !== null) found.push(normalName(name));
      // Rules have no names, and there may be many.
      else if (child.name !== 'rule') queue.push(child);
    }
    seen += 1;
    if (seen % ELEMENTS_PER_STEP === 0) yield;
  }
  return found;
}

/** Names under which the result of a decision is visible too, as in Camunda: its id, and the outputs of its table. */
export function otherNames(target: DrgNode): readonly string[] {
  return target.kind === 'decision' ? [target.id, ...target.outputs] : [];
}

function* compileDecision(node: DecisionNode, element: XmlElement, context: BuildContext): Steps<void> {
  const expression = expressionOf(element);
  // A decision without logic is not yet decided: null.
  if (expression === null) return;
  (node as Writable<DecisionNode>).logic = yield* compileBoxed(context, expression);
}

function* compileKnowledge(node: KnowledgeNode, element: XmlElement, context: BuildContext): Steps<void> {
  const body = childOf(element, 'encapsulatedLogic');
  if (body === null) return;
  const writable: Writable<KnowledgeNode> = node;
  writable.parameters = readParameters(context, body);
  writable.logic = yield* compileBody(context, body, node.parameters, compileBoxed);
  const written = attributeOf(body, 'typeRef');
  if (written !== null && node.result.kind === 'any') writable.result = resultOf(context.types.of(written, body));
}

function wireService(
  node: ServiceNode,
  element: XmlElement,
  input: NodesInput & { readonly nodes: ReadonlyMap<string, DrgNode> },
): void {
  const targets = (name: string): readonly DrgNode[] =>
    childrenOf(element, name).flatMap((reference) => resolveReference(reference, input)?.target ?? []);
  const writable: Writable<ServiceNode> = node;
  writable.inputs = [
    ...targets('inputData').filter((target): target is InputNode => target.kind === 'input'),
    ...targets('inputDecision').filter((target): target is DecisionNode => target.kind === 'decision'),
  ];
  writable.outputs = targets('outputDecision').filter((target): target is DecisionNode => target.kind === 'decision');
  targets('encapsulatedDecision');
  if (writable.outputs.length === 0)
    input.problems.warn(element, 'missing-output', `the decision service ${node.name} has no output decision`);
}

function describeNode(node: DrgNode, element: XmlElement, implicit: ReadonlySet<string>): NodeDetails {
  const logic = node.kind === 'knowledge' ? (childOf(element, 'encapsulatedLogic') ?? element) : element;
  const extension = childOf(element, 'extensionElements');
  const tag = extension === null ? null : childOf(extension, 'versionTag');
  return {
    element,
    kind: kindOfLogic(logic),
    type: typeRefOf(element),
    versionTag: tag === null ? null : attributeOf(tag, 'value'),
    implicit,
  };
}

function indexByName(nodes: ReadonlyMap<string, DrgNode>): ReadonlyMap<string, DrgNode> {
  const byName = new Map<string, DrgNode>();
  for (const kind of ['decision', 'service', 'knowledge'] as const) {
    for (const node of nodes.values()) if (node.kind === kind && !byName.has(node.name)) byName.set(node.name, node);
  }
  return byName;
}
