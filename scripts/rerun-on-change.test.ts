import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';

const script = fileURLToPath(new URL('rerun-on-change.mjs', import.meta.url));

const server = `
import { readFileSync } from 'node:fs';
setInterval(() => undefined, 1000);
process.on('SIGTERM', () => { console.log('stopped'); process.exit(); });
console.log('serves ' + readFileSync('built', 'utf8'));
`;

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'millrace-rerun-'));
  await mkdir(join(directory, 'src/deep'), { recursive: true });
  await writeFile(join(directory, 'server.mjs'), server);
});
afterEach(() => rm(directory, { recursive: true, force: true }));

test('builds and restarts on a change, keeps what runs when a build fails, and ends all on Ctrl+C', async () => {
  const source = join(directory, 'src/deep/source');
  await writeFile(source, 'one');
  const child = spawn(process.execPath, [script, 'cp src/deep/source built', 'node server.mjs', 'src'], {
    cwd: directory,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  // When the server's end of the pipes is closed as well.
  const ended = once(child, 'close');
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk;
    });
  }
  const says = (text: string) => expect.poll(() => output, { timeout: 20_000, interval: 20 }).toContain(text);
  try {
    await says('serves one');
    await writeFile(source, 'two');
    await says('stopped\nserves two');
    await rm(source);
    await says('The build failed');
    expect(output.slice(output.lastIndexOf('serves two'))).not.toContain('stopped');
    await writeFile(source, 'three');
    await says('stopped\nserves three');
  } finally {
    child.kill('SIGINT');
  }
  expect((await ended)[0]).toBe(0);
  expect(output.trimEnd().endsWith('serves three\nstopped')).toBe(true);
});
