// Uploads files of 64 MiB and more through a signed form and by PUT, copies them at the store as closing does, and compares
// all that with a plain copy of the file that is synced to the disk. Prints time, throughput and peak memory of store and client.
//
//   npm run build && node packages/object-store/bench/file-upload.mjs [MiB …]      default: 64 1024
//
// One round each: where other work runs, take medians of several. The CPU is the store’s alone, all its threads.
//
// Needs three times the size on the disk of the temporary directory. Memory is read from /proc, so only on Linux.

import { fork, spawn } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, existsSync, readFileSync } from 'node:fs';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { CopyObjectCommand, GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { createPresignedPost } from '@aws-sdk/s3-presigned-post';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';

const mebibyte = 1024 ** 2;
const print = (line) => process.stdout.write(`${line}\n`);
const credentials = { accessKeyId: 'bench', secretAccessKey: 'bench-secret' };

if (process.send) {
  process.once('message', async ({ url, fields, file, size }) => {
    const send = fields ? () => sendForm(url, fields, file, size) : () => sendPlain(url, file, size);
    const seconds = await timed(send);
    process.send({ seconds, peak: peakMemory(process.pid) });
    process.disconnect();
  });
} else {
  const sizes = process.argv.slice(2).map(Number);
  await main(sizes.length > 0 ? sizes : [64, 1024]);
}

async function main(sizes) {
  const directory = await mkdtemp(join(tmpdir(), 'file-upload-bench-'));
  try {
    print('| MiB | | seconds | MiB/s | of a synced copy | CPU s store | peak MiB store | peak MiB client |');
    print('|---:|---|---:|---:|---:|---:|---:|---:|');
    for (const size of sizes) await measure(directory, size);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/** @param size in MiB */
async function measure(directory, size) {
  const file = join(directory, 'source');
  await writeRandom(file, size);
  const copyTo = join(directory, 'copy');
  await syncedCopy(file, copyTo);
  await rm(copyTo);
  const plain = await timed(() => syncedCopy(file, copyTo));
  await rm(copyTo);
  row(size, 'copy with fsync', plain, plain);

  const store = await startStore(join(directory, 'store'));
  const client = new S3Client({
    endpoint: store.url,
    region: 'us-east-1',
    credentials,
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
  });
  try {
    const { url, fields } = await createPresignedPost(client, {
      Bucket: 'bench',
      Key: 'uploaded',
      Fields: { 'Content-Type': 'application/octet-stream', success_action_status: '204' },
      Conditions: [['content-length-range', 0, 5 * 1024 ** 3]],
    });
    const idle = peakMemory(store.pid);
    let cpu = cpuSeconds(store.pid);
    const form = await upload({ url, fields, file, size: size * mebibyte });
    const used = cpuSeconds(store.pid) - cpu;
    row(size, 'form upload', form.seconds, plain, used, `${peakMemory(store.pid)} (idle ${idle})`, form.peak);
    const address = await getSignedUrl(client, new PutObjectCommand({ Bucket: 'bench', Key: 'put' }));
    cpu = cpuSeconds(store.pid);
    const put = await upload({ url: address, file, size: size * mebibyte });
    row(size, 'PUT', put.seconds, plain, cpuSeconds(store.pid) - cpu, peakMemory(store.pid), put.peak);
    const copy = new CopyObjectCommand({ Bucket: 'bench', Key: 'closed', CopySource: 'bench/uploaded' });
    row(size, 'copy at the store', await timed(() => client.send(copy)), plain, undefined, peakMemory(store.pid));
    const source = await getSignedUrl(client, new GetObjectCommand({ Bucket: 'bench', Key: 'closed' }));
    row(
      size,
      'download',
      await timed(() => download(source, size * mebibyte)),
      plain,
      undefined,
      peakMemory(store.pid),
    );
  } finally {
    client.destroy();
    await store.stop();
    await rm(join(directory, 'store'), { recursive: true, force: true });
  }
}

function row(size, name, seconds, plain, cpu, store = '', client = '') {
  const share = name === 'copy with fsync' ? '' : `${Math.round((plain / seconds) * 100)} %`;
  print(
    `| ${size} | ${name} | ${seconds.toFixed(2)} | ${Math.round(size / seconds)} | ${share} | ${cpu?.toFixed(2) ?? ''} | ${store} | ${client} |`,
  );
}

async function timed(action) {
  const start = process.hrtime.bigint();
  await action();
  return Number(process.hrtime.bigint() - start) / 1e9;
}

/** In MiB; empty where there is no /proc. */
function peakMemory(pid) {
  const path = `/proc/${pid}/status`;
  if (!existsSync(path)) return '';
  return Math.round(Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(path, 'utf8'))?.[1]) / 1024);
}

/** User and system time of a process; undefined where there is no /proc. */
function cpuSeconds(pid) {
  const path = `/proc/${pid}/stat`;
  if (!existsSync(path)) return undefined;
  const [, fields = ''] = readFileSync(path, 'utf8').split(') ');
  const [user, system] = fields.split(' ').slice(11, 13);
  return (Number(user) + Number(system)) / 100;
}

async function writeRandom(path, size) {
  const handle = await open(path, 'w');
  for (let written = 0; written < size; written += 1) await handle.write(randomBytes(mebibyte));
  await handle.sync();
  await handle.close();
}

async function syncedCopy(from, to) {
  const source = await open(from);
  const target = await open(to, 'w');
  const buffer = Buffer.alloc(mebibyte);
  for (;;) {
    const { bytesRead } = await source.read(buffer, 0, buffer.length);
    if (bytesRead === 0) break;
    await target.write(buffer, 0, bytesRead);
  }
  await target.sync();
  await source.close();
  await target.close();
}

async function startStore(directory) {
  const port = await freePort();
  const main = fileURLToPath(new URL('../dist/main.js', import.meta.url));
  const child = spawn(process.execPath, [main, '--directory', directory, '--port', String(port), '--bucket', 'bench'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      MILLRACE_STORE_ACCESS_KEY: credentials.accessKeyId,
      MILLRACE_STORE_SECRET_KEY: credentials.secretAccessKey,
    },
  });
  await once(child.stdout, 'data');
  child.stderr?.resume();
  return {
    url: `http://127.0.0.1:${port}`,
    pid: child.pid,
    async stop() {
      const gone = once(child, 'exit');
      child.kill();
      await gone;
    },
  };
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  return port;
}

