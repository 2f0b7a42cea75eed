import type { ObjectRecord } from './object-file.js';

/** What a listing shows of an object. */
export interface ListedObject {
  readonly key: string;
  readonly size: number;
  readonly etag: string;
  readonly modified: number;
  readonly checksum: Pick<NonNullable<ObjectRecord['checksum']>, 'algorithm' | 'type'> | undefined;
}

/** Tells one content of an object's file from another, also after somebody else changed it. */
export interface FileStamp {
  readonly ino: number;
  readonly ctimeMs: number;
}

/** How many objects of a bucket are kept: some 300 bytes each, with a key of 60 characters. */
const MOST_KEPT = 100_000;

/**
 * What was listed of the objects of a bucket, so that listing them again opens no files. It counts for the file that it was read
 * from only: a listing says what the disk has. Those that were listed longest ago are forgotten first.
 */
export class ListedObjects {
  readonly #known = new Map<string, FileStamp & { readonly listed: ListedObject }>();
  readonly #most: number;
  /** Reads under way. */
  #reads = 0;
  /** Keys that changed while something was being read: what was read of them may be old. */
  readonly #changed = new Set<string>();

  constructor(most = MOST_KEPT) {
    this.#most = most;
  }

  get(key: string, { ino, ctimeMs }: FileStamp): ListedObject | undefined {
    const known = this.#known.get(key);
    return known?.ino === ino && known.ctimeMs === ctimeMs ? known.listed : undefined;
  }

  /**
   * Reads an object and keeps what a listing shows, unless the object changes meanwhile.
   *
   * @param stamp of its file before the reading
   */
  async read(
    key: string,
    stamp: FileStamp,
    read: () => Promise<ObjectRecord | undefined>,
  ): Promise<ListedObject | undefined> {
    this.#reads += 1;
    try {
      const record = await read();
      if (record === undefined) return undefined;
      const listed = listedOf(key, record);
      if (!this.#changed.has(key)) this.#keep(key, stamp, listed);
      return listed;
    } finally {
      this.#reads -= 1;
      if (this.#reads === 0) this.#changed.clear();
    }
  }

  /** Comes after every change of the object, also one that failed. */
  forget(key: string): void {
    this.#known.delete(key);
    if (this.#reads > 0) this.#changed.add(key);
  }

  #keep(key: string, { ino, ctimeMs }: FileStamp, listed: ListedObject): void {
    this.#known.delete(key);
    this.#known.set(key, { ino, ctimeMs, listed });
    if (this.#known.size <= this.#most) return;
    for (const oldest of this.#known.keys()) {
      this.#known.delete(oldest);
      return;
    }
  }
}

const listedOf = (key: string, { size, etag, modified, checksum }: ObjectRecord): ListedObject => ({
  key,
  size,
  etag,
  modified,
  checksum: checksum && { algorithm: checksum.algorithm, type: checksum.type },
});
