import { expect, it } from 'vitest';
import { isTakenByOthers } from './refusals.js';

it('says that somebody was faster only of a task that is no longer open', () => {
  expect(isTakenByOthers({ id: 1209, status: 409 })).toBe(true);
  expect(isTakenByOthers({ id: 1200, status: 404 })).toBe(true);
});

it.each([
  ['a vote that separation of duty forbids', { id: 1209, status: 403 }],
  ['a second vote', { id: 1009, status: 409 }],
  ['a request with an unknown id', { id: 1200, status: 400 }],
  ['a task with a member that is not valid', { id: 1209, status: 409, errors: [{ pointer: '/a', detail: 'b' }] }],
])('does not claim it of %s', (_what, refusal) => {
  expect(isTakenByOthers(refusal)).toBe(false);
});
