import { type Command, InvalidArgumentError } from 'commander';
import { examples } from '../../help/examples.js';
import type { GlobalOptions } from '../../session/session.js';
import type { Io } from '../../terminal/io.js';

/** `backup` and `restore` of the embedded database. */
export function addBackup(program: Command, io: Io): void {
  const isJson = (command: Command) => command.optsWithGlobals<GlobalOptions>().json === true;

  program
    .command('backup')
    .helpGroup('Server:')
    .description('back up the embedded database now; run this on the host of the server, with its environment')
    .option('--to <place>', 'directory or s3://bucket/prefix. Default: MILLRACE_BACKUP_TO')
    .option('--list', 'list the backups and the times that can be restored, without making one')
    .addHelpText(
      'after',
      `
The server may run meanwhile. With MILLRACE_BACKUP_TO set, a server also copies every change and makes base backups by
itself. Credentials of S3: AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.
${examples(
  'millrace backup --to /backup/millrace',
  'millrace backup --list --to /backup/millrace',
  "millrace backup --to 's3://bucket/millrace?endpoint=https://s3.example.com'",
)}`,
    )
    .action(async ({ to, list }: { readonly to?: string; readonly list?: boolean }, command: Command) => {
      const { backupDatabase, listBackupsOf } = await import('../../server/backup.js');
      const run = list === true ? listBackupsOf : backupDatabase;
      await run(io, { place: to, isJson: isJson(command) });
    });

  program
    .command('restore')
    .helpGroup('Server:')
    .description('restore the embedded database as it was at a time; the server must be stopped')
    .option('--at <time>', 'such as 2026-01-31T08:00:00Z. Default: the latest that the backups have', time)
    .option('--from <place>', 'directory or s3://bucket/prefix. Default: MILLRACE_BACKUP_TO')
    .addHelpText(
      'after',
      `
The database that is there now is kept beside the restored one; the output says where. Files are not restored: compare
them with the database afterwards, with millrace file reconcile (see docs/guide/backup.md).
${examples('millrace restore --from /backup/millrace --at 2026-01-31T08:00:00Z', 'millrace restore --from /backup/millrace')}`,
    )
    .action(async ({ at, from }: { readonly at?: Date; readonly from?: string }, command: Command) => {
      const { restoreDatabase } = await import('../../server/backup.js');
      await restoreDatabase(io, { place: from, at, isJson: isJson(command) });
    });
}

/** A time without a zone means something else on every machine. */
function time(text: string): Date {
  const date = new Date(text);
  if (/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/.test(text) && !Number.isNaN(date.getTime()))
    return date;
  throw new InvalidArgumentError(
    'Give a time with its zone, such as 2026-01-31T08:00:00Z or 2026-01-31T09:00:00+01:00.',
  );
}
