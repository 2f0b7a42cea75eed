import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type DemoServer, startDemoServer } from './testing/demo-server.js';
import { type MemoryIoOptions, run } from './testing/memory-io.js';

// Commands about other services: a receiver of webhooks, an identity provider.

let server: DemoServer;
let folder: string;
let other: Server;
/** Of the other service. */
let address: string;
/** What it answers to webhooks. */
let status = 200;

beforeAll(async () => {
  other = createServer((request, response) => {
    request.resume();
    if (request.method === 'POST') return response.writeHead(status).end();
    const issuer = address;
    const endpoints = { authorization_endpoint: `${issuer}/a`, token_endpoint: `${issuer}/t`, jwks_uri: `${issuer}/k` };
    response.setHeader('content-type', 'application/json').end(
      JSON.stringify({
        issuer,
        ...endpoints,
        response_types_supported: ['code'],
        id_token_signing_alg_values_supported: ['ES256'],
      }),
    );
  });
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
  [server, folder] = await Promise.all([startDemoServer(), mkdtemp(join(tmpdir(), 'millrace-receivers-'))]);
});
afterAll(async () => {
  await server?.stop();
  other?.close();
  other?.closeAllConnections();
  await rm(folder, { recursive: true, force: true });
});

const administer = (args: readonly string[], options: MemoryIoOptions = {}) =>
  run(args, { home: folder, env: server.administrator, ...options });

/** The answer of a command that must succeed. */
async function json(args: readonly string[]) {
  const outcome = await administer([...args, '--json']);
  expect(outcome).toMatchObject({ code: 0 });
  return JSON.parse(outcome.out);
}

describe('webhook', () => {
  const document = `name: Receivers
stages: [{ key: stage_init, default: true }]
states: { initial: INIT, values: [INIT] }
priorities: { values: [LOW], default: LOW }
fields: {}
http: { allowPrivateAddresses: [127.0.0.1] }
roles: [{ name: OWNER, read: true, subscribe: true }]
members: [{ user: demo-owner@example.com, roles: [OWNER] }]
`;
  const webhook = (...args: readonly string[]) => administer(['webhook', ...args, '--sub-project', 'Receivers']);
  const webhookJson = (...args: readonly string[]) => json(['webhook', ...args, '--sub-project', 'Receivers']);

  test('every command does what it says, and a secret is shown once', { timeout: 60_000 }, async () => {
    await mkdir(join(folder, 'receivers'));
    await writeFile(join(folder, 'receivers/sub-project.yaml'), document);
    expect(await administer(['deploy', join(folder, 'receivers'), '--yes'])).toMatchObject({ code: 0 });
    const [owner] = (await json(['user', 'list', '--email', 'demo-owner@example.com'])).users;

    const created = await webhook('create', `${address}/hooks`, '--type', 'process.*', '--owner', owner.id);
    expect(created).toMatchObject({ code: 0, err: expect.stringContaining('millrace webhook secret ') });
    expect(created.out).not.toContain('whsec_');
    const [{ id }] = (await webhookJson('list')).subscriptions;
    const secret = () =>
      run(['webhook', 'secret', id, '--sub-project', 'Receivers'], { home: folder, env: server.as('owner') });
    expect(await secret()).toMatchObject({ code: 0, out: expect.stringContaining('whsec_') });
    expect(await secret()).toMatchObject({ code: 7 });

    expect(await webhook('test', id)).toMatchObject({ out: expect.stringMatching(/^delivered +yes\nstatus +200\n/) });
    expect(await webhook('update', id, '--name', 'ERP', '--payload', 'full')).toMatchObject({ out: 'Changed ERP\n' });
    expect(await webhook('pause', id)).toMatchObject({ out: 'ERP is paused\n' });
    expect(await webhook('resume', id)).toMatchObject({ out: 'ERP is active\n' });
    expect(await webhook('rotate', id, '--overlap', '60')).toMatchObject({ code: 0 });

    status = 500;
    for (let count = 0; count < 2; count += 1) await json(['process', 'create', '--sub-project', 'Receivers']);
    const deliveries = async (state: string) => (await webhookJson('deliveries', id, '--state', state)).deliveries;
    const [failed] = await vi.waitFor(async () => {
      const waiting = (await deliveries('waiting')).filter(({ attempts }: { attempts: number }) => attempts > 0);
      expect(waiting).toHaveLength(2);
      return waiting;
    }, 10_000);
    status = 200;
    expect(await webhook('skip', id, failed.position)).toMatchObject({ code: 0 });
    expect(await deliveries('skipped')).toMatchObject([{ position: failed.position }]);
    expect(await webhook('retry', id, '--state', 'waiting')).toMatchObject({ out: '1 deliveries are sent now\n' });
    await vi.waitFor(async () => expect(await deliveries('delivered')).toHaveLength(1), 10_000);
    expect(await webhook('replay', id, '--since', new Date(Date.now() - 600_000).toISOString())).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^Replaying positions \d+ to \d+\n/),
    });
    expect(await webhook('delete', id)).toMatchObject({ code: 0 });
    expect(await webhook('list')).toMatchObject({ err: 'There is no event subscription.\n' });
  });
});

