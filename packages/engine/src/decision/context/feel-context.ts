import { builtins } from '../../expression/builtins/registry.js';
import type { NameChain } from '../../expression/syntax/name-chain.js';
import { type KnownNames, NameContext } from '../../expression/syntax/name-context.js';
import type { FeelContext } from '../feel/feel.js';
import { type DmnType, resolved } from '../types/dmn-type.js';
import { toFeelType } from '../types/to-feel-type.js';
import type { TypeTable } from './type-table.js';

/** Deepest members whose names FEEL is told: a type may contain itself. */
const MAX_DEPTH = 6;

type ScopeOfNames = { readonly names: NameChain<DmnType> | undefined; readonly types: TypeTable };

/** What is the same at all places of a file. */
type FileNames = {
  /** Without variables in scope. */
  readonly outermost: FeelContext;
  /** Members of a value without a declared type, which may have any of the names of the model. */
  readonly loose: KnownNames;
  readonly byNames: WeakMap<NameChain<DmnType>, FeelContext>;
};

const known = new WeakMap<TypeTable, FileNames>();

/** The names in scope, with those of the members of their types, and the types of the model. A longer chain of names shares what was made of its part. */
export function feelContext({ names, types }: ScopeOfNames): FeelContext {
  const { outermost, loose, byNames } = fileNames(types);
  const added: NameChain<DmnType>[] = [];
  let context: FeelContext | undefined;
  for (let at = names; at !== undefined && context === undefined; at = at.before) {
    context = byNames.get(at);
    if (context === undefined) added.push(at);
  }
  context ??= outermost;
  const newest = added[0];
  if (newest === undefined) return context;
  const more = added.reverse().map(({ name, value }) => [name, membersOf(value, loose, 0)] as const);
  const made = { ...context, compiled: new Map(), names: context.names.with(more) };
  byNames.set(newest, made);
  return made;
}

function fileNames(types: TypeTable): FileNames {
  const made = known.get(types);
  if (made !== undefined) return made;
  const names = [...types.componentTypes.keys()];
  const outermost: FeelContext = {
    compiled: new Map(),
    file: types.file,
    // The parser loses what a filter or a call returns, so names of members that it could not read otherwise are told everywhere.
    names: NameContext.empty.with(names.filter(isUnusual).map((name) => [name, null])),
    types: (name: string) => {
      const type = types.find(name);
      return type === null ? undefined : toFeelType(type);
    },
  };
  const loose = Object.fromEntries(names.map((name) => [name, null]));
  const file = { outermost, loose, byNames: new WeakMap() };
  known.set(types, file);
  return file;
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
