import { Type } from '@millrace/contract';
import type { Static } from 'typebox';

const text = (description: string) => Type.Optional(Type.String({ minLength: 1, description }));
const count = (description: string, minimum: number, maximum: number) =>
  Type.Optional(Type.String({ minimum, maximum, description }));

/** Environment variables of the server (D34); no other file names them. */
export const environmentSchema = Type.Object({
  HOST: text('Address to bind; default 127.0.0.1'),
  PORT: count('Port to bind; 0 takes a free one; default 8080', 0, 65_535),
  MILLRACE_PUBLIC_URL: text('Address clients reach the server at; default http://HOST:PORT'),
  MILLRACE_DATA_DIR: text('Directory of the embedded database and store and of generated secrets; default ./data'),
  DATABASE_URL: text('URL of PostgreSQL 15 to 18; absent: the embedded PostgreSQL'),
  MILLRACE_DATABASE_CONNECTIONS: count('Connections of each server process to PostgreSQL; default 10', 2, 500),
  MILLRACE_USER_CONNECTIONS: count(
    'Connections of a server process for the requests of one user; default 60 %',
    1,
    500,
  ),
  MILLRACE_HEAVY_CONNECTIONS: count(
    'Connections of a server process for requests that take long; default half',
    1,
    500,
  ),
  MILLRACE_USER_QUEUE: count('Requests of one user that may wait for a connection; default 200', 0, 100_000),
  MILLRACE_QUEUE_SECONDS: count('Time that a request may wait for a connection; in seconds; default 10', 1, 300),
  MILLRACE_BULK_UPDATES_PER_USER: count('Bulk updates of one user in a sub-project that may run; default 5', 1, 1000),
  MILLRACE_WORKERS: count('Server processes that `millrace start` runs on one port; default 1', 1, 64),
  MILLRACE_TRUST_PROXY: text('Proxies whose X-Forwarded-For is trusted: addresses and CIDRs, or a number of hops'),
  MILLRACE_SECRET_KEY: text('Keys that encrypt the token keys in the database, 32 bytes in base64; the first encrypts'),
  MILLRACE_ADMIN_CLIENT_ID: text('Client id of the administrator; absent: generated on first start'),
  MILLRACE_ADMIN_CLIENT_SECRET: text('Secret of the administrator; absent: generated on first start'),
  MILLRACE_STORE_ACCESS_KEY: text('Access key of the embedded store; absent: generated'),
  MILLRACE_STORE_SECRET_KEY: text('Secret key of the embedded store; absent: generated'),
  MILLRACE_STORE_PORT: count('Port of the embedded store; default a free one that is kept', 0, 65_535),
  MILLRACE_STORE_PUBLIC_URL: text('Address clients reach the embedded store at'),
  MILLRACE_STORE_SIGNATURE_V2: count('1: the embedded store also takes the older signature version 2; default 0', 0, 1),
  MILLRACE_STORAGE_PLUGINS: text('JSON object of storage plugins by name; absent: knowledgeRepo on the embedded store'),
  MILLRACE_MAX_FILE_SIZE: count('Largest upload in bytes; default 5 GiB', 1, Number.MAX_SAFE_INTEGER),
  MILLRACE_STORAGE_RESERVE: count(
    'Bytes of its disk that the embedded store leaves free; default 1 GiB, or 5 % of a disk smaller than 20 GiB',
    0,
    Number.MAX_SAFE_INTEGER,
  ),
  MILLRACE_FILE_RETENTION_DAYS: count('Days that a deleted file can be recovered; default 30', 0, 36_500),
  MILLRACE_TOKEN_SECONDS: count('Lifetime of access tokens; in seconds; default 3600', 60, 86_400),
  MILLRACE_PERSONAL_TOKEN_DAYS: count('Days that a personal token may last; default 365', 1, 3650),
  MILLRACE_SIGN_IN_ATTEMPTS: count('Failed sign-ins per client and per address in a minute; default 20', 1, 1_000_000),
  MILLRACE_APPLICATION_REGISTRATION: count('1: applications may register themselves (RFC 7591); default 0', 0, 1),
  MILLRACE_OIDC_PRIVATE_HOSTS: text('Hosts and ranges that identity providers of administrators may be reached at'),
  MILLRACE_SMTP_URL: text('SMTP server for e-mail, e.g. smtp://user:password@host:587'),
  MILLRACE_SMTP_FROM: text('Sender of e-mail; default millrace@localhost'),
  MILLRACE_MAIL_DIRECTORY: text('Without MILLRACE_SMTP_URL: directory that e-mail is written to as .eml files'),
  MILLRACE_PUSH_PRIVATE_HOSTS: text('Hosts and ranges in a private network that push services of browsers may be at'),
  MILLRACE_LANGUAGE: text('Language of e-mail to people who have chosen none: en or de; default en'),
  MILLRACE_EVENT_URL: text('Webhook that receives events of event jobs'),
  MILLRACE_EVENT_SECRET: text('Key that signs events (HMAC-SHA256)'),
  MILLRACE_TIMESTAMP_URL: text('Authority that time-stamps evidence (RFC 3161); absent: none'),
  MILLRACE_AUDIT_RETENTION_DAYS: count('Days that audit rows are kept at least; default: no limit', 1, 36_500),
  MILLRACE_EVENT_RETENTION_DAYS: count('Days that events are kept at least; default 30', 1, 36_500),
  MILLRACE_BACKUP_TO: text('Backups of the embedded database: a directory, or s3://bucket/prefix; default: none'),
  MILLRACE_BACKUP_HOURS: count('Hours between two base backups; default 24', 1, 8784),
  MILLRACE_BACKUP_KEEP: count('Base backups that are kept, with all changes since the oldest; default 7', 1, 10_000),
  MILLRACE_BACKUP_LOG_SECONDS: count('Changes are copied this often; in seconds; default 60', 1, 3600),
  MILLRACE_LOG_LEVEL: text('trace, debug, info, warn, error or silent; default info'),
});
export type Environment = Static<typeof environmentSchema>;

