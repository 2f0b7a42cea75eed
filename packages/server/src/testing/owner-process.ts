import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { bundleSources } from '../../../../scripts/testing/bundle-sources.js';

/** A process of its own that runs the embedded PostgreSQL, see `embedded-owner.ts`. */
export interface OwnerProcess {
  /** What it said: `{ url, ownerUrl }`, or `{ name, message }` of the error. */
  readonly said: {
    readonly url?: string;
    readonly ownerUrl?: string;
    readonly name?: string;
    readonly message?: string;
  };
  /** Asks it to stop and waits until it is gone. */
  stop(): Promise<void>;
  /** kill -9 */
  kill(): Promise<void>;
}

export interface OwnerOptions {
  readonly dataDirectory: string;
  readonly fallbackDirectory?: string;
  /** To run as, when the tests run as root. */
  readonly uid?: number;
}

const SCRIPT = new URL('./embedded-owner.ts', import.meta.url);

/** Starts one and waits for what it says. */
export async function startOwner(options: OwnerOptions): Promise<OwnerProcess> {
  const args = [options.dataDirectory, ...(options.fallbackDirectory === undefined ? [] : [options.fallbackDirectory])];
  const child = spawn(process.execPath, [await bundleSources(SCRIPT), ...args], {
    stdio: ['pipe', 'pipe', 'inherit'],
    ...(options.uid === undefined ? {} : { uid: options.uid, gid: options.uid }),
  });
  const gone = once(child, 'exit');
  let output = '';
  while (!output.includes('\n')) {
    const [chunk] = await Promise.race([once(child.stdout, 'data'), gone.then(() => ['\n'])]);
    output += String(chunk);
  }
  return {
    said: output.trim() === '' ? {} : JSON.parse(output),
    async stop() {
      child.stdin.end();
      await gone;
    },
    async kill() {
      child.kill('SIGKILL');
      await gone;
    },
  };
}
