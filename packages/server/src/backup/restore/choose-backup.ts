import { text } from 'node:stream/consumers';
import { createGunzip } from 'node:zlib';
import { type BackupRecord, listBackups, readCoverage } from '../base/backup-record.js';
import { isHistory, parseHistory, parseSegment, segmentOf, WAL_FOLDER } from '../log/segment.js';
import { BackupError } from '../target/backup-error.js';
import type { BackupTarget } from '../target/target.js';

/** What to restore from. */
export interface RestorePlan {
  readonly record: BackupRecord;
  /** Undefined: to the end of what the target has. */
  readonly at: Date | undefined;
  /** Files of the log, in order, up to the first that is missing. */
  readonly log: readonly { readonly object: string; readonly file: string; readonly size: number }[];
  /** Until when the log has every commit; undefined when some of it is missing, or was never copied. */
  readonly coveredTs: string | undefined;
}

/**
 * Chooses the newest base backup from before a time, and the log from there on.
 *
 * @throws BackupError when the target has none, or does not reach to that time
 */
export async function chooseBackup(target: BackupTarget, at: Date | undefined): Promise<RestorePlan> {
  const records = await listBackups(target);
  const [first] = records;
  const newest = records.at(-1);
  if (first === undefined || newest === undefined) {
    throw new BackupError(`${target.address} has no complete backup. Make one: millrace backup --to ${target.address}`);
  }
  const coverage = await readCoverage(target);
  const latestTs = coverage !== undefined && coverage.coveredTs > newest.stopTs ? coverage.coveredTs : newest.stopTs;
  if (at !== undefined && at.toISOString() > latestTs) {
    throw new BackupError(
      `${target.address} has changes until ${latestTs}, which is before ${at.toISOString()}. Give an earlier time, or leave ` +
        'out --at to restore everything there is.',
    );
  }
  const objects = await logOf(target);
  const history = objects.filter(({ file }) => isHistory(file)).at(-1);
  const ends = history === undefined ? new Map<number, bigint>() : parseHistory(await readText(target, history.object));
  const current = history === undefined ? newest.timeline : Number.parseInt(history.file.slice(0, 8), 16);
  // What was made on a timeline after its end was undone by a restore.
  const isOfHistory = ({ timeline, stopLsn }: BackupRecord): boolean =>
    timeline === current || BigInt(`0x${stopLsn}`) <= (ends.get(timeline) ?? -1n);
  const usable = records.filter(isOfHistory);
  const record = usable.filter(({ stopTs }) => at === undefined || stopTs <= at.toISOString()).at(-1);
  if (record === undefined) {
    const earliest = usable[0]?.stopTs ?? first.stopTs;
    throw new BackupError(`The oldest backup in ${target.address} ends at ${earliest}. Give that time or a later one.`);
  }
  const from = segmentOf(BigInt(`0x${record.startLsn}`));
  const next = firstMissing(objects, from);
  const isWhole = coverage !== undefined && coverage.timeline === current && String(next) === coverage.nextSegment;
  const isNeeded = (file: string): boolean => {
    const { number = -1n } = parseSegment(file) ?? {};
    return isHistory(file) || (number >= from && number < next);
  };
  const log = objects.filter(({ file }) => isNeeded(file));
  return { record, at, log, coveredTs: isWhole ? coverage.coveredTs : undefined };
}

/** The log from a segment on ends where a number is missing on every timeline. */
function firstMissing(objects: RestorePlan['log'], from: bigint): bigint {
  const numbers = new Set(objects.map(({ file }) => parseSegment(file)?.number));
  let next = from;
  while (numbers.has(next)) next += 1n;
  return next;
}

async function logOf(target: BackupTarget): Promise<RestorePlan['log']> {
  const objects = await target.list(WAL_FOLDER);
  return objects
    .map(({ name, size }) => ({ object: name, file: name.slice(WAL_FOLDER.length).replace(/\.gz$/, ''), size }))
    .filter(({ file }) => isHistory(file) || parseSegment(file) !== undefined)
    .sort((a, b) => (a.file < b.file ? -1 : 1));
}

async function readText(target: BackupTarget, name: string): Promise<string> {
  return text((await target.read(name)).pipe(createGunzip()));
}
