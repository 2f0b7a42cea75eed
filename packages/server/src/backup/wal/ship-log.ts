import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Queryable } from '../../postgres/database.js';
import { readCoverage, writeCoverage } from '../base/backup-record.js';
import { isHistory, parseSegment, segmentOf, WAL_FOLDER, walName } from '../log/segment.js';
import { advanceSlot, findIdentity, findPosition, listLog, switchSegment } from '../records/backup-session.js';
import { BackupError } from '../target/backup-error.js';
import type { BackupTarget } from '../target/target.js';

const compress = promisify(gzip);
const SEGMENT_BYTES = 16n * 1024n * 1024n;

/** Copies the log of a cluster to a target, segment by segment. */
export class LogShipper {
  readonly #target: BackupTarget;
  readonly #cluster: string;
  /** Names of the target; undefined before the first look. */
  #known: Set<string> | undefined;

  /** @param cluster data directory of PostgreSQL, readable for this process */
  constructor(target: BackupTarget, cluster: string) {
    this.#target = target;
    this.#cluster = cluster;
  }

  /**
   * Copies what was written since the last call, and lets PostgreSQL remove it.
   *
   * @param session of a superuser, with the slot in place
   * @returns until when the target has every commit
   * @throws BackupError when the target cannot be written, or belongs to another installation
   */
  async ship(session: Queryable): Promise<Date> {
    const identity = await findIdentity(session);
    await this.#refuseForeign(identity.systemId, identity.timeline);
    const { ts } = await findPosition(session);
    // Does nothing when nothing was written since the last time.
    await switchSegment(session);
    const { lsn: end } = await findPosition(session);
    const { names, keptFrom } = await listLog(session);
    const complete = names.filter((name) => {
      const segment = parseSegment(name);
      if (segment === undefined) return isHistory(name);
      return segment.number >= segmentOf(keptFrom) && segment.number < segmentOf(end);
    });
    for (const name of complete.sort()) await this.#copy(name);
    const nextSegment = String(segmentOf(end));
    await writeCoverage(this.#target, { ...identity, coveredTs: ts.toISOString(), nextSegment });
    const done = segmentOf(end) * SEGMENT_BYTES;
    if (done > keptFrom) await advanceSlot(session, done);
    return ts;
  }

  async #copy(name: string): Promise<void> {
    this.#known ??= new Set((await this.#target.list(WAL_FOLDER)).map((object) => object.name));
    if (this.#known.has(walName(name))) return;
    const content = await readFile(join(this.#cluster, 'pg_wal', name));
    await this.#target.write(walName(name), await compress(content, { level: 1 }));
    this.#known.add(walName(name));
  }

  /** Two installations in one target would overwrite each other's log. */
  async #refuseForeign(systemId: string, timeline: number): Promise<void> {
    const covered = await readCoverage(this.#target);
    if (covered === undefined) return;
    if (covered.systemId !== systemId) {
      throw new BackupError(
        `${this.#target.address} has the backups of another installation. Set MILLRACE_BACKUP_TO to another place.`,
      );
    }
    if (covered.timeline > timeline) {
      throw new BackupError(
        `${this.#target.address} is used by an installation that was restored from these backups. ` +
          'Set MILLRACE_BACKUP_TO of this one, or of that one, to another place.',
      );
    }
  }
}
