import { resolve } from 'node:path';
import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';

const text = (description: string) => Type.Optional(Type.String({ minLength: 1, description }));
const count = (description: string, minimum: number, maximum: number) =>
  Type.Optional(Type.String({ minimum, maximum, description }));
const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'silent'];

/** Environment variables of the server (D34); the one place that names them. */
export const environmentSchema = Type.Object({
  HOST: text('Address to bind; default 127.0.0.1'),
  PORT: count('Port to bind; 0 takes a free one; default 8080', 0, 65_535),
  MILLRACE_PUBLIC_URL: text('Address clients reach the server at; default http://HOST:PORT'),
  MILLRACE_DATA_DIR: text('Directory of the embedded database and store and of generated secrets; default ./data'),
  DATABASE_URL: text('PostgreSQL 15 to 18; absent: the embedded one'),
  MILLRACE_DATABASE_CONNECTIONS: count('Connections of this process to PostgreSQL; default 10', 2, 500),
  MILLRACE_ADMIN_CLIENT_ID: text('Client id of the administrator; absent: generated on first start'),
  MILLRACE_ADMIN_CLIENT_SECRET: text('Secret of the administrator; absent: generated on first start'),
  MILLRACE_STORE_ACCESS_KEY: text('Access key of the embedded store; absent: generated'),
  MILLRACE_STORE_SECRET_KEY: text('Secret key of the embedded store; absent: generated'),
  MILLRACE_STORE_PORT: count('Port of the embedded store; default a free one that is kept', 0, 65_535),
  MILLRACE_STORE_PUBLIC_URL: text('Address clients reach the embedded store at'),
  MILLRACE_STORAGE_PLUGINS: text(
    'JSON object of storage plugins by name (D28); absent: knowledgeRepo on the embedded store',
  ),
  MILLRACE_MAX_FILE_SIZE: count('Largest upload in bytes; default 5 GiB (D29)', 1, Number.MAX_SAFE_INTEGER),
  MILLRACE_TOKEN_SECONDS: count('Lifetime of access tokens; default 3600 (D10)', 60, 86_400),
  MILLRACE_SIGN_IN_ATTEMPTS: count('Failed sign-ins per client and per address in a minute; default 20', 1, 1_000_000),
  MILLRACE_SMTP_URL: text('SMTP server for email jobs, e.g. smtp://user:password@host:587'),
  MILLRACE_SMTP_FROM: text('Sender of email jobs'),
  MILLRACE_EVENT_URL: text('Webhook that receives events of event jobs'),
  MILLRACE_EVENT_SECRET: text('Key that signs events (HMAC-SHA256)'),
  MILLRACE_AUDIT_RETENTION_DAYS: count('Days that audit rows are kept at least; default for ever', 1, 36_500),
  MILLRACE_LOG_LEVEL: text('trace, debug, info, warn, error or silent; default info'),
});
type Environment = Static<typeof environmentSchema>;

export type ServerRole = 'api' | 'worker' | 'all';

/** The settings of one server process: frozen, passed in, never read from the environment elsewhere. */
export interface Config {
  readonly host: string;
  readonly port: number;
  readonly publicUrl: string | undefined;
  readonly role: ServerRole;
  readonly dataDirectory: string;
  readonly database: { readonly url: string | undefined; readonly maxConnections: number };
  readonly administrator: { readonly clientId: string | undefined; readonly clientSecret: string | undefined };
  readonly store: {
    readonly accessKey: string | undefined;
    readonly secretKey: string | undefined;
    readonly port: number | undefined;
    readonly publicUrl: string | undefined;
    readonly pluginsJson: string | undefined;
    readonly maximumFileSize: number;
  };
  readonly tokenSeconds: number;
  readonly signInAttemptsPerMinute: number;
  readonly smtp: { readonly url: string; readonly from: string } | undefined;
  readonly events: { readonly url: string; readonly secret: string | undefined } | undefined;
  /** Undefined: for ever. */
  readonly auditRetentionDays: number | undefined;
  readonly logLevel: string;
}

/** The environment holds a value the server cannot use; the message names the variable and what would be right. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/**
 * Reads the settings from environment variables.
 *
 * @throws ConfigError naming every variable that is wrong
 */
export function readConfig(environment: NodeJS.ProcessEnv, role: ServerRole = 'all'): Config {
  const given = pick(environment);
  const problems = check(given);
  if (problems.length > 0) throw new ConfigError(problems.join('\n'));
  const number = (name: keyof Environment, fallback: number): number =>
    given[name] === undefined ? fallback : Number(given[name]);
  return Object.freeze({
    host: given.HOST ?? '127.0.0.1',
    port: number('PORT', 8080),
    publicUrl: given.MILLRACE_PUBLIC_URL,
    role,
    dataDirectory: resolve(given.MILLRACE_DATA_DIR ?? './data'),
    database: { url: given.DATABASE_URL, maxConnections: number('MILLRACE_DATABASE_CONNECTIONS', 10) },
    administrator: { clientId: given.MILLRACE_ADMIN_CLIENT_ID, clientSecret: given.MILLRACE_ADMIN_CLIENT_SECRET },
    store: {
      accessKey: given.MILLRACE_STORE_ACCESS_KEY,
      secretKey: given.MILLRACE_STORE_SECRET_KEY,
      port: given.MILLRACE_STORE_PORT === undefined ? undefined : Number(given.MILLRACE_STORE_PORT),
      publicUrl: given.MILLRACE_STORE_PUBLIC_URL,
      pluginsJson: given.MILLRACE_STORAGE_PLUGINS,
      maximumFileSize: number('MILLRACE_MAX_FILE_SIZE', 5 * 1024 ** 3),
    },
    tokenSeconds: number('MILLRACE_TOKEN_SECONDS', 3600),
    signInAttemptsPerMinute: number('MILLRACE_SIGN_IN_ATTEMPTS', 20),
    smtp:
      given.MILLRACE_SMTP_URL === undefined
        ? undefined
        : { url: given.MILLRACE_SMTP_URL, from: given.MILLRACE_SMTP_FROM ?? 'millrace@localhost' },
    events:
      given.MILLRACE_EVENT_URL === undefined
        ? undefined
        : { url: given.MILLRACE_EVENT_URL, secret: given.MILLRACE_EVENT_SECRET },
    auditRetentionDays:
      given.MILLRACE_AUDIT_RETENTION_DAYS === undefined ? undefined : Number(given.MILLRACE_AUDIT_RETENTION_DAYS),
    logLevel: given.MILLRACE_LOG_LEVEL ?? 'info',
  });
}

/** Only our variables; an empty one counts as absent, as `VAR= command` means in a shell. */
function pick(environment: NodeJS.ProcessEnv): Environment {
  const names = Object.keys(environmentSchema.properties);
  return Object.fromEntries(
    names.flatMap((name) => (environment[name] ? [[name, environment[name]]] : [])),
  ) as Environment;
}

function check(given: Environment): string[] {
  const shape = Value.Errors(environmentSchema, given).map(
    (error) => `${error.instancePath.slice(1)}: ${error.message}`,
  );
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
  const address =
    given.MILLRACE_PUBLIC_URL !== undefined && !/^https?:\/\/[^/]/.test(given.MILLRACE_PUBLIC_URL)
      ? ['MILLRACE_PUBLIC_URL: must start with http:// or https://']
      : [];
  return [...shape, ...ranges, ...pair, ...level, ...address];
}
