import type { Command } from 'commander';
import { type PagingOptions, pageOf, withPaging } from '../../arguments/paging.js';
import { type FilterOptions, processFilters, withFilters } from '../../arguments/process-filter.js';
import { withTypeHint } from '../../arguments/type-hint.js';
import { readValues } from '../../arguments/values.js';
import type { Process } from '../../export/export-processes.js';
import { examples } from '../../help/examples.js';
import { openSession } from '../../session/session.js';
import { findProcess } from '../../session/work-lookup.js';
import { CommandError } from '../../terminal/exit-codes.js';
import type { Io } from '../../terminal/io.js';
import type { Column } from '../../terminal/table.js';
import { shortTime, valueText } from '../../terminal/text.js';
import { addProcessActivity } from './process-activity.js';
import { addProcessBulk } from './process-bulk.js';
import { addProcessBulkExecute } from './process-bulk-execute.js';
import { addProcessBulkList } from './process-bulk-list.js';
import { addProcessCount } from './process-count.js';
import { addProcessExport } from './process-export.js';
import { addProcessFlow } from './process-flow.js';
import { addProcessImport } from './process-import.js';
import { addProcessStays } from './process-stays.js';
import { addProcessUsers } from './process-users.js';
import { addProcessWatch } from './process-watch.js';

/** `process list|show|create|update|count|flow|export|import|bulk-update|bulk-execute|bulk-list|bulk-status|bulk-cancel|users|activity|watch|unwatch|watchers` */
export function addProcess(program: Command, io: Io): void {
  const process = program.command('process').helpGroup('Work:').description('business processes and their fields');
  addList(process, io);
  addShow(process, io);
  addCreate(process, io);
  addUpdate(process, io);
  addDelete(process, io);
  addProcessCount(process, io);
  addProcessFlow(process, io);
  addProcessStays(process, io);
  addProcessExport(process, io);
  addProcessImport(process, io);
  addProcessBulk(process, io);
  addProcessBulkExecute(process, io);
  addProcessBulkList(process, io);
  addProcessUsers(process, io);
  addProcessActivity(process, io);
  addProcessWatch(process, io);
}

interface ListOptions extends FilterOptions, PagingOptions {
  readonly sort?: string;
  readonly columns?: string;
}

function addList(process: Command, io: Io): void {
  withPaging(withFilters(process.command('list')))
    .description('list processes, newest first')
    .option('--sort <keys>', 'comma-separated keys, "-" for descending order, e.g. -priority,createdTs')
    .option('--columns <fields>', 'comma-separated fields to show as columns')
    .addHelpText(
      'after',
      examples(
        'millrace process list --state IN_REVIEW --priority HIGH',
        "millrace process list --where 'amount>=10000' --where 'supplier~Acme' --columns supplier,amount",
        'millrace process list --sort fields.dueDate --per-page 100 --json',
      ),
    )
    .action(async (options: ListOptions, command: Command) => {
      const session = await openSession(io, command);
      const answer = await session.client.getProcess({
        ...pageOf(options),
        filters: JSON.stringify(processFilters(await session.subProjectId(), options)),
        sort: options.sort,
        include: 'stageKey',
      });
      await session.output.page(columnsOf(options.columns), answer.processes, answer, 'No process matches.');
    });
}

function columnsOf(fields: string | undefined): readonly Column<Process>[] {
  const shown: readonly Column<Process>[] =
    fields === undefined
      ? [['FIELDS', (process) => fieldsText(process.fields)]]
      : fields
          .split(',')
          .map((name) => [name.trim().toUpperCase(), (process) => valueText(process.fields[name.trim()])]);
  return [
    ['ID', 'id'],
    ['STATE', 'state'],
    ['PRIORITY', 'priority'],
    ['STAGE', 'stageKey'],
    ['CREATED', ({ createdTs }) => shortTime(createdTs)],
    ...shown,
  ];
}

const fieldsText = (fields: Process['fields']): string =>
  Object.entries(fields)
    .map(([name, value]) => `${name}=${valueText(value)}`)
    .join(' ');

function addShow(process: Command, io: Io): void {
  process
    .command('show')
    .alias('get')
    .description('show one process with all its fields')
    .argument('<process>', 'process id or business key')
    .addHelpText('after', examples('millrace process show 01980c4e-…', 'millrace process show A-2026-17 --json'))
    .action(async (wanted: string, _options, command: Command) => {
      const session = await openSession(io, command);
      const { client, output } = session;
      const subProjectId = await session.subProjectId();
      const answer = await client.getProcess({
        page: 1,
        perPageCount: 1,
        filters: { subProjectId_id: subProjectId, id: await findProcess(client, subProjectId, wanted) },
        include: 'stageKey,version,updatedTs,createdBy',
      });
      const [found] = answer.processes;
      if (found === undefined) throw new Error('getProcess answered with neither the process nor an error');
      await output.record(
        [
          ['id', found.id],
          ['state', found.state],
          ['priority', found.priority],
          ['stage', found.stageKey],
          ['created', shortTime(found.createdTs)],
          ['created by', found.createdBy],
          ['updated', shortTime(found.updatedTs)],
          ['version', found.version],
          ...Object.entries(found.fields).map(([name, value]) => [`fields.${name}`, valueText(value)] as const),
        ],
        found,
      );
    });
}

