import type { LookupAddress } from 'node:dns';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { quietLog } from '../../testing/quiet-log.js';
import { newSecret } from '../signing/secret.js';
import type { Message } from './payload.js';
import { Sender } from './sender.js';

const message: Message = { id: 'evt_1', contentType: 'application/json', body: '{}' };
const allowing = (...allowPrivateAddresses: readonly string[]) => ({ allowPrivateAddresses });

/** A web server at an address of this machine. */
async function listen(address: string, port = 0) {
  const urls: string[] = [];
  const connections = new Set<unknown>();
  const server = createServer((request, response) => {
    urls.push(request.url ?? '');
    response.writeHead(204).end();
  });
  server.on('connection', (connection) => {
    connections.add(connection);
    connection.on('close', () => connections.delete(connection));
  });
  await new Promise<void>((resolve) => server.listen(port, address, resolve));
  const stop = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  onTestFinished(stop);
  return { port: (server.address() as AddressInfo).port, urls, connections, stop };
}

const senderTo = (port: number, resolve: () => readonly string[]) => {
  const sender = new Sender({
    url: `http://receiver.test:${port}/hook`,
    secrets: [{ ...newSecret('hmac'), expiresTs: null }],
    maxInFlight: 2,
    log: quietLog,
    resolve: async () => resolve().map((address): LookupAddress => ({ address, family: 4 })),
  });
  onTestFinished(() => sender.close());
  return sender;
};

test('a name that gets another address later is judged by that one: nothing reaches it', async () => {
  const [allowed, secret] = [await listen('127.0.0.1'), await listen('127.0.0.2')];
  // The name server answers differently each time it is asked, as in an attack by DNS rebinding.
  const answers = [['127.0.0.1'], ['127.0.0.2'], ['127.0.0.2', '127.0.0.1']];
  let asked = 0;
  const sender = senderTo(allowed.port, () => answers[Math.min(asked++, answers.length - 1)] ?? []);
  const http = allowing('127.0.0.1');
  expect(await sender.attempt(message, http)).toMatchObject({ status: 204, error: null });
  // The connection that is kept open is to the address that was judged, and no name is looked up for it.
  expect(await sender.attempt(message, http)).toMatchObject({ status: 204, error: null });
  expect(asked).toBe(1);
  await allowed.stop();
  const beside = await listen('127.0.0.2', allowed.port);
  expect(await sender.attempt(message, http)).toMatchObject({ status: null });
  expect(await sender.attempt(message, http)).toMatchObject({
    status: null,
    error: expect.stringContaining('"receiver.test" is not a public address'),
  });
  // Of several addresses, only those that are allowed are connected to.
  const again = await listen('127.0.0.1', allowed.port);
  expect(await sender.attempt(message, http)).toMatchObject({ status: 204, error: null });
  expect([secret.urls, beside.urls, again.urls]).toEqual([[], [], ['/hook']]);
});

test('an address that the configuration allows no longer gets nothing, also on a connection that was open', async () => {
  const server = await listen('127.0.0.1');
  const sender = senderTo(server.port, () => ['127.0.0.1']);
  expect(await sender.attempt(message, allowing('127.0.0.0/8'))).toMatchObject({ status: 204 });
  expect(await sender.attempt(message, allowing())).toMatchObject({
    status: null,
    error: expect.stringContaining('is not a public address'),
  });
  expect(server.urls).toHaveLength(1);
  await expect.poll(() => server.connections.size).toBe(0);
  expect(await sender.attempt(message, allowing('127.0.0.1'))).toMatchObject({ status: 204 });
  expect(server.urls).toHaveLength(2);
});
