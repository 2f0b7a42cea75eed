import { MillraceError, ObjectStoreError, TransportError, UploadSourceError } from '@millrace/client';
import { CommandError, isFileError } from './exit-codes.js';
import { oneLine } from './text.js';

/** An error for people: its message, the invalid members, and the trace id. Ends with a line end. */
export function errorText(error: unknown): string {
  if (error instanceof CommandError) return `${error.message}\n`;
  if (error instanceof MillraceError) {
    const which = error.id === undefined ? `HTTP ${error.status}` : `${error.id} ${error.code ?? ''}`.trim();
    const blamed = error.errors.map(({ pointer, detail }) => `  ${oneLine(pointer)}: ${oneLine(detail)}\n`);
    return `error ${which}: ${oneLine(error.detail)}\n${blamed.join('')}trace id: ${oneLine(error.traceId)}\n`;
  }
  if (error instanceof ObjectStoreError || error instanceof UploadSourceError)
    return `error: ${oneLine(error.message)}\n`;
  if (error instanceof TransportError) return `error: ${oneLine(withCause(error))}\n`;
  if (isFileError(error)) return `error: ${oneLine(error.message)}\n`;
  return `unexpected error: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`;
}

/** An error as JSON, for scripts. */
export function errorJson(error: unknown, exitCode: number): object {
  if (error instanceof MillraceError) {
    const { id, code, status, detail, errors, traceId, operation } = error;
    return { error: { exitCode, id, code, status, detail, errors, traceId, operation } };
  }
  return { error: { exitCode, detail: error instanceof Error ? error.message : String(error) } };
}

function withCause(error: Error): string {
  const { cause } = error;
  if (!(cause instanceof Error)) return error.message;
  const inner = cause.cause instanceof Error ? cause.cause.message : cause.message;
  return inner === '' || error.message.includes(inner) ? error.message : `${error.message} (${inner})`;
}
