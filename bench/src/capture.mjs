import { mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deserialize } from 'node:v8';
import { startServer } from './server.mjs';

const hook = new URL('./capture-statements.mjs', import.meta.url).href;

/**
 * A server that tells which statements a request sends. Slow; the server that is measured is another one.
 *
 * @param {object} options of `startServer`
 * @param {(server: object, captured: (once: () => Promise<unknown>) => Promise<object[]>) => Promise<T>} work
 * @template T
 */
export async function capturing(options, work) {
  const directory = await mkdtemp(join(tmpdir(), 'millrace-bench-'));
  const file = join(directory, 'statements');
  await writeFile(file, '');
  try {
    const server = await startServer({
      ...options,
      nodeOptions: ['--import', hook],
      environment: { ...options.environment, BENCH_CAPTURE: file },
    });
    try {
      return await work(server, async (once) => {
        await truncate(file);
        await once();
        return entriesOf(await readFile(file, 'utf8'));
      });
    } finally {
      await server.stop();
    }
  } finally {
    await rm(directory, { recursive: true });
  }
}

const entriesOf = (text) =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => deserialize(Buffer.from(line, 'base64')));

/**
 * The statements of two performances that sent the same texts: what the server did for itself at the same time differs.
 *
 * @param {() => Promise<object[][]>} perform the operations once, each with its statements
 */
export async function alike(perform) {
  const textsOf = (operations) => JSON.stringify(operations.map((entries) => entries.map(({ text }) => text)));
  let before = await perform();
  for (let attempt = 0; attempt < 10; attempt += 1) {
    const now = await perform();
    // The first time a server does something it may ask for more.
    if (attempt > 0 && textsOf(now) === textsOf(before)) return [before, now];
    before = now;
  }
  throw new Error('the server sent other statements each time');
}
