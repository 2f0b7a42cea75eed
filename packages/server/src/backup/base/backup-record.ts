import { text } from 'node:stream/consumers';
import { BackupError } from '../target/backup-error.js';
import type { BackupTarget } from '../target/target.js';

/** One piece of a base backup, to be joined in order. */
export interface BackupPart {
  readonly name: string;
  readonly size: number;
  readonly sha256: string;
}

/** What is known of a base backup. Its object is written last, so a backup without one is not complete. */
export interface BackupRecord {
  readonly version: 1;
  /** Begins with the time, so that names sort by it. */
  readonly id: string;
  readonly systemId: string;
  readonly timeline: number;
  /** Positions in the log, in hexadecimal. */
  readonly startLsn: string;
  readonly stopLsn: string;
  /** ISO 8601, by the clock of the database. */
  readonly startTs: string;
  /** The earliest time that can be restored from this backup. */
  readonly stopTs: string;
  readonly parts: readonly BackupPart[];
}

const RECORD = 'backup.json';
export const folderOf = (id: string): string => `base/${id}/`;

export const writeRecord = (target: BackupTarget, record: BackupRecord): Promise<void> =>
  target.write(`${folderOf(record.id)}${RECORD}`, Buffer.from(`${JSON.stringify(record, null, 2)}\n`));

/** The complete base backups of a target, oldest first. */
export async function listBackups(target: BackupTarget): Promise<readonly BackupRecord[]> {
  const names = (await target.list('base/')).map(({ name }) => name).filter((name) => name.endsWith(`/${RECORD}`));
  const records = await Promise.all(names.map((name) => readRecord(target, name)));
  return records.sort((a, b) => (a.stopTs < b.stopTs ? -1 : 1));
}

async function readRecord(target: BackupTarget, name: string): Promise<BackupRecord> {
  const content = await text(await target.read(name));
  try {
    const record: BackupRecord = JSON.parse(content);
    if (record.version === 1) return record;
  } catch {
    // Not JSON: the same as an unknown version.
  }
  throw new BackupError(
    `${target.address}: ${name} is not a record of a backup that this version of Millrace can read.`,
  );
}

/** What of the log is in the target. */
export interface Coverage {
  readonly systemId: string;
  readonly timeline: number;
  /** Everything committed before is in the target. */
  readonly coveredTs: string;
  /** Number of the first segment that is not in the target. */
  readonly nextSegment: string;
}

const COVERAGE = 'wal/covered.json';

export const writeCoverage = (target: BackupTarget, coverage: Coverage): Promise<void> =>
  target.write(COVERAGE, Buffer.from(`${JSON.stringify(coverage)}\n`));

/** Undefined when no log was ever copied there. */
export async function readCoverage(target: BackupTarget): Promise<Coverage | undefined> {
  const [found] = (await target.list(COVERAGE)).filter(({ name }) => name === COVERAGE);
  return found === undefined ? undefined : JSON.parse(await text(await target.read(COVERAGE)));
}
