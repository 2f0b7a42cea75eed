import {
  buildListIndexes,
  connect,
  createLog,
  type ExplainedMigration,
  explainConnectError,
  explainPlan,
  grantToServer,
  keepAuditRetention,
  migrate,
  operatorMessage,
  planMigrations,
  readConfig,
} from '@millrace/server';
import { CommandError, exitCodes } from '../terminal/exit-codes.js';
import type { Io } from '../terminal/io.js';
import { createOutput } from '../terminal/output.js';

/**
 * `millrace migrate`: migrates the database to this version, or with `plan` lists the pending migrations and changes nothing.
 * Servers migrate when they start; this command does it beforehand. `grantTo` is the database role of the servers: it gets
 * what they need, which does not include changing the audit log.
 *
 * @throws CommandError when DATABASE_URL is missing, the database cannot be reached, or does not fit this version
 */
export async function migrateDatabase(
  io: Io,
  { plan, grantTo, isJson }: { readonly plan: boolean; readonly grantTo?: string; readonly isJson: boolean },
): Promise<void> {
  let url: string | undefined;
  try {
    const config = readConfig({ MILLRACE_LOG_LEVEL: 'warn', ...io.env });
    const { database, logLevel } = config;
    if (database.url === undefined) {
      throw new CommandError('Set DATABASE_URL. The embedded database is migrated when its server starts.');
    }
    url = database.url;
    const log = createLog(logLevel);
    const db = connect({ url: database.url, maxConnections: 2, applicationName: 'millrace-migrate', log });
    try {
      const planned = await planMigrations(db);
      const explained = plan ? await explainPlan(db, planned) : [];
      const { databaseVersion, codeVersion, pending } = plan ? planned : await migrate(db, log);
      if (!plan) await keepAuditRetention(db, config, log);
      if (!plan) await buildListIndexes(db, log);
      if (!plan && grantTo !== undefined) await grantToServer(db, log, grantTo);
      const names = pending.map(({ number, name }) => `${String(number).padStart(4, '0')}_${name}`);
      const files = plan ? explained.map(explanation) : names.map((name) => `\n  ${name}`);
      const verb = plan ? 'To be applied' : 'Applied';
      const sentence =
        names.length === 0
          ? `Nothing to do: the database is at version ${databaseVersion}`
          : `${verb}, from version ${databaseVersion} to ${codeVersion}:${files.join('')}`;
      const granted = plan || grantTo === undefined ? '' : `\nThe role ${grantTo} has the privileges of a server`;
      await createOutput(io, isJson).done(`${sentence}${granted}`, {
        databaseVersion,
        codeVersion,
        [plan ? 'pending' : 'applied']: names,
        ...(granted === '' ? {} : { grantedTo: grantTo }),
        ...(plan ? { migrations: explained } : {}),
      });
    } finally {
      await db.close();
    }
  } catch (error) {
    const message = operatorMessage(explainConnectError(error, url));
    throw message === undefined ? error : new CommandError(message, exitCodes.unavailable);
  }
}

/** Statements that do not affect existing data (new tables, functions) are only counted. */
function explanation({ file, statements }: ExplainedMigration): string {
  const telling = statements.filter(({ effect }) => effect !== 'no session waits');
  const lines = telling.map(({ text, effect, rows, bytes }) => {
    const size = rows === undefined ? '' : `; about ${count(rows)} rows, ${megabytes(bytes ?? 0)}`;
    return `\n    ${text}\n      ${effect}${size}`;
  });
  const others = statements.length - telling.length;
  const rest =
    others === 0 ? '' : `\n    ${others} ${others === 1 ? 'statement' : 'statements'} that block nothing else`;
  return `\n  ${file.replace(/\.sql$/, '')}${lines.join('')}${rest}`;
}

const count = (value: number): string => Math.round(value).toLocaleString('en-US');
const megabytes = (bytes: number): string => `${(bytes / 1024 ** 2).toFixed(bytes < 1024 ** 2 ? 2 : 0)} MB`;
