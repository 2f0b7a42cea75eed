import { getProcess } from '@millrace/client';
import { type Command, Option } from 'commander';
import { examples } from '../examples.js';
import { type ExportFormat, exportProcesses, type Process, type Write } from '../export/export-processes.js';
import { openPending } from '../files/pending-file.js';
import type { Io } from '../io.js';
import { type FilterOptions, processFilters, withFilters } from '../process-filter.js';
import { progressBar } from '../progress.js';
import { openSession, type Session } from '../session.js';

interface ExportOptions extends FilterOptions {
  readonly format: ExportFormat;
  readonly columns?: string;
  readonly output?: string;
}

/** `process export` */
export function addProcessExport(process: Command, io: Io): void {
  withFilters(process.command('export'))
    .description('write all matching processes as CSV or JSON, oldest first')
    .addOption(new Option('--format <format>', 'how to write them').choices(['csv', 'json', 'ndjson']).default('csv'))
    .option('--columns <fields>', 'comma list of the fields in CSV; default all that occur')
    .option('-o, --output <file>', 'write to this file instead of standard output')
    .addHelpText(
      'after',
      examples(
        'millrace process export --state PAID -o paid.csv',
        'millrace process export --format ndjson | jq .fields.amount',
      ),
    )
    .action(async (options: ExportOptions, command: Command) => {
      const session = await openSession(io, command);
      const filters = processFilters(await session.subProjectId(), options);
      const fields = options.columns?.split(',').map((name) => name.trim());
      const count = await writeTo(io, options.output, async (write) => {
        const processes = counted(session, filters);
        await exportProcesses(processes.all(), options.format, fields, write);
        return processes.count();
      });
      io.err(`${count} processes exported\n`);
    });
}

/** Oldest first: what is created meanwhile comes at the end and pushes nothing on to the next page. */
function counted({ io, client }: Session, filters: Record<string, unknown>) {
  let count = 0;
  return {
    count: () => count,
    async *all(): AsyncGenerator<Process> {
      const bar = progressBar(io, 'exporting', 'processes');
      const input = { filters: JSON.stringify(filters), sort: 'createdTs', include: 'stageKey', perPageCount: 1000 };
      try {
        for await (const page of client.pages(getProcess, input, { signal: io.interruption() })) {
          for (const process of page.processes) {
            count += 1;
            yield process;
          }
          bar.update(count, Number(page.meta.totalCount));
        }
      } finally {
        bar.clear();
      }
    },
  };
}

/** A file appears under its name once it is complete. */
async function writeTo<T>(io: Io, path: string | undefined, work: (write: Write) => Promise<T>): Promise<T> {
  if (path === undefined) return work((text) => io.out(text));
  const file = await openPending(path);
  try {
    const result = await work((text) => file.write(text));
    await file.commit();
    return result;
  } catch (error) {
    await file.discard();
    throw error;
  }
}
