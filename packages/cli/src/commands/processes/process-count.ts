import type { Command } from 'commander';
import { type FilterOptions, processFilters, withFilters } from '../../arguments/process-filter.js';
import { examples } from '../../help/examples.js';
import { openSession } from '../../session/session.js';
import type { Io } from '../../terminal/io.js';
import { valueText } from '../../terminal/text.js';

interface CountOptions extends FilterOptions {
  readonly by: string;
}

const columns = new Map([
  ['state', 'state'],
  ['priority', 'priority'],
  ['stage', 'stageKey'],
]);

/** `process count` */
export function addProcessCount(process: Command, io: Io): void {
  withFilters(process.command('count'))
    .description('count matching processes by state, priority, stage or the values of a field')
    .option('--by <key>', 'state, priority, stage or the name of a field', 'state')
    .addHelpText(
      'after',
      examples('millrace process count', "millrace process count --by supplier --where 'amount>=10000'"),
    )
    .action(async (options: CountOptions, command: Command) => {
      const session = await openSession(io, command);
      const answer = await session.client.countProcesses({
        filters: JSON.stringify(processFilters(await session.subProjectId(), options)),
        by: columns.get(options.by) ?? `fields.${options.by.replace(/^fields\./, '')}`,
      });
      const rest = answer.others === '0' ? [] : [{ value: 'others', count: answer.others }];
      await session.output.list(
        [
          [options.by.toUpperCase(), ({ value }) => (value === null ? '-' : valueText(value))],
          ['COUNT', 'count', 'right'],
        ],
        [...answer.counts, ...rest],
        answer,
        'No process matches.',
      );
    });
}
