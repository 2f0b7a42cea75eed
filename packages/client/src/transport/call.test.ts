import type { ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import { describe, expect, it } from 'vitest';
import type { Limits } from '../arguments/options.js';
import { connect } from '../client.js';
import {
  ConflictError,
  ConnectionError,
  NotAllowedError,
  RateLimitedError,
  TimeoutError,
  UnauthenticatedError,
  UnavailableError,
} from '../errors/errors.js';
import { type Answer, answerJson, answerProblem, inTurn, loopback } from '../testing/loopback.js';

const credentials = { clientId: 'demo-owner', clientSecret: 'demo-owner-secret' };
const clientOf = (url: string, limits: Limits = {}) =>
  connect({ url, ...credentials, retryBaseMs: 2, retryMaxMs: 10, ...limits });

const workflows = { workflows: [] };
const ok: Answer = (_, response) => answerJson(response, workflows);
const reset: Answer = (_, response) => void response.destroy();
const halfAnAnswer: Answer = (_, response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' });
  response.write('{"workflows":[{"id"', () => response.destroy());
};
const silence: Answer = () => undefined;
const unavailable: Answer = (_, response) => answerProblem(response, 503, 1010, 'ERROR_UNAVAILABLE');
const rateLimited =
  (retryAfter: string): Answer =>
  (_, response) =>
    answerProblem(response, 429, 1003, 'ERROR_RATE_LIMITED', { 'retry-after': retryAfter });
const unauthenticated: Answer = (_, response) => answerProblem(response, 401, 1001, 'ERROR_UNAUTHENTICATED');
const proxyPage =
  (status: number): Answer =>
  (_, response) =>
    void response.writeHead(status, { 'content-type': 'text/html' }).end('<html>');
const get = { subProjectId: 's' };
const execute = { subProjectId: 's', processId: 'p', stageKey: 'k', workflowId: 'w' };

describe('a call', () => {
  it('[D6, D10, D27] signs in once, and carries the token, a trace id and, for a POST, an idempotency key', async () => {
    const { url, requests, signIns } = await loopback(ok);
    const client = clientOf(url);
    await client.getWorkflows(get);
    await client.executeWorkflow(execute, { traceId: 'mine', idempotencyKey: 'key' });
    expect(signIns.map((seen) => seen.json())).toEqual([
      { client_id: 'demo-owner', client_secret: 'demo-owner-secret' },
    ]);
    expect(signIns[0]?.headers).not.toHaveProperty('idempotency-key');
    const [first, second] = requests;
    expect(first).toMatchObject({ method: 'GET', path: '/v1/process/getWorkflows' });
    expect(first?.headers).toMatchObject({ authorization: 'Bearer token-1' });
    expect(first?.headers['x-service-traceid']).toMatch(/^[0-9a-f]{32}$/);
    expect(first?.headers).not.toHaveProperty('idempotency-key');
    expect(second?.headers).toMatchObject({ 'x-service-traceid': 'mine', 'idempotency-key': 'key' });
    expect(second?.json()).toEqual(execute);
  });

  it('[D17] sends If-Match', async () => {
    const { url, requests } = await loopback(ok);
    await clientOf(url).updateProcessField({ subProjectId: 's', processId: 'p', updates: {} }, { ifMatch: '7' });
    expect(requests[0]?.headers['if-match']).toBe('"7"');
  });

  it('keeps a path before /v1, as behind a proxy', async () => {
    const { url, requests } = await loopback(ok);
    await connect({ url: `${url}/millrace`, token: 't' }).getWorkflows(get);
    expect(requests[0]?.path).toBe('/millrace/v1/process/getWorkflows');
  });

  it.each<[string, Answer]>([
    ['a reset connection', reset],
    ['half an answer', halfAnAnswer],
    ['503 (1010)', unavailable],
    ['a proxy’s 502', proxyPage(502)],
    ['a proxy’s 504', proxyPage(504)],
    ['429 (1003)', rateLimited('0')],
    ['200 with something that is not JSON', proxyPage(200)],
  ])('is repeated after %s', async (_, failure) => {
    const { url, requests } = await loopback(inTurn(failure, failure, ok));
    expect(await clientOf(url).getWorkflows(get)).toEqual(workflows);
    expect(requests).toHaveLength(3);
    expect(new Set(requests.map(({ headers }) => headers['x-service-traceid'])).size).toBe(1);
  });

  it('[D27] of a POST is repeated with the same key, and two calls have different ones', async () => {
    const { url, requests } = await loopback(inTurn(halfAnAnswer, unavailable, ok));
    const client = clientOf(url);
    await client.executeWorkflow(execute);
    await client.executeWorkflow(execute);
    const keys = requests.map(({ headers }) => headers['idempotency-key']);
    expect(keys).toHaveLength(4);
    expect(new Set(keys.slice(0, 3)).size).toBe(1);
    expect(keys[3]).not.toBe(keys[0]);
  });

  it.each<[string, number, number, unknown]>([
    ['409', 409, 1009, ConflictError],
    ['403', 403, 1205, NotAllowedError],
  ])('is not repeated after %s', async (_, status, id, kind) => {
    const { url, requests } = await loopback((_seen, response) => answerProblem(response, status, id, 'CODE'));
    await expect(clientOf(url).getWorkflows(get)).rejects.toBeInstanceOf(kind);
    expect(requests).toHaveLength(1);
  });

  it('gives up after its retries with the last error', async () => {
    const { url, requests } = await loopback(inTurn(reset, reset, unavailable));
    await expect(clientOf(url, { retries: 2 }).getWorkflows(get)).rejects.toMatchObject({
      name: 'UnavailableError',
      id: 1010,
      traceId: 'trace-of-the-service',
    });
    expect(requests).toHaveLength(3);
  });

  it('honours Retry-After', async () => {
    const { url, requests } = await loopback(inTurn(rateLimited('1'), ok));
    const start = performance.now();
    await clientOf(url).getWorkflows(get);
    expect(performance.now() - start).toBeGreaterThanOrEqual(995);
    expect(requests).toHaveLength(2);
  });

  it('fails at once when Retry-After asks for more than the call may take', async () => {
    const { url, requests } = await loopback(rateLimited('60'));
    const error = await clientOf(url, { totalTimeoutMs: 5000 })
      .getWorkflows(get)
      .catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(RateLimitedError);
    expect(error).toMatchObject({ retryAfterMs: 60_000 });
    expect(requests).toHaveLength(1);
  });

  it('says where nobody listens', async () => {
    const probe = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => probe.once('listening', resolve));
    const address = probe.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    await new Promise((resolve) => probe.close(resolve));
    const refused = connect({ url: `http://127.0.0.1:${port}`, token: 't', retries: 1, retryBaseMs: 1 });
    const error = await refused.getWorkflows(get).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(ConnectionError);
    expect(String(error)).toContain(`http://127.0.0.1:${port}`);
    expect(String(error)).toContain('ECONNREFUSED');
  });

  it('bounds each attempt, and repeats a slow one', async () => {
    const { url, requests } = await loopback(inTurn(silence, ok));
    expect(await clientOf(url, { timeoutMs: 500 }).getWorkflows(get)).toEqual(workflows);
    expect(requests).toHaveLength(2);
  });

  it('bounds an answer that starts and does not end', async () => {
    const { url } = await loopback((_, response) => void response.writeHead(200).write('{'));
    const error = await clientOf(url, { timeoutMs: 50, retries: 0 })
      .getWorkflows(get)
      .catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(TimeoutError);
    expect(String(error)).toContain('50 ms');
  });

  it('bounds all attempts together, a hanging sign-in too', async () => {
    const { url } = await loopback(ok, silence);
    const error = await clientOf(url, { totalTimeoutMs: 80 })
      .getWorkflows(get)
      .catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(TimeoutError);
    expect(String(error)).toContain('getWorkflows: no answer within 80 ms in all');
  });

  it.each<[string, Answer]>([
    ['an attempt', silence],
    ['a wait', rateLimited('30')],
  ])('rejects with the signal’s reason when that aborts during %s', async (_, answer) => {
    const { url } = await loopback(answer);
    const controller = new AbortController();
    const pending = clientOf(url).getWorkflows(get, { signal: controller.signal });
    setTimeout(() => controller.abort(new Error('enough')), 50);
    await expect(pending).rejects.toThrow('enough');
  });

  it('does not send anything once its signal has aborted', async () => {
    const { url, requests, signIns } = await loopback(ok);
    await expect(clientOf(url).getWorkflows(get, { signal: AbortSignal.abort() })).rejects.toMatchObject({
      name: 'AbortError',
    });
    expect([requests, signIns]).toEqual([[], []]);
  });
});

