import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { extname } from 'node:path';
import { type Command, Option } from 'commander';
import { wholeNumber } from '../../arguments/paging.js';
import { examples } from '../../help/examples.js';
import { checkFile, createFrom, type ImportSource, type LineError } from '../../import/import-file.js';
import { newIdentity, readIdentity } from '../../import/import-identity.js';
import type { ImportFormat } from '../../import/records.js';
import { openSession } from '../../session/session.js';
import { CommandError, exitCodes } from '../../terminal/exit-codes.js';
import type { Io } from '../../terminal/io.js';
import { progressBar } from '../../terminal/progress.js';
import { oneLine } from '../../terminal/text.js';

interface ImportOptions {
  readonly format?: ImportFormat;
  readonly dryRun?: boolean;
  readonly batch: number;
  readonly continue?: string;
}

/** `process import` */
export function addProcessImport(process: Command, io: Io): void {
  process
    .command('import')
    .description('create one process for each row of a CSV or NDJSON file')
    .argument('<file>', 'path of the file, or "-" for standard input')
    .addOption(new Option('--format <format>', 'default: derived from the file extension').choices(['csv', 'ndjson']))
    .option('--dry-run', 'check all rows without creating processes')
    .option(
      '--batch <rows>',
      'rows per request; a request creates all of its rows or none',
      wholeNumber(1, 10_000),
      1000,
    )
    .option('--continue <import>', 'continue an interrupted import, within 24 hours')
    .addHelpText(
      'after',
      `
The columns of CSV are priority, stageKey and fields.<name>. The members of an NDJSON object are fields, priority and
stageKey. process export writes both. The whole file is checked before the first process is created; errors are printed
as file:line. If an import is interrupted between two batches, --continue creates the missing processes.
${examples(
  'millrace process import invoices.csv --dry-run',
  'millrace process import invoices.csv',
  'millrace process import - --format ndjson < invoices.ndjson',
)}`,
    )
    .action(async (path: string, options: ImportOptions, command: Command) => {
      const identity = options.continue === undefined ? newIdentity(options.batch) : readIdentity(options.continue);
      const source = await sourceOf(io, path, options.format);
      const session = await openSession(io, command);
      const { output } = session;
      const subProjectId = await session.subProjectId();
      const checking = progressBar(io, 'checking', 'rows');
      const work = { subProjectId, source, batchRows: identity.batchRows };
      const checked = await checkFile(session, { ...work, onRows: (rows) => checking.update(rows, undefined) }).finally(
        checking.clear,
      );
      const { rows, batches, errors } = checked;
      if (errors.length > 0) {
        await output.json({ created: '0', ids: [], errors });
        await output.text(errors.map((error) => errorLine(source.name, error)).join(''));
        throw new CommandError(
          errors.length === 1
            ? 'One row is not valid; nothing was created.'
            : `${errors.length} rows are not valid; nothing was created.`,
          exitCodes.invalid,
        );
      }
      if (options.dryRun === true) {
        return output.done(`${rows} processes would be created`, { created: String(rows), ids: [], errors });
      }
      if (batches > 1 && options.continue === undefined) {
        io.err(`If this import is interrupted, continue it with --continue ${identity.text}\n`);
      }
      const creating = progressBar(io, 'importing', 'rows');
      const ids: string[] = [];
      const created = await createFrom(
        session,
        { ...work, onRows: (done) => creating.update(done, rows) },
        identity.keyOf,
        async (batch) => {
          if (output.isJson) ids.push(...batch);
        },
        (done, line) => {
          creating.clear();
          io.err(`${done} rows were created; the rows from line ${line} on were not.\n`);
        },
      ).finally(creating.clear);
      await output.done(`${created} processes created`, { created: String(created), ids, errors });
    });
}

const errorLine = (file: string, { line, detail }: LineError): string =>
  `${oneLine(file)}:${line}: ${oneLine(detail)}\n`;

async function sourceOf(io: Io, path: string, format: ImportFormat | undefined): Promise<ImportSource> {
  if (path === '-') {
    if (format === undefined)
      throw new CommandError('The format of standard input is not known. Add --format csv or --format ndjson.');
    const text = await io.readInput();
    return { name: 'standard input', format, open: () => once(text) };
  }
  const found = format ?? byEnding(path);
  if (found === undefined)
    throw new CommandError(`The format of ${path} is not known. Add --format csv or --format ndjson.`);
  if (!(await stat(path)).isFile()) throw new CommandError(`${path} is not a file.`);
  return { name: path, format: found, open: () => createReadStream(path, 'utf8') };
}

function byEnding(path: string): ImportFormat | undefined {
  const ending = extname(path).toLowerCase();
  if (ending === '.csv') return 'csv';
  return ending === '.ndjson' || ending === '.jsonl' ? 'ndjson' : undefined;
}

async function* once(text: string): AsyncGenerator<string> {
  yield text;
}
