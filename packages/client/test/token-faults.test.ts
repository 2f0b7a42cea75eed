import { randomUUID } from 'node:crypto';
import { connect, type MillraceClient } from '@millrace/client';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type FaultProxy, startFaultProxy } from '../src/testing/fault-proxy.js';
import { adminEnvironment, type DemoServer, startDemoServer } from './demo-server.js';

let server: DemoServer;
let proxy: FaultProxy;
let admin: MillraceClient;
beforeAll(async () => {
  server = await startDemoServer();
  proxy = await startFaultProxy(server.url);
  admin = connect({
    url: server.url,
    clientId: adminEnvironment.MILLRACE_ADMIN_CLIENT_ID,
    clientSecret: adminEnvironment.MILLRACE_ADMIN_CLIENT_SECRET,
  });
});
afterEach(() => {
  proxy.fault = undefined;
  proxy.seen.length = 0;
});
afterAll(async () => {
  await server?.stop();
  await proxy?.close();
});

/** A client of the service with credentials of its own, which the test may take away. */
async function newClient() {
  const { user } = await admin.createUser({
    name: 'Sam Service',
    email: `${randomUUID()}@example.com`,
    kind: 'service',
  });
  const { client, client_secret } = await admin.createClient({ userId: user.id });
  const sdk = connect({
    url: proxy.url,
    clientId: client.clientId,
    clientSecret: client_secret,
    retryBaseMs: 5,
    retries: 2,
  });
  return { sdk, clientId: client.clientId };
}
const isSignIn = ({ path }: { path: string }) => path.endsWith('/userLogin');
const signIns = () => proxy.seen.filter(isSignIn).length;
const manyCalls = (client: MillraceClient) =>
  Promise.allSettled(Array.from({ length: 40 }, () => client.getSubProjects()));
const disabled = (clientId: string, value: boolean) => admin.updateClient({ clientId, disabled: value });

describe('[D10] tokens against the real service', () => {
  it('one sign-in serves all callers that begin together', async () => {
    const { sdk } = await newClient();
    const outcomes = await manyCalls(sdk);
    expect(outcomes.every(({ status }) => status === 'fulfilled')).toBe(true);
    expect(signIns()).toBe(1);
  });

  it('a sign-in that fails fails all who wait for it, alike, and the next caller tries again', async () => {
    const { sdk } = await newClient();
    proxy.fault = (asked) => (isSignIn(asked) ? { kind: 'reset-before' } : undefined);
    const outcomes = await manyCalls(sdk);
    expect(signIns()).toBe(3);
    for (const outcome of outcomes) {
      expect(outcome).toMatchObject({
        status: 'rejected',
        reason: { name: 'ConnectionError', operation: 'userLogin' },
      });
    }
    proxy.fault = undefined;
    await sdk.getSubProjects();
  });

  it('a revoked token in the middle of many calls is told; given back, one sign-in serves all again', async () => {
    const { sdk, clientId } = await newClient();
    await sdk.getSubProjects();
    await disabled(clientId, true);
    const refusal = async () => sdk.getSubProjects().catch((error: unknown) => error);
    await expect
      .poll(refusal, { timeout: 10_000 })
      .toMatchObject({ name: 'UnauthenticatedError', status: 401, id: 1002 });
    await disabled(clientId, false);
    await expect
      .poll(async () => (await manyCalls(sdk)).every(({ status }) => status === 'fulfilled'), { timeout: 10_000 })
      .toBe(true);
    proxy.seen.length = 0;
    await manyCalls(sdk);
    expect(signIns()).toBe(0);
  });

  it('a token that all callers have refused at once is replaced by one sign-in', async () => {
    const { sdk } = await newClient();
    await sdk.getSubProjects();
    proxy.seen.length = 0;
    let refusals = 40;
    proxy.fault = (asked) => {
      if (isSignIn(asked) || refusals === 0) return undefined;
      refusals -= 1;
      return { kind: 'answer', status: 401, body: JSON.stringify({ id: 1001, code: 'ERROR_UNAUTHENTICATED' }) };
    };
    const outcomes = await manyCalls(sdk);
    expect(outcomes.every(({ status }) => status === 'fulfilled')).toBe(true);
    expect([refusals, signIns()]).toEqual([0, 1]);
  });
});
