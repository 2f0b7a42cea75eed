import { BackupError } from '../backup/target/backup-error.js';
import { AdministratorFileError } from '../identity/bootstrap/administrator-file.js';
import { ConfigError } from '../kernel/config.js';
import { DatabaseUnavailableError, UnsupportedServerError } from '../postgres/database.js';
import { DataDirectoryError, EmbeddedPostgresError } from '../postgres/embedded/errors.js';
import { MigrationError } from '../postgres/migration/migration-files.js';

const operators = [
  ConfigError,
  AdministratorFileError,
  BackupError,
  DataDirectoryError,
  EmbeddedPostgresError,
  DatabaseUnavailableError,
  UnsupportedServerError,
  MigrationError,
];

/**
 * The message of an error that the operator can fix; undefined for a defect of Millrace, whose stack is logged instead.
 *
 * @param error what kept the server from starting
 */
export function operatorMessage(error: unknown): string | undefined {
  if (isUnusableAddress(error)) return `${error.message}. Check HOST and PORT.`;
  if (isDiskFull(error)) {
    return `The disk is full (${error.message}). Free some space on the disk of MILLRACE_DATA_DIR and start again.`;
  }
  if (!operators.some((known) => error instanceof known)) return undefined;
  const { message, cause } = error as Error;
  return cause instanceof Error && cause.message !== '' ? `${message} (${cause.message})` : message;
}

function isDiskFull(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT');
}

/** The embedded store and the search for a free port listen before the server does, on the same HOST. */
function isUnusableAddress(error: unknown): error is Error {
  const isListen = error instanceof Error && 'code' in error && 'syscall' in error && error.syscall === 'listen';
  return isListen && (error.code === 'EADDRNOTAVAIL' || error.code === 'EACCES');
}
