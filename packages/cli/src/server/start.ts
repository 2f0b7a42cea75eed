import { createLog, readConfig, type ServerRole, startServer, startWorkers } from '@millrace/server';
import { serverAnnouncer } from './announcer.js';
import { serve } from './serve.js';

/** `millrace start`: the server, configured by the environment; `workers` takes precedence over MILLRACE_WORKERS. */
export async function start({
  role,
  workers,
}: {
  readonly role: ServerRole;
  readonly workers?: string;
}): Promise<void> {
  const announcer = serverAnnouncer();
  await serve(announcer, async () => {
    const given = workers === undefined ? {} : { MILLRACE_WORKERS: workers };
    const config = readConfig({ ...process.env, ...given }, role);
    const log = createLog(config.logLevel);
    const server = config.workers > 1 ? await startWorkers(config, { log }) : await startServer(config, { log });
    announcer.ready(server, role !== 'worker');
    return server;
  });
}
