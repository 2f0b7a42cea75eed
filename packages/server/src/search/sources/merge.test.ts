import { expect, test } from 'vitest';
import { mergeFound } from './merge.js';

const found = (ids: string, from?: string) => ({ hits: [...ids].map((id) => ({ id })), from, cost: 1 });
const merged = (limit: number, ...founds: ReturnType<typeof found>[]) => {
  const { hits, from } = mergeFound(founds, limit);
  return [hits.map(({ id }) => id).join(''), from];
};

test('everything, when every search found everything', () => {
  expect(merged(9, found('ca'), found('db'), found(''))).toEqual(['dcba', undefined]);
});
test('only as far as each of them has got', () => {
  expect(merged(9, found('ea', undefined), found('d', 'c'), found('f', 'b'))).toEqual(['fed', 'c']);
});
test('a full page ends with its last hit', () => {
  expect(merged(2, found('ca'), found('b'))).toEqual(['cb', 'b']);
  expect(merged(2, found('ca'))).toEqual(['ca', undefined]);
});
test('what two searches found is there once', () => {
  expect(merged(9, found('cb'), found('ba'))).toEqual(['cba', undefined]);
});
