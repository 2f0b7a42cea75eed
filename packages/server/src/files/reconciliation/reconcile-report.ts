/** What reconcile found of one kind: how many, and the first thousand. */
export class Findings<T> {
  static readonly kept = 1000;
  count = 0;
  readonly first: T[] = [];

  add(finding: T): void {
    this.count += 1;
    if (this.first.length < Findings.kept) this.first.push(finding);
  }
}

/** An object that no file names. */
export interface OrphanObject {
  readonly key: string;
  readonly size: number;
  readonly modifiedTs: Date;
}

/** A closed file that cannot be downloaded as it was closed. */
export interface BrokenFile {
  readonly fileId: string;
  readonly subProjectId: string;
  readonly key: string;
}

/** A multipart upload under way that no file will complete. */
export interface StrayUpload {
  readonly key: string;
  readonly uploadId: string;
  /** Bytes of its parts. */
  readonly size: number;
  readonly createdTs: Date;
}

/** What differs between one plugin's bucket and the files on it. */
export class PluginReport {
  /** Why the comparison ended early, if it did. */
  failure: string | undefined;
  /** Objects listed under the plugin's prefix. */
  objects = 0;
  /** Closed files compared, deleted ones that are not purged yet included. */
  records = 0;
  /** Objects that are not of this installation: another kind of key, or a sub-project that is not here. Never touched. */
  foreign = 0;
  readonly orphans = new Findings<OrphanObject>();
  /** Orphans that were removed. */
  removed = 0;
  /** Files whose object is gone. */
  readonly missing = new Findings<BrokenFile>();
  /** Files whose object is another one than at close: its size or ETag differs. */
  readonly altered = new Findings<BrokenFile>();
  /** Multipart uploads under way under the plugin's prefix, those of other installations included. */
  uploads = 0;
  readonly strayUploads = new Findings<StrayUpload>();
  /** Stray uploads that were aborted. */
  aborted = 0;

  constructor(readonly plugin: string) {}
}
