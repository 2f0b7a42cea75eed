import { createLog, readConfig, type ServerRole, startServer } from '@millrace/server';
import { serve } from './serve.js';

/** `millrace start`: the server, as the environment configures it. */
export async function start({ role }: { readonly role: ServerRole }): Promise<void> {
  await serve(async () => {
    const config = readConfig(process.env, role);
    const server = await startServer(config, { log: createLog(config.logLevel) });
    const documentation = role === 'worker' ? '' : ` (documentation: ${server.url}/docs)`;
    process.stderr.write(`Millrace is ready at ${server.url}${documentation}\n`);
    if (server.credentialsFile) process.stderr.write(`Administrator credentials: ${server.credentialsFile}\n`);
    return server;
  });
}
