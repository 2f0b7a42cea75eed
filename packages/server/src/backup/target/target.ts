import type { Readable } from 'node:stream';

/** An object of a target. Names are relative and have `/` between their parts. */
export interface TargetObject {
  readonly name: string;
  readonly size: number;
}

/** Where backups are kept: a directory, or a prefix of an S3 bucket. Every object is written whole or not at all. */
export interface BackupTarget {
  /** For messages; without secrets. */
  readonly address: string;
  /** Objects whose names begin with the prefix, in no order. */
  list(prefix: string): Promise<readonly TargetObject[]>;
  /** Resolves when the object survives a crash. An object of the same name is replaced. */
  write(name: string, content: Uint8Array): Promise<void>;
  /** @throws BackupError when there is no such object */
  read(name: string): Promise<Readable>;
  /** Objects that do not exist are ignored. */
  remove(names: readonly string[]): Promise<void>;
  close(): void;
}
