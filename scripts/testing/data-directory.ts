import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { runDirectory } from './run-directory.js';

const program = fileURLToPath(new URL('../../packages/cli/bin/millrace.js', import.meta.url));

/** The administrator of every prepared data directory; a server on one must be started with it. */
export const administrator = {
  MILLRACE_ADMIN_CLIENT_ID: 'acceptance-admin',
  MILLRACE_ADMIN_CLIENT_SECRET: 'acceptance-admin-secret',
};

/** A new directory that no server has used. */
export async function emptyDataDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'millrace-data-'));
  // Started as root, PostgreSQL runs as another user, who must be able to enter; otherwise the cluster is made elsewhere.
  await chmod(directory, 0o755);
  return directory;
}

/**
 * A new data directory as a server leaves it that was started for the first time and ended: with its database and, of the
 * demo, its data. The first call in a run of the tests makes it, all others copy it, in a tenth of the time.
 */
export async function preparedDataDirectory(command: 'start' | 'demo'): Promise<string> {
  const [template, directory] = await Promise.all([templateOf(command), emptyDataDirectory()]);
  // Of a copy by Node all files would belong to this user.
  await promisify(execFile)('cp', ['-a', `${template}/.`, directory]);
  return directory;
}

async function templateOf(command: string): Promise<string> {
  const template = join(runDirectory(), command);
  const lock = `${template}.lock`;
  const failure = `${template}.failed`;
  const isFirst = await mkdir(lock).then(
    () => true,
    () => false,
  );
  if (isFirst) {
    await startOnce(command, template).catch(async (error: unknown) => {
      await writeFile(failure, String(error));
    });
  }
  for (;;) {
    if (await exists(template)) return template;
    if (await exists(failure)) throw new Error(await readFile(failure, 'utf8'));
    await sleep(50);
  }
}

async function startOnce(command: string, template: string): Promise<void> {
  const directory = await emptyDataDirectory();
  try {
    await startAndStop(command, directory);
    // Each copy chooses a port and keys of its own.
    await rm(join(directory, 'object-store.json'));
    await chmod(runDirectory(), 0o755);
    await rename(directory, template);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

async function startAndStop(command: string, directory: string): Promise<void> {
  const child = spawn(process.execPath, [program, command], {
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      PORT: '0',
      MILLRACE_DATA_DIR: directory,
      ...administrator,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      const wasReady = output.includes('ready at');
      output += chunk.toString();
      if (!wasReady && output.includes('ready at')) child.kill('SIGTERM');
    });
  }
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`millrace ${command} ended with ${code}:\n${output}`);
}

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );
