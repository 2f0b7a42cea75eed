import { type Command, Option } from 'commander';
import { wholeNumber } from '../../arguments/paging.js';
import { examples } from '../../help/examples.js';
import { openSession } from '../../session/session.js';
import type { Io } from '../../terminal/io.js';
import { shortTime } from '../../terminal/text.js';

/** `webhook deliveries|retry|skip|replay` */
export function addDeliveries(webhook: Command, io: Io): void {
  addList(webhook, io);
  addRetry(webhook, io);
  addSkip(webhook, io);
  addReplay(webhook, io);
}

const several = (value: string, before: readonly string[] = []): readonly string[] => [...before, value];

interface ListOptions {
  readonly state?: 'waiting' | 'queued' | 'dead' | 'delivered' | 'skipped';
  readonly type?: readonly string[];
  readonly process?: string;
  readonly limit?: number;
}

function addList(webhook: Command, io: Io): void {
  webhook
    .command('deliveries')
    .description('list what became of events, the latest first')
    .argument('<webhook>', 'id of the event subscription')
    .addOption(
      new Option('--state <state>', 'only those in this state').choices([
        'waiting',
        'queued',
        'dead',
        'delivered',
        'skipped',
      ]),
    )
    .option('--type <type>', 'only of this type of event, e.g. task.*; may be repeated', several)
    .option('--process <id>', 'only events of this process')
    .option('--limit <number>', 'so many at most. Default: 100', wholeNumber(1, 1000))
    .addHelpText('after', examples('millrace webhook deliveries 0198… --state dead'))
    .action(async (subscriptionId: string, options: ListOptions, command: Command) => {
      const session = await openSession(io, command);
      const answer = await session.client.getDeliveries({
        subProjectId: await session.subProjectId(),
        subscriptionId,
        state: options.state,
        types: options.type,
        processId: options.process,
        limit: options.limit === undefined ? undefined : String(options.limit),
      });
      await session.output.list(
        [
          ['POSITION', 'position', 'right'],
          ['TYPE', 'type'],
          ['STATE', 'state'],
          ['ATTEMPTS', 'attempts', 'right'],
          ['NEXT', ({ dueTs }) => (dueTs === null ? '' : shortTime(dueTs))],
          ['ERROR', 'error'],
        ],
        answer.deliveries,
        answer,
        'There are no deliveries.',
      );
    });
}

function addRetry(webhook: Command, io: Io): void {
  webhook
    .command('retry')
    .description('send deliveries now that wait or are dead')
    .argument('<webhook>', 'id of the event subscription')
    .argument('[positions...]', 'positions of the deliveries. Default: all')
    .addOption(new Option('--state <state>', 'only those in this state').choices(['waiting', 'dead']))
    .option('--process <id>', 'only events of this process')
    .addHelpText('after', examples('millrace webhook retry 0198… --state dead', 'millrace webhook retry 0198… 1042'))
    .action(
      async (
        subscriptionId: string,
        positions: readonly string[],
        options: { readonly state?: 'waiting' | 'dead'; readonly process?: string },
        command: Command,
      ) => {
        const session = await openSession(io, command);
        const answer = await session.client.retryDeliveries({
          subProjectId: await session.subProjectId(),
          subscriptionId,
          ...(positions.length === 0 ? {} : { positions: [...positions] }),
          state: options.state,
          processId: options.process,
        });
        await session.output.done(`${answer.count} deliveries are sent now`, answer);
      },
    );
}

function addSkip(webhook: Command, io: Io): void {
  webhook
    .command('skip')
    .description('give a delivery up; the next event of its process is sent then')
    .argument('<webhook>', 'id of the event subscription')
    .argument('<position>', 'position of the delivery')
    .addHelpText('after', examples('millrace webhook skip 0198… 1042'))
    .action(async (subscriptionId: string, position: string, _options, command: Command) => {
      const session = await openSession(io, command);
      const subProjectId = await session.subProjectId();
      const answer = await session.client.skipDelivery({ subProjectId, subscriptionId, position });
      await session.output.done(answer.message, answer);
    });
}

function addReplay(webhook: Command, io: Io): void {
  webhook
    .command('replay')
    .description('send a part of the log again, marked as a replay')
    .argument('<webhook>', 'id of the event subscription')
    .option('--from <position>', 'position of the first event')
    .option('--since <time>', 'events since this time, e.g. 2026-01-31T09:00:00Z')
    .addHelpText('after', examples('millrace webhook replay 0198… --since 2026-01-31T09:00:00Z'))
    .action(
      async (
        subscriptionId: string,
        { from, since }: { readonly from?: string; readonly since?: string },
        command: Command,
      ) => {
        const session = await openSession(io, command);
        const answer = await session.client.replayEvents({
          subProjectId: await session.subProjectId(),
          subscriptionId,
          fromPosition: from,
          since,
        });
        await session.output.done(`Replaying positions ${answer.fromPosition} to ${answer.toPosition}`, answer);
      },
    );
}