interface CreateOptions {
  readonly priority?: string;
  readonly stage?: string;
  readonly from?: string;
}

function addCreate(process: Command, io: Io): void {
  process
    .command('create')
    .description('create a process')
    .argument('[values...]', 'fields: name=text for text, name:=json for other values')
    .option('--priority <priority>', 'priority. Default: the configured one')
    .option('--stage <key>', 'stage. Default: the default stage of the sub-project')
    .option(
      '--from <file>',
      'JSON object of fields, "-" for standard input; values on the command line take precedence',
    )
    .addHelpText(
      'after',
      examples(
        "millrace process create supplier='Acme Ltd' amount:=1250.5 currency=EUR",
        'millrace process create --from invoice.json --priority HIGH',
      ),
    )
    .action(async (values: string[], { priority, stage, from }: CreateOptions, command: Command) => {
      const session = await openSession(io, command);
      const { client, output, subProjectId } = session;
      const fields = await readValues(io, values, from);
      const id = await subProjectId();
      const answer = await withTypeHint(session, () =>
        client.createProcess({ subProjectId: id, fields, priority, stageKey: stage }),
      );
      await output.done(`Created process ${answer.id}`, answer);
    });
}

interface UpdateOptions extends CreateOptions {
  readonly state?: string;
  readonly ifVersion?: string;
}

function addUpdate(process: Command, io: Io): void {
  process
    .command('update')
    .description('set fields, state, priority or stage of a process, all or nothing')
    .argument('<process>', 'process id or business key')
    .argument('[values...]', 'fields: name=text for text, name:=json for other values, name:=null to clear')
    .option('--state <state>', 'new state')
    .option('--priority <priority>', 'new priority')
    .option('--stage <key>', 'new stage')
    .option(
      '--from <file>',
      'JSON object of fields, "-" for standard input; values on the command line take precedence',
    )
    .option('--if-version <version>', 'only if the process still has this version (see process show)')
    .addHelpText(
      'after',
      examples(
        "millrace process update 01980c4e-… amount:=1300 notes='corrected'",
        'millrace process update 01980c4e-… --state IN_REVIEW --if-version 3',
      ),
    )
    .action(async (wanted: string, values: string[], options: UpdateOptions, command: Command) => {
      const session = await openSession(io, command);
      const { client, output, subProjectId } = session;
      const updates = {
        ...(await readValues(io, values, options.from)),
        ...(options.state === undefined ? {} : { state: options.state }),
        ...(options.priority === undefined ? {} : { priority: options.priority }),
        ...(options.stage === undefined ? {} : { stageKey: options.stage }),
      };
      if (Object.keys(updates).length === 0)
        throw new CommandError('There is nothing to update. Add at least one value, e.g. notes=text.');
      const id = await subProjectId();
      const processId = await findProcess(client, id, wanted);
      const answer = await withTypeHint(session, () =>
        client.updateProcessField({ subProjectId: id, processId, updates }, { ifMatch: options.ifVersion }),
      );
      await output.done(`Updated process ${processId}`, answer);
    });
}

interface DeleteOptions {
  readonly reason?: string;
  readonly endRuns?: boolean;
  readonly ifVersion?: string;
  readonly yes?: boolean;
}

function addDelete(process: Command, io: Io): void {
  process
    .command('delete')
    .description('delete a process for good, with its runs and files')
    .argument('<process>', 'process id or business key')
    .option('--reason <text>', 'reason, kept in the audit log')
    .option('--end-runs', 'also when the process has runs that have not ended')
    .option('--if-version <version>', 'only if the process still has this version (see process show)')
    .option('-y, --yes', 'do not ask')
    .addHelpText('after', examples("millrace process delete C-2026-17 --reason 'request of 2 November' --end-runs"))
    .action(async (wanted: string, options: DeleteOptions, command: Command) => {
      const { client, output, subProjectId, confirm } = await openSession(io, command);
      const id = await subProjectId();
      const processId = await findProcess(client, id, wanted);
      const request = { subProjectId: id, processId, reason: options.reason, endRuns: options.endRuns };
      const { runs, files } = await client.deleteProcess({ ...request, dryRun: true });
      await confirm(`Delete process ${wanted} with ${runs} runs and ${files} files for good?`, options.yes);
      const answer = await client.deleteProcess(request, { ifMatch: options.ifVersion });
      await output.done(`Deleted process ${processId}`, answer);
    });
}
