// Uploads files through a signed form, by PUT and in parts, copies them at the store as closing does, downloads them, and
// compares all that with `cp` and a sync of the same file on the same disk, in rounds that each begin with another way.
//
//   npm run build && node packages/object-store/bench/file-upload.mjs [--rounds N] [--only WAY,…] [--store MAIN.JS] [MiB …]
//
// Default: 64 MiB 15 times, 1024 MiB 5 times, anything larger twice. `--store` measures another build of the store, `--only` some
// ways only. Every file is new and is removed before the next way has its turn, since files in the page cache make the next one slower:
// of three copies of 5 GiB one after the other the third took 1.5 times as long as the first, on a virtual machine. Some time
// passes after each removal, for the blocks to be freed. The source is in the page cache for everybody. Printed are medians with the least
// and the most, and the speed as a share of that of `cp`. "sink" is the sender alone, against a server that throws everything
// away. CPU and memory are the store’s, all threads; memory is sampled every 200 ms from /proc, so only on Linux. Needs six
// times the largest size on the disk of the temporary directory (TMPDIR).

import { execFileSync, fork, spawn } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { closeSync, fsyncSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import {
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  ListPartsCommand,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { createPresignedPost } from '@aws-sdk/s3-presigned-post';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';

const MEBIBYTE = 1024 ** 2;
const PART_BYTES = 64 * MEBIBYTE;
const credentials = { accessKeyId: 'bench', secretAccessKey: 'bench-secret' };
const print = (line) => process.stdout.write(`${line}\n`);

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: 'string' }, only: { type: 'string' }, store: { type: 'string' } },
});
await main(positionals.length > 0 ? positionals.map(Number) : [64, 1024]);

async function main(sizes) {
  const directory = await mkdtemp(join(tmpdir(), 'file-upload-bench-'));
  const sender = fork(fileURLToPath(new URL('send-body.mjs', import.meta.url)));
  const sink = await startSink();
  try {
    print('| MiB | | seconds | MiB/s | of cp and sync | CPU s | memory MiB: least to most |');
    print('|---:|---|---:|---:|---:|---:|---|');
    for (const size of sizes) {
      const rounds = Number(values.rounds ?? (size <= 64 ? 15 : size <= 1024 ? 5 : 2));
      await measure({ directory, sender, sink: sink.port, size: size * MEBIBYTE, rounds });
    }
  } finally {
    sender.kill();
    sink.close();
    await rm(directory, { recursive: true, force: true });
  }
}

async function measure({ directory, sender, sink, size, rounds }) {
  const file = join(directory, 'source');
  writeRandom(file, size);
  const store = await startStore(join(directory, 'store'));
  const client = new S3Client({
    endpoint: store.url,
    region: 'us-east-1',
    credentials,
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
  });
  const source = { file, size };
  const stored = {
    form: async () => expectStatus(await send(sender, await formRequest(client, store, source)), 204),
    PUT: async () => expectStatus(await send(sender, await putRequest(client, store, source)), 200),
    'in parts': () => uploadInParts(client, store, sender, source),
  };
  const ways = {
    'cp and sync': () => copyAndSync(file, join(directory, 'copy')),
    sink: async () => expectStatus(await send(sender, { port: sink, head: ' ', tail: ' ', ...source }), 200),
    ...stored,
    'copy at the store': () =>
      timed(() => client.send(new CopyObjectCommand({ Bucket: 'bench', Key: 'closed', CopySource: 'bench/form' }))),
    download: () => download(client, size),
  };
  // The last two take what `form` has left.
  const turns = [['cp and sync'], ['sink'], ['form', 'copy at the store', 'download'], ['PUT'], ['in parts']]
    .map((names) => names.filter((name) => ['cp and sync', ...(values.only?.split(',') ?? names)].includes(name)))
    .filter((names) => names.length > 0);
  const results = Object.fromEntries(turns.flat().map((name) => [name, []]));
  try {
    for (let round = rounds > 1 ? 0 : 1; round <= rounds; round++) {
      for (let turn = 0; turn < turns.length; turn++) {
        for (const name of turns[(round + turn) % turns.length]) {
          const watched = watch(store.pid);
          const seconds = await ways[name]();
          const result = { seconds, ...watched() };
          // The first of several rounds warms up.
          if (round > 0) results[name].push(result);
        }
        for (const Key of [...Object.keys(stored), 'closed']) {
          await client.send(new DeleteObjectCommand({ Bucket: 'bench', Key }));
        }
        rmSync(join(directory, 'copy'), { force: true });
        await settle(size);
      }
    }
  } finally {
    client.destroy();
    await store.stop();
    await rm(join(directory, 'store'), { recursive: true, force: true });
  }
  const plain = median(results['cp and sync'].map(({ seconds }) => seconds));
  for (const [name, list] of Object.entries(results)) row(size / MEBIBYTE, name, list, plain);
}

/** Lets the system free the blocks of removed files, which would otherwise slow down whatever is measured first. */
async function settle(size) {
  await setTimeout(500 + (2 * size) / MEBIBYTE);
  execFileSync('sync', ['-f', tmpdir()]);
}

function row(size, name, results, plain) {
  const seconds = results.map((result) => result.seconds);
  const middle = median(seconds);
  const spread = `${middle.toFixed(3)} (${Math.min(...seconds).toFixed(3)} to ${Math.max(...seconds).toFixed(3)})`;
  const ofStore = name !== 'cp and sync' && name !== 'sink';
  const cpu = ofStore ? median(results.map((result) => result.cpu)).toFixed(2) : '';
  const least = Math.min(...results.map(({ memory }) => memory[0]));
  const most = Math.max(...results.map(({ memory }) => memory[1]));
  const memory = ofStore ? `${least} to ${most}` : '';
  const share = `${Math.round((plain / middle) * 100)} %`;
  print(`| ${size} | ${name} | ${spread} | ${Math.round(size / middle)} | ${share} | ${cpu} | ${memory} |`);
}

