import { randomBytes } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';

/** A file that gets its final name only when it is complete. */
export interface PendingFile {
  write(chunk: string | Uint8Array): Promise<void>;
  commit(): Promise<void>;
  discard(): Promise<void>;
}

/** Opens it in the folder of its final name, so that renaming is atomic. */
export async function openPending(path: string): Promise<PendingFile> {
  const temporary = `${path}.${randomBytes(6).toString('hex')}.part`;
  const file = await open(temporary, 'wx');
  return {
    write: (chunk) => file.writeFile(chunk),
    async commit() {
      await file.sync();
      await file.close();
      await rename(temporary, path);
    },
    async discard() {
      await file.close();
      await rm(temporary, { force: true });
    },
  };
}
