import { expect, it } from 'vitest';
import { didYouMean } from './did-you-mean.js';

it.each([
  ['tow', ['one', 'two'], '; did you mean "two"?'],
  ['STATE', ['state', 'stage'], '; did you mean "state"?'],
  ['defualt', ['default', 'key'], '; did you mean "default"?'],
  ['invoice', ['supplier', 'amount'], '; known are supplier, amount'],
  ['anything', [], ''],
  ['x'.repeat(200), ['one'], '; known are one'],
])('%s among %j', (name, known, hint) => expect(didYouMean(name, known)).toBe(hint));

it('shows no endless list', () => {
  const many = Array.from({ length: 20 }, (_, index) => `name${index}${index}`);
  expect(didYouMean('quite-different', many)).toMatch(/name1111, …$/);
});
