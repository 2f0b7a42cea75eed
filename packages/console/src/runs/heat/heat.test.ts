import { expect, test } from 'vitest';
import { type ElementNumbers, heatOf, kindOf } from './heat.js';

const element = (elementId: string, more: Partial<ElementNumbers>): ElementNumbers => ({
  ...{ elementId, waiting: 0, oldestTs: null, passed: 0, cancelled: 0 },
  ...{ medianMs: null, p90Ms: null, p99Ms: null, longestMs: null },
  ...more,
});

test('an element is as warm as its share of the largest number; those without one are not coloured', () => {
  const elements = [element('a', { waiting: 100 }), element('b', { waiting: 1 }), element('c', { passed: 3 })];
  expect([...heatOf(elements, 'waiting')]).toEqual([
    ['a', { value: 100, level: 5 }],
    ['b', { value: 1, level: 1 }],
  ]);
});

test('what takes no time is measured too', () => {
  const elements = [
    element('a', { passed: 1, medianMs: 0 }),
    element('b', { passed: 2, medianMs: 600 }),
    element('c', {}),
  ];
  expect([...heatOf(elements, 'median')]).toEqual([
    ['a', { value: 0, level: 1 }],
    ['b', { value: 600, level: 5 }],
  ]);
  expect(kindOf('median')).toBe('passed');
});
