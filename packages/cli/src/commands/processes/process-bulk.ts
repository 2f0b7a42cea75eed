import { setTimeout as sleep } from 'node:timers/promises';
import type { ResponseOf } from '@millrace/client';
import type { Command } from 'commander';
import { type PagingOptions, pageOf, tellMore, withPaging } from '../../arguments/paging.js';
import { type FilterOptions, processFilters, withFilters } from '../../arguments/process-filter.js';
import { withTypeHint } from '../../arguments/type-hint.js';
import { readValues } from '../../arguments/values.js';
import { examples } from '../../help/examples.js';
import { openSession, type Session } from '../../session/session.js';
import { CommandError, exitCodes } from '../../terminal/exit-codes.js';
import type { Io } from '../../terminal/io.js';
import { progressBar } from '../../terminal/progress.js';
import type { Column } from '../../terminal/table.js';
import { table } from '../../terminal/table.js';

type BulkAnswer = ResponseOf<'getBulkOperation'>;
type Refusal = BulkAnswer['errors'][number];

/** `process bulk-update|bulk-show|bulk-cancel` */
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
  readonly yes?: boolean;
}

function addUpdate(process: Command, io: Io): void {
  withFilters(process.command('bulk-update'))
    .description('set fields, state, priority or stage of all matching processes, in the background')
    .argument('[values...]', 'fields: name=text for text, name:=json for everything else, name:=null to clear')
    .option('--all', 'every process of the sub-project; instead of conditions')
    .option('--set-state <state>', 'new state')
    .option('--set-priority <priority>', 'new priority')
    .option('--set-stage <key>', 'new stage')
    .option('--from <file>', 'JSON object of fields, "-" for standard input; values of the command line win')
    .option('--reason <text>', 'kept in the audit log')
    .option('--detach', 'do not wait for the end')
    .option('-y, --yes', 'do not ask')
    .addHelpText(
      'after',
      `
Each process is judged by itself; one that refuses the change is reported and stops no other. Ends with 7 when there are
such. Ctrl+C asks whether the service is to stop; what it has changed stays changed.
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
      await session.confirm(`Update ${meta.totalCount} processes?`, options.yes);
      const begun = await withTypeHint(session, () =>
        client.bulkUpdateProcesses({ subProjectId, filters, updates, reason: options.reason }),
      );
      if (options.detach === true) {
        return output.done(
          `Bulk update ${begun.bulkId} of ${begun.total} processes is under way; see process bulk-show`,
          begun,
        );
      }
      await report(session, await finished(session, subProjectId, begun.bulkId));
    });
}

const mostPauseMs = 2000;

/** Asks until it is done. On Ctrl+C asks whether to stop it; the service works on otherwise. */
async function finished(session: Session, subProjectId: string, bulkId: string): Promise<BulkAnswer> {
  const { io, client } = session;
  const signal = io.interruption();
  const bar = progressBar(io, 'updating', 'processes');
  try {
    for (let pause = 200; ; pause = Math.min(mostPauseMs, pause * 1.5)) {
      const answer = await client.getBulkOperation({ subProjectId, bulkId, perPageCount: 20 }, { signal });
      const { state, done, failed, total } = answer.bulkOperation;
      bar.update(Number(done) + Number(failed), Number(total));
      if (state !== 'RUNNING') return answer;
      await sleep(pause, undefined, { signal });
    }
  } catch (error) {
    bar.clear();
    if (!signal.aborted) throw error;
    io.err('\n');
    if (io.canAsk && /^y(es)?$/i.test(await io.ask(`Stop bulk update ${bulkId} too? [y/N] `))) {
      const { bulkOperation } = await client.cancelBulkOperation({ subProjectId, bulkId });
      io.err(`It is ${bulkOperation.state}: ${bulkOperation.done} of ${bulkOperation.total} are updated.\n`);
    } else {
      io.err(`The service works on; see millrace process bulk-show ${bulkId}\n`);
    }
    throw signal.reason;
  } finally {
    bar.clear();
  }
}

const refusals: readonly Column<Refusal>[] = [
  { title: 'PROCESS', value: ({ processId }) => processId },
  { title: 'ERROR', value: ({ id, code }) => `${id} ${code}` },
  { title: 'BECAUSE', value: ({ detail }) => detail },
];

async function report({ io, output }: Session, answer: BulkAnswer): Promise<void> {
  const { id, state, total, done, failed, failure } = answer.bulkOperation;
  await output.done(`Bulk update ${id} is ${state}: ${done} of ${total} updated, ${failed} refused`, answer);
  if (answer.errors.length > 0) await output.text(`\n${table(refusals, answer.errors, io.columns)}`);
  const more = Number(answer.meta.totalCount) - answer.errors.length;
  if (!output.isJson && more > 0) io.err(`${more} more: millrace process bulk-show ${id} --page 2\n`);
  if (state === 'FAILED') throw new CommandError(`The bulk update failed: ${failure ?? 'no reason given'}`, 1);
  if (failed !== '0') throw new CommandError('Some processes refused the change.', exitCodes.conflict);
}

function addShow(process: Command, io: Io): void {
  withPaging(process.command('bulk-show'))
    .description('show how far a bulk update has come, and the processes that refused it')
    .argument('<bulk>', 'id of the bulk update')
    .addHelpText(
      'after',
      examples('millrace process bulk-show 01980c70-…', 'millrace process bulk-show 01980c70-… --json'),
    )
    .action(async (bulkId: string, options: PagingOptions, command: Command) => {
      const session = await openSession(io, command);
      const { output } = session;
      const answer = await session.client.getBulkOperation({
        ...pageOf(options),
        subProjectId: await session.subProjectId(),
        bulkId,
      });
      const { id, state, total, done, failed, failure } = answer.bulkOperation;
      await output.record(
        [
          ['bulk update', id],
          ['state', state],
          ['updated', `${done} of ${total}`],
          ['refused', failed],
          ['failure', failure ?? undefined],
        ],
        answer,
      );
      if (answer.errors.length > 0) await output.text(`\n${table(refusals, answer.errors, io.columns)}`);
      tellMore(session, answer.meta);
    });
}

function addCancel(process: Command, io: Io): void {
  process
    .command('bulk-cancel')
    .description('stop a bulk update after the batch under way; what it has changed stays changed')
    .argument('<bulk>', 'id of the bulk update')
    .addHelpText('after', examples('millrace process bulk-cancel 01980c70-…'))
    .action(async (bulkId: string, _options, command: Command) => {
      const { client, output, subProjectId } = await openSession(io, command);
      const answer = await client.cancelBulkOperation({ subProjectId: await subProjectId(), bulkId });
      const { state, done, total } = answer.bulkOperation;
      await output.done(`Bulk update ${bulkId} is ${state}: ${done} of ${total} updated`, answer);
    });
}
