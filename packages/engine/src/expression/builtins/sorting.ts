import type { Evaluation } from '../evaluation/evaluation.js';
import type { FeelFunction } from '../functions/feel-function.js';
import { compare } from '../operators/compare.js';

const BYTES_PER_ELEMENT = 8;

/** Sorts by a function that says whether its first argument comes before its second. Elements without an order keep theirs. */
export function sortBy(e: Evaluation, elements: readonly unknown[], precedes: FeelFunction): readonly unknown[] {
  return mergeSort(e, elements, (first, second) => precedes.call(e, [first, second]) === true);
}

/** Sorts numbers, texts, dates and so on by their order; null when they have none in common. */
export function sortNaturally(e: Evaluation, elements: readonly unknown[]): readonly unknown[] | null {
  const [first] = elements;
  if (elements.some((element) => compare(e, element, first) === null)) {
    return elements.length === 0 ? [] : e.warn(() => 'the elements have no common order');
  }
  return mergeSort(e, elements, (a, b) => (compare(e, a, b) ?? 0) < 0);
}

/** Stable: an element moves before another one only if it precedes it. */
function mergeSort(
  e: Evaluation,
  elements: readonly unknown[],
  precedes: (first: unknown, second: unknown) => boolean,
): readonly unknown[] {
  if (elements.length < 2) return elements;
  e.budget.spend(elements.length);
  e.budget.allocate(elements.length * BYTES_PER_ELEMENT);
  const middle = elements.length >> 1;
  const left = mergeSort(e, elements.slice(0, middle), precedes);
  const right = mergeSort(e, elements.slice(middle), precedes);
  const merged: unknown[] = [];
  let at = 0;
  for (const element of right) {
    while (at < left.length && !precedes(element, left[at])) merged.push(left[at++]);
    merged.push(element);
  }
  return [...merged, ...left.slice(at)];
}
