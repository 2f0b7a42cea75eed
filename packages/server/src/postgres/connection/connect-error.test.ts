import { createServer } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ConfigError } from '../../kernel/config.js';
import { freePort } from '../../kernel/free-port.js';
import { quietLog } from '../../testing/quiet-log.js';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.js';
import { migrate } from '../migration/migrate.js';
import { explainConnectError } from './connect-error.js';
import { connect } from './pool.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** What an operator reads who starts a server with this address. */
async function told(change: (url: URL) => void): Promise<string> {
  const url = new URL(database.url);
  change(url);
  const db = connect({ url: url.href, maxConnections: 1, applicationName: 't', log: quietLog, acquireTimeoutMs: 1000 });
  try {
    await migrate(db, quietLog);
    return '';
  } catch (error) {
    const explained = explainConnectError(error, url.href);
    expect(explained).toBeInstanceOf(ConfigError);
    return explained instanceof Error ? explained.message : '';
  } finally {
    await db.close();
  }
}

const secret = 'wrong-and-secret';

test.each([
  [
    'wrong password',
    (url: URL) => {
      url.password = secret;
    },
    /refuses the password.*Check user and password/,
  ],
  [
    'unknown user',
    (url: URL) => {
      url.username = 'nobody-here';
    },
    /refuses the password|refuses this user/,
  ],
  [
    'missing database',
    (url: URL) => {
      url.pathname = '/missing';
    },
    /no database of this name.*createdb/,
  ],
  [
    'unknown host',
    (url: URL) => {
      url.hostname = 'database.invalid';
    },
    /host is not known|cannot be looked up/,
  ],
  [
    'ssl that the server has not',
    (url: URL) => {
      url.searchParams.set('sslmode', 'require');
    },
    /takes no TLS. Use sslmode=disable/,
  ],
])('[D34] %s', async (_what, change, expected) => {
  const message = await told(change);
  expect(message).toMatch(/^DATABASE_URL: postgres:\/\/[^:]+:\*\*\*@/);
  expect(message).toMatch(expected);
  expect(message).not.toContain(secret);
  expect(message).not.toContain(`:${new URL(database.url).password}@`);
});

test('[D34] nothing listens, or nothing answers', async () => {
  const port = await freePort('127.0.0.1');
  expect(
    await told((url) => {
      url.port = String(port);
    }),
  ).toMatch(/Nothing listens there. Check host and port/);
  const silent = createServer(() => undefined).listen(0, '127.0.0.1');
  await new Promise((resolve) => silent.once('listening', resolve));
  const address = silent.address();
  try {
    const message = await told((url) => {
      url.port = String(typeof address === 'object' ? address?.port : 0);
    });
    expect(message).toMatch(/The host does not answer/);
  } finally {
    silent.close();
  }
});

test('an error that has nothing to do with the address stays what it is', () => {
  const error = new Error('x');
  expect(explainConnectError(error, database.url)).toBe(error);
  expect(explainConnectError(error, undefined)).toBe(error);
});
