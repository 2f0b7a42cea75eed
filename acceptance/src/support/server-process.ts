import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { administrator, emptyDataDirectory, preparedDataDirectory } from '../../../scripts/testing/data-directory.js';
import { createDatabase, type TestDatabase } from './database.js';

const cli = fileURLToPath(new URL('../../../packages/cli/bin/millrace.js', import.meta.url));

/** Where a server keeps its things; outlives the process, so that a server can be killed and started again on it. */
export interface Home {
  readonly dataDirectory: string;
  readonly environment: Readonly<Record<string, string>>;
  remove(): Promise<void>;
}

/**
 * A data directory of its own, as a first start of the command leaves it; for tests of a first start `after: 'nothing'`. When
 * `TEST_DATABASE_URL` is set, an empty one, and an empty database of its own on that server.
 */
export async function createHome(
  environment: Readonly<Record<string, string>> = {},
  { after = 'start' }: { readonly after?: 'nothing' | 'start' | 'demo' } = {},
): Promise<Home> {
  const database: TestDatabase | undefined = await createDatabase(process.env.TEST_DATABASE_URL);
  const isEmpty = after === 'nothing' || database !== undefined;
  const dataDirectory = await (isEmpty ? emptyDataDirectory() : preparedDataDirectory(after));
  return {
    dataDirectory,
    environment: {
      PORT: '0',
      MILLRACE_DATA_DIR: dataDirectory,
      ...administrator,
      ...(database ? { DATABASE_URL: database.url } : {}),
      ...environment,
    },
    async remove() {
      await database?.drop();
      await rm(dataDirectory, { recursive: true, force: true });
    },
  };
}

export interface ServerProcess {
  readonly url: string;
  readonly child: ChildProcess;
  /** Everything it printed so far. */
  output(): string;
  /** Sends the signal and waits for the process to end; SIGTERM ends it cleanly. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

const READY_TIMEOUT_MS = 90_000;

/** Starts `millrace <command>` as a user would and waits until it says it is ready. */
export async function startServerProcess(home: Home, command: readonly string[]): Promise<ServerProcess> {
  const child = spawn(process.execPath, [cli, ...command], {
    env: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', ...home.environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const collect = (chunk: Buffer) => {
    output += chunk.toString();
  };
  child.stdout.on('data', collect);
  child.stderr.on('data', collect);
  const url = await new Promise<string>((resolve, reject) => {
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      reject(new Error(`not ready in time:\n${output}`));
    }, READY_TIMEOUT_MS);
    const look = () => {
      const [, found] = /ready at (\S+)/.exec(output) ?? [];
      if (found) {
        clearTimeout(timer);
        resolve(found);
      }
    };
    child.stdout.on('data', look);
    child.stderr.on('data', look);
    child.once('exit', (code) => {
      clearTimeout(timer);
      reject(new Error(`ended with ${code} before it was ready:\n${output}`));
    });
  });
  return {
    url,
    child,
    output: () => output,
    async stop(signal = 'SIGTERM') {
      if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
      const ended = once(child, 'exit');
      child.kill(signal);
      await ended;
      return child.exitCode;
    },
  };
}
