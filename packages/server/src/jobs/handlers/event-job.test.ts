import { createHmac } from 'node:crypto';
import { expect, it } from 'vitest';
import { ConfigError } from '../../kernel/config.js';
import { eventJob } from './event-job.js';
import { testContext, testJob } from './testing/job.js';
import { startWebServer } from './testing/web-server.js';

const job = testJob('event', { name: 'invoice.approved', data: { amount: 3 } });

it('[event job] posts the event, signed together with the time', async () => {
  const server = await startWebServer((_, response) => response.writeHead(204).end());
  const before = Math.floor(Date.now() / 1000);
  const handler = eventJob({ url: `http://me:pw@127.0.0.1:${server.port}/hook`, secret: 'k3y' });
  expect(await handler.run(job, testContext())).toEqual({ outcome: 'completed', variables: {} });
  const [request] = server.received;
  expect(request).toMatchObject({
    method: 'POST',
    url: '/hook',
    headers: {
      'content-type': 'application/json',
      'idempotency-key': job.idempotencyKey,
      authorization: `Basic ${Buffer.from('me:pw').toString('base64')}`,
    },
  });
  const body = request?.body ?? '';
  expect(JSON.parse(body)).toEqual({
    id: job.idempotencyKey,
    type: 'invoice.approved',
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    subProjectId: job.subProjectId,
    runId: job.runId,
    processId: job.processId,
    data: { amount: 3 },
  });
  const [, time, signature] =
    /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(request?.headers['x-millrace-signature'])) ?? [];
  expect(Number(time)).toBeGreaterThanOrEqual(before);
  expect(signature).toBe(createHmac('sha256', 'k3y').update(`${time}.${body}`).digest('hex'));
});

it('[event job] without a secret there is no signature; data is null when there is none', async () => {
  const server = await startWebServer((_, response) => response.end());
  const handler = eventJob({ url: server.origin, secret: undefined });
  await handler.run(testJob('event', {}, { name: 'ping' }), testContext());
  expect(server.received[0]?.headers).not.toHaveProperty('x-millrace-signature');
  expect(JSON.parse(server.received[0]?.body ?? '')).toMatchObject({ type: 'ping', data: null });
});

it.each([302, 400, 404, 500])('[event job] %i is tried again and not followed', async (status) => {
  const server = await startWebServer((_, response) => {
    response.writeHead(status, { location: '/elsewhere', 'retry-after': '7' }).end();
  });
  const handler = eventJob({ url: server.origin, secret: undefined });
  expect(await handler.run(job, testContext())).toEqual({
    outcome: 'failed',
    message: `The webhook at MILLRACE_EVENT_URL answered ${status}.`,
    retryAfterMs: 7000,
  });
  expect(server.received).toHaveLength(1);
});

it('[event job] a webhook that is down is tried again', async () => {
  const server = await startWebServer(() => undefined);
  await server.stop();
  const result = await eventJob({ url: server.origin, secret: undefined }).run(job, testContext());
  expect(result).toMatchObject({ outcome: 'failed', message: expect.stringContaining('ECONNREFUSED') });
  expect(result).not.toHaveProperty('permanent');
});

it('[event job] without a webhook, and without a name, no attempt helps', async () => {
  expect(await eventJob(undefined).run(job, testContext())).toMatchObject({
    outcome: 'failed',
    permanent: true,
    message: expect.stringContaining('MILLRACE_EVENT_URL'),
  });
  const handler = eventJob({ url: 'http://127.0.0.1:1/', secret: undefined });
  expect(await handler.run(testJob('event', {}), testContext())).toMatchObject({
    permanent: true,
    message: expect.stringContaining('"name"'),
  });
});

it('[D34] a webhook address that is none stops the start', () => {
  expect(() => eventJob({ url: 'example.com/hook', secret: undefined })).toThrow(ConfigError);
});
