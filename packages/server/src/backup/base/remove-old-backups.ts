import { parseSegment, segmentOf, WAL_FOLDER } from '../log/segment.js';
import type { BackupTarget } from '../target/target.js';
import { type BackupRecord, folderOf, listBackups } from './backup-record.js';

/** A base backup that has no record this long after its parts was given up, by a crash. */
const GIVEN_UP_MS = 48 * 60 * 60 * 1000;

/**
 * Keeps the newest base backups and the log since the oldest of them, and removes what is older.
 *
 * @param keep number of base backups, at least 1
 * @returns ids of the base backups that were removed
 */
export async function removeOldBackups(target: BackupTarget, keep: number, now: number): Promise<readonly string[]> {
  const records = await listBackups(target);
  const kept = records.slice(-Math.max(1, keep));
  const old = records.slice(0, records.length - kept.length);
  const [oldest] = kept;
  if (oldest === undefined) return [];
  const objects = await target.list('base/');
  const complete = new Set(records.map(({ id }) => id));
  const isGone = (name: string): boolean => {
    const [, id = ''] = name.split('/');
    if (!complete.has(id)) return startOf(id) < now - GIVEN_UP_MS;
    return old.some((record) => record.id === id);
  };
  // The record first: a backup whose parts are incomplete must not look complete.
  await target.remove(old.map(({ id }) => `${folderOf(id)}backup.json`));
  await target.remove(objects.map(({ name }) => name).filter(isGone));
  await target.remove(await logBefore(target, oldest));
  return old.map(({ id }) => id);
}

async function logBefore(target: BackupTarget, oldest: BackupRecord): Promise<readonly string[]> {
  const first = segmentOf(BigInt(`0x${oldest.startLsn}`));
  const names = (await target.list(WAL_FOLDER)).map(({ name }) => name);
  return names.filter((name) => {
    const segment = parseSegment(name.slice(WAL_FOLDER.length).replace(/\.gz$/, ''));
    return segment !== undefined && segment.number < first;
  });
}

/** `20260131T080000Z-a1b2c3` → milliseconds since the epoch; now for what is no id. */
function startOf(id: string): number {
  const match = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z-/.exec(id);
  if (match === null) return Date.now();
  const [, ...parts] = match;
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = parts.map(Number);
  return Date.UTC(year, month - 1, day, hour, minute, second);
}
