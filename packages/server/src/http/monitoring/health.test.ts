import { fastify } from 'fastify';
import { expect, test } from 'vitest';
import { addHealth, type Probe } from './health.js';

test('a readiness check that fails is told once with its cause, and once when it passes again', async () => {
  const lines: [string, string, object][] = [];
  const write = (level: string) => (context: object, message: string) => void lines.push([level, message, context]);
  const log = { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') };
  let probe: Probe = () => Promise.resolve();
  const app = fastify();
  addHealth(app, {
    probes: { database: () => probe(), store: () => Promise.resolve() },
    metrics: {} as never,
    stopping: () => false,
    log,
  });
  const ask = async () => {
    const { statusCode, body } = await app.inject('/readyz');
    return [statusCode, body];
  };
  const refused = Object.assign(new Error('connect ECONNREFUSED 10.0.0.7:5432'), { code: 'ECONNREFUSED' });
  const failing = (cause: Error) => () => Promise.reject(new Error('PostgreSQL is not available', { cause }));

  await ask();
  expect(lines).toEqual([]);
  probe = failing(refused);
  const [status, body] = await ask();
  expect(status).toBe(503);
  expect(body, 'the answer names no host').not.toContain('10.0.0.7');
  await ask();
  expect(lines).toMatchObject([
    ['error', 'readiness check failed', { check: 'database', state: 'unavailable', err: { cause: refused } }],
  ]);
  probe = failing(Object.assign(new Error('too many clients'), { code: '53300' }));
  await ask();
  await ask();
  expect(lines, 'another cause is another line').toHaveLength(2);
  probe = () => Promise.resolve();
  await ask();
  await ask();
  expect(lines.slice(2)).toEqual([['info', 'readiness check passes again', { check: 'database' }]]);
});
