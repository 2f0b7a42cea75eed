import type { ResponseOf } from '@millrace/client';
import { type Command, Option } from 'commander';
import { type PagingOptions, pageOf, withPaging } from '../../arguments/paging.js';
import { examples } from '../../help/examples.js';
import { openSession } from '../../session/session.js';
import type { Io } from '../../terminal/io.js';
import { shortTime } from '../../terminal/text.js';

const states = ['RUNNING', 'COMPLETED', 'CANCELLED', 'FAILED'] as const;

type Kind = ResponseOf<'getBulkOperations'>['bulkOperations'][number]['bulkOperation']['kind'];

/** What an operation does, in words. */
const deeds: Readonly<Record<Kind, (names: string, workflowId: string) => string>> = {
  UPDATE: (names) => `sets ${names}`,
  EXECUTE: (_, workflowId) => `executes ${workflowId}`,
  RETRY: () => 'retries incidents',
  CANCEL: () => 'cancels runs',
  MIGRATE: () => 'migrates runs',
};

interface ListOptions extends PagingOptions {
  readonly state?: (typeof states)[number];
}

/** `process bulk-list` */
export function addProcessBulkList(process: Command, io: Io): void {
  withPaging(process.command('bulk-list'))
    .description('list your bulk operations, newest first')
    .addOption(new Option('--state <state>', 'only bulk operations in this state').choices(states))
    .addHelpText('after', examples('millrace process bulk-list', 'millrace process bulk-list --state RUNNING'))
    .action(async (options: ListOptions, command: Command) => {
      const session = await openSession(io, command);
      const answer = await session.client.getBulkOperations({
        ...pageOf(options),
        subProjectId: await session.subProjectId(),
        state: options.state,
      });
      await session.output.page(
        [
          ['ID', ({ bulkOperation }) => bulkOperation.id],
          ['STATE', ({ bulkOperation }) => bulkOperation.state],
          ['DONE', ({ bulkOperation: { done, total } }) => `${done} of ${total}`],
          ['FAILED', ({ bulkOperation }) => bulkOperation.failed],
          ['DOES', ({ bulkOperation: { kind }, names, workflowId }) => deeds[kind](names.join(', '), workflowId ?? '')],
          ['STARTED', ({ bulkOperation }) => shortTime(bulkOperation.createdTs)],
        ],
        answer.bulkOperations,
        answer,
        'There are no bulk operations.',
      );
    });
}