function median(values) {
  return [...values].sort((a, b) => a - b)[values.length >> 1];
}

/** Watches the CPU time and the resident memory of a process until the returned function is called. */
function watch(pid) {
  const cpu = cpuSeconds(pid);
  const memory = [residentMemory(pid)];
  const timer = setInterval(() => memory.push(residentMemory(pid)), 200);
  return () => {
    clearInterval(timer);
    memory.push(residentMemory(pid));
    return { cpu: cpuSeconds(pid) - cpu, memory: [Math.min(...memory), Math.max(...memory)] };
  };
}

/** In MiB. */
function residentMemory(pid) {
  return Math.round(Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024);
}

/** User and system time. */
function cpuSeconds(pid) {
  const [, fields = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
  const [user, system] = fields.split(' ').slice(11, 13);
  return (Number(user) + Number(system)) / 100;
}

async function timed(action) {
  const start = process.hrtime.bigint();
  await action();
  return Number(process.hrtime.bigint() - start) / 1e9;
}

function writeRandom(path, size) {
  const handle = openSync(path, 'w');
  for (let written = 0; written < size; written += MEBIBYTE) writeSync(handle, randomBytes(MEBIBYTE));
  fsyncSync(handle);
  closeSync(handle);
}

async function copyAndSync(from, to) {
  return await timed(() => execFileSync('sh', ['-c', 'cp "$0" "$1" && sync "$1"', from, to]));
}

async function send(sender, task) {
  const answered = once(sender, 'message');
  sender.send(task);
  return (await answered)[0];
}

function expectStatus({ status, seconds }, expected) {
  if (status !== expected) throw new Error(`the answer was ${status}`);
  return seconds;
}

async function formRequest(client, { url, port }, { file, size }) {
  const { fields } = await createPresignedPost(client, {
    Bucket: 'bench',
    Key: 'form',
    Fields: { 'Content-Type': 'application/octet-stream', success_action_status: '204' },
    Conditions: [['content-length-range', 0, size]],
  });
  const boundary = randomUUID();
  const parts = Object.entries(fields).map(
    ([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const before = `${parts.join('')}--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="x"\r\n\r\n`;
  const tail = `\r\n--${boundary}--\r\n`;
  const length = before.length + size + tail.length;
  const head = `POST /bench HTTP/1.1\r\nHost: ${new URL(url).host}\r\nContent-Type: multipart/form-data; boundary=${boundary}\r\nContent-Length: ${length}\r\n\r\n`;
  return { port, head: head + before, tail, file, size };
}

async function putRequest(client, { url, port }, source, Key = 'PUT') {
  const address = await getSignedUrl(client, new PutObjectCommand({ Bucket: 'bench', Key }));
  return { port, head: putHead(url, address, source.size), tail: '', ...source };
}

function putHead(url, address, size) {
  const { pathname, search } = new URL(address);
  return `PUT ${pathname}${search} HTTP/1.1\r\nHost: ${new URL(url).host}\r\nContent-Length: ${size}\r\n\r\n`;
}

async function uploadInParts(client, { url, port }, sender, { file, size }) {
  return await timed(async () => {
    const place = { Bucket: 'bench', Key: 'in parts' };
    const { UploadId } = await client.send(new CreateMultipartUploadCommand(place));
    for (let start = 0; start < size; start += PART_BYTES) {
      const length = Math.min(PART_BYTES, size - start);
      const command = new UploadPartCommand({ ...place, UploadId, PartNumber: start / PART_BYTES + 1 });
      const head = putHead(url, await getSignedUrl(client, command), length);
      expectStatus(await send(sender, { port, head, tail: '', file, start, size: length }), 200);
    }
    const { Parts = [] } = await client.send(new ListPartsCommand({ ...place, UploadId }));
    const listed = Parts.map(({ PartNumber, ETag }) => ({ PartNumber, ETag }));
    await client.send(new CompleteMultipartUploadCommand({ ...place, UploadId, MultipartUpload: { Parts: listed } }));
  });
}

async function download(client, size) {
  const address = await getSignedUrl(client, new GetObjectCommand({ Bucket: 'bench', Key: 'closed' }));
  return await timed(async () => {
    const response = await fetch(address);
    let bytes = 0;
    for await (const piece of response.body) bytes += piece.length;
    if (bytes !== size) throw new Error(`${bytes} bytes came back instead of ${size}`);
  });
}

/** Reads everything and answers 200 when the byte after the last mebibyte (the tail) has come. */
async function startSink() {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.on('data', (data) => {
      if (data.at(-1) === 0x20 && socket.bytesRead % MEBIBYTE === 2) socket.end('HTTP/1.1 200 OK\r\n\r\n');
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { port: server.address().port, close: () => server.close() };
}

async function startStore(directory) {
  const main = values.store ?? fileURLToPath(new URL('../dist/bundle/main.js', import.meta.url));
  const child = spawn(process.execPath, [main, '--directory', directory, '--port', '0', '--bucket', 'bench'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      MILLRACE_STORE_ACCESS_KEY: credentials.accessKeyId,
      MILLRACE_STORE_SECRET_KEY: credentials.secretAccessKey,
    },
  });
  const [line] = await once(child.stdout, 'data');
  const url = /http:\S+/.exec(String(line))?.[0] ?? '';
  return {
    url,
    port: Number(new URL(url).port),
    pid: child.pid,
    async stop() {
      const gone = once(child, 'exit');
      child.kill();
      await gone;
    },
  };
}
