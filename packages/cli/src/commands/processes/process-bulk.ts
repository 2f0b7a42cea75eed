import type { Command } from 'commander';
import { type PagingOptions, pageOf, withPaging } from '../../arguments/paging.js';
import { type FilterOptions, processFilters, withFilters } from '../../arguments/process-filter.js';
import { withTypeHint } from '../../arguments/type-hint.js';
import { readValues } from '../../arguments/values.js';
import { examples } from '../../help/examples.js';
import { openSession, type Session } from '../../session/session.js';
import { CommandError } from '../../terminal/exit-codes.js';
import type { Io } from '../../terminal/io.js';
import { furtherPages } from '../../terminal/output.js';
import { finished, reasonColumns, refusals, report, words } from './process-bulk-follow.js';

/** `process bulk-update|bulk-status|bulk-cancel`; `bulk-execute` is in a file of its own. Old name: `process bulk-show`. */
export function addProcessBulk(process: Command, io: Io): void {
  addUpdate(process, io);
  addShow(process, io);
  addCancel(process, io);
}

interface UpdateOptions extends FilterOptions {
  readonly all?: boolean;
  readonly setState?: string;
  readonly setPriority?: string;
  readonly setStage?: string;
  readonly from?: string;
  readonly reason?: string;
  readonly detach?: boolean;
  readonly dryRun?: boolean;
  readonly yes?: boolean;
}

function addUpdate(process: Command, io: Io): void {
  withFilters(process.command('bulk-update'))
    .description('set fields, state, priority or stage of all matching processes, in the background')
    .argument('[values...]', 'fields: name=text for text, name:=json for other values, name:=null to clear')
    .option('--all', 'all processes of the sub-project, instead of filters')
    .option('--set-state <state>', 'new state')
    .option('--set-priority <priority>', 'new priority')
    .option('--set-stage <key>', 'new stage')
    .option(
      '--from <file>',
      'JSON object of fields, "-" for standard input; values on the command line take precedence',
    )
    .option('--reason <text>', 'saved in the audit log')
    .option('--dry-run', 'show what the update would do to the newest 1,000 matches, and change nothing')
    .option('--detach', 'start the update and do not wait for its end')
    .option('-y, --yes', 'do not ask for confirmation')
    .addHelpText(
      'after',
      `
Each process is updated on its own: if one cannot be changed, it is reported and the others are still updated; the
command then exits with 7. Ctrl+C asks whether to cancel the bulk update. Processes that were updated stay updated.
${examples(
  'millrace process bulk-update --state INIT --priority LOW --set-priority MEDIUM',
  "millrace process bulk-update --where 'supplier=Acme Ltd' supplier='Acme GmbH' --reason renamed --yes",
  'millrace process bulk-update --all --set-stage stage_review --detach --yes',
)}`,
    )
    .action(async (values: string[], options: UpdateOptions, command: Command) => {
      const session = await openSession(io, command);
      const { client, output } = session;
      const updates = {
        ...(await readValues(io, values, options.from)),
        ...(options.setState === undefined ? {} : { state: options.setState }),
        ...(options.setPriority === undefined ? {} : { priority: options.setPriority }),
        ...(options.setStage === undefined ? {} : { stageKey: options.setStage }),
      };
      if (Object.keys(updates).length === 0)
        throw new CommandError('There is nothing to update. Add at least one value, e.g. notes=text.');
      const subProjectId = await session.subProjectId();
      const { subProjectId_id: _, ...filters } = processFilters(subProjectId, options);
      if (Object.keys(filters).length === 0 && options.all !== true) {
        throw new CommandError(
          'No processes are selected. Add --where, --state or another filter, or --all for all processes.',
        );
      }
      const { meta } = await client.getProcess({
        page: 1,
        perPageCount: 1,
        filters: { ...filters, subProjectId_id: subProjectId },
      });
      if (options.dryRun === true) return showDryRun(session, { subProjectId, filters, updates });
      await session.confirm(`Update ${meta.totalCount} processes?`, options.yes);
      const begun = await withTypeHint(session, () =>
        client.bulkUpdateProcesses({ subProjectId, filters, updates, reason: options.reason }),
      );
      if (options.detach === true) {
        return output.done(
          `Bulk update ${begun.bulkId} of ${begun.total} processes has started. To see its progress: millrace process bulk-status ${begun.bulkId}`,
          begun,
        );
      }
      await report(session, await finished(session, { subProjectId, bulkId: begun.bulkId, kind: 'UPDATE' }));
    });
}

async function showDryRun(
  { client, output }: Session,
  request: {
    readonly subProjectId: string;
    readonly filters: Record<string, unknown>;
    readonly updates: Record<string, unknown>;
  },
): Promise<void> {
  const answer = await client.bulkUpdateProcesses({ ...request, dryRun: true });
  const { tried, changed, unchanged, refused, reasons } = answer.dryRun ?? noDryRun;
  await output.list(reasonColumns, reasons, answer, '');
  await output.done(
    `${answer.total} match, ${tried} tried: ${changed} would change, ${unchanged} have the values, ${refused} would refuse.`,
    answer,
  );
}

const noDryRun = { tried: '0', changed: '0', unchanged: '0', refused: '0', reasons: [] };

function addShow(process: Command, io: Io): void {
  withPaging(process.command('bulk-status'))
    .alias('bulk-show')
    .description('show the progress of a bulk operation and the processes that rejected it')
    .argument('<bulk>', 'id of the bulk operation')
    .addHelpText(
      'after',
      examples('millrace process bulk-status 01980c70-…', 'millrace process bulk-status 01980c70-… --json'),
    )
    .action(async (bulkId: string, options: PagingOptions, command: Command) => {
      const session = await openSession(io, command);
      const { output } = session;
      const answer = await session.client.getBulkOperation({
        ...pageOf(options),
        subProjectId: await session.subProjectId(),
        bulkId,
      });
      const { id, kind, state, total, done, failed, outcomes, failure } = answer.bulkOperation;
      await output.record(
        [
          [words[kind].name.toLowerCase(), id],
          ['state', state],
          [words[kind].done, `${done} of ${total}`],
          ['refused', failed],
          ['outcomes', outcomes.map(({ outcome, count }) => `${count} ${outcome}`).join(', ') || undefined],
          ['failure', failure ?? undefined],
        ],
        answer,
      );
      await output.section(refusals, answer.errors);
      if (!output.isJson) io.err(furtherPages(answer));
    });
}

function addCancel(process: Command, io: Io): void {
  process
    .command('bulk-cancel')
    .description('cancel a bulk operation after its current batch; what was done to processes stays')
    .argument('<bulk>', 'id of the bulk operation')
    .addHelpText('after', examples('millrace process bulk-cancel 01980c70-…'))
    .action(async (bulkId: string, _options, command: Command) => {
      const { client, output, subProjectId } = await openSession(io, command);
      const answer = await client.cancelBulkOperation({ subProjectId: await subProjectId(), bulkId });
      const { kind, state, done, total } = answer.bulkOperation;
      await output.done(`${words[kind].name} ${bulkId} is ${state}: ${done} of ${total} ${words[kind].done}`, answer);
    });
}
