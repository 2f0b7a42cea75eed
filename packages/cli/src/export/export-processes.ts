import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import type { AnswerOf } from '@millrace/client';
import { csvLine } from './csv.js';

export type Process = AnswerOf<'getProcess'>['processes'][number];

export type ExportFormat = 'csv' | 'json' | 'ndjson';

/** Takes text in order; waits while its reader is slow. */
export type Write = (text: string) => Promise<void>;

/**
 * Writes processes one after the other, so that memory does not grow with their number.
 *
 * @param fields columns of CSV for dynamic fields; undefined for all that occur
 */
export async function exportProcesses(
  processes: AsyncIterable<Process>,
  format: ExportFormat,
  fields: readonly string[] | undefined,
  write: Write,
): Promise<void> {
  if (format === 'ndjson') return eachProcess(processes, (process) => write(`${JSON.stringify(process)}\n`));
  if (format === 'json') return asJson(processes, write);
  return fields === undefined ? asCsvOfAllFields(processes, write) : asCsv(processes, fields, write);
}

async function eachProcess(
  processes: AsyncIterable<Process>,
  work: (process: Process) => Promise<void>,
): Promise<void> {
  for await (const process of processes) await work(process);
}

async function asJson(processes: AsyncIterable<Process>, write: Write): Promise<void> {
  let separator = '[\n';
  await eachProcess(processes, async (process) => {
    await write(separator + JSON.stringify(process));
    separator = ',\n';
  });
  await write(separator === '[\n' ? '[]\n' : '\n]\n');
}

async function asCsv(processes: AsyncIterable<Process>, fields: readonly string[], write: Write): Promise<void> {
  await write(csvLine(['id', 'createdTs', 'state', 'priority', 'stageKey', ...fields]));
  await eachProcess(processes, ({ id, createdTs, state, priority, stageKey, fields: values }) =>
    write(csvLine([id, createdTs, state, priority, stageKey, ...fields.map((name) => values[name])])),
  );
}

/** The head of CSV names every column, but which fields occur is known at the end only: rows wait in a file until then. */
async function asCsvOfAllFields(processes: AsyncIterable<Process>, write: Write): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'millrace-export-'));
  const path = join(folder, 'processes.ndjson');
  try {
    const names = new Set<string>();
    const spool = createWriteStream(path, { mode: 0o600 });
    await eachProcess(processes, async (process) => {
      for (const name of Object.keys(process.fields)) names.add(name);
      if (!spool.write(`${JSON.stringify(process)}\n`)) await once(spool, 'drain');
    });
    spool.end();
    await finished(spool);
    await asCsv(spooled(path), [...names].sort(), write);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function* spooled(path: string): AsyncGenerator<Process> {
  const file = await open(path);
  for await (const line of file.readLines()) yield JSON.parse(line) as Process;
}
