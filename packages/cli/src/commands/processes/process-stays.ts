import { type Command, Option } from 'commander';
import { type PagingOptions, pageOf, wholeNumber, withPaging } from '../../arguments/paging.js';
import { type FilterOptions, processFilters, withFilters } from '../../arguments/process-filter.js';
import { examples } from '../../help/examples.js';
import { openSession } from '../../session/session.js';
import type { Io } from '../../terminal/io.js';
import { shortTime } from '../../terminal/text.js';

interface StaysOptions extends FilterOptions, PagingOptions {
  readonly by: string;
  readonly of: string;
  readonly fromDays: number;
  readonly from?: string;
  readonly to?: string;
}

/** `process stays` */
export function addProcessStays(process: Command, io: Io): void {
  withPaging(withFilters(process.command('stays')))
    .description('list the matching processes that a number of `process flow` counts, those that stay longest first')
    .argument('<value>', 'the state, or the key of the stage')
    .addOption(new Option('--by <key>', 'what the value is').choices(['state', 'stage']).default('state'))
    .addOption(
      new Option('--of <number>', 'the number that is listed').choices(['now', 'entered', 'left']).default('now'),
    )
    .option('--from-days <days>', 'of now: only those that stay for so long', wholeNumber(0, 36_500), 0)
    .option('--from <time>', 'beginning of the time; default: 30 days before its end')
    .option('--to <time>', 'end of the time; default: now')
    .addHelpText(
      'after',
      examples('millrace process stays INIT --from-days 7', 'millrace process stays INIT --of left'),
    )
    .action(async (value: string, options: StaysOptions, command: Command) => {
      const session = await openSession(io, command);
      const { page, perPageCount } = pageOf(options);
      const answer = await session.client.getProcessStays({
        filters: JSON.stringify(processFilters(await session.subProjectId(), options)),
        ...{ value, of: options.of, by: options.by === 'stage' ? 'stageKey' : options.by },
        ...(options.of === 'now' ? { fromDays: String(options.fromDays) } : {}),
        ...(options.from === undefined ? {} : { from: options.from }),
        ...(options.to === undefined ? {} : { to: options.to }),
        ...{ page: String(page), perPageCount: String(perPageCount) },
      });
      await session.output.list(
        [
          ['PROCESS', 'processId'],
          ['ENTERED', ({ enteredTs }) => shortTime(enteredTs)],
          ['LEFT', ({ leftTs }) => shortTime(leftTs)],
        ],
        answer.stays,
        answer,
        'There are none.',
      );
    });
}
