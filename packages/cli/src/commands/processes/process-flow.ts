import type { Command } from 'commander';
import { type FilterOptions, processFilters, withFilters } from '../../arguments/process-filter.js';
import { examples } from '../../help/examples.js';
import { openSession } from '../../session/session.js';
import { durationText } from '../../terminal/duration.js';
import type { Io } from '../../terminal/io.js';
import { shortTime } from '../../terminal/text.js';

interface FlowOptions extends FilterOptions {
  readonly by: 'state' | 'stage';
  readonly from?: string;
  readonly to?: string;
}

/** `process flow` */
export function addProcessFlow(process: Command, io: Io): void {
  withFilters(process.command('flow'))
    .description('measure how matching processes move through the states or stages, and how long they stay')
    .option('--by <key>', 'state or stage', 'state')
    .option('--from <time>', 'beginning of the time; default: 30 days before its end')
    .option('--to <time>', 'end of the time; default: now')
    .addHelpText('after', examples('millrace process flow', 'millrace process flow --by stage --from 2026-01-01'))
    .action(async (options: FlowOptions, command: Command) => {
      const session = await openSession(io, command);
      const answer = await session.client.getProcessStatistics({
        filters: JSON.stringify(processFilters(await session.subProjectId(), options)),
        by: options.by === 'stage' ? 'stageKey' : options.by,
        ...(options.from === undefined ? {} : { from: options.from }),
        ...(options.to === undefined ? {} : { to: options.to }),
      });
      await session.output.list(
        [
          [options.by.toUpperCase(), 'value'],
          ['NOW', 'now', 'right'],
          ['SINCE', ({ oldestTs }) => shortTime(oldestTs)],
          ['ENTERED', 'entered', 'right'],
          ['LEFT', 'left', 'right'],
          ['MEDIAN', ({ medianSeconds }) => durationText(medianSeconds)],
          ['90 %', ({ p90Seconds }) => durationText(p90Seconds)],
        ],
        answer.values,
        answer,
        'The sub-project has no states.',
      );
    });
}
