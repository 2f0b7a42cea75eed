import { stat } from 'node:fs/promises';
import { CommandError, exitCodes } from '../terminal/exit-codes.js';
import { openPending } from './pending-file.js';

/** Saves a download completely or not at all. */
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

/** @throws CommandError when the file exists and must not be overwritten */
export async function refuseExisting(path: string, replace: boolean | undefined): Promise<void> {
  if (replace === true || (await stat(path).catch(() => undefined)) === undefined) return;
  throw new CommandError(`${path} exists already: name another file with -o, or add --force.`, exitCodes.conflict);
}

/** The local name of a file of the service: without folders and without characters that are special to terminals or file systems. */
export function localName(fileName: string): string {
  const name = fileName
    .replace(/^.*[/\\]/s, '')
    .replace(/[\p{Cc}\p{Bidi_Control}]/gu, '_')
    .trim();
  return name === '' || name === '.' || name === '..' ? 'download' : name;
}
