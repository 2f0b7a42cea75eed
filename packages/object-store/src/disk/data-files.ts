import { randomUUID } from 'node:crypto';
import { type FileHandle, open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { systemErrorCode } from '../kernel/error.js';
import { makeDirectory, removeFreeingLater, renameDurably, syncDirectory, writeSynced } from './durable.js';
import {
  damaged,
  type ObjectRecord,
  type OpenObject,
  openObjectFile,
  readObjectFile,
  trailerOf,
} from './object-file.js';

/**
 * The bytes of a bucket's long objects (ADR 0006): each object has a file of its own under `data/`, whose name is never used again.
 * Copies are hard links to it.
 *
 * A record and the data file that it names cannot change in one step. So every change first writes a note under `changes/`: a
 * copy of the new or the old record. After the change, or at the next start if the process died, the data file that the note
 * names is removed unless the object names it.
 */
export class DataFiles {
  readonly #data: string;
  readonly #changes: string;

  constructor(bucketPath: string) {
    this.#data = join(bucketPath, 'data');
    this.#changes = join(bucketPath, 'changes');
  }

  /** Makes the directories where they are missing, and finishes the changes of a process that died. */
  async load(pathOf: (key: string) => string): Promise<void> {
    await makeDirectory(this.#data);
    await makeDirectory(this.#changes);
    for (const name of await readdir(this.#changes)) {
      const note = join(this.#changes, name);
      // An incomplete note means that the change had not begun.
      const noted = await readObjectFile(note).catch(() => undefined);
      if (noted?.data === undefined) await rm(note);
      else await this.#settle(note, noted.data, pathOf(noted.record.key));
    }
  }

  /**
   * Opens the object at `path`.
   * @throws the system's ENOENT if there is none and an Error if it is damaged
   */
  async open(path: string): Promise<OpenObject> {
    for (let missed: string | undefined; ; ) {
      const { record, data, handle } = await openObjectFile(path);
      if (data === undefined) return { record, path, handle };
      await handle.close();
      const bytes = await this.#openBytes(data, record);
      if (bytes) return { record, path, handle: bytes, data: this.#pathOf(data) };
      // If the object was replaced between the two steps, it now names another data file.
      if (missed === data) throw damaged(path);
      missed = data;
    }
  }

  /** Makes a finished, synced file the bytes of the object at `path`, durably, in place of an older object. */
  async commit(finished: string, record: ObjectRecord, path: string): Promise<void> {
    const name = randomUUID();
    const note = this.#newNote();
    try {
      await writeSynced(note, trailerOf(record, name));
      await rename(finished, this.#pathOf(name));
      await syncDirectory(this.#data);
      await renameDurably(note, path);
    } catch (error) {
      await this.#settle(note, name, path);
      throw error;
    }
  }

  /** Runs `action`, which replaces or removes the object at `path`, and then removes the old object's data file. */
  async replacing<T>(path: string, action: () => Promise<T>): Promise<T> {
    // A damaged object can be replaced. The data file that it named is unknown and stays.
    const old = await readObjectFile(path).catch(() => undefined);
    if (old?.data === undefined) return await action();
    const note = this.#newNote();
    // On a full disk the note cannot be written, but deleting objects must still work.
    await writeSynced(note, trailerOf(old.record, old.data)).catch(() => undefined);
    try {
      return await action();
    } finally {
      await this.#settle(note, old.data, path);
    }
  }

  /** Opens a data file. Undefined if it does not exist. */
  async #openBytes(name: string, record: ObjectRecord): Promise<FileHandle | undefined> {
    const path = this.#pathOf(name);
    let handle: FileHandle;
    try {
      handle = await open(path, 'r');
    } catch (error) {
      if (systemErrorCode(error) === 'ENOENT') return undefined;
      throw error;
    }
    try {
      if ((await handle.stat()).size !== record.size) throw damaged(path);
      return handle;
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  /** Ends a change: removes the data file `name` unless the object at `path` names it, and then the note. */
  async #settle(note: string, name: string, path: string): Promise<void> {
    if (!(await mayName(path, name))) await removeFreeingLater(this.#pathOf(name));
    await rm(note, { force: true });
  }

  #pathOf(name: string): string {
    return join(this.#data, name);
  }

  #newNote(): string {
    return join(this.#changes, randomUUID());
  }
}

/** Whether the object at `path` names the data file. True if the object is damaged, because then it might. */
async function mayName(path: string, name: string): Promise<boolean> {
  try {
    return (await readObjectFile(path)).data === name;
  } catch (error) {
    return systemErrorCode(error) !== 'ENOENT';
  }
}
