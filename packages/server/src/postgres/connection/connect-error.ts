import { ConfigError } from '../../kernel/config.js';
import { withoutPassword } from './database-url.js';
import { sqlState } from './errors.js';

/** What is wrong and what would be right, by SQLSTATE or by the code of the system or of TLS. */
const reasons: Readonly<Record<string, string>> = {
  '28P01': 'PostgreSQL refuses the password of this user. Check user and password.',
  '28000':
    'PostgreSQL refuses this user. Check the user, and pg_hba.conf for this host (it may want TLS: sslmode=require).',
  '3D000': 'There is no database of this name. Create it (createdb), or name another one.',
  '42501': 'The user may not do what Millrace needs. Make it the owner of the database, or grant it CREATE on it.',
  '53300': 'PostgreSQL has no connection left. Raise max_connections, or lower MILLRACE_DATABASE_CONNECTIONS.',
  '57P03': 'PostgreSQL is starting or stopping. Try again when it accepts connections.',
  ENOTFOUND: 'The host is not known. Check its name.',
  EAI_AGAIN: 'The name of the host cannot be looked up right now. Check the name and DNS.',
  ECONNREFUSED: 'Nothing listens there. Check host and port, and that PostgreSQL runs and listens on that address.',
  ETIMEDOUT: 'The host does not answer. Check host, port and firewalls.',
  EHOSTUNREACH: 'The host cannot be reached. Check host and network.',
  ENETUNREACH: 'The host cannot be reached. Check host and network.',
  ENOENT: 'There is no such socket. Check the path.',
  DEPTH_ZERO_SELF_SIGNED_CERT:
    'Its certificate is not signed by an authority that is known. Name one with sslrootcert=<file>.',
  SELF_SIGNED_CERT_IN_CHAIN:
    'Its certificate is not signed by an authority that is known. Name one with sslrootcert=<file>.',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    'Its certificate is not signed by an authority that is known. Name one with sslrootcert=<file>.',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY:
    'Its certificate is not signed by an authority that is known. Name one with sslrootcert=<file>.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'Its certificate is for another host. Use the name in it, or sslmode=verify-ca.',
  CERT_HAS_EXPIRED: 'Its certificate has expired.',
};

/**
 * The error of a first statement, told as one about DATABASE_URL where it is: names the address without its password.
 *
 * @param url undefined for the embedded PostgreSQL, whose address is not configurable
 */
export function explainConnectError(error: unknown, url: string | undefined): unknown {
  if (url === undefined) return error;
  const causes = causesOf(error);
  const reason = causes.map(reasonOf).find((one) => one !== undefined);
  if (reason === undefined) return error;
  const detail = causes.at(-1)?.message ?? '';
  const at = `DATABASE_URL: ${withoutPassword(url)} cannot be used.`;
  return new ConfigError(`${at} ${reason}${detail === '' ? '' : ` PostgreSQL's connection says: ${detail}`}`);
}

function reasonOf(error: Error): string | undefined {
  const code = sqlState(error) ?? ('code' in error ? String(error.code) : undefined);
  const known = code === undefined ? undefined : reasons[code];
  if (known !== undefined) return known;
  if (/does not support SSL/.test(error.message)) return 'The server takes no TLS. Use sslmode=disable, or prefer.';
  if (/^timeout exc|^timeout exp|Connection terminated due to connection timeout/.test(error.message))
    return reasons.ETIMEDOUT;
  if (/SASL|client password must be/.test(error.message))
    return 'PostgreSQL asks for a password. Give one in the address.';
  return undefined;
}

/** The error, what caused it, and of several attempts (IPv4 and IPv6) the last. */
function causesOf(error: unknown): readonly Error[] {
  if (error instanceof AggregateError && error.errors.length > 0) return causesOf(error.errors.at(-1));
  if (!(error instanceof Error)) return [];
  return [error, ...causesOf(error.cause)];
}
