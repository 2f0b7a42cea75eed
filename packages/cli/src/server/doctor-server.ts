import {
  type Config,
  ConfigError,
  connect,
  createLog,
  type Inspection,
  inspectEmbedded,
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
    const config = readConfig({ MILLRACE_LOG_LEVEL: 'silent', ...env });
    const settings = ok('settings', 'the environment is valid');
    const { url, checks } = await findDatabase(config);
    if (url === undefined) return [settings, ...checks];
    const db = connect({ url, maxConnections: 2, applicationName: 'millrace-doctor', log: createLog(config.logLevel) });
    try {
      return [settings, ...checks, ...checksOf(await inspectInstallation(db), Date.now())];
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
    const remedy = env.DATABASE_URL
      ? 'Correct DATABASE_URL, or what it leads to.'
      : 'Run this with the environment and as the user of the server, or set DATABASE_URL.';
    return [failed('database', oneLine(message), remedy)];
  }
}

/** The address of DATABASE_URL, or of the embedded database if it runs; otherwise what is the matter with it. */
async function findDatabase(config: Config): Promise<{ readonly url?: string; readonly checks: readonly Check[] }> {
  if (config.database.url !== undefined) return { url: config.database.url, checks: [] };
  const found = await inspectEmbedded(config);
  switch (found.state) {
    case 'running':
      return { url: found.url, checks: [ok('database', `embedded, in ${found.cluster}`)] };
    case 'stopped': {
      const advice = 'Start the server, which starts it, and run this again.';
      return { checks: [failed('database', `the embedded database in ${found.cluster} does not run`, advice)] };
    }
    case 'absent': {
      const detail = `DATABASE_URL is not set, and no server has created an embedded database in ${config.dataDirectory}`;
      return { checks: [skipped('database', detail)] };
    }
  }
}

/** @param now milliseconds since the epoch */
export function checksOf(found: Inspection, now: number): readonly Check[] {
  const { databaseVersion, codeVersion, pending, audit, rights, overdueSeconds } = found;
  if (pending.length > 0) {
    const detail = `the database is at ${databaseVersion}, this version needs ${codeVersion}: ${pending.join(', ')}`;
    const later = 'unknown before the migrations';
    return [
      failed('migrations', detail, 'millrace migrate --plan, then millrace migrate; servers do it at their start.'),
      skipped('database role', later),
      skipped('audit log', later),
      skipped('worker', later),
    ];
  }
  return [
    ok('migrations', `none pending, version ${databaseVersion}`),
    ...(rights === undefined ? [] : [roleCheck(rights)]),
    ...(audit === undefined ? [] : [auditCheck(audit, now)]),
    ...(overdueSeconds === undefined ? [] : [workerCheck(overdueSeconds)]),
  ];
}

/** Whether the role of the servers can do its work, and no more with the audit log than add to it. */
function roleCheck({ role, canChange, missing }: NonNullable<Inspection['rights']>): Check {
  const name = 'database role';
  if (missing.length > 0) {
    const more = missing.length > 3 ? ` and ${missing.length - 3} more` : '';
    const advice = `Run as the owner of the schema: millrace migrate --grant ${role}`;
    return failed(name, `${role} lacks ${missing.slice(0, 3).join(', ')}${more}`, advice);
  }
  if (canChange.length > 0) {
    return warning(
      name,
      `${role} can change the audit log: it ${canChange.join('; it ')}`,
      'Let the servers work as a role of their own: docs/guide/operate.md, "The database role of the servers".',
    );
  }
  return ok(name, `${role} can add audit rows and not change them`);
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