describe('identity-provider', () => {
  const provider = (args: readonly string[], options: MemoryIoOptions = {}) =>
    administer(['identity-provider', ...args], options);
  const only = async () => (await json(['identity-provider', 'list'])).identityProviders[0];

  test('create reads the client secret from standard input or asks for it, and never prints it', async () => {
    const create = ['create', 'entra', address, '--client-id', 'millrace', '--domains', 'example.com example.org'];
    expect(await provider(create)).toMatchObject({ code: 2, err: expect.stringContaining('standard input') });
    const created = await provider([...create, '--provision', '--groups-claim', 'groups'], { input: 'the-secret\n' });
    expect(created).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^redirect +http:\S+\/sso\/entra\/callback$/m),
    });
    expect(created.out).toMatch(/^client secret +set$/m);
    expect(created.out + created.err).not.toContain('the-secret');
    expect(await provider([...create, '--public'])).toMatchObject({ code: 7 });
    expect(await only()).toMatchObject({
      name: 'entra',
      issuer: address,
      hasClientSecret: true,
      domains: ['example.com', 'example.org'],
      provision: true,
      groupsClaim: 'groups',
      disabled: false,
    });
  });

  test('update changes what is given only', async () => {
    expect(await provider(['update', 'entra', '--name', 'Entra ID'])).toMatchObject({ code: 0 });
    expect(await only()).toMatchObject({ name: 'Entra ID', provision: true, groupsClaim: 'groups', scopes: [] });
    expect(await provider(['update', 'entra', '--no-provision', '--no-groups-claim', '--public'])).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^groups claim +none$/m),
    });
    expect(await only()).toMatchObject({ provision: false, groupsClaim: null, hasClientSecret: false });
    const asked = await provider(['update', 'entra', '--new-secret', '--scope', 'groups'], { answers: ['another'] });
    expect(asked).toMatchObject({ code: 0, err: expect.stringContaining('Client secret of entra: ') });
    expect(await only()).toMatchObject({ hasClientSecret: true, scopes: ['groups'], domains: { length: 2 } });
    expect(await provider(['update', 'entra', '--new-secret', '--public'])).toMatchObject({ code: 2 });
    expect(await provider(['update', 'nowhere', '--name', 'x'])).toMatchObject({ code: 5 });
  });

  test('disable, enable, and delete after asking', async () => {
    expect(await provider(['disable', 'entra'])).toMatchObject({ out: 'The identity provider Entra ID is disabled\n' });
    expect((await provider(['list'])).out).toMatch(/^entra +Entra ID +disabled +operation /m);
    expect(await provider(['enable', 'entra'])).toMatchObject({ out: 'The identity provider Entra ID is enabled\n' });
    expect(await provider(['delete', 'entra'])).toMatchObject({ code: 9 });
    expect(await provider(['delete', 'entra', '--yes'])).toMatchObject({
      out: 'Deleted entra: 0 people are no longer linked, 0 sessions ended\n',
    });
    expect(await provider(['list'])).toMatchObject({ code: 0, err: 'There is no identity provider.\n' });
  });
});

describe('second factors', () => {
  test('are shown, and removed after asking', async () => {
    const factors = await administer(['user', 'factors', 'demo-owner@example.com']);
    expect(factors.out).toMatch(/^authenticator app +no\nrecovery codes +0\npasskeys +none\nsecond factor +optional /m);
    const remove = ['user', 'remove-factors', 'demo-owner@example.com'];
    expect(await administer(remove)).toMatchObject({ code: 9 });
    expect(await administer(remove, { answers: ['y'] })).toMatchObject({
      code: 0,
      out: expect.stringContaining('0 passkeys, no authenticator app'),
    });
    expect(await administer(['user', 'factors', 'nobody@example.com'])).toMatchObject({ code: 5 });
  });

  test('the policy takes two values', async () => {
    expect(await administer(['sign-in-policy', 'set', 'never'])).toMatchObject({ code: 2 });
    expect(await administer(['sign-in-policy', 'set', 'required'])).toMatchObject({ code: 0 });
    expect((await administer(['sign-in-policy', 'show'])).out).toMatch(/^second factor +required$/m);
    expect(await administer(['sign-in-policy', 'set', 'optional'])).toMatchObject({ code: 0 });
  });
});
