import { admit } from '../conversion/admit.js';
import type { Evaluation } from '../evaluation/evaluation.js';
import { computedName, entryOf, memberName } from '../operators/member.js';
import { copyContext, setEntry } from '../values/context.js';
import { isContext } from '../values/feel-object.js';
import { Builtin, form } from './builtin.js';
import { any, context, list, text } from './parameter.js';

const BYTES_PER_ENTRY = 32;
const KEY = memberName('key');
const VALUE = memberName('value');

type Context = Record<string, unknown>;

function spendOn(e: Evaluation, entries: number): void {
  e.budget.spend(entries * 5);
  e.budget.allocate(entries * BYTES_PER_ENTRY);
}

function copied(e: Evaluation, value: Context): Context {
  spendOn(e, Object.keys(value).length);
  return copyContext(value);
}

/** From a list of `{key, value}`: null when a key is missing or occurs twice. */
function fromEntries(e: Evaluation, entries: readonly unknown[]): Context | null {
  spendOn(e, entries.length);
  const made: Context = {};
  for (const entry of entries) {
    const key = isContext(entry) ? entryOf(e, entry, KEY) : undefined;
    const value = isContext(entry) ? entryOf(e, entry, VALUE) : undefined;
    if (typeof key !== 'string' || value === undefined || Object.hasOwn(made, key)) {
      return e.warn(() => 'context needs entries with a key each of its own and a value');
    }
    setEntry(made, key, value);
  }
  return made;
}

function put(e: Evaluation, target: Context, path: readonly string[], value: unknown): Context | null {
  const [key, ...rest] = path;
  if (key === undefined) return null;
  const made = copied(e, target);
  if (rest.length === 0) {
    setEntry(made, key, value);
    return made;
  }
  const inner = Object.hasOwn(target, key) ? admit(target[key]) : null;
  const changed = isContext(inner) ? put(e, inner, rest, value) : null;
  if (changed === null) return e.warn(() => `there is no context "${key}" on the path`);
  setEntry(made, key, changed);
  return made;
}

function pathOf(e: Evaluation, keys: readonly unknown[]): readonly string[] | null {
  e.budget.spend(keys.length);
  if (keys.length > 0 && keys.every((key) => typeof key === 'string')) return keys;
  return e.warn(() => 'a path is a list of texts that is not empty');
}

function merge(e: Evaluation, contexts: readonly unknown[]): Context | null {
  const made: Context = {};
  for (const part of contexts) {
    if (!isContext(part)) return e.warn(() => 'context merge needs a list of contexts');
    const entries = Object.entries(part);
    spendOn(e, entries.length);
    for (const [key, value] of entries) setEntry(made, key, value);
  }
  return made;
}

function entriesOf(e: Evaluation, value: Context): readonly Context[] {
  const entries = Object.entries(value);
  spendOn(e, entries.length * 2);
  return entries.map(([key, entry]) => ({ key, value: admit(entry) }));
}

export const contextFunctions: readonly Builtin[] = [
  new Builtin('get value', [
    form([context('m'), text('key')], (e, value, key) => entryOf(e, value, computedName(e, key)) ?? null),
    form([context('context'), text('key')], (e, value, key) => entryOf(e, value, computedName(e, key)) ?? null),
    form([context('context'), list('keys')], (e, value, keys) => {
      const path = pathOf(e, keys);
      let at: unknown = path === null ? null : value;
      for (const key of path ?? []) at = isContext(at) ? (entryOf(e, at, computedName(e, key)) ?? null) : null;
      return at;
    }),
  ]),
  new Builtin('get entries', [form([context('m')], entriesOf), form([context('context')], entriesOf)]),
  new Builtin('context', [form([list('entries')], fromEntries)]),
  new Builtin('context put', [
    form([context('context'), text('key'), any('value')], (e, target, key, value) => put(e, target, [key], value)),
    form([context('context'), list('keys'), any('value')], (e, target, keys, value) => {
      const path = pathOf(e, keys);
      return path === null ? null : put(e, target, path, value);
    }),
  ]),
  new Builtin('context merge', [form([list('contexts')], merge)]),
];
