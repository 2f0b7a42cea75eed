import type { Io } from '../terminal/io.js';
import { openPending } from './pending-file.js';

/** Lets `work` write to a file that gets its name only when it is complete, or to standard output when there is no path. */
export async function writeTo<T>(
  io: Io,
  path: string | undefined,
  work: (write: (chunk: string | Uint8Array) => Promise<void>) => Promise<T>,
): Promise<T> {
  if (path === undefined || path === '-') return work((chunk) => io.out(chunk));
  const file = await openPending(path);
  try {
    const result = await work((chunk) => file.write(chunk));
    await file.commit();
    return result;
  } catch (error) {
    await file.discard();
    throw error;
  }
}
