import { expect, test } from 'vitest';
import { elementsToMap } from './plan.js';

const state = (elements: readonly string[], obstacles: readonly string[]) => ({
  version: '1',
  elements: [...elements],
  obstacles: [...obstacles],
  runs: 1,
  exampleRunId: 'r',
});

test('elements that keep runs from being moved are to be mapped, and stay when they are', () => {
  const states = [
    state(['b', 'ab'], ['b is a userTask but b is a jobTask']),
    state(['a'], ['a: the new version has no element a']),
    state(['c'], []),
  ];
  expect(elementsToMap({ states }, {})).toEqual(['a', 'b']);
  expect(elementsToMap({ states: [state(['a'], [])] }, { a: 'a2' })).toEqual(['a']);
});
