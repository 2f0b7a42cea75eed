import type { CallOptions, ResponseOf } from '@millrace/client';
import type { Session } from '../session/session.js';
import { CommandError, exitCodes } from '../terminal/exit-codes.js';
import { type Batch, batchesOf } from './batches.js';
import type { ImportFormat } from './records.js';

/** The source of an import. It is read once to check it and once to create the processes. */
export interface ImportSource {
  readonly name: string;
  readonly format: ImportFormat;
  open(): AsyncIterable<string>;
}

export interface LineError {
  /** Line of the file, from 1. */
  readonly line: number;
  readonly id: number;
  readonly detail: string;
}

export interface ImportWork {
  readonly subProjectId: string;
  readonly source: ImportSource;
  readonly batchRows: number;
  /** Called with the number of rows that are done. */
  readonly onRows: (rows: number) => void;
}

const MAX_ERRORS = 100;
/** A batch is one transaction, which takes seconds for the largest batch. */
const BATCH_TIMEOUT_MS = 120_000;

type Answer = ResponseOf<'importProcesses'>;

/** Lets the service check every row of a file without creating processes. @returns the number of rows and at most 100 errors */
export async function checkFile(
  session: Session,
  work: ImportWork,
): Promise<{ readonly rows: number; readonly batches: number; readonly errors: readonly LineError[] }> {
  const errors: LineError[] = [];
  let rows = 0;
  let batches = 0;
  for await (const batch of batchesOf(work.source.open(), work.source.format, work.batchRows)) {
    const answer = await send(session, work, batch, { dryRun: true });
    errors.push(...answer.errors.map((error) => ({ ...error, line: batch.lineOf(error.line) })));
    rows += batch.rows;
    batches += 1;
    work.onRows(rows);
    if (errors.length >= MAX_ERRORS) break;
  }
  return { rows, batches, errors: errors.slice(0, MAX_ERRORS) };
}

/**
 * Creates one process per row, batch by batch in the order of the file. Each batch is created completely or not at all.
 *
 * @param keyOf Idempotency-Key of a batch
 * @param onCreated called with the ids of each batch
 * @param onBroken called when a batch fails, with the number of created rows and the first line of the other rows
 */
export async function createFrom(
  session: Session,
  work: ImportWork,
  keyOf: (index: number) => string,
  onCreated: (ids: readonly string[]) => Promise<void>,
  onBroken: (created: number, line: number) => void,
): Promise<number> {
  let rows = 0;
  for await (const batch of batchesOf(work.source.open(), work.source.format, work.batchRows)) {
    const answer = await send(session, work, batch, { idempotencyKey: keyOf(batch.index) }).catch((error: unknown) => {
      const from = batch.lineOf(1 + (work.source.format === 'csv' ? 1 : 0));
      onBroken(rows, from);
      throw error;
    });
    await onCreated(answer.ids);
    rows += batch.rows;
    work.onRows(rows);
  }
  return rows;
}

async function send(
  { client, io }: Session,
  { subProjectId, source }: ImportWork,
  { content, rows }: Batch,
  { dryRun, ...calls }: CallOptions & { readonly dryRun?: true },
): Promise<Answer> {
  if (rows === 0) throw new CommandError(`${source.name} has no rows.`, exitCodes.invalid);
  const request = { subProjectId, format: source.format, content, ...(dryRun ? { dryRun } : {}) };
  return client.importProcesses(request, { ...calls, signal: io.interruption(), timeoutMs: BATCH_TIMEOUT_MS });
}
