import { isContext } from '../../expression/values/feel-object.js';
import type { Evaluation } from '../evaluation/evaluation.js';
import { Frame } from '../evaluation/frame.js';
import { makeFunction } from '../feel/functions.js';
import type {
  CompiledDefinitions,
  DecisionNode,
  DrgNode,
  InputNode,
  KnowledgeNode,
  Requirement,
  ServiceNode,
} from '../model/compiled-definitions.js';
import { coerce } from '../types/conform.js';
import { anyType } from '../types/dmn-type.js';

/** The names of the imports through which a node was reached, each followed by a dot. */
export type Path = string;

/** Gives the value of an input, a FEEL value that conforms to its type. */
export type InputSource = (node: InputNode, path: Path) => unknown;

/** What a call of a business knowledge model costs beside its body. */
const STEPS_PER_CALL = 20;

/**
 * The values of one set of inputs: each decision is evaluated once. A call of a decision service is a world of its own.
 */
export class World {
  readonly evaluation: Evaluation;
  readonly #inputs: InputSource;
  readonly #given: ReadonlyMap<DrgNode, unknown>;
  /** The variables of the caller that are no elements of the DRG. */
  readonly #free: Frame;
  readonly #root: CompiledDefinitions;
  readonly #values = new Map<string, unknown>();

  /** `root` is the file that was asked; `given` replaces the values of inputs and decisions. */
  constructor(
    evaluation: Evaluation,
    root: CompiledDefinitions,
    inputs: InputSource,
    free: Frame,
    given: ReadonlyMap<DrgNode, unknown>,
  ) {
    this.#root = root;
    this.evaluation = evaluation;
    this.#inputs = inputs;
    this.#free = free;
    this.#given = given;
  }

  /** The value of a node: of an input or decision, or the function of a business knowledge model or service. */
  valueOf(required: DrgNode, path: Path): unknown {
    const node = path === '' ? this.#localOf(required) : required;
    if (this.#given.has(node)) return this.#given.get(node);
    const key = `${path}|${node.namespace}#${node.id}`;
    const known = this.#values.get(key);
    if (known !== undefined) return known;
    const value = this.#evaluate(node, path);
    this.#values.set(key, value);
    return value;
  }

  /**
   * Files that are imported without a name share their names with the file that imports them: its own element replaces an imported one
   * of the same name and kind.
   */
  #localOf(node: DrgNode): DrgNode {
    const { namespace, nodes } = this.#root;
    if (node.namespace === namespace) return node;
    for (const own of nodes.values()) if (own.kind === node.kind && own.name === node.name) return own;
    return node;
  }

  #evaluate(node: DrgNode, path: Path): unknown {
    switch (node.kind) {
      case 'input':
        return this.#inputs(node, path);
      case 'decision':
        return this.evaluation.enter(() => this.#decide(node, path));
      case 'knowledge':
        return this.functionOf(node, path);
      case 'service':
        return this.serviceFunction(node, path);
    }
  }

  #decide(node: DecisionNode, path: Path): unknown {
    const { recorder } = this.evaluation;
    this.evaluation.spend(1);
    const frame = this.#frameFor(node.requires, path);
    recorder.begin(node.id);
    const raw = node.logic(frame.frame, this.evaluation);
    const value = coerce(this.evaluation.feel, raw, node.type);
    if (value === null && raw !== null)
      recorder.warn(node.id, `the result of ${node.name} is not of its type, so it is null`);
    recorder.end(node.name, frame.inputs, value);
    return value;
  }

  /** The variables that the requirements of a node make visible, and the values among them that are data. */
  #frameFor(requires: readonly Requirement[], path: Path) {
    const values = new Map<string, unknown>();
    const inputs = new Map<string, unknown>();
    for (const { target, alias } of requires) {
      const value = this.valueOf(target, alias === null ? path : `${path}${alias}.`);
      if (target.kind === 'input' || target.kind === 'decision')
        inputs.set(alias === null ? target.name : `${alias}.${target.name}`, value);
      if (alias === null) values.set(target.name, value);
      else values.set(alias, withMember(values.get(alias), target.name, value));
    }
    for (const { target, alias } of requires) {
      if (alias === null && target.kind === 'decision') addOtherNames(values, target, values.get(target.name));
    }
    return { frame: new Frame(values, this.#free), inputs };
  }

  functionOf(node: KnowledgeNode, path: Path): unknown {
    const { parameters } = node;
    const names = parameters.map(({ name }) => name);
    return makeFunction(names, (args) => this.call(node, path, args));
  }

  /** Calls a business knowledge model with arguments in the order of its parameters. */
  call(node: KnowledgeNode, path: Path, args: readonly unknown[]): unknown {
    this.evaluation.spend(STEPS_PER_CALL);
    return this.evaluation.enter(() => {
      const { frame } = this.#frameFor(node.requires, path);
      if (!frame.has(node.name)) frame.set(node.name, this.valueOf(node, path));
      const own = new Map(
        node.parameters.map(
          ({ name, type }, index) => [name, coerce(this.evaluation.feel, args[index] ?? null, type)] as const,
        ),
      );
      return coerce(this.evaluation.feel, node.logic(new Frame(own, frame), this.evaluation), node.result);
    });
  }

  serviceFunction(node: ServiceNode, path: Path): unknown {
    const names = node.inputs.map(({ name }) => name);
    return makeFunction(names, (args) => {
      const given = new Map(node.inputs.map((input, at) => [input, this.#argument(node, input, args[at] ?? null)]));
      return this.serve(node, path, given, () => null);
    });
  }

  /** An argument of a service, of the type of its input and of the parameter that the service declares. */
  #argument({ parameterTypes }: ServiceNode, input: InputNode | DecisionNode, value: unknown): unknown {
    const { feel } = this.evaluation;
    return coerce(feel, coerce(feel, value, parameterTypes.get(input.name) ?? anyType), input.type);
  }

  /** The result of a service: the value of its output decision, or a context of several. */
  serve(node: ServiceNode, path: Path, given: ReadonlyMap<DrgNode, unknown>, inputs: InputSource): unknown {
    return this.evaluation.enter(() => {
      const inside = new World(this.evaluation, this.#root, inputs, this.#free, given);
      const results = node.outputs.map((output) => [output.name, inside.valueOf(output, path)] as const);
      const [only] = results;
      const value = results.length === 1 && only !== undefined ? only[1] : Object.fromEntries(results);
      return coerce(this.evaluation.feel, value, node.result);
    });
  }
}

/** The result under the id of its decision and the names of its outputs, where nothing else has these names. */
function addOtherNames(values: Map<string, unknown>, { id, outputs }: DecisionNode, value: unknown): void {
  const add = (name: string, other: unknown): void => {
    if (!values.has(name)) values.set(name, other);
  };
  add(id, value);
  const [only] = outputs;
  if (outputs.length === 1 && only !== undefined) add(only, value);
  else if (isContext(value)) for (const name of outputs) if (Object.hasOwn(value, name)) add(name, value[name]);
}

function withMember(context: unknown, name: string, value: unknown): unknown {
  return { ...(typeof context === 'object' && context !== null ? context : {}), [name]: value };
}
