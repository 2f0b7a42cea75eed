import { resolve } from 'node:path';
import { checkTarget } from '../backup/target/target-address.js';
import { embeddedStoreAddress, storagePlugins } from '../files/store/plugins.js';
import { checkTrustProxy, readTrustProxy } from '../http/sender/client-address.js';
import { eventJob } from '../jobs/handlers/event-job.js';
import { type Config, ConfigError, type Environment, environmentSchema, type ServerRole } from '../kernel/config.js';
import { checkSecretKeys } from '../kernel/sealing.js';
import { languageOf, languages } from '../mail/letters/languages.js';
import { createMailer, DEFAULT_SENDER } from '../mail/mailer/mailer.js';
import { checkDatabaseUrl } from '../postgres/connection/database-url.js';
import { readIdentityProviders } from './identity-provider-settings.js';
import { checkOtlp, wantsTraces } from './otlp-settings.js';
import { settingsOf } from './settings.js';

const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'silent'];

/** `a, b` → both; nothing for nothing. */
const splitList = (text: string | undefined): readonly string[] =>
  (text ?? '').split(',').flatMap((one) => (one.trim() === '' ? [] : [one.trim()]));

/**
 * Reads the settings from environment variables.
 *
 * @throws ConfigError naming every variable that is wrong
 */
export function readConfig(environment: NodeJS.ProcessEnv, role: ServerRole = 'all'): Config {
  const given = pick(environment);
  const { problems: wrongProviders, ...identityProviders } = readIdentityProviders(environment);
  const problems = [...check(given), ...wrongProviders, ...checkOtlp(environment)];
  const config: Config = Object.freeze({
    ...configOf(given, role),
    identityProviders,
    traces: wantsTraces(environment),
  });
  problems.push(...problemsOfParts(config));
  if (problems.length > 0) throw new ConfigError([...new Set(problems)].join('\n'));
  return config;
}

function configOf(given: Environment, role: ServerRole): Omit<Config, 'traces' | 'identityProviders'> {
  const number = (name: keyof Environment, fallback: number): number =>
    given[name] === undefined ? fallback : Number(given[name]);
  const optional = (name: keyof Environment): number | undefined =>
    given[name] === undefined ? undefined : Number(given[name]);
  return Object.freeze({
    host: given.HOST ?? '127.0.0.1',
    port: number('PORT', 8080),
    publicUrl: given.MILLRACE_PUBLIC_URL,
    role,
    workers: number('MILLRACE_WORKERS', 1),
    trustProxy: readTrustProxy(given.MILLRACE_TRUST_PROXY),
    secretKeys: splitList(given.MILLRACE_SECRET_KEY),
    dataDirectory: resolve(given.MILLRACE_DATA_DIR ?? './data'),
    database: { url: given.DATABASE_URL, maxConnections: number('MILLRACE_DATABASE_CONNECTIONS', 10) },
    shares: {
      perUser: optional('MILLRACE_USER_CONNECTIONS'),
      heavy: optional('MILLRACE_HEAVY_CONNECTIONS'),
      queue: number('MILLRACE_USER_QUEUE', 200),
      waitMs: number('MILLRACE_QUEUE_SECONDS', 10) * 1000,
    },
    bulkUpdatesPerUser: number('MILLRACE_BULK_UPDATES_PER_USER', 5),
    administrator: { clientId: given.MILLRACE_ADMIN_CLIENT_ID, clientSecret: given.MILLRACE_ADMIN_CLIENT_SECRET },
    store: {
      accessKey: given.MILLRACE_STORE_ACCESS_KEY,
      secretKey: given.MILLRACE_STORE_SECRET_KEY,
      port: optional('MILLRACE_STORE_PORT'),
      publicUrl: given.MILLRACE_STORE_PUBLIC_URL,
      signatureV2: number('MILLRACE_STORE_SIGNATURE_V2', 0) === 1,
      pluginsJson: given.MILLRACE_STORAGE_PLUGINS,
      maximumFileSize: number('MILLRACE_MAX_FILE_SIZE', 5 * 1024 ** 3),
      reserve: given.MILLRACE_STORAGE_RESERVE === undefined ? undefined : Number(given.MILLRACE_STORAGE_RESERVE),
      retentionDays: number('MILLRACE_FILE_RETENTION_DAYS', 30),
    },
    pushPrivateHosts: splitList(given.MILLRACE_PUSH_PRIVATE_HOSTS),
    tokenSeconds: number('MILLRACE_TOKEN_SECONDS', 3600),
    personalTokenDays: number('MILLRACE_PERSONAL_TOKEN_DAYS', 365),
    signInAttemptsPerMinute: number('MILLRACE_SIGN_IN_ATTEMPTS', 20),
    applicationRegistration: number('MILLRACE_APPLICATION_REGISTRATION', 0) === 1,
    smtp:
      given.MILLRACE_SMTP_URL === undefined
        ? undefined
        : { url: given.MILLRACE_SMTP_URL, from: given.MILLRACE_SMTP_FROM ?? DEFAULT_SENDER },
    mailDirectory: given.MILLRACE_MAIL_DIRECTORY === undefined ? undefined : resolve(given.MILLRACE_MAIL_DIRECTORY),
    language: languageOf(given.MILLRACE_LANGUAGE ?? null, 'en'),
    events:
      given.MILLRACE_EVENT_URL === undefined
        ? undefined
        : { url: given.MILLRACE_EVENT_URL, secret: given.MILLRACE_EVENT_SECRET },
    timeStampUrl: given.MILLRACE_TIMESTAMP_URL,
    auditRetentionDays: optional('MILLRACE_AUDIT_RETENTION_DAYS'),
    eventRetentionDays: number('MILLRACE_EVENT_RETENTION_DAYS', 30),
    backup: backupOf(given),
    logLevel: given.MILLRACE_LOG_LEVEL ?? 'info',
    settings: settingsOf(given),
  });
}

