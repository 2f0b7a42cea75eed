/** The data directory cannot be used. The message says what is wrong, which path, and what to do. */
export class DataDirectoryError extends Error {
  override readonly name = 'DataDirectoryError';
  constructor(
    problem: string,
    readonly path: string,
    remedy: string,
    options?: ErrorOptions,
  ) {
    super(`${path}: ${problem}. ${remedy}.`, options);
  }
}

/** This machine cannot run the embedded PostgreSQL, whatever the directory. */
export class EmbeddedPostgresError extends Error {
  override readonly name = 'EmbeddedPostgresError';
}

const OTHER_PLACE = 'Set MILLRACE_DATA_DIR to a directory Millrace may write to, or DATABASE_URL to a PostgreSQL';

/** Turns a file system error on a path of the data directory into a {@link DataDirectoryError}; leaves others alone. */
export function directoryFailure(error: unknown, path: string): unknown {
  if (!(error instanceof Error) || !('code' in error)) return error;
  switch (error.code) {
    case 'ENOTDIR':
    case 'EEXIST':
      return new DataDirectoryError('there is a file where a directory is needed', path, OTHER_PLACE, { cause: error });
    case 'EACCES':
    case 'EPERM':
      return new DataDirectoryError('Millrace may not write there', path, OTHER_PLACE, { cause: error });
    case 'EROFS':
      return new DataDirectoryError('the file system is read-only', path, OTHER_PLACE, { cause: error });
    case 'ENOSPC':
    case 'EDQUOT':
      return new DataDirectoryError('the disk is full', path, 'Free some space and start again', { cause: error });
    default:
      return error;
  }
}

/** The same for what `initdb` or `postgres` wrote before it gave up. */
export function programFailure(program: string, output: string, path: string): Error {
  const lines = output.trim().split('\n');
  const full = lines.find((line) => /No space left on device|Disk quota exceeded/i.test(line));
  if (full !== undefined) {
    return new DataDirectoryError(`the disk is full (${full.trim()})`, path, 'Free some space and start again');
  }
  const denied = lines.find((line) =>
    /Permission denied|Read-only file system|wrong ownership|invalid perm/i.test(line),
  );
  if (denied !== undefined) {
    return new DataDirectoryError(`PostgreSQL may not use it (${denied.trim()})`, path, OTHER_PLACE);
  }
  const said = lines.slice(-5).join(' ');
  return new EmbeddedPostgresError(`${program} failed: ${said === '' ? 'it said nothing' : said}`);
}
