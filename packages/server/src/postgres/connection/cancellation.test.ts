import { expect, it } from 'vitest';
import { RequestAbandonedError, RequestScope } from '../../kernel/request-scope.js';
import { Cancellation } from './cancellation.js';

const deferred = () => {
  const settlers: { resolve?: () => void; reject?: (error: Error) => void } = {};
  const promise = new Promise<void>((resolve, reject) => Object.assign(settlers, { resolve, reject }));
  return { promise, ...(settlers as Required<typeof settlers>) };
};

const request = () => {
  const client = new AbortController();
  const scope = new RequestScope({ userId: 'u', operation: 'o', heavy: false, gone: client.signal });
  return { scope, leave: () => client.abort() };
};

it('a statement that was sent with `begin` is cancelled only once that has its answer', async () => {
  const [begun, statement, signalled] = [deferred(), deferred(), deferred()];
  const { scope, leave } = request();
  let signals = 0;
  const cancellation = new Cancellation(scope, async () => {
    signals += 1;
    signalled.resolve();
  });
  const watched = cancellation.watch(() => statement.promise, begun.promise);
  leave();
  await new Promise(setImmediate);
  expect(signals).toBe(0);
  begun.resolve();
  await signalled.promise;
  statement.reject(new Error('canceling statement due to user request'));
  await expect(watched).rejects.toBeInstanceOf(RequestAbandonedError);
  expect(signals).toBe(1);
});

it('where `begin` failed no signal is sent, and the connection is not used again', async () => {
  const [begun, statement] = [deferred(), deferred()];
  const { scope, leave } = request();
  let signals = 0;
  const cancellation = new Cancellation(scope, async () => {
    signals += 1;
  });
  const watched = cancellation.watch(() => statement.promise, begun.promise);
  leave();
  begun.reject(new Error('begin failed'));
  statement.resolve();
  await watched;
  expect(await new Promise((settled) => cancellation.settle(settled))).toBe(true);
  expect(signals).toBe(0);
});
