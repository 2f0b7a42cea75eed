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
 * The bytes of a bucket's long objects (ADR 0006): each object has a file under `data/` to itself, whose name is never used again.
 * Copies are hard links to it and cost nothing.
 *
 * A record and the bytes that it names cannot change at once. So every change is noted first: the record as it will be, or as it was,
 * stands under `changes/` meanwhile. The bytes that a note names are removed unless the object names them: when the change is over,
 * or, if the process died in it, at the next start.
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
      // One that was not written to its end was not followed by anything.
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
      // Replaced in between, then another name stands there now.
      if (missed === data) throw damaged(path);
      missed = data;
    }
  }

  /** Makes a finished, synced file the bytes of the object at `path`, in the place of what is there, durably. */
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

  /** Runs `action`, which replaces or removes the object at `path`, and then removes the bytes it had in a file to themselves. */
  async replacing<T>(path: string, action: () => Promise<T>): Promise<T> {
    // A damaged object can be replaced; what it named cannot be known.
    const old = await readObjectFile(path).catch(() => undefined);
    if (old?.data === undefined) return await action();
    const note = this.#newNote();
    // A full disk has no room for it and must let go of objects all the same.
    await writeSynced(note, trailerOf(old.record, old.data)).catch(() => undefined);
    try {
      return await action();
    } finally {
      await this.#settle(note, old.data, path);
    }
  }

  /** Undefined if there are none. */
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

  /** Ends a change: removes the bytes that it was about, unless the object at `path` names them, and its note, if it is there. */
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

/** What a damaged object names cannot be known. */
async function mayName(path: string, name: string): Promise<boolean> {
  try {
    return (await readObjectFile(path)).data === name;
  } catch (error) {
    return systemErrorCode(error) !== 'ENOENT';
  }
}
