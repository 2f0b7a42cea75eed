import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { administrator, preparedDataDirectory } from '../../../../scripts/testing/data-directory.js';

/** The command, which runs what was built. */
export const builtMain = fileURLToPath(new URL('../../bin/millrace.js', import.meta.url));

export interface DemoServer {
  readonly url: string;
  readonly dataDirectory: string;
  /** Environment that signs in as the administrator. */
  readonly administrator: Readonly<Record<string, string>>;
  /** Environment that signs in as a user of the demo (D35). */
  as(user: 'owner' | 'manager' | 'assignee'): Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

/** `millrace demo` from the build, with its own data directory and a free port. Identity providers may be on 127.0.0.1. */
export async function startDemoServer(): Promise<DemoServer> {
  const data = await preparedDataDirectory('demo');
  const child = spawn(process.execPath, [builtMain, 'demo'], {
    env: {
      PATH: process.env.PATH ?? '',
      PORT: '0',
      MILLRACE_DATA_DIR: data,
      MILLRACE_OIDC_PRIVATE_HOSTS: '127.0.0.1',
      ...administrator,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGTERM');
      await once(child, 'exit');
    }
    await rm(data, { recursive: true, force: true });
  };
  try {
    const url = await readyUrl(child);
    return {
      url,
      dataDirectory: data,
      administrator: {
        MILLRACE_URL: url,
        MILLRACE_CLIENT_ID: administrator.MILLRACE_ADMIN_CLIENT_ID,
        MILLRACE_CLIENT_SECRET: administrator.MILLRACE_ADMIN_CLIENT_SECRET,
      },
      as: (user) => ({
        MILLRACE_URL: url,
        MILLRACE_CLIENT_ID: `demo-${user}`,
        MILLRACE_CLIENT_SECRET: `demo-${user}-secret`,
      }),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

function readyUrl(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    const read = (chunk: Buffer) => {
      text += chunk.toString();
      const url = /Millrace is ready at (\S+)/.exec(text)?.[1];
      if (url !== undefined) resolve(url);
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.once('exit', (code) => reject(new Error(`the demo ended with ${code}:\n${text}`)));
  });
}
