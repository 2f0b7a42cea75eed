import { setTimeout as sleep } from 'node:timers/promises';
import type { ResponseOf } from '@millrace/client';
import type { Session } from '../../session/session.js';
import { CommandError, exitCodes } from '../../terminal/exit-codes.js';
import { progressBar } from '../../terminal/progress.js';
import type { Column } from '../../terminal/table.js';

type BulkAnswer = ResponseOf<'getBulkOperation'>;
type Refusal = BulkAnswer['errors'][number];
type Kind = BulkAnswer['bulkOperation']['kind'];

/** How a kind of bulk operation is called, and what it does. */
export const words: Readonly<Record<Kind, { readonly name: string; readonly doing: string; readonly done: string }>> = {
  UPDATE: { name: 'Bulk update', doing: 'updating', done: 'updated' },
  EXECUTE: { name: 'Bulk execution', doing: 'starting', done: 'started' },
  RETRY: { name: 'Bulk retry', doing: 'retrying', done: 'retried' },
  CANCEL: { name: 'Bulk cancellation', doing: 'cancelling', done: 'cancelled' },
  MIGRATE: { name: 'Bulk migration', doing: 'migrating', done: 'migrated' },
};

export const reasonColumns: readonly Column<BulkAnswer['reasons'][number]>[] = [
  ['COUNT', 'count', 'right'],
  ['ERROR', ({ id, code }) => `${id} ${code}`],
  ['BECAUSE', 'detail'],
];

const MAX_POLL_INTERVAL_MS = 2000;

/** Polls a bulk operation until it has ended. On Ctrl+C asks the user whether to cancel it; otherwise the service continues. */
export async function finished(
  session: Session,
  { subProjectId, bulkId, kind }: { readonly subProjectId: string; readonly bulkId: string; readonly kind: Kind },
): Promise<BulkAnswer> {
  const { io, client } = session;
  const { name, doing, done: isDone } = words[kind];
  const signal = io.interruption();
  const bar = progressBar(io, doing, isRepair(kind) ? 'runs' : 'processes');
  try {
    for (let pause = 200; ; pause = Math.min(MAX_POLL_INTERVAL_MS, pause * 1.5)) {
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
    if (io.canAsk && /^y(es)?$/i.test(await io.ask(`Cancel ${name.toLowerCase()} ${bulkId} too? [y/N] `))) {
      const { bulkOperation } = await client.cancelBulkOperation({ subProjectId, bulkId });
      io.err(
        `It is ${bulkOperation.state}: ${bulkOperation.done} of ${bulkOperation.total} ${isRepair(kind) ? 'runs' : 'processes'} were ${isDone}.\n`,
      );
    } else {
      io.err(`The service continues. To see its progress: millrace process bulk-status ${bulkId}\n`);
    }
    throw signal.reason;
  } finally {
    bar.clear();
  }
}

export const refusals: readonly Column<Refusal>[] = [
  ['PROCESS', 'processId'],
  ['ERROR', ({ id, code }) => `${id} ${code}`],
  ['BECAUSE', 'detail'],
];

/** Shows how it ended. @throws CommandError when it failed, or processes refused */
export async function report({ io, output }: Session, answer: BulkAnswer): Promise<void> {
  const { id, kind, state, total, done, failed, outcomes, failure } = answer.bulkOperation;
  const { name, done: isDone } = words[kind];
  const became = kind === 'UPDATE' ? '' : outcomes.map(({ outcome, count }) => `, ${count} ${outcome}`).join('');
  await output.done(`${name} ${id} is ${state}: ${done} of ${total} ${isDone}${became}, ${failed} refused`, answer);
  await output.section(refusals, answer.errors);
  const more = Number(answer.meta.totalCount) - answer.errors.length;
  if (!output.isJson && more > 0) io.err(`${more} more: millrace process bulk-status ${id} --page 2\n`);
  if (state === 'FAILED')
    throw new CommandError(`The ${name.toLowerCase()} failed: ${failure ?? 'no reason given'}`, 1);
  const isSolved = !outcomes.some(({ outcome }) => outcome === 'FAILED_AGAIN');
  if (failed !== '0' || !isSolved) throw new CommandError(complaints[kind], exitCodes.conflict);
}

const isRepair = (kind: Kind): boolean => kind !== 'UPDATE' && kind !== 'EXECUTE';

/** What is said when not all went well. */
const complaints: Readonly<Record<Kind, string>> = {
  UPDATE: 'Some processes could not be changed.',
  EXECUTE: 'On some processes no run could be started.',
  RETRY: 'Some incidents failed again or refused.',
  CANCEL: 'Some runs could not be cancelled.',
  MIGRATE: 'Some runs could not be migrated.',
};
