import { stat } from 'node:fs/promises';
import { CommandError, exitCodes } from '../terminal/exit-codes.js';
import { openPending } from './pending-file.js';

/** Saves a download, whole or not at all. */
export async function save(path: string, chunks: AsyncIterable<Uint8Array>): Promise<void> {
  const file = await openPending(path);
  try {
    for await (const chunk of chunks) await file.write(chunk);
    await file.commit();
  } catch (error) {
    await file.discard();
    throw error;
  }
}

/** @throws CommandError when there is a file of that name, unless it may be replaced */
export async function refuseExisting(path: string, replace: boolean | undefined): Promise<void> {
  if (replace === true || (await stat(path).catch(() => undefined)) === undefined) return;
  throw new CommandError(`${path} exists already: name another file with -o, or add --force.`, exitCodes.conflict);
}

/** The name a file of the service gets here: without folders, and nothing a terminal or file system would act on. */
export function localName(fileName: string): string {
  const name = fileName
    .replace(/^.*[/\\]/s, '')
    .replace(/[\p{Cc}\p{Bidi_Control}]/gu, '_')
    .trim();
  return name === '' || name === '.' || name === '..' ? 'download' : name;
}
