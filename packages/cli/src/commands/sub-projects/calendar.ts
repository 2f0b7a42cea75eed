import type { Command } from 'commander';
import { examples } from '../../help/examples.js';
import { openSession } from '../../session/session.js';
import { CommandError, exitCodes } from '../../terminal/exit-codes.js';
import type { Io } from '../../terminal/io.js';
import { shortTime } from '../../terminal/text.js';

interface ExplainOptions {
  readonly at?: string;
  readonly after?: string;
  readonly to?: string;
}

/** `calendar list|show|explain` */
export function addCalendar(program: Command, io: Io): void {
  const calendar = program
    .command('calendar')
    .helpGroup('Configuration:')
    .description('working time of a sub-project: opening hours, holidays, when something is due');

  calendar
    .command('list')
    .description('list the calendars of the sub-project')
    .addHelpText('after', examples('millrace calendar list'))
    .action(async (_options: object, command: Command) => {
      const { client, output, subProjectId } = await openSession(io, command);
      const answer = await client.getCalendars({ subProjectId: await subProjectId() });
      await output.list(
        [
          ['KEY', 'key'],
          ['NAME', 'name'],
          ['ZONE', 'zone'],
          ['UNTIL', 'until'],
        ],
        answer.calendars,
        answer,
        'The sub-project has no calendar. Declare it under "calendars" in its document.',
      );
    });

  calendar
    .command('show')
    .description('show the opening hours of a calendar, and the holidays and other exceptions of a year')
    .argument('<calendar>', 'key of the calendar')
    .option('--year <year>', 'year of the exceptions. Default: this year')
    .addHelpText('after', examples('millrace calendar show office', 'millrace calendar show office --year 2027'))
    .action(async (key: string, { year }: { readonly year?: string }, command: Command) => {
      const { client, output, subProjectId } = await openSession(io, command);
      const { calendars } = await client.getCalendars({ subProjectId: await subProjectId(), year });
      const found = calendars.find((candidate) => candidate.key === key);
      if (found === undefined) {
        throw new CommandError(
          `There is no calendar ${key}. List them with "millrace calendar list".`,
          exitCodes.notFound,
        );
      }
      await output.record(
        [
          ['calendar', found.key],
          ['name', found.name],
          ['zone', found.zone],
          ['covers', `${found.from} until ${found.until}`],
          ...found.week.map(({ day, open }) => [day, hours(open)] as const),
        ],
        found,
      );
      await output.section(
        [
          ['DATE', 'date'],
          ['OPEN', ({ open }) => hours(open)],
          ['NAME', 'name'],
        ],
        found.exceptions,
      );
    });

  calendar
    .command('explain')
    .description(
      'tell whether a calendar is open, when it opens, when something is due, and how much working time passes',
    )
    .argument('<calendar>', 'key of the calendar')
    .option('--at <time>', 'ISO 8601 date and time; without offset on the clock of the calendar. Default: now')
    .option(
      '--after <duration>',
      'when is due what takes so much working time: P2D is two working days, PT16H sixteen working hours',
    )
    .option('--to <time>', 'how much working time passes until then')
    .addHelpText(
      'after',
      examples(
        'millrace calendar explain office',
        'millrace calendar explain office --at 2026-03-12T16:30 --after PT1H',
      ),
    )
    .action(async (key: string, { at, after, to }: ExplainOptions, command: Command) => {
      const { client, output, subProjectId } = await openSession(io, command);
      const request = { subProjectId: await subProjectId(), calendar: key, at, duration: after, to };
      const answer = await client.explainCalendar(request);
      await output.record(
        [
          ['open', answer.open ? 'yes' : 'no'],
          ['opens', answer.open ? 'now' : shortTime(answer.opening)],
          ['closes', answer.closing === null ? '-' : shortTime(answer.closing)],
          ['due', answer.due === null ? '-' : shortTime(answer.due)],
          ['working time', answer.workingTime ?? '-'],
          ...answer.text.map((line) => ['because', line] as const),
        ],
        answer,
      );
    });
}

const hours = (open: readonly string[]): string => (open.length === 0 ? 'closed' : open.join(', '));
