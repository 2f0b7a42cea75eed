import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signInDemoClients } from './support/demo-clients.js';
import { eventually } from './support/eventually.js';
import { configuration, createProcess, deploy } from './support/sub-project.js';

const { admin, owner } = await signInDemoClients();

interface Received {
  readonly path: string;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
}
const received: Received[] = [];
const receiver = createServer((request, response) => {
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => parts.push(part));
  request.on('end', () => {
    received.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(parts).toString() });
    response.writeHead(204).end();
  });
});
beforeAll(async () => {
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
});
afterAll(() => new Promise((resolve) => receiver.close(resolve)));

const at = (path: string) => received.filter((one) => one.path === path).map(({ body }) => JSON.parse(body));
const processesAt = (path: string): readonly string[] => at(path).map(({ data }) => data.processId);
const arrived = (path: string, count: number) =>
  eventually(
    async () => processesAt(path),
    (found) => found.length >= count,
  );

test('what Zapier, Make and n8n call: a sample, subscribe, unsubscribe', async () => {
  const { id: subProjectId } = await deploy(admin, configuration({ http: { allowPrivateAddresses: ['127.0.0.1'] } }));
  const { port } = receiver.address() as AddressInfo;
  const types = ['process.created'];
  const subscribe = (path: string) =>
    owner.ok('createEventSubscription', {
      subProjectId,
      url: `http://127.0.0.1:${port}${path}`,
      types,
      payload: 'full',
    });
  const before = await createProcess(owner, subProjectId);
  const sample = async () => (await owner.ok('getEvents', { subProjectId, types, limit: '3' })).events;
  const [only = {}] = await eventually(sample, (events) => events.length > 0);
  expect(only).toMatchObject({ type: 'process.created', processId: before, data: { after: expect.anything() } });

  const { id: subscriptionId, secret } = await subscribe('/zap');
  await subscribe('/other');
  const first = await createProcess(owner, subProjectId);
  expect(await arrived('/zap', 1)).toEqual([first]);
  const { headers, body } = received.find(({ path }) => path === '/zap') as Received;
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  const key = Buffer.from(String(secret).slice('whsec_'.length), 'base64');
  expect(headers['webhook-signature']).toBe(`v1,${createHmac('sha256', key).update(signed).digest('base64')}`);
  // What a sample promises is there in what is sent.
  const { data } = JSON.parse(body);
  expect(Object.keys(data)).toEqual(expect.arrayContaining(Object.keys(only)));
  const { data: promised } = only as { data: { after: object } };
  expect(Object.keys(data.data.after)).toEqual(Object.keys(promised.after));

  await owner.ok('deleteEventSubscription', { subProjectId, subscriptionId });
  // A request may be under way at that moment.
  const between = await createProcess(owner, subProjectId);
  expect(await arrived('/other', 2)).toEqual([first, between]);
  const last = await createProcess(owner, subProjectId);
  expect(await arrived('/other', 3)).toEqual([first, between, last]);
  expect(processesAt('/zap')).not.toContain(last);
  await owner.refused('deleteEventSubscription', { subProjectId, subscriptionId }, 1200, { status: 404 });
});
