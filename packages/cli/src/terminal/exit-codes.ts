import { MillraceError, ObjectStoreError, TransportError, UploadSourceError } from '@millrace/client';

/** Exit codes by kind of failure; docs/guide/cli.md documents them for scripts. */
export const exitCodes = Object.freeze({
  ok: 0,
  /** A defect, here or in the service (500). */
  internal: 1,
  /** The command line is wrong, or a required setting is missing. */
  usage: 2,
  /** Not signed in, or the credentials are not valid (401). */
  unauthenticated: 3,
  /** The caller's roles do not allow it (403). */
  notAllowed: 4,
  /** Something named does not exist (404). */
  notFound: 5,
  /** A value or a configuration is not valid (400, 413, 415). */
  invalid: 6,
  /** It does not fit the current state (409, 412, 423). */
  conflict: 7,
  /** The service cannot be reached or is not ready, or asked to wait (429, 502, 503, 504). Trying again later can help. */
  unavailable: 8,
  /** The user did not confirm, or could not be asked. */
  declined: 9,
  /** A scenario failed, a diagram is covered less than asked for, or a result of a test case of decisions differs. */
  testsFailed: 10,
  /** Ctrl+C. */
  interrupted: 130,
});

/** A failure that is shown as its message only, without a stack. */
export class CommandError extends Error {
  override readonly name: string = 'CommandError';
  constructor(
    message: string,
    readonly exitCode: number = exitCodes.usage,
  ) {
    super(message);
  }
}

/** Ctrl+C was pressed. */
export class Interrupted extends CommandError {
  override readonly name = 'Interrupted';
  constructor() {
    super('interrupted', exitCodes.interrupted);
  }
}

/** The exit code of an error. The HTTP status decides, as in the client's error classes (D8). */
export function exitCodeOf(error: unknown): number {
  if (error instanceof CommandError) return error.exitCode;
  if (error instanceof TransportError) return exitCodes.unavailable;
  if (isFileError(error) || error instanceof UploadSourceError) return exitCodes.usage;
  if (!(error instanceof MillraceError || error instanceof ObjectStoreError)) return exitCodes.internal;
  return byStatus[error.status] ?? (error.status > 500 ? exitCodes.unavailable : exitCodes.internal);
}

/** The operating system refused a local file; these errors contain the name of the system call. */
export const isFileError = (error: unknown): error is Error =>
  error instanceof Error && 'syscall' in error && 'path' in error;

const byStatus: Readonly<Record<number, number | undefined>> = {
  400: exitCodes.invalid,
  401: exitCodes.unauthenticated,
  403: exitCodes.notAllowed,
  404: exitCodes.notFound,
  409: exitCodes.conflict,
  412: exitCodes.conflict,
  413: exitCodes.invalid,
  415: exitCodes.invalid,
  423: exitCodes.conflict,
  429: exitCodes.unavailable,
};