/** In a process of its own, so that its memory is its own. */
async function upload(task) {
  const child = fork(fileURLToPath(import.meta.url), { stdio: 'inherit' });
  child.send(task);
  const [answer] = await once(child, 'message');
  return answer;
}

async function sendForm(url, fields, file, size) {
  const boundary = randomUUID();
  const parts = Object.entries(fields).map(
    ([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const head = Buffer.from(
    `${parts.join('')}--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="x"\r\n\r\n`,
  );
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`);
  const post = request(url, {
    method: 'POST',
    headers: {
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-length': head.length + size + tail.length,
    },
  });
  const answered = once(post, 'response');
  await pipeline(async function* () {
    yield head;
    yield* createReadStream(file, { highWaterMark: mebibyte });
    yield tail;
  }, post);
  const [response] = await answered;
  response.resume();
  if (response.statusCode !== 204) throw new Error(`the store answered ${response.statusCode}`);
}

async function sendPlain(url, file, size) {
  const put = request(url, { method: 'PUT', headers: { 'content-length': size } });
  const answered = once(put, 'response');
  await pipeline(createReadStream(file, { highWaterMark: mebibyte }), put);
  const [response] = await answered;
  response.resume();
  if (response.statusCode !== 200) throw new Error(`the store answered ${response.statusCode}`);
}

async function download(url, size) {
  const response = await fetch(url);
  let bytes = 0;
  for await (const piece of response.body) bytes += piece.length;
  if (bytes !== size) throw new Error(`${bytes} bytes came back instead of ${size}`);
}
