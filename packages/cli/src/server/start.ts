import { createLog, readConfig, type ServerRole, startServer, startWorkers } from '@millrace/server';
import { serve } from './serve.js';

/** `millrace start`: the server, configured by the environment; `workers` takes precedence over MILLRACE_WORKERS. */
export async function start({
  role,
  workers,
}: {
  readonly role: ServerRole;
  readonly workers?: string;
}): Promise<void> {
  await serve(async () => {
    const given = workers === undefined ? {} : { MILLRACE_WORKERS: workers };
    const config = readConfig({ ...process.env, ...given }, role);
    const log = createLog(config.logLevel);
    const server = config.workers > 1 ? await startWorkers(config, { log }) : await startServer(config, { log });
    const documentation = role === 'worker' ? '' : ` (documentation: ${server.url}/docs)`;
    process.stderr.write(`Millrace is ready at ${server.url}${documentation}\n`);
    if (server.credentialsFile) process.stderr.write(`Administrator credentials: ${server.credentialsFile}\n`);
    return server;
  });
}
