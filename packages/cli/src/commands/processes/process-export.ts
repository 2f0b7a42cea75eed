import { type Command, Option } from 'commander';
import { type FilterOptions, processFilters, withFilters } from '../../arguments/process-filter.js';
import { type ExportFormat, exportProcesses } from '../../export/export-processes.js';
import { writeTo } from '../../files/write-to.js';
import { examples } from '../../help/examples.js';
import { openSession } from '../../session/session.js';
import type { Io } from '../../terminal/io.js';
import { progressBar } from '../../terminal/progress.js';

interface ExportOptions extends FilterOptions {
  readonly format: ExportFormat;
  readonly columns?: string;
  readonly output?: string;
}

/** `process export` */
export function addProcessExport(process: Command, io: Io): void {
  withFilters(process.command('export'))
    .description('export all matching processes as CSV, JSON or NDJSON, newest first')
    .addOption(
      new Option('--format <format>', 'format of the export').choices(['csv', 'json', 'ndjson']).default('csv'),
    )
    .option('--columns <fields>', 'comma-separated fields of the CSV. Default: all configured fields')
    .option('-o, --output <file>', 'write to this file instead of standard output')
    .addHelpText(
      'after',
      `
process import reads CSV and NDJSON. The file of --output is created only when the export is complete.
${examples(
  'millrace process export --state PAID -o paid.csv',
  'millrace process export --columns supplier,amount > suppliers.csv',
  'millrace process export --format ndjson | jq .fields.amount',
)}`,
    )
    .action(async (options: ExportOptions, command: Command) => {
      const session = await openSession(io, command);
      const filters = processFilters(await session.subProjectId(), options);
      const { meta } = await session.client.getProcess({ page: 1, perPageCount: 1, filters: JSON.stringify(filters) });
      const bar = progressBar(io, 'exporting', 'processes');
      const fields = options.columns?.split(',').map((name) => name.trim());
      try {
        const count = await writeTo(io, options.output, (write) =>
          exportProcesses(session, { filters, format: options.format, fields }, write, (done) =>
            bar.update(done, Number(meta.totalCount)),
          ),
        );
        bar.clear();
        io.err(`${count} processes exported\n`);
      } finally {
        bar.clear();
      }
    });
}
