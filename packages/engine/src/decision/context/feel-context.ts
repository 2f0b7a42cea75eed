import { builtins } from '../../expression/builtins/registry.js';
import type { KnownNames } from '../../expression/syntax/name-context.js';
import type { FeelContext } from '../feel/feel.js';
import { type DmnType, resolved } from '../types/dmn-type.js';
import { toFeelType } from '../types/to-feel-type.js';
import type { TypeTable } from './type-table.js';

/** Deepest members whose names FEEL is told: a type may contain itself. */
const MAX_DEPTH = 6;

const known = new WeakMap<ReadonlyMap<string, DmnType>, FeelContext>();

/** The names in scope, with those of the members of their types, and the types of the model. */
export function feelContext({
  names,
  types,
}: {
  readonly names: ReadonlyMap<string, DmnType>;
  readonly types: TypeTable;
}): FeelContext {
  const made = known.get(names);
  if (made !== undefined) return made;
  // The members of a value without a declared type may have any of the names of the model.
  const loose: KnownNames = Object.fromEntries([...types.componentTypes.keys()].map((name) => [name, null]));
  const entries = [...names].map(([name, type]) => [name, membersOf(type, loose, 0)] as const);
  const context: FeelContext = {
    compiled: new Map(),
    file: types.file,
    // The parser loses what a filter or a call returns, so names of members that it could not read otherwise are told everywhere.
    names: {
      ...Object.fromEntries(
        Object.keys(loose)
          .filter(isUnusual)
          .map((name) => [name, null]),
      ),
      ...Object.fromEntries(entries),
    },
    types: (name: string) => {
      const type = types.find(name);
      return type === null ? undefined : toFeelType(type);
    },
  };
  known.set(names, context);
  return context;
}

function isUnusual(name: string): boolean {
  return !/^[\p{L}_][\p{L}\p{N}_]*$/u.test(name) && !builtins.has(name);
}

function membersOf(type: DmnType, loose: KnownNames, depth: number): KnownNames | null {
  if (depth > MAX_DEPTH) return null;
  const real = resolved(type);
  switch (real.kind) {
    case 'any':
      return loose;
    case 'list':
      return membersOf(real.element, loose, depth + 1);
    case 'constrained':
      return membersOf(real.base, loose, depth + 1);
    case 'context':
      return Object.fromEntries(
        [...real.members].map(([name, member]) => [name, membersOf(member, loose, depth + 1)] as const),
      );
    default:
      return null;
  }
}
