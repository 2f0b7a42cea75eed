import { exportProcesses as exported, type ResponseOf } from '@millrace/client';
import type { Session } from '../session/session.js';
import { csvLine } from './csv.js';
import { csvRowCounter, lineSplitter } from './rows.js';
import { streamed } from './streamed.js';

export type Process = ResponseOf<'getProcess'>['processes'][number];

export type ExportFormat = 'csv' | 'json' | 'ndjson';

/** Writes chunks in order; waits for a slow reader. */
export type Write = (chunk: string | Uint8Array) => Promise<void>;

export interface Export {
  /** Filters of getProcess with subProjectId_id (D5). */
  readonly filters: Record<string, unknown>;
  readonly format: ExportFormat;
  /** Fields that CSV has columns for; undefined for all. */
  readonly fields: readonly string[] | undefined;
}

/**
 * Writes all matching processes while the service streams them, newest first. Memory use does not grow with their number.
 *
 * @param onCount called with the number of processes written so far
 * @returns the number of processes written
 */
export async function exportProcesses(
  session: Pick<Session, 'io' | 'client'>,
  { filters, format, fields }: Export,
  write: Write,
  onCount: (count: number) => void,
): Promise<number> {
  const request = { filters: JSON.stringify(filters) };
  let count = 0;
  if (format === 'csv' && fields === undefined) {
    const rowsOf = csvRowCounter();
    await streamed(session, exported({ ...request, format: 'csv' }), async (chunk) => {
      count = rowsOf(chunk);
      await write(chunk);
      onCount(count);
    });
    return count;
  }
  const writer = writerOf(format, fields ?? [], write);
  const lines = lineSplitter(async (line) => {
    await writer.row(line);
    count += 1;
    onCount(count);
  });
  await streamed(session, exported({ ...request, format: 'ndjson' }), lines.write);
  await lines.end();
  await writer.end(count);
  return count;
}

interface RowWriter {
  /** @param line a process as JSON */
  row(line: string): Promise<void>;
  end(count: number): Promise<void>;
}

/** Writes nothing before the first row, so that a rejected export leaves no output. */
function writerOf(format: ExportFormat, fields: readonly string[], write: Write): RowWriter {
  if (format === 'ndjson') return { row: (line) => write(`${line}\n`), end: async () => undefined };
  let isFirst = true;
  const first = (before: string, between: string) => {
    const text = isFirst ? before : between;
    isFirst = false;
    return text;
  };
  if (format === 'json') {
    return {
      row: (line) => write(first('[\n', ',\n') + line),
      end: (count) => write(count === 0 ? '[]\n' : '\n]\n'),
    };
  }
  const header = csvLine([...columns, ...fields.map((name) => `fields.${name}`)]);
  return {
    row(line) {
      const process: Process = JSON.parse(line);
      return write(
        first(header, '') +
          csvLine([...columns.map((name) => process[name]), ...fields.map((name) => process.fields[name])]),
      );
    },
    end: (count) => write(count === 0 ? header : ''),
  };
}

const columns = ['id', 'createdTs', 'updatedTs', 'version', 'state', 'priority', 'stageKey'] as const;
