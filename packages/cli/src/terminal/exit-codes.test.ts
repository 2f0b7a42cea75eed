import { once } from 'node:events';
import { createServer } from 'node:net';
import { ConnectionError, MillraceError, ObjectStoreError, TimeoutError } from '@millrace/client';
import { describe, expect, test } from 'vitest';
import { run } from '../testing/memory-io.js';
import { CommandError, exitCodeOf, Interrupted } from './exit-codes.js';

const answer = (status: number, id?: number) =>
  new MillraceError({
    operation: 'getProcess',
    status,
    id,
    code: undefined,
    detail: 'x',
    errors: [],
    traceId: 't',
    retryAfterMs: undefined,
  });

/** Where nothing listens: fetch refuses ports like 1 without trying. */
async function closedAddress(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port');
  return `http://127.0.0.1:${address.port}`;
}

describe('exit codes', () => {
  test.each([
    [400, 6],
    [401, 3],
    [403, 4],
    [404, 5],
    [409, 7],
    [412, 7],
    [415, 6],
    [423, 7],
    [429, 8],
    [500, 1],
    [502, 8],
    [503, 8],
    [504, 8],
    [418, 1],
  ])('[D8] an answer with status %i ends with %i', (status, code) => {
    expect(exitCodeOf(answer(status))).toBe(code);
  });

  test('the status decides, not the id: 1209 is a conflict when it is answered with 409', () => {
    expect(exitCodeOf(answer(409, 1209))).toBe(7);
    expect(exitCodeOf(answer(403, 1209))).toBe(4);
  });

  test('no answer is unavailable; the storage counts like the service; a defect is 1', () => {
    expect(exitCodeOf(new ConnectionError('x', 't', 'refused'))).toBe(8);
    expect(exitCodeOf(new TimeoutError('x', 't', 'late'))).toBe(8);
    expect(exitCodeOf(new ObjectStoreError(403, 'AccessDenied', ''))).toBe(4);
    expect(exitCodeOf(new Interrupted())).toBe(130);
    expect(exitCodeOf(new CommandError('x'))).toBe(2);
    expect(exitCodeOf(new TypeError('x'))).toBe(1);
  });

  test.each([
    [['nonsense'], 2],
    [['process'], 2],
    [['process', 'show'], 2],
    [['process', 'list', '--per-page', '1001'], 2],
    [['process', 'list', '--page', '0'], 2],
    [['completion', 'powershell'], 2],
    [['process', 'list', '--help'], 0],
    [['--version'], 0],
    [['process', 'list'], 3],
  ])('millrace %s ends with %i', async (args, code) => {
    expect((await run(args)).code).toBe(code);
  });

  test('nothing that listens at the address ends with 8, and as JSON with --json', async () => {
    const env = {
      MILLRACE_URL: await closedAddress(),
      MILLRACE_CLIENT_ID: 'a',
      MILLRACE_CLIENT_SECRET: 'not-to-be-shown',
    };
    const outcome = await run(['doctor', '--json'], { env });
    expect(outcome.code).toBe(8);
    const { checks } = JSON.parse(outcome.out);
    expect(checks).toContainEqual({
      name: 'reachable',
      status: 'failed',
      detail: expect.stringContaining('ECONNREFUSED'),
      advice: expect.stringContaining('Is it running'),
    });
    expect(JSON.parse(outcome.err)).toEqual({ error: { exitCode: 8, detail: 'One check failed.' } });
    expect(outcome.out + outcome.err).not.toContain('not-to-be-shown');
  });
});
