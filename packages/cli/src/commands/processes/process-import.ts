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
    .description('create a process per row of CSV or NDJSON')
    .argument('<file>', 'file, or "-" for standard input')
    .addOption(new Option('--format <format>', 'default by the ending of the name').choices(['csv', 'ndjson']))
    .option('--dry-run', 'check every row and create nothing')
    .option('--batch <rows>', 'rows of a request, each created all or none', wholeNumber(1, 10_000), 1000)
    .option('--continue <import>', 'go on with an import that broke off, within 24 hours')
    .addHelpText(
      'after',
      `
CSV has a header with priority, stageKey and fields.<name>; NDJSON objects with fields, priority and stageKey. What
process export writes can be imported. The whole file is checked before the first row is created; what is wrong is
printed as file:line. A file of several batches can break off between them: --continue creates only what is missing.
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
            ? 'A row is not right; nothing was created.'
            : `${errors.length} rows are not right; nothing was created.`,
          exitCodes.invalid,
        );
      }
      if (options.dryRun === true) {
        return output.done(`${rows} processes would be created`, { created: String(rows), ids: [], errors });
      }
      if (batches > 1 && options.continue === undefined) {
        io.err(`Should this import break off, go on with it by --continue ${identity.text}\n`);
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
          io.err(`${done} rows are created; the batch from line ${line} on is not.\n`);
        },
      ).finally(creating.clear);
      await output.done(`${created} processes created`, { created: String(created), ids, errors });
    });
}

const errorLine = (file: string, { line, detail }: LineError): string =>
  `${oneLine(file)}:${line}: ${oneLine(detail)}\n`;

async function sourceOf(io: Io, path: string, format: ImportFormat | undefined): Promise<ImportSource> {
  if (path === '-') {
    if (format === undefined) throw new CommandError('Say what standard input holds: --format csv or ndjson.');
    const text = await io.readInput();
    return { name: 'standard input', format, open: () => once(text) };
  }
  const found = format ?? byEnding(path);
  if (found === undefined) throw new CommandError(`Say what ${path} holds: --format csv or ndjson.`);
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
