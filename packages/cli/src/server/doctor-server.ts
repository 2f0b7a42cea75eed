import {
  ConfigError,
  connect,
  createLog,
  type Inspection,
  inspectInstallation,
  operatorMessage,
  readConfig,
} from '@millrace/server';
import { type Check, failed, ok, skipped, warning } from '../doctor/check.js';
import { oneLine } from '../terminal/text.js';

const DAY_MS = 24 * 60 * 60 * 1000;
/** A job waits seconds when workers are busy; if a worker dies, another takes over its job within a minute. */
const MAX_JOB_WAIT_SECONDS = 120;

/** `millrace doctor --server`: checks settings and database of an installation where it runs; changes nothing. */
export async function checkInstallation(env: Readonly<Record<string, string | undefined>>): Promise<readonly Check[]> {
  try {
    const { database, logLevel } = readConfig({ MILLRACE_LOG_LEVEL: 'silent', ...env });
    const settings = ok('settings', 'the environment is valid');
    if (database.url === undefined) {
      const detail = 'DATABASE_URL is not set: the embedded database belongs to its server';
      return [settings, skipped('database', detail)];
    }
    const log = createLog(logLevel);
    const db = connect({ url: database.url, maxConnections: 2, applicationName: 'millrace-doctor', log });
    try {
      return [settings, ...checksOf(await inspectInstallation(db), Date.now())];
    } finally {
      await db.close();
    }
  } catch (error) {
    const message = operatorMessage(error);
    if (message === undefined) throw error;
    if (error instanceof ConfigError) {
      return [
        failed('settings', oneLine(message), 'Correct the environment; docs/guide/operate.md has every variable.'),
      ];
    }
    return [failed('database', oneLine(message), 'Correct DATABASE_URL, or what it leads to.')];
  }
}

/** @param now milliseconds since the epoch */
export function checksOf(found: Inspection, now: number): readonly Check[] {
  const { databaseVersion, codeVersion, pending, audit, overdueSeconds } = found;
  if (pending.length > 0) {
    const detail = `the database is at ${databaseVersion}, this version needs ${codeVersion}: ${pending.join(', ')}`;
    const later = 'unknown before the migrations';
    return [
      failed('migrations', detail, 'millrace migrate --plan, then millrace migrate; servers do it at their start.'),
      skipped('audit log', later),
      skipped('worker', later),
    ];
  }
  return [
    ok('migrations', `none pending, version ${databaseVersion}`),
    ...(audit === undefined ? [] : [auditCheck(audit, now)]),
    ...(overdueSeconds === undefined ? [] : [workerCheck(overdueSeconds)]),
  ];
}

function auditCheck({ untilTs, hasLaterRows }: NonNullable<Inspection['audit']>, now: number): Check {
  const days = Math.floor((untilTs.getTime() - now) / DAY_MS);
  const advice = 'Run a worker (millrace start --role worker): it makes room every hour.';
  if (hasLaterRows) return warning('audit log', 'rows stand beyond the last month there is room for', advice);
  if (days < 31) return warning('audit log', `room for ${Math.max(0, days)} days`, advice);
  return ok('audit log', `room for ${days} days`);
}

const workerCheck = (seconds: number): Check =>
  seconds > MAX_JOB_WAIT_SECONDS
    ? failed(
        'worker',
        `the oldest job has waited for ${seconds} s`,
        'Is a worker running (millrace start --role worker or all)? Its log tells, if it is.',
      )
    : ok('worker', 'no job waits for one');
