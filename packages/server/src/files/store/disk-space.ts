import { storeSpace } from '@millrace/object-store';

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

/** @param reserve in bytes; undefined: 1 GiB, or 5 % of a smaller disk (D56), as the embedded store has it */
export const diskSpace = (directory: string, reserve: number | undefined): DiskSpace => ({
  async figures() {
    const { totalBytes, freeBytes, reserveBytes } = await storeSpace(directory, reserve);
    return { total: totalBytes, free: freeBytes, reserve: reserveBytes };
  },
});

/** Whether uploads are refused. */
export const isFull = ({ free, reserve }: DiskFigures): boolean => free <= reserve;
