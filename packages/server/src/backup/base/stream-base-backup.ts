import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import pg from 'pg';
import { withLibpqSsl } from '../../postgres/database.js';
import { parseLsn } from '../log/segment.js';
import { BackupError } from '../target/backup-error.js';

/** A copy of the cluster's files while it works, as PostgreSQL sends it. */
export interface BaseBackupStream {
  /** A tar archive of the data directory, with the log that makes the copy consistent. */
  readonly archive: Readable;
  /** Bytes that PostgreSQL has sent, and its estimate of all. */
  progress(): { readonly done: number; readonly total: number };
  /** Where the copy begins and ends in the log. Rejects when the archive is not complete. */
  readonly range: Promise<{ readonly start: bigint; readonly stop: bigint; readonly timeline: number }>;
}

/** Larger archives than this many bytes in memory make PostgreSQL wait. */
const BUFFERED_BYTES = 4 * 1024 * 1024;

/**
 * Starts a base backup over the replication protocol (`BASE_BACKUP` of PostgreSQL 15 to 18). PostgreSQL checks the checksum
 * of every page that it sends.
 *
 * @param url of a role with the attribute REPLICATION
 * @throws BackupError when PostgreSQL refuses
 */
export async function streamBaseBackup(url: string): Promise<BaseBackupStream> {
  const options: pg.ClientConfig & { readonly replication: string } = {
    connectionString: withLibpqSsl(url),
    replication: 'true',
    application_name: 'millrace-backup',
  };
  const client = new pg.Client(options);
  client.on('error', () => undefined);
  await client.connect();
  // Keeps the log of the copy until the connection ends.
  await client.query(
    `CREATE_REPLICATION_SLOT "millrace_${randomBytes(6).toString('hex')}" TEMPORARY PHYSICAL RESERVE_WAL`,
  );
  const reader = new BaseBackupReader(() => void client.end().catch(() => undefined));
  client.query(reader);
  return reader;
}

type Message = { readonly fields?: readonly (Buffer | string | null)[]; readonly chunk?: Buffer };
type Wire = { query(text: string): void; readonly stream: { pause(): void; resume(): void } };

/**
 * A statement of the driver that it knows nothing about: rows, then the copy, then rows again. The protocol is in the manual
 * of PostgreSQL, "Streaming Replication Protocol", BASE_BACKUP.
 */
class BaseBackupReader implements BaseBackupStream, pg.Submittable {
  readonly archive: Readable;
  readonly range: BaseBackupStream['range'];
  readonly #end: () => void;
  #settle: { resolve(range: Awaited<BaseBackupStream['range']>): void; reject(error: Error): void } | undefined;
  #wire: Wire | undefined;
  #rows: string[][] = [];
  #done = 0;
  #total = 0;
  #failure: Error | undefined;

  constructor(end: () => void) {
    this.#end = end;
    this.archive = new Readable({
      highWaterMark: BUFFERED_BYTES,
      read: () => this.#wire?.stream.resume(),
      destroy: (error, done) => {
        this.#wire?.stream.resume();
        this.#fail(error ?? new BackupError('The base backup was given up.'));
        end();
        done(error);
      },
    });
    this.range = new Promise((resolve, reject) => {
      this.#settle = { resolve, reject };
    });
    // The archive fails with the same error; whoever reads only that must not see an unhandled one.
    this.range.catch(() => undefined);
  }

  progress = () => ({ done: this.#done, total: Math.max(this.#total, this.#done) });

  submit(wire: unknown): void {
    this.#wire = wire as Wire;
    this.#wire.query("BASE_BACKUP (LABEL 'millrace', PROGRESS, CHECKPOINT 'fast', WAIT true, WAL true, MANIFEST 'no')");
  }

  handleRowDescription(): void {
    this.#rows.push([]);
  }

  handleDataRow(message: Message): void {
    // The first rows tell the start, the second the tablespaces with their kilobytes, the last the end.
    const values = (message.fields ?? []).map((field) => String(field));
    this.#rows.at(-1)?.push(...values);
    if (this.#rows.length === 2) this.#total += Number(values[2] ?? 0) * 1024;
  }

  handleCopyData({ chunk = Buffer.alloc(0) }: Message): void {
    if (chunk[0] !== DATA) return;
    this.#done += chunk.length - 1;
    // The driver reuses its buffer.
    if (!this.archive.push(Buffer.from(chunk.subarray(1)))) this.#wire?.stream.pause();
  }

  handleCommandComplete(): void {
    // One for each part; `ReadyForQuery` is the end.
  }

  handleEmptyQuery(): void {
    this.#fail(new BackupError('PostgreSQL took the base backup for an empty statement.'));
  }

  handlePortalSuspended(): void {
    this.#fail(new BackupError('PostgreSQL suspended the base backup.'));
  }

  handleError(error: Error): void {
    const failure = new BackupError(`PostgreSQL ended the base backup (${error.message}).`, { cause: error });
    this.#fail(failure);
    this.archive.destroy(failure);
  }

  handleReadyForQuery(): void {
    const [start = '', timeline = ''] = this.#rows[0] ?? [];
    const [stop = ''] = this.#rows[2] ?? [];
    if (this.#failure !== undefined) return;
    if (this.#rows.length < 3 || stop === '') {
      this.archive.destroy(new BackupError('PostgreSQL ended the base backup before its end.'));
      return;
    }
    this.#settle?.resolve({ start: parseLsn(start), stop: parseLsn(stop), timeline: Number(timeline) });
    this.#settle = undefined;
    this.archive.push(null);
    this.#end();
  }

  #fail(error: Error): void {
    this.#failure ??= error;
    this.#settle?.reject(this.#failure);
    this.#settle = undefined;
  }
}

/** Messages of the copy: `d` is a piece of the archive; others announce archives and progress. */
const DATA = 'd'.charCodeAt(0);
