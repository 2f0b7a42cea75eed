import { InvalidRequestError } from '@millrace/client';
import type { Session } from '../session/session.js';

/** Runs `work`. If the service reports a wrong type, prints how to write values that are not text. */
export async function withTypeHint<T>({ io, output }: Session, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!output.isJson && wantsOtherType(error)) {
      io.err('hint: name=… is text. Write name:=… for numbers, true, null, lists and objects\n');
    }
    throw error;
  }
}

const wantsOtherType = (error: unknown): boolean =>
  error instanceof InvalidRequestError &&
  error.errors.some(({ detail }) => /\b(number|integer|boolean|true|array|list|object)\b/.test(detail));
