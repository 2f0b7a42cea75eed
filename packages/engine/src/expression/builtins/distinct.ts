import type { Evaluation } from '../evaluation/evaluation.js';
import { equal } from '../operators/compare.js';

/** Each value once, in the order of the first, and those that occur several times. */
export interface Distinct {
  readonly values: unknown[];
  readonly repeated: unknown[];
}

/** Texts, numbers and the like are found by their value, everything else by comparing with all before. */
export function distinct(e: Evaluation, elements: readonly unknown[]): Distinct {
  const simple = new Map<unknown, boolean>();
  const objects: unknown[] = [];
  const values: unknown[] = [];
  const repeated: unknown[] = [];
  const repeatedObjects = new Set<unknown>();
  e.budget.spend(elements.length);
  e.budget.allocate(elements.length * 16);
  for (const element of elements) {
    if (typeof element !== 'object' || element === null) {
      const known = simple.get(element);
      if (known === undefined) values.push(element);
      else if (!known) repeated.push(element);
      simple.set(element, known !== undefined);
      continue;
    }
    const known = objects.find((candidate) => equal(e, candidate, element) === true);
    if (known === undefined) {
      objects.push(element);
      values.push(element);
    } else if (!repeatedObjects.has(known)) {
      repeatedObjects.add(known);
      repeated.push(known);
    }
  }
  return { values, repeated };
}

export function holds(e: Evaluation, elements: readonly unknown[], value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return elements.includes(value);
  return elements.some((element) => equal(e, element, value) === true);
}
