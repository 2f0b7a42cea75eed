import { admitAll } from '../conversion/admit.js';
import type { Evaluation } from '../evaluation/evaluation.js';
import type { FeelFunction } from '../functions/feel-function.js';
import { compare, equal } from '../operators/compare.js';
import { Builtin, form } from './builtin.js';
import { distinct, holds } from './distinct.js';
import { any, func, list, number, optional, rest, some } from './parameter.js';
import { sortBy, sortNaturally } from './sorting.js';

const BYTES_PER_ELEMENT = 8;

type List = readonly unknown[];

function made(e: Evaluation, elements: readonly unknown[]): readonly unknown[] {
  e.budget.spend(elements.length / 2);
  e.budget.allocate(elements.length * BYTES_PER_ELEMENT);
  return elements;
}

function concatenated(e: Evaluation, lists: readonly List[]): readonly unknown[] {
  return made(
    e,
    lists.flatMap((elements) => [...elements]),
  );
}

/** The index that a position means: counted from 1, from the end when negative; null outside. */
function indexOf(length: number, position: number): number | null {
  const index = position < 0 ? length + Math.trunc(position) : Math.trunc(position) - 1;
  return position === 0 || index < 0 || index >= length ? null : index;
}

function outside(e: Evaluation, position: number): null {
  return e.warn(() => `there is no position ${position} in the list`);
}

function flatten(e: Evaluation, elements: List, depth = 0): unknown[] {
  // Deeper than JSON can nest in a result, so nothing is lost that could be returned otherwise.
  if (depth > 1_000) return [];
  e.budget.spend(elements.length);
  e.budget.allocate(elements.length * BYTES_PER_ELEMENT);
  const flat: unknown[] = [];
  for (const element of elements) {
    if (!Array.isArray(element)) flat.push(element);
    else for (const inner of flatten(e, admitAll(element), depth + 1)) flat.push(inner);
  }
  return flat;
}

function sublist(e: Evaluation, elements: List, start: number, length: number | null): unknown {
  const from = indexOf(elements.length, start);
  if (from === null) return outside(e, start);
  if (length === null) return made(e, elements.slice(from));
  const to = from + Math.trunc(length);
  return length < 1 || to > elements.length ? outside(e, to) : made(e, elements.slice(from, to));
}

function replaceAt(e: Evaluation, elements: List, position: number, item: unknown): unknown {
  const at = indexOf(elements.length, position);
  return at === null ? outside(e, position) : made(e, elements.with(at, item));
}

function replaceMatching(e: Evaluation, elements: List, match: FeelFunction, item: unknown): unknown {
  const replaced: unknown[] = [];
  for (const element of elements) {
    const result = match.call(e, [element, item]);
    if (typeof result !== 'boolean') return e.warn(() => 'the match of list replace must be true or false');
    replaced.push(result ? item : element);
  }
  return made(e, replaced);
}

function extreme(sign: 1 | -1): (e: Evaluation, elements: List) => unknown {
  return (e, elements) => {
    let best: unknown = elements[0] ?? null;
    for (const element of elements) {
      const difference = compare(e, element, best);
      if (difference === null) return e.warn(() => 'the elements have no common order');
      if (difference * sign > 0) best = element;
    }
    return best;
  };
}

/** Three-valued: `decisive` decides; else anything that is not its opposite makes the result unknown. */
function quantified(decisive: boolean): (e: Evaluation, elements: List) => boolean | null {
  return (e, elements) => {
    if (elements.includes(decisive)) return decisive;
    const isKnown = elements.every((element) => element === !decisive);
    return isKnown ? !decisive : e.warn(() => 'the list holds values that are not true or false');
  };
}

function both(name: string, body: (e: Evaluation, elements: List) => unknown): Builtin {
  return new Builtin(name, [form([list('list')], body), form([rest(any('list'))], body)]);
}

export const listFunctions: readonly Builtin[] = [
  new Builtin(
    'list contains',
    [form([list('list'), any('element')], (e, elements, element) => holds(e, elements, element))],
    { readsOnly: true },
  ),
  new Builtin('count', [form([list('list')], (_, elements) => elements.length)], { readsOnly: true }),
  both('min', extreme(-1)),
  both('max', extreme(1)),
  both('all', quantified(false)),
  both('any', quantified(true)),
  new Builtin('sublist', [form([list('list'), number('start position'), optional(number('length'))], sublist)]),
  new Builtin('append', [
    form([list('list'), rest(any('item'))], (e, elements, items) => concatenated(e, [elements, items])),
  ]),
  new Builtin('concatenate', [form([rest(list('list'))], concatenated)]),
  new Builtin('insert before', [
    form([list('list'), number('position'), any('newItem')], (e, elements, position, item) => {
      const at = indexOf(elements.length, position);
      return at === null ? outside(e, position) : made(e, elements.toSpliced(at, 0, item));
    }),
  ]),
  new Builtin('remove', [
    form([list('list'), number('position')], (e, elements, position) => {
      const at = indexOf(elements.length, position);
      return at === null ? outside(e, position) : made(e, elements.toSpliced(at, 1));
    }),
  ]),
  new Builtin('list replace', [
    form([list('list'), func('match'), any('newItem')], replaceMatching),
    form([list('list'), number('position'), any('newItem')], replaceAt),
  ]),
  new Builtin('reverse', [form([list('list')], (e, elements) => made(e, elements.toReversed()))]),
  new Builtin('index of', [
    form([list('list'), any('match')], (e, elements, match) => {
      const positions: number[] = [];
      elements.forEach((element, index) => {
        if (equal(e, element, match) === true) positions.push(index + 1);
      });
      return positions;
    }),
  ]),
  new Builtin('union', [form([rest(list('list'))], (e, lists) => distinct(e, concatenated(e, lists)).values)]),
  new Builtin('distinct values', [form([list('list')], (e, elements) => distinct(e, elements).values)]),
  new Builtin('duplicate values', [form([list('list')], (e, elements) => distinct(e, elements).repeated)]),
  new Builtin('flatten', [form([list('list')], (e, elements) => flatten(e, elements))]),
  new Builtin('sort', [form([list('list')], sortNaturally), form([list('list'), func('precedes')], sortBy)]),
  new Builtin('partition', [
    form([list('list'), number('size')], (e, elements, size) => {
      if (!Number.isInteger(size) || size < 1)
        return e.warn(() => 'the size of a partition must be a whole number above 0');
      made(e, elements);
      return Array.from({ length: Math.ceil(elements.length / size) }, (_, part) =>
        elements.slice(part * size, (part + 1) * size),
      );
    }),
  ]),
  new Builtin('is empty', [
    form([some('list')], (e, value) =>
      Array.isArray(value) ? value.length === 0 : e.warn(() => 'is empty needs a list'),
    ),
  ]),
];