export type ServerRole = 'api' | 'worker' | 'all';

/** The settings of one server process: frozen, passed in, never read from the environment elsewhere. */
export interface Config {
  readonly host: string;
  readonly port: number;
  readonly publicUrl: string | undefined;
  readonly role: ServerRole;
  /** Server processes that `millrace start` runs; with 1 there is a single process. */
  readonly workers: number;
  /** Proxies whose X-Forwarded-For is trusted: a number of hops, or addresses and CIDRs; empty: no proxy. */
  readonly trustProxy: number | readonly string[];
  /** Base64 of 32 bytes each. The first encrypts, all of them decrypt; empty: token keys are stored unencrypted. */
  readonly secretKeys: readonly string[];
  readonly dataDirectory: string;
  readonly database: { readonly url: string | undefined; readonly maxConnections: number };
  /** How the requests of users share the connections; undefined: a part of `maxConnections`. */
  readonly shares: {
    readonly perUser: number | undefined;
    readonly heavy: number | undefined;
    readonly queue: number;
    readonly waitMs: number;
  };
  readonly bulkUpdatesPerUser: number;
  readonly administrator: { readonly clientId: string | undefined; readonly clientSecret: string | undefined };
  readonly store: {
    readonly accessKey: string | undefined;
    readonly secretKey: string | undefined;
    readonly port: number | undefined;
    readonly publicUrl: string | undefined;
    readonly signatureV2: boolean;
    readonly pluginsJson: string | undefined;
    readonly maximumFileSize: number;
    /** Bytes; undefined: as the size of the disk has it. */
    readonly reserve: number | undefined;
    readonly retentionDays: number;
  };
  readonly tokenSeconds: number;
  readonly personalTokenDays: number;
  readonly signInAttemptsPerMinute: number;
  /** Whether applications that act as people may register themselves. */
  readonly applicationRegistration: boolean;
  readonly identityProviders: {
    readonly providers: readonly ConfiguredProvider[];
    /** Hosts, addresses and ranges that other providers may be reached at although they are private. */
    readonly privateHosts: readonly string[];
  };
  readonly smtp: { readonly url: string; readonly from: string } | undefined;
  /** Where e-mail is written as files when there is no SMTP server. */
  readonly mailDirectory: string | undefined;
  /** Of e-mail to people who have chosen none. */
  readonly language: 'en' | 'de';
  /** Hosts, addresses and ranges at which push services may be although they are private. */
  readonly pushPrivateHosts: readonly string[];
  readonly events: { readonly url: string; readonly secret: string | undefined } | undefined;
  /** Authority of time stamps (RFC 3161); undefined: evidence has none. */
  readonly timeStampUrl: string | undefined;
  /** Undefined: audit rows are never deleted. */
  readonly auditRetentionDays: number | undefined;
  readonly eventRetentionDays: number;
  /** Of the embedded database; undefined: none. */
  readonly backup:
    | { readonly to: string; readonly hours: number; readonly keep: number; readonly logSeconds: number }
    | undefined;
  /** All of them as they may be shown. */
  readonly settings: readonly Setting[];
  /** Whether traces are sent; where to and how is in the standard variables of OpenTelemetry (OTEL_…). */
  readonly traces: boolean;
  readonly logLevel: string;
}

/** A setting as it may be shown. */
export interface Setting {
  /** Of the environment variable. */
  readonly name: string;
  readonly description: string;
  readonly source: 'environment' | 'default';
  /** Whether the value may hold a secret, so that it is not shown. */
  readonly isSecret: boolean;
  /** The default is in words; null: it is not shown, or there is none. */
  readonly value: string | null;
}

/** An OpenID Connect provider of the settings (`MILLRACE_OIDC_<NAME>_…`). */
export interface ConfiguredProvider {
  /** Part of its addresses at this service: lower-case letters, digits and hyphens. */
  readonly id: string;
  /** What the button of the sign-in page says. */
  readonly name: string;
  /** Exactly as the provider writes it in its discovery document and its tokens. */
  readonly issuer: string;
  readonly clientId: string;
  /** Absent: a public client, which PKCE protects. */
  readonly clientSecret: string | undefined;
  /** Domains of e-mail addresses that the provider speaks for; in lower case, ASCII. */
  readonly domains: readonly string[];
  /** Whether people whom nobody has invited get a user at their first sign-in. */
  readonly provision: boolean;
  /** The claim that lists the groups of a person; undefined: groups are not taken from this provider. */
  readonly groupsClaim: string | undefined;
  /** Asked for besides `openid email profile`. */
  readonly scopes: readonly string[];
}

/** The server cannot use a value of the environment. The message names the variable and a correct value. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}
