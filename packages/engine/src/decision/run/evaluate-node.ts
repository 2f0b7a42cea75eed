import { admit } from '../../expression/conversion/admit.js';
import type { Evaluation as FeelEvaluation } from '../../expression/evaluation/evaluation.js';
import type { Variables } from '../../state/run-state.js';
import { ContextFrame } from '../evaluation/context-frame.js';
import type { Evaluation } from '../evaluation/evaluation.js';
import type {
  CompiledDefinitions,
  DecisionNode,
  DrgNode,
  InputNode,
  ServiceNode,
} from '../model/compiled-definitions.js';
import { coerce } from '../types/conform.js';
import { anyType, type DmnType } from '../types/dmn-type.js';
import { fromJson } from '../types/from-json.js';
import { type InputSource, type Path, World } from './world.js';

/** Evaluates a node of a model by its id or name; a FEEL value. */
export function evaluateNode(
  definitions: CompiledDefinitions,
  idOrName: string,
  context: Variables,
  evaluation: Evaluation,
): unknown {
  const node = nodeOf(definitions, idOrName, new Set());
  if (node === undefined || node.kind === 'input')
    throw evaluation.failure('no-such-decision', `the model has no decision ${JSON.stringify(idOrName)}`);
  const { recorder } = evaluation;
  const given = (name: string): unknown => {
    const value = own(context, name);
    if (value !== undefined) recorder.read(name, value);
    return value;
  };
  const inputs: InputSource = (input, path) => inputOf(input, path, context, evaluation);
  const free = new ContextFrame(context, definitions.elementNames, recorder);
  const world = new World(evaluation, definitions, inputs, free, replaced(definitions, node, context, evaluation));
  switch (node.kind) {
    case 'decision':
      return world.valueOf(node, '');
    case 'knowledge':
      return world.call(
        node,
        '',
        node.parameters.map(({ name, type }) => typed(evaluation.feel, given(name), name, type)),
      );
    case 'service': {
      const values = node.inputs.map(
        (input) => [input, serviceInput(evaluation.feel, node, input, given(input.name))] as const,
      );
      return world.serve(node, '', new Map<DrgNode, unknown>(values), inputs);
    }
  }
}

/** The node of that id or name in a file, else in the files that it imports without a name. */
function nodeOf(
  definitions: CompiledDefinitions,
  idOrName: string,
  seen: Set<CompiledDefinitions>,
): DrgNode | undefined {
  const found = definitions.nodes.get(idOrName) ?? definitions.byName.get(idOrName);
  if (found !== undefined || seen.has(definitions)) return found;
  seen.add(definitions);
  for (const { alias, definitions: imported } of definitions.imports) {
    const inner = alias === '' ? nodeOf(imported, idOrName, seen) : undefined;
    if (inner !== undefined) return inner;
  }
  return undefined;
}

function own(context: Variables, name: string): unknown {
  return Object.hasOwn(context, name) ? context[name] : undefined;
}

function typed(feel: FeelEvaluation, value: unknown, name: string, type: DmnType): unknown {
  return coerce(feel, fromJson(admit(value, `the variable ${name}`), type), type);
}

function serviceInput(
  feel: FeelEvaluation,
  { parameterTypes }: ServiceNode,
  input: InputNode | DecisionNode,
  given: unknown,
): unknown {
  const value = typed(feel, given, input.name, parameterTypes.get(input.name) ?? anyType);
  return typed(feel, value, input.name, input.type);
}

/** The decisions for which the caller gives a value, except the one to evaluate. */
function replaced(
  definitions: CompiledDefinitions,
  asked: DrgNode,
  context: Variables,
  evaluation: Evaluation,
): ReadonlyMap<DrgNode, unknown> {
  const given = new Map<DrgNode, unknown>();
  for (const node of definitions.nodes.values()) {
    if (node.kind !== 'decision' || node === asked || !Object.hasOwn(context, node.name)) continue;
    evaluation.recorder.read(node.name, context[node.name]);
    given.set(node, typed(evaluation.feel, context[node.name], node.name, node.type));
  }
  return given;
}

function inputOf(input: InputNode, path: Path, context: Variables, evaluation: Evaluation): unknown {
  const given = find(context, path, input.name);
  if (given !== undefined) evaluation.recorder.read(`${path}${input.name}`, given);
  const value = typed(evaluation.feel, given, input.name, input.type);
  if (value === null && given !== null && given !== undefined)
    evaluation.recorder.warn(input.id, `the value of ${path}${input.name} is not of its type, so it is null`);
  return value;
}

/** `a.b.name`, or `name` inside `b` inside `a`, else `name`. */
function find(context: Variables, path: Path, name: string): unknown {
  if (path === '') return own(context, name);
  const full = own(context, `${path}${name}`);
  if (full !== undefined) return full;
  let at: unknown = context;
  for (const part of [...path.split('.').slice(0, -1), name]) {
    at = typeof at === 'object' && at !== null && Object.hasOwn(at, part) ? (at as Variables)[part] : undefined;
  }
  return at === undefined ? own(context, name) : at;
}