it.each(['nope', ''])('an address that is none (%j) is told as that', (address) => {
  expect(() => connect({ url: address, token: 't' })).toThrow(/address of the service. Set url, such as https:/);
});

describe('[D10] tokens', () => {
  const onlyToken =
    (token: string): Answer =>
    (seen, response: ServerResponse) =>
      seen.headers.authorization === `Bearer ${token}` ? ok(seen, response) : unauthenticated(seen, response);

  it('many concurrent calls share one sign-in', async () => {
    const { url, signIns } = await loopback(ok);
    const client = clientOf(url);
    await Promise.all(Array.from({ length: 20 }, () => client.getWorkflows(get)));
    expect(signIns).toHaveLength(1);
  });

  it('a refused token (1001) is replaced by one sign-in for all calls, without using up retries', async () => {
    const { url, signIns, requests } = await loopback(onlyToken('token-2'));
    const client = clientOf(url, { retries: 0 });
    const answers = await Promise.all(Array.from({ length: 10 }, () => client.getWorkflows(get)));
    expect(answers).toEqual(Array.from({ length: 10 }, () => workflows));
    expect(signIns).toHaveLength(2);
    expect(requests).toHaveLength(20);
  });

  it('a call signs in again once only', async () => {
    const { url, signIns, requests } = await loopback(unauthenticated);
    await expect(clientOf(url).getWorkflows(get)).rejects.toBeInstanceOf(UnauthenticatedError);
    expect([signIns.length, requests.length]).toEqual([2, 2]);
  });

  it('wrong credentials (1002) fail as they are, and are not tried again', async () => {
    const { url, signIns, requests } = await loopback(ok, (_, response) =>
      answerProblem(response, 401, 1002, 'ERROR_INVALID_CLIENT'),
    );
    await expect(clientOf(url).getWorkflows(get)).rejects.toMatchObject({
      name: 'UnauthenticatedError',
      operation: 'userLogin',
      id: 1002,
    });
    expect([signIns.length, requests.length]).toEqual([1, 0]);
  });

  it('a sign-in is repeated after what may pass', async () => {
    const granted: Answer = (_, response) => answerJson(response, { access_token: 'late', expires_in: 60 });
    const { url, signIns, requests } = await loopback(ok, inTurn(reset, unavailable, granted));
    await clientOf(url).getWorkflows(get);
    expect(signIns).toHaveLength(3);
    expect(requests[0]?.headers.authorization).toBe('Bearer late');
  });

  it('a provider is asked for another one after a refusal', async () => {
    const { url, requests } = await loopback(onlyToken('fresh'));
    const client = connect({ url, token: ({ rejected }) => (rejected === 'stale' ? 'fresh' : 'stale') });
    await client.getWorkflows(get);
    expect(requests.map(({ headers }) => headers.authorization)).toEqual(['Bearer stale', 'Bearer fresh']);
  });

  it('userLogin itself carries none', async () => {
    const { url, signIns } = await loopback(ok);
    const { access_token: token } = await connect({ url }).userLogin({ client_id: 'a', client_secret: 'b' });
    expect(token).toBe('token-1');
    expect(signIns[0]?.headers).not.toHaveProperty('authorization');
  });
});

it('uses the fetch it is given', async () => {
  const seen: string[] = [];
  const client = connect({
    url: 'https://millrace.example',
    token: 't',
    fetch: async (input) => {
      seen.push(String(input));
      return Response.json(workflows);
    },
  });
  expect(await client.getWorkflows(get)).toEqual(workflows);
  expect(seen).toEqual(['https://millrace.example/v1/process/getWorkflows?subProjectId=s']);
});

it('503 for ever is an UnavailableError', async () => {
  const { url } = await loopback(unavailable);
  await expect(clientOf(url, { retries: 1 }).getWorkflows(get)).rejects.toBeInstanceOf(UnavailableError);
});
