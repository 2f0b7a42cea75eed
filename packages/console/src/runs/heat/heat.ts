import type { AnswerOf } from '../../api/call.js';

export type ElementNumbers = AnswerOf<'getElementStatistics'>['elements'][number];

/** What the drawing shows of each element. */
export const measures = ['waiting', 'median', 'p90', 'passed', 'cancelled'] as const;
export type Measure = (typeof measures)[number];

/** Steps of colour. */
export const LEVELS = 5;

/** How warm an element is, from 1 to {@link LEVELS}, and the number behind it. */
export interface Heat {
  readonly level: number;
  readonly value: number;
}

const numberOf: Readonly<Record<Measure, (one: ElementNumbers) => number | null>> = {
  waiting: ({ waiting }) => waiting,
  median: ({ medianMs }) => medianMs,
  p90: ({ p90Ms }) => p90Ms,
  passed: ({ passed }) => passed,
  cancelled: ({ cancelled }) => cancelled,
};

/** The elements that have a number, each as warm as its share of the largest one. */
export function heatOf(elements: readonly ElementNumbers[], measure: Measure): ReadonlyMap<string, Heat> {
  const numbers = elements.flatMap((one) => {
    const value = numberOf[measure](one);
    return value === null || (value === 0 && !isTime(measure)) ? [] : [[one.elementId, value] as const];
  });
  const largest = Math.max(1, ...numbers.map(([, value]) => value));
  return new Map(
    numbers.map(([id, value]) => [id, { value, level: Math.max(1, Math.ceil((value / largest) * LEVELS)) }]),
  );
}

export const isTime = (measure: Measure): boolean => measure === 'median' || measure === 'p90';

/** The number of getElementStatistics that the runs behind a measure are listed for. */
export const kindOf = (measure: Measure) =>
  measure === 'waiting' || measure === 'cancelled' ? measure : ('passed' as const);
