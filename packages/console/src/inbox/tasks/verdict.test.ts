import { expect, it } from 'vitest';
import { verdictOf } from './verdict.js';

it('tells a request for changes from a rejection', () => {
  expect([true, false, null].map(verdictOf)).toEqual(['approved', 'rejected', 'changes']);
});
