import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Child } from './child.js';

/** The command line of Millrace. */
export const program = fileURLToPath(new URL('../../../packages/cli/bin/millrace.js', import.meta.url));
const workerModule = fileURLToPath(new URL('../load/worker.js', import.meta.url));

export const credentials = { clientId: 'chaos', clientSecret: 'chaos-secret-chaos-secret' };

export interface Server extends Pick<Child, 'name'> {
  readonly url: string;
  readonly child: Child;
}

/**
 * A server process on a port of its own, which it keeps over restarts. All servers of a directory share its data directory.
 *
 * @param more settings besides those that every server gets
 */
export async function createServerProcess(
  name: string,
  directory: string,
  databaseUrl: string | undefined,
  more: Readonly<Record<string, string>> = {},
): Promise<Server> {
  const port = await freePort();
  const child = new Child({
    name,
    args: [program, 'start'],
    environment: {
      HOST: '127.0.0.1',
      PORT: String(port),
      MILLRACE_DATA_DIR: join(directory, 'data'),
      MILLRACE_ADMIN_CLIENT_ID: credentials.clientId,
      MILLRACE_ADMIN_CLIENT_SECRET: credentials.clientSecret,
      MILLRACE_LOG_LEVEL: 'warn',
      ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
      ...more,
    },
    logFile: join(directory, `${name}.log`),
    ready: /ready at /,
  });
  return { name, url: `http://127.0.0.1:${port}`, child };
}

export const createWorkerProcess = (
  name: string,
  directory: string,
  environment: Readonly<Record<string, string>>,
): Child => new Child({ name, args: [workerModule], environment, logFile: join(directory, `${name}.log`) });

async function freePort(): Promise<number> {
  const probe = createServer();
  probe.listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  probe.close();
  await once(probe, 'close');
  return port;
}
