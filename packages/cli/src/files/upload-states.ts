import { createHash } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { UploadState } from '@millrace/client';
import type { Io } from '../terminal/io.js';

/** Saves the state of an upload in parts until it has ended, so that a later command can continue it. */
export interface KeptState {
  read(): Promise<UploadState | undefined>;
  keep(state: UploadState): Promise<void>;
  forget(): Promise<void>;
}

/** Which upload: the same file to the same place. */
export interface UploadTarget {
  readonly url: string;
  readonly subProjectId: string;
  readonly path: string;
  readonly fileName: string;
}

/** In `$XDG_STATE_HOME/millrace/uploads`, or below `~/.local/state`; readable only by the user. */
export function keptState({ env, home }: Pick<Io, 'env' | 'home'>, target: UploadTarget): KeptState {
  const base = env.XDG_STATE_HOME?.startsWith('/') ? env.XDG_STATE_HOME : join(home, '.local', 'state');
  const folder = join(base, 'millrace', 'uploads');
  const name = createHash('sha256')
    .update(JSON.stringify([target.url, target.subProjectId, resolve(target.path), target.fileName]))
    .digest('hex');
  const file = join(folder, `${name}.json`);
  return {
    async read() {
      const text = await readFile(file, 'utf8').catch((error: unknown) => {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
        throw error;
      });
      return text === undefined ? undefined : (JSON.parse(text) as UploadState);
    },
    async keep(state) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await writeFile(file, JSON.stringify(state), { mode: 0o600 });
    },
    forget: () => rm(file, { force: true }),
  };
}
