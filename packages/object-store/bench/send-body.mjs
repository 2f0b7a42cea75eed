// The client of file-upload.mjs, in a process of its own so that its memory and CPU are its own. It writes one request to a
// plain socket, head and tail as given and the file in between by the mebibyte, so that it is never what an upload waits for:
// row "sink" of the benchmark says how fast it is against a server that throws everything away.

import { openSync, readSync } from 'node:fs';
import { connect } from 'node:net';

const MEBIBYTE = 1024 ** 2;

process.on('message', async (task) => {
  const start = process.hrtime.bigint();
  const status = await send(task);
  process.send({ status, seconds: Number(process.hrtime.bigint() - start) / 1e9 });
});

/** @param task `{ port, head, tail, file, start, size }`: head and tail as text, the rest is `size` bytes of the file from `start` */
async function send({ port, head, tail, file, start = 0, size }) {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  const answered = new Promise((resolve, reject) => {
    let answer = '';
    socket.on('data', (data) => {
      answer += data.toString('latin1');
      const status = /^HTTP\/1\.1 (\d+)/.exec(answer)?.[1];
      if (status) resolve(Number(status));
    });
    socket.on('error', reject);
    socket.on('close', () => reject(new Error('the connection was closed without an answer')));
  });
  socket.write(head);
  const from = openSync(file, 'r');
  const buffer = Buffer.allocUnsafe(MEBIBYTE);
  for (let sent = 0; sent < size; ) {
    const bytes = readSync(from, buffer, 0, Math.min(MEBIBYTE, size - sent), start + sent);
    sent += bytes;
    // The buffer is used again, so each write has to be with the system before the next read.
    await Promise.race([new Promise((resolve) => socket.write(buffer.subarray(0, bytes), resolve)), answered]);
  }
  socket.write(tail);
  const status = await answered;
  socket.destroy();
  return status;
}
