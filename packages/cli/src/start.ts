import { ConfigError, createLog, readConfig, startServer } from '@millrace/server';
import { serve } from './serve.js';

/** `millrace start`: the server, as the environment configures it. */
export async function start(options: { readonly role: string }): Promise<void> {
  await serve(async () => {
    const config = readConfig(process.env, roleOf(options.role));
    const server = await startServer(config, { log: createLog(config.logLevel) });
    process.stderr.write(`Millrace is ready at ${server.url} (documentation: ${server.url}/docs)\n`);
    if (server.credentialsFile) process.stderr.write(`Administrator credentials: ${server.credentialsFile}\n`);
    return server;
  });
}

function roleOf(text: string): 'api' | 'worker' | 'all' {
  if (text === 'api' || text === 'worker' || text === 'all') return text;
  throw new ConfigError(`--role ${text}: must be api, worker or all`);
}
