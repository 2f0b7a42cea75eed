import { request as send } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { fastify } from 'fastify';
import { afterEach, expect, test } from 'vitest';
import { sendStream } from './send-stream.js';

const app = () => fastify({ forceCloseConnections: true });
let running: ReturnType<typeof app>;
afterEach(() => running.close());

async function serve(chunks: () => AsyncGenerator<string>): Promise<string> {
  running = app();
  running.get('/', async (_request, reply) =>
    sendStream(reply, { mediaType: 'application/x-ndjson', fileName: 'x.ndjson', chunks: chunks() }),
  );
  await running.listen({ host: '127.0.0.1', port: 0 });
  return `http://127.0.0.1:${(running.server.address() as AddressInfo).port}/`;
}

test('a streamed answer is sent whole, as an attachment', async () => {
  const url = await serve(async function* () {
    for (let index = 0; index < 1000; index += 1) yield `${'ä'.repeat(100)}${index}\n`;
  });
  const response = await fetch(url);
  expect(response.headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8');
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="x.ndjson"');
  const lines = (await response.text()).split('\n');
  expect([lines.length, lines[999]]).toEqual([1001, `${'ä'.repeat(100)}999`]);
});

test('[D9] a failure on the way cuts the answer: it is never taken for a whole one', async () => {
  const url = await serve(async function* () {
    yield 'first\n';
    await new Promise((resolve) => setTimeout(resolve, 20));
    throw new Error('the database is gone');
  });
  await expect(fetch(url).then((response) => response.text())).rejects.toThrow();
});

test('a client that does not read holds up the source, and one that leaves ends it', async () => {
  let made = 0;
  let ended = false;
  const url = await serve(async function* () {
    try {
      for (;;) {
        made += 1;
        yield 'x'.repeat(64 * 1024);
      }
    } finally {
      ended = true;
    }
  });
  const client = send(url, (response) => response.pause());
  client.on('error', () => undefined);
  client.end();
  const settled = async (): Promise<number> => {
    for (let before = -1; before !== made || made === 0; ) {
      before = made;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    return made;
  };
  // Some megabytes fit into the buffers of the sockets.
  expect(await settled()).toBeLessThan(1000);
  client.destroy();
  await expect.poll(() => ended).toBe(true);
});

test('a client of a live answer that reads nothing for too long is cut off', async () => {
  running = app();
  let ended = false;
  async function* chunks() {
    try {
      for (;;) yield 'x'.repeat(64 * 1024);
    } finally {
      ended = true;
    }
  }
  running.get('/', async (_request, reply) =>
    sendStream(reply, { mediaType: 'text/event-stream', stalledAfterMs: 50, chunks: chunks() }),
  );
  await running.listen({ host: '127.0.0.1', port: 0 });
  const socket = connect({ host: '127.0.0.1', port: (running.server.address() as AddressInfo).port });
  const closed = new Promise((resolve) => socket.once('close', resolve));
  socket.on('error', () => undefined);
  socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n');
  socket.pause();
  await expect.poll(() => ended).toBe(true);
  socket.resume();
  await closed;
});
