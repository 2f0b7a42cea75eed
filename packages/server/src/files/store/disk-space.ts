import { statfs } from 'node:fs/promises';

/** Bytes of the disk that a directory is on. */
export interface DiskFigures {
  readonly total: number;
  /** What this process may still write. */
  readonly free: number;
  /** What uploads must leave free. */
  readonly reserve: number;
}

/** A disk that uploads share with others: with the embedded database, logs, the system. */
export interface DiskSpace {
  /** Asks the operating system. @throws Error when the directory is gone */
  figures(): Promise<DiskFigures>;
}

/** PostgreSQL needs about as much for its write-ahead log. */
const MOST_RESERVED = 1024 ** 3;
const RESERVED_SHARE = 0.05;

/** What uploads leave free by default, in bytes: 1 GiB, or 5 % of a disk that is smaller than 20 GiB (D56). */
export const defaultReserve = (total: number): number => Math.min(MOST_RESERVED, Math.ceil(total * RESERVED_SHARE));

/** @param reserve in bytes; undefined: {@link defaultReserve} of the disk */
export const diskSpace = (directory: string, reserve: number | undefined): DiskSpace => ({
  async figures() {
    const { bsize, blocks, bavail } = await statfs(directory);
    const total = blocks * bsize;
    return { total, free: bavail * bsize, reserve: reserve ?? defaultReserve(total) };
  },
});

/** Whether uploads are refused. */
export const isFull = ({ free, reserve }: DiskFigures): boolean => free <= reserve;
