import type { FeelType } from '../../expression/conversion/feel-type.js';
import { NameContext } from '../../expression/syntax/name-context.js';
import { emptyFrame } from '../evaluation/frame.js';
import { compileTests, type FeelFile } from '../feel/feel.js';
import type { CompiledDefinitions } from '../model/compiled-definitions.js';
import type { Steps } from '../steps/steps.js';
import { type AllowedTest, anyType, builtInType, type DmnType } from '../types/dmn-type.js';
import { toFeelType } from '../types/to-feel-type.js';
import { attributeOf, childOf, childrenOf, normalName, textOf } from '../xml/elements.js';
import type { XmlElement } from '../xml/read-xml.js';
import type { ProblemList } from './problem-list.js';

/** The types of a file: its item definitions, those of its imports, and FEEL's own. */
export class TypeTable {
  readonly #problems: ProblemList;
  readonly #imports: CompiledDefinitions['imports'];
  readonly #types = new Map<string, DmnType>();
  readonly #elements = new Map<string, XmlElement>();
  /** What the compilation of the file has spent. */
  readonly file: FeelFile = { characters: 0 };
  /** Types of components by name, which FEEL may meet in paths and filters; of several of one name, any type. */
  readonly componentTypes = new Map<string, DmnType>();

  private constructor(problems: ProblemList, imports: CompiledDefinitions['imports']) {
    this.#problems = problems;
    this.#imports = imports;
  }

  static *read(
    problems: ProblemList,
    definitions: XmlElement,
    imports: CompiledDefinitions['imports'],
  ): Steps<TypeTable> {
    const table = new TypeTable(problems, imports);
    yield* table.#readAll(definitions);
    return table;
  }

  *#readAll(definitions: XmlElement): Steps<void> {
    const items = childrenOf(definitions, 'itemDefinition');
    for (const item of items) {
      const name = normalName(attributeOf(item, 'name') ?? '');
      if (this.#elements.has(name))
        this.#problems.error(item, 'duplicate-type', `two item definitions have the name ${name}`);
      else this.#elements.set(name, item);
    }
    for (const [name, item] of this.#elements) this.#types.set(name, yield* this.#read(item));
    const checked = new Map<string, string | null>();
    for (const [name, item] of this.#elements) {
      this.#refuseCircle(name, item, checked);
      yield;
    }
  }

  get named(): ReadonlyMap<string, DmnType> {
    return this.#types;
  }

  /** The type that an attribute or element names; any type without one. An unknown name is reported at `place`. */
  of(name: string | null, place: XmlElement): DmnType {
    if (name === null) return anyType;
    const type = this.find(name);
    if (type !== null) return type;
    this.#problems.error(
      place,
      'unknown-type',
      `there is no type ${JSON.stringify(name)}: define it or correct the name`,
    );
    return anyType;
  }

  /** Null when there is no such type. */
  find(written: string): DmnType | null {
    const name = normalName(written);
    const own = this.#lookUp(name);
    if (own !== null) return own;
    // DMN 1.1 writes a namespace prefix.
    const local = /^[\w.-]+:(.+)$/.exec(name)?.[1];
    return local === undefined ? null : this.#lookUp(local);
  }

  #lookUp(name: string): DmnType | null {
    if (this.#elements.has(name)) return { kind: 'named', name, resolve: () => this.#types.get(name) ?? anyType };
    for (const { alias, definitions } of this.#imports) {
      const inner = alias === '' ? name : name.startsWith(`${alias}.`) ? name.slice(alias.length + 1) : null;
      const type = inner === null ? undefined : importedType(definitions, inner, 0);
      if (type !== undefined) return type;
    }
    return builtInType(name) ?? this.#generic(name);
  }

