import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../kernel/log.js';
import { connect, createQueryable, type Queryable } from '../postgres/database.js';
import { listBackups } from './base/backup-record.js';
import { removeOldBackups } from './base/remove-old-backups.js';
import { takeBaseBackup } from './base/take-base-backup.js';
import { ensureSlot, findIdentity, withBaseLock, withLogLock } from './records/backup-session.js';
import type { BackupTarget } from './target/target.js';
import { LogShipper } from './wal/ship-log.js';

const HOUR_MS = 60 * 60 * 1000;
/** After a base backup that failed, or that another process makes. */
const RETRY_MS = 60_000;

export interface KeepBackupsOptions {
  /** Of the superuser of the embedded PostgreSQL. */
  readonly url: string;
  /** Data directory of PostgreSQL. */
  readonly cluster: string;
  readonly target: BackupTarget;
  /** A base backup is made when the newest is older than this. */
  readonly everyHours: number;
  /** Base backups to keep. */
  readonly keep: number;
  /** The log is copied this often: as much can be lost with the disk. */
  readonly logSeconds: number;
  readonly log: Log;
}

/** Backups of the embedded PostgreSQL that run until they are stopped. */
export interface Backups {
  /** Copies the log a last time. */
  stop(): Promise<void>;
}

/**
 * Copies the log of the embedded PostgreSQL to the target all the time, makes base backups and removes old ones. What
 * fails is logged and tried again. Several server processes may do it at once.
 */
export function keepBackups(options: KeepBackupsOptions): Backups {
  const stopping = new AbortController();
  const keeper = new BackupKeeper(options);
  const loop = async (): Promise<void> => {
    for (;;) {
      const isLast = stopping.signal.aborted;
      await keeper.turn(isLast);
      if (isLast) return;
      await sleep(options.logSeconds * 1000, undefined, { ref: false, signal: stopping.signal }).catch(() => undefined);
    }
  };
  const ended = loop();
  return {
    async stop() {
      stopping.abort();
      await ended;
      await keeper.close();
    },
  };
}

class BackupKeeper {
  readonly #options: KeepBackupsOptions;
  readonly #shipper: LogShipper;
  readonly #db: ReturnType<typeof connect>;
  #base: Promise<void> | undefined;
  /** When a base backup is due, in milliseconds since the epoch, 0 in any case; undefined before the first look at the target. */
  #dueAt: number | undefined;
  #isFailing = false;

  constructor(options: KeepBackupsOptions) {
    this.#options = options;
    this.#shipper = new LogShipper(options.target, options.cluster);
    this.#db = connect({
      url: options.url,
      maxConnections: 2,
      applicationName: 'millrace-backup',
      statementTimeoutMs: 0,
      log: options.log,
    });
  }

  async turn(isLast: boolean): Promise<void> {
    const { log, target } = this.#options;
    try {
      await this.#onSession((session) => this.#turn(session, isLast));
      if (this.#isFailing) log.info({ target: target.address }, 'backups work again');
      this.#isFailing = false;
    } catch (error) {
      this.#isFailing = true;
      log.error({ err: error, target: target.address }, 'the backup failed and is tried again');
    }
  }

  async close(): Promise<void> {
    await this.#base;
    await this.#db.close();
    this.#options.target.close();
  }

  async #turn(session: Queryable, isLast: boolean): Promise<void> {
    const { log, target } = this.#options;
    const slot = await withLogLock(session, async () => {
      const state = await ensureSlot(session);
      await this.#shipper.ship(session);
      return state;
    });
    if (slot === 'lost')
      log.error({ target: target.address }, 'the log was given up before it was copied; backups begin anew');
    if (isLast) return;
    // What is in the target from before is not connected to the log from here on.
    if (slot !== 'kept') this.#dueAt = 0;
    this.#dueAt ??= await this.#findDue(session);
    if (Date.now() >= this.#dueAt) this.#base ??= this.#takeBase();
  }

  /** A backup of an older timeline may lie after the place to which the cluster was restored. */
  async #findDue(session: Queryable): Promise<number> {
    const { timeline, systemId } = await findIdentity(session);
    const records = await listBackups(this.#options.target);
    const newest = records.filter((record) => record.systemId === systemId && record.timeline === timeline).at(-1);
    return newest === undefined ? 0 : Date.parse(newest.stopTs) + this.#options.everyHours * HOUR_MS;
  }

  async #takeBase(): Promise<void> {
    const { log, target } = this.#options;
    try {
      const isDone = await this.#onSession((session) => withBaseLock(session, () => this.#takeBaseIfDue(session)));
      if (!isDone) this.#dueAt = Date.now() + RETRY_MS;
    } catch (error) {
      this.#dueAt = Date.now() + RETRY_MS;
      log.error({ err: error, target: target.address }, 'the base backup failed and is tried again');
    } finally {
      this.#base = undefined;
    }
  }

  async #takeBaseIfDue(session: Queryable): Promise<void> {
    const { target, url, keep, everyHours, log } = this.#options;
    // Another process may have made one since this one looked; after a gap in the log, one is needed in any case.
    if (this.#dueAt !== 0) this.#dueAt = await this.#findDue(session);
    if (this.#dueAt !== undefined && Date.now() < this.#dueAt) return;
    const started = performance.now();
    const record = await takeBaseBackup(session, url, target);
    const bytes = record.parts.reduce((sum, { size }) => sum + size, 0);
    const ms = Math.round(performance.now() - started);
    log.info({ backup: record.id, target: target.address, bytes, ms }, 'base backup made');
    this.#dueAt = Date.parse(record.stopTs) + everyHours * HOUR_MS;
    const removed = await removeOldBackups(target, keep, Date.now());
    if (removed.length > 0) log.info({ backups: removed }, 'old backups removed');
  }

  /** One connection for the whole work: it holds locks. */
  async #onSession<T>(work: (session: Queryable) => Promise<T>): Promise<T> {
    const connection = await this.#db.acquire();
    try {
      const result = await work(createQueryable(connection));
      connection.release();
      return result;
    } catch (error) {
      connection.release(true);
      throw error;
    }
  }
}
