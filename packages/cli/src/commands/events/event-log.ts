import type { Event } from '@millrace/client';
import type { Command } from 'commander';
import { wholeNumber } from '../../arguments/paging.js';
import { examples } from '../../help/examples.js';
import { openSession } from '../../session/session.js';
import type { Io } from '../../terminal/io.js';
import { shortTime, valueText } from '../../terminal/text.js';

interface TailOptions {
  readonly type?: readonly string[];
  readonly process?: string;
  readonly after?: number;
  readonly count?: number;
}

/** `event tail|types` */
export function addEventLog(program: Command, io: Io): void {
  const event = program.command('event').helpGroup('Work:').description('the event log: what has changed');
  addTail(event, io);
  addTypes(event, io);
}

const several = (value: string, before: readonly string[] = []): readonly string[] => [...before, value];

function addTail(event: Command, io: Io): void {
  event
    .command('tail')
    .description('print events as they happen, until Ctrl+C')
    .option('--type <type>', 'only events of this type, e.g. process.updated or task.*; may be repeated', several)
    .option('--process <id>', 'only events of this process')
    .option(
      '--after <position>',
      'begin after this position; 0 begins with the oldest event',
      wholeNumber(0, Number.MAX_SAFE_INTEGER),
    )
    .option('--count <number>', 'end after so many events', wholeNumber(1, Number.MAX_SAFE_INTEGER))
    .addHelpText(
      'after',
      examples("millrace event tail --type 'task.*'", 'millrace event tail --process 01980c4e-… --after 0 --json'),
    )
    .action(async (options: TailOptions, command: Command) => {
      const session = await openSession(io, command);
      const signal = io.interruption();
      let left = options.count ?? Number.POSITIVE_INFINITY;
      const subscription = session.client.events.subscribe(
        {
          subProjectId: await session.subProjectId(),
          types: options.type,
          processId: options.process,
          afterPosition: options.after === undefined ? undefined : String(options.after),
        },
        {
          signal,
          onReset: ({ position }) => io.err(`Events up to position ${position} were deleted.\n`),
          onReconnect: ({ error }) => {
            if (error !== undefined) io.err('The connection was lost; reconnecting\n');
          },
        },
      );
      try {
        for await (const one of subscription) {
          await io.out(session.output.isJson ? `${JSON.stringify(one)}\n` : `${lineOf(one)}\n`);
          left -= 1;
          if (left <= 0) return;
        }
      } catch (error) {
        if (!signal.aborted) throw error;
      }
    });
}

/** `10:02:11  process.updated  process 0198…  Olivia Owner  state INIT → APPROVED` */
function lineOf({ createdTs, type, subject, by, data }: Event): string {
  const what = 'after' in data ? membersOf(data.after) : membersOf(data);
  return [shortTime(createdTs), type, `${subject.type} ${subject.id}`, by.name, what].filter(Boolean).join('  ');
}

function membersOf(value: unknown): string {
  if (typeof value !== 'object' || value === null) return '';
  return Object.entries(value)
    .filter(([name]) => !/^(runId|taskId|workflowId|incidentId)$/.test(name))
    .map(([name, one]) => `${name} ${valueText(one)}`)
    .join(', ');
}

function addTypes(event: Command, io: Io): void {
  event
    .command('types')
    .description('list the types of events')
    .argument('[types...]', 'types to list, e.g. task.*. Default: all')
    .addHelpText('after', examples('millrace event types', "millrace event types 'run.*' --json"))
    .action(async (types: readonly string[], _options: object, command: Command) => {
      const { client, output } = await openSession(io, command);
      const answer = await client.getEventTypes(types.length === 0 ? {} : { types });
      await output.list(
        [
          ['TYPE', 'type'],
          ['DESCRIPTION', 'description'],
        ],
        answer.types,
        answer,
        'There is no such type.',
      );
    });
}