function backupOf(given: Environment): Config['backup'] {
  const { MILLRACE_BACKUP_TO: to } = given;
  if (to === undefined) return undefined;
  return {
    to,
    hours: Number(given.MILLRACE_BACKUP_HOURS ?? 24),
    keep: Number(given.MILLRACE_BACKUP_KEEP ?? 7),
    logSeconds: Number(given.MILLRACE_BACKUP_LOG_SECONDS ?? 60),
  };
}

/** Only our variables; an empty one counts as absent, as `VAR= command` means in a shell. */
function pick(environment: NodeJS.ProcessEnv): Environment {
  const names = Object.keys(environmentSchema.properties);
  return Object.fromEntries(
    names.flatMap((name) => (environment[name] ? [[name, environment[name]]] : [])),
  ) as Environment;
}

function check(given: Environment): string[] {
  const ranges = Object.entries(environmentSchema.properties).flatMap(([name, schema]) => {
    const value = given[name as keyof Environment];
    const { minimum, maximum } = schema as { minimum?: number; maximum?: number };
    if (value === undefined || minimum === undefined || maximum === undefined) return [];
    const isInRange = /^[0-9]+$/.test(value) && Number(value) >= minimum && Number(value) <= maximum;
    return isInRange ? [] : [`${name}: must be a whole number between ${minimum} and ${maximum}`];
  });
  const pair =
    (given.MILLRACE_ADMIN_CLIENT_SECRET === undefined) !== (given.MILLRACE_ADMIN_CLIENT_ID === undefined)
      ? ['MILLRACE_ADMIN_CLIENT_ID and MILLRACE_ADMIN_CLIENT_SECRET: give both or neither']
      : [];
  const level =
    given.MILLRACE_LOG_LEVEL !== undefined && !logLevels.includes(given.MILLRACE_LOG_LEVEL)
      ? [`MILLRACE_LOG_LEVEL: must be one of ${logLevels.join(', ')}`]
      : [];
  const { MILLRACE_LANGUAGE: named } = given;
  const language =
    named !== undefined && !languages.some((one) => one === named)
      ? [`MILLRACE_LANGUAGE: must be one of ${languages.join(', ')}`]
      : [];
  const authority =
    given.MILLRACE_TIMESTAMP_URL !== undefined && !isHttpUrl(given.MILLRACE_TIMESTAMP_URL)
      ? ['MILLRACE_TIMESTAMP_URL: must be an address that starts with http:// or https://']
      : [];
  const address =
    given.MILLRACE_PUBLIC_URL !== undefined && !/^https?:\/\/[^/]/.test(given.MILLRACE_PUBLIC_URL)
      ? ['MILLRACE_PUBLIC_URL: must start with http:// or https://']
      : [];
  const database = given.DATABASE_URL === undefined ? [] : checkDatabaseUrl(given.DATABASE_URL);
  const proxies = checkTrustProxy(given.MILLRACE_TRUST_PROXY);
  const secrets = checkSecretKeys(splitList(given.MILLRACE_SECRET_KEY));
  const backup = checkBackup(given);
  return [
    ...backup,
    ...ranges,
    ...pair,
    ...level,
    ...language,
    ...authority,
    ...address,
    ...database,
    ...proxies,
    ...secrets,
  ];
}

const isHttpUrl = (text: string): boolean => /^https?:\/\/[^/]/.test(text) && URL.canParse(text);

function checkBackup({ MILLRACE_BACKUP_TO: to, DATABASE_URL: url }: Environment): string[] {
  if (to === undefined) return [];
  if (url !== undefined) {
    return ['MILLRACE_BACKUP_TO is for the embedded database; with DATABASE_URL use the tools of that PostgreSQL'];
  }
  const problem = checkTarget(to);
  return problem === undefined ? [] : [`MILLRACE_BACKUP_TO: ${problem}`];
}

/** What the features say of their own settings, before anything is started. */
function problemsOfParts(config: Config): string[] {
  const checks = [
    () => storagePlugins(config.store.pluginsJson, undefined),
    () => embeddedStoreAddress(config.store.publicUrl),
    () => createMailer(config),
    () => eventJob(config.events),
  ];
  return checks.flatMap((run) => {
    try {
      run();
      return [];
    } catch (error) {
      if (error instanceof ConfigError) return error.message.split('\n');
      throw error;
    }
  });
}
