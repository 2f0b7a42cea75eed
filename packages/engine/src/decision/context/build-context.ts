import { builtins } from '../../expression/builtins/registry.js';
import { NameChain } from '../../expression/syntax/name-chain.js';
import { compileFeel, type FeelExpression } from '../feel/feel.js';
import type { Logic } from '../model/compiled-definitions.js';
import type { TableInfo } from '../model/decision-model.js';
import type { DecisionTable } from '../model/decision-table.js';
import type { DmnType } from '../types/dmn-type.js';
import type { XmlElement } from '../xml/read-xml.js';
import { feelContext } from './feel-context.js';
import type { ProblemList } from './problem-list.js';
import type { TypeTable } from './type-table.js';

/** What compiling the logic of one decision or function needs. */
export type BuildContext = {
  readonly problems: ProblemList;
  readonly types: TypeTable;
  /** The decision or business knowledge model. */
  readonly owner: {
    readonly id: string;
    readonly name: string;
    /** Type of its result. */
    readonly type: DmnType;
  };
  /** Variables in scope, with their types; undefined: none. */
  readonly names: NameChain<DmnType> | undefined;
  readonly tables: { readonly info: TableInfo; readonly table: DecisionTable }[];
  /** Names of the elements of the DRG. */
  readonly elementNames: ReadonlySet<string>;
  /** Collects the names that are read and that are neither in scope nor elements of the DRG. */
  readonly implicit: Set<string>;
};

/** With more variables in scope. */
export function withNames(context: BuildContext, names: Iterable<readonly [string, DmnType]>): BuildContext {
  return { ...context, names: chainOf(names, context.names) };
}

/** The variables, which hide those of `outer`. */
export function chainOf(
  names: Iterable<readonly [string, DmnType]>,
  outer?: NameChain<DmnType>,
): NameChain<DmnType> | undefined {
  let all = outer;
  for (const [name, type] of names) all = new NameChain(name, type, all);
  return all;
}

export function inScope({ names }: Pick<BuildContext, 'names'>, name: string): boolean {
  return names?.find(name) !== undefined;
}

/** Logic that cannot be executed: the problem is reported, and evaluating it fails with the same reason. */
export function broken(context: BuildContext, element: XmlElement | null, code: string, message: string): Logic {
  context.problems.error(element, code, message, context.owner.id);
  return failing(message);
}

export function failing(message: string): Logic {
  return (_, evaluation) => {
    throw evaluation.failure('expression', message);
  };
}

/** Compiles FEEL; null when it cannot be read, which is reported. `what` names the place. */
export function readFeel(
  context: BuildContext,
  element: XmlElement,
  source: string,
  what: string,
): FeelExpression | null {
  try {
    const expression = compileFeel(source, feelContext(context));
    warnOfUnknown(context, element, expression.variables, what);
    return expression;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    context.problems.error(element, 'bad-expression', `${what} of ${context.owner.name}: ${reason}`, context.owner.id);
    return null;
  }
}

export function warnOfUnknown(
  context: BuildContext,
  element: XmlElement,
  variables: ReadonlySet<string>,
  what: string,
): void {
  for (const name of variables) {
    // Inside of a filter a name may be a member of the element, and functions of FEEL are values.
    if (name === '?' || inScope(context, name) || context.types.componentTypes.has(name) || builtins.has(name))
      continue;
    const { owner, problems, implicit, elementNames } = context;
    if (elementNames.has(name))
      problems.warn(
        element,
        'missing-requirement',
        `${what} of ${owner.name} reads ${name}, which it does not require, so it is null: add the requirement`,
        owner.id,
      );
    else if (!implicit.has(name)) {
      implicit.add(name);
      problems.warn(
        element,
        'implicit-input',
        `${what} of ${owner.name} reads ${name}, which no element of the file declares: it is taken from the caller's variables`,
        owner.id,
      );
    }
  }
}
