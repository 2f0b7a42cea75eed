import { expect, it } from 'vitest';
import { needsComment } from './needs-comment.js';

it.each([
  [undefined, false, false],
  ['never', false, false],
  ['onReject', false, true],
  ['always', true, true],
] as const)('asks for a reason of a vote when the task says %s', (reason, toApprove, toReject) => {
  const asked = { commentRequired: false, reason };
  expect([needsComment(asked, true), needsComment(asked, false)]).toEqual([toApprove, toReject]);
});

it('asks for a comment where the task always wants one', () => {
  expect(needsComment({ commentRequired: true, reason: 'never' }, true)).toBe(true);
});
