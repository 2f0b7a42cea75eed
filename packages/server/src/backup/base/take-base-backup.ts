import { createHash, randomBytes } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Queryable } from '../../postgres/database.js';
import { findIdentity, findPosition } from '../records/backup-session.js';
import type { BackupTarget } from '../target/target.js';
import { type BackupPart, type BackupRecord, folderOf, writeRecord } from './backup-record.js';
import { streamBaseBackup } from './stream-base-backup.js';

/** Objects of this size at most; each is in memory while it is written. */
const PART_BYTES = 16 * 1024 * 1024;

export type BackupProgress = (done: number, total: number) => void;

/**
 * Copies the whole cluster to the target, compressed, while it works.
 *
 * @param session of a superuser
 * @param url of the same role
 * @throws BackupError, leaving no complete backup
 */
export async function takeBaseBackup(
  session: Queryable,
  url: string,
  target: BackupTarget,
  progress: BackupProgress = () => undefined,
): Promise<BackupRecord> {
  const { systemId } = await findIdentity(session);
  const { ts: startTs } = await findPosition(session);
  const id = `${startTs.toISOString().replaceAll(/[-:]|\.\d+/g, '')}-${randomBytes(3).toString('hex')}`;
  const parts: BackupPart[] = [];
  try {
    const stream = await streamBaseBackup(url);
    const write = async (content: Buffer): Promise<void> => {
      const name = `${folderOf(id)}part-${String(parts.length + 1).padStart(6, '0')}`;
      await target.write(name, content);
      parts.push({ name, size: content.length, sha256: createHash('sha256').update(content).digest('hex') });
      const { done, total } = stream.progress();
      progress(done, total);
    };
    await pipeline(stream.archive, createGzip({ level: 1 }), (pieces: AsyncIterable<Buffer>) => inParts(pieces, write));
    const { start, stop, timeline } = await stream.range;
    const { ts: stopTs } = await findPosition(session);
    const record: BackupRecord = {
      version: 1,
      id,
      systemId,
      timeline,
      startLsn: start.toString(16),
      stopLsn: stop.toString(16),
      startTs: startTs.toISOString(),
      stopTs: stopTs.toISOString(),
      parts,
    };
    await writeRecord(target, record);
    return record;
  } catch (error) {
    await target.remove(parts.map(({ name }) => name)).catch(() => undefined);
    throw error;
  }
}

async function inParts(pieces: AsyncIterable<Buffer>, write: (content: Buffer) => Promise<void>): Promise<void> {
  let waiting: Buffer[] = [];
  let size = 0;
  for await (const piece of pieces) {
    waiting.push(piece);
    size += piece.length;
    if (size < PART_BYTES) continue;
    await write(Buffer.concat(waiting));
    waiting = [];
    size = 0;
  }
  if (size > 0) await write(Buffer.concat(waiting));
}