  /** `list<number>`, `range<date>`, `function<…>->string`, `context<a: number>`. */
  #generic(name: string): DmnType | null {
    const match = /^(list|range|function|context)\s*<(.*)>(?:\s*->\s*(.+))?$/.exec(name);
    if (match === null) return null;
    const [, kind, inner = '', result] = match;
    switch (kind) {
      case 'list':
      case 'range': {
        const element = this.find(inner);
        return element === null ? null : { kind, element };
      }
      case 'function':
        return { kind: 'function', parameters: new Map(), result: result === undefined ? null : this.find(result) };
      default:
        return builtInType('context');
    }
  }

  *#read(item: XmlElement): Steps<DmnType> {
    const single = yield* this.#readSingle(item);
    yield;
    const allowed = childOf(item, 'allowedValues');
    const element = allowed === null ? single : this.#constrain(withoutConstraint(single), allowed, item);
    const whole: DmnType = attributeOf(item, 'isCollection') === 'true' ? { kind: 'list', element } : element;
    const constraint = childOf(item, 'typeConstraint');
    return constraint === null ? whole : this.#constrain(withoutConstraint(whole), constraint, item);
  }

  *#readSingle(item: XmlElement): Steps<DmnType> {
    const components = childrenOf(item, 'itemComponent');
    if (components.length > 0) {
      const members = new Map<string, DmnType>();
      for (const component of components) {
        const name = normalName(attributeOf(component, 'name') ?? '');
        const type = yield* this.#read(component);
        this.componentTypes.set(name, this.componentTypes.has(name) ? anyType : type);
        members.set(name, type);
      }
      return { kind: 'context', members };
    }
    const functionItem = childOf(item, 'functionItem');
    if (functionItem !== null) {
      const output = attributeOf(functionItem, 'outputTypeRef');
      const parameters = childrenOf(functionItem, 'parameters').map((parameter) => {
        const type = attributeOf(parameter, 'typeRef');
        const name = normalName(attributeOf(parameter, 'name') ?? '');
        return [name, type === null ? anyType : this.#later(type, parameter)] as const;
      });
      return {
        kind: 'function',
        parameters: new Map(parameters),
        result: output === null ? null : this.#later(output, functionItem),
      };
    }
    const reference = childOf(item, 'typeRef');
    const target = reference?.text.trim() ?? '';
    // A definition may have the name of the type of FEEL that it limits.
    if (target === attributeOf(item, 'name')) return builtInType(target) ?? anyType;
    return reference === null ? anyType : this.#later(target, reference);
  }

  /** A name that may be defined further down. */
  #later(name: string, place: XmlElement): DmnType {
    return this.of(name === '' ? null : name, place);
  }

  #constrain(base: DmnType, holder: XmlElement, item: XmlElement): DmnType {
    const source = textOf(holder)?.trim() ?? '';
    if (source === '' || source === '-') return base;
    try {
      const types = (name: string): FeelType | undefined => {
        const type = this.find(name);
        return type === null ? undefined : toFeelType(type);
      };
      const tests = compileTests(source, { names: NameContext.empty, types, compiled: new Map(), file: this.file });
      const allows: AllowedTest = (feel, value) => tests.test(value, emptyFrame, feel) === true;
      return { kind: 'constrained', base, allows, source };
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      const name = attributeOf(item, 'name') ?? '';
      this.#problems.error(
        holder,
        'bad-expression',
        `the allowed values of the type ${name} cannot be read: ${reason}`,
      );
      return base;
    }
  }

  /**
   * `A` is a `B` and `B` is an `A`. Components and lists may refer to their own type. `checked` has the types that were looked at, with
   * the reference that closes their circle, or null.
   */
  #refuseCircle(name: string, item: XmlElement, checked: Map<string, string | null>): void {
    const seen = new Set([name]);
    let closing: string | null = null;
    for (let at = childOf(item, 'typeRef')?.text.trim(); at !== undefined; ) {
      const target = normalName(at);
      const next = this.#elements.get(target);
      if (next === undefined || (builtInType(at) !== null && at === attributeOf(next, 'name'))) break;
      const known = checked.get(target);
      closing = seen.has(target) ? at : (known ?? null);
      if (closing !== null || known === null) break;
      seen.add(target);
      at = childOf(next, 'typeRef')?.text.trim();
    }
    for (const each of seen) checked.set(each, closing);
    if (closing === null) return;
    this.#types.set(name, anyType);
    this.#problems.error(item, 'type-circle', `the type ${name} refers to itself through ${closing}`);
  }
}

/** Allowed values of a type replace those of its base. */
function withoutConstraint(type: DmnType): DmnType {
  if (type.kind === 'constrained') return type.base;
  if (type.kind !== 'named') return type;
  return {
    kind: 'named',
    name: type.name,
    resolve: () => {
      const real = type.resolve();
      return real.kind === 'constrained' ? real.base : real;
    },
  };
}

/** Deepest chain of imports without a name. */
const MAX_IMPORTS = 20;

/** A type of an imported file, or of the files that it imports without a name. */
function importedType(definitions: CompiledDefinitions, name: string, depth: number): DmnType | undefined {
  const own = definitions.types.get(name);
  if (own !== undefined || depth >= MAX_IMPORTS) return own;
  for (const { alias, definitions: inner } of definitions.imports) {
    const found = alias === '' ? importedType(inner, name, depth + 1) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}
