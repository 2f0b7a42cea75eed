import { type Command, Option } from 'commander';
import { examples } from '../../help/examples.js';
import type { GlobalOptions } from '../../session/session.js';
import type { Io } from '../../terminal/io.js';

/** `start`, `demo` and `migrate`. Only these commands load the code of the server. */
export function addServer(program: Command, io: Io): void {
  program
    .command('start')
    .helpGroup('Server:')
    .description('start the server; settings come from the environment (see docs/guide/operate.md)')
    .addOption(new Option('--role <role>', 'role of this process').choices(['api', 'worker', 'all']).default('all'))
    .option('--workers <number>', 'server processes that share the port. Default: MILLRACE_WORKERS, otherwise 1')
    .addHelpText(
      'after',
      examples(
        'millrace start                                   everything in one process, with its own PostgreSQL and store',
        'DATABASE_URL=postgres://… millrace start --role api',
        'DATABASE_URL=postgres://… millrace start --role worker',
      ),
    )
    .action(async (options: { readonly role: 'api' | 'worker' | 'all'; readonly workers?: string }) => {
      traceToSources();
      const { start } = await import('../../server/start.js');
      await start(options);
    });

  program
    .command('demo')
    .helpGroup('Server:')
    .description('start the server with example data and print commands to try')
    .addHelpText('after', examples('millrace demo', 'PORT=9090 MILLRACE_DATA_DIR=/tmp/millrace millrace demo'))
    .action(async () => {
      traceToSources();
      const { demo } = await import('../../server/demo.js');
      await demo();
    });

  program
    .command('migrate')
    .helpGroup('Server:')
    .description('migrate the database of DATABASE_URL to this version, as a server does when it starts')
    .option('--plan', 'show the pending migrations without applying them')
    .option('--grant <role>', 'also grant this database role what servers need; it cannot change the audit log')
    .addHelpText(
      'after',
      examples(
        'DATABASE_URL=postgres://… millrace migrate --plan',
        'DATABASE_URL=postgres://… millrace migrate',
        'DATABASE_URL=postgres://millrace_owner:…@… millrace migrate --grant millrace_server',
      ),
    )
    .action(async ({ plan, grant }: { readonly plan?: boolean; readonly grant?: string }, command: Command) => {
      const { migrateDatabase } = await import('../../server/migrate.js');
      const { json } = command.optsWithGlobals<GlobalOptions>();
      const grantTo = grant === undefined ? {} : { grantTo: grant };
      await migrateDatabase(io, { plan: plan === true, ...grantTo, isJson: json === true });
    });
}

/** Stack traces in the log name lines of the sources and not of the bundle, for modules that are loaded from now on. */
function traceToSources(): void {
  process.setSourceMapsEnabled(true);
}
