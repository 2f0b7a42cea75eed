import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { administrator, preparedDataDirectory } from '../../../scripts/testing/data-directory.js';

const cli = fileURLToPath(new URL('../../cli/bin/millrace.js', import.meta.url));
const readyWithinMs = 50_000;

export const adminEnvironment = administrator;

export interface DemoServer {
  readonly url: string;
  stop(): Promise<void>;
  /** Kills the server as a crash would and starts it again on the same address with the same data. */
  crashAndRestart(): Promise<void>;
}

/**
 * The built demo in a process and a directory of its own, as `npm run demo` starts it.
 *
 * @param more environment variables beside those of every test
 */
export async function startDemoServer(more: NodeJS.ProcessEnv = {}): Promise<DemoServer> {
  const directory = await preparedDataDirectory('demo');
  let running = await startProcess(directory, more);
  const { url } = running;
  return {
    url,
    async stop() {
      running.child.kill('SIGTERM');
      await running.ended;
      await rm(directory, { recursive: true, force: true });
    },
    async crashAndRestart() {
      running.child.kill('SIGKILL');
      await running.ended;
      running = await startProcess(directory, { ...more, PORT: new URL(url).port });
    },
  };
}

async function startProcess(directory: string, more: NodeJS.ProcessEnv) {
  const child = spawn(process.execPath, [cli, 'demo'], {
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      PORT: '0',
      MILLRACE_DATA_DIR: directory,
      ...adminEnvironment,
      ...more,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'exit');
  let output = '';
  const url = await new Promise<string>((resolve, reject) => {
    const fail = (what: string) => {
      child.kill('SIGKILL');
      reject(new Error(`The demo ${what}:\n${output}`));
    };
    const timer = setTimeout(() => fail('was not ready in time'), readyWithinMs);
    const read = (chunk: Buffer) => {
      output += chunk.toString();
      const found = /ready at (\S+)/.exec(output)?.[1];
      if (found === undefined) return;
      clearTimeout(timer);
      resolve(found);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('exit', (code) => fail(`ended with ${code}`));
  });
  return { url, child, ended };
}
