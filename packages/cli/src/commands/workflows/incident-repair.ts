import { Argument, type Command } from 'commander';
import { wholeNumber } from '../../arguments/paging.js';
import { parseValues } from '../../arguments/values.js';
import { examples } from '../../help/examples.js';
import { openSession, type Session } from '../../session/session.js';
import { CommandError } from '../../terminal/exit-codes.js';
import type { Io } from '../../terminal/io.js';
import { finished, reasonColumns, report } from '../processes/process-bulk-follow.js';
import { type SearchOptions, searchOf, withSearch } from './incident-search.js';

interface RepairOptions extends SearchOptions {
  readonly all?: boolean;
  readonly set?: readonly string[];
  readonly retries?: number;
  readonly canary?: number;
  readonly mostFailed?: number;
  readonly perMinute?: number;
  readonly reason?: string;
  readonly detach?: boolean;
  readonly dryRun?: boolean;
  readonly yes?: boolean;
}

const deeds = { retry: 'RETRY', cancel: 'CANCEL' } as const;

/** `incident repair` */
export function addIncidentRepair(incident: Command, io: Io): void {
  withSearch(incident.command('repair'))
    .description('retry many open incidents, or cancel their runs, in the background')
    .addArgument(new Argument('<deed>', 'what to do').choices(Object.keys(deeds)))
    .option('--all', 'all open incidents, instead of conditions')
    .option('--set <values...>', 'retry: variables to set first: name=text or name:=json')
    .option('--retries <number>', 'retry: attempts for each job', wholeNumber(1, 1000))
    .option('--canary <number>', 'ask so many first, and wait for their outcomes', wholeNumber(1, 1000))
    .option('--most-failed <percent>', 'stop when more of the canary fail. Default: 0', wholeNumber(0, 100))
    .option('--per-minute <number>', 'the most that are asked in a minute', wholeNumber(1, 60_000))
    .option('--reason <text>', 'saved in the audit log')
    .option('--dry-run', 'show what would become of the newest 100, and do nothing')
    .option('--detach', 'begin and do not wait for the end')
    .option('-y, --yes', 'do not ask for confirmation')
    .addHelpText(
      'after',
      `
The report counts outcomes: a retry counts when its work has ended. The command exits with 7 when some refused or failed
again. Ctrl+C asks whether to cancel the repair. What was asked goes on.
${examples(
  'millrace incident repair retry --group 0b6f7d0c1a52e3f4 --dry-run',
  'millrace incident repair retry --kind job --canary 5 --most-failed 20 --per-minute 120 --yes',
  "millrace incident repair cancel --message 'order was deleted' --reason 'not needed'",
)}`,
    )
    .action(async (deed: keyof typeof deeds, options: RepairOptions, command: Command) => {
      const session = await openSession(io, command);
      const { client, output } = session;
      const subProjectId = await session.subProjectId();
      const { subProjectId: _, ...conditions } = await searchOf(client, subProjectId, options);
      if (Object.values(conditions).every((value) => value === undefined) && options.all !== true) {
        throw new CommandError('No incidents are selected. Add --group, --kind or another condition, or --all.');
      }
      if (options.mostFailed !== undefined && options.canary === undefined) {
        throw new CommandError('--most-failed is a share of the canary. Add --canary.');
      }
      const action = deeds[deed];
      const request = {
        ...conditions,
        subProjectId,
        action,
        retries: options.retries,
        variables: options.set === undefined ? undefined : parseValues(options.set),
        canary:
          options.canary === undefined
            ? undefined
            : { count: options.canary, mostFailedPercent: options.mostFailed ?? 0 },
        perMinute: options.perMinute,
        reason: options.reason,
      };
      if (options.dryRun === true) return showDryRun(session, request);
      const { incidentCount } = await client.getIncidentGroups({ ...conditions, subProjectId });
      await session.confirm(
        action === 'RETRY' ? `Retry ${incidentCount} incidents?` : `Cancel the runs of ${incidentCount} incidents?`,
        options.yes,
      );
      const begun = await client.bulkOperateRuns(request);
      if (options.detach === true) {
        return output.done(
          `Repair ${begun.bulkId} of ${begun.total} has started. To see its progress: millrace process bulk-status ${begun.bulkId}`,
          begun,
        );
      }
      await report(session, await finished(session, { subProjectId, bulkId: begun.bulkId, kind: action }));
    });
}

async function showDryRun(
  { client, output }: Session,
  request: Omit<Parameters<Session['client']['bulkOperateRuns']>[0], 'dryRun'>,
): Promise<void> {
  const answer = await client.bulkOperateRuns({ ...request, dryRun: true });
  const { dryRun: told } = answer;
  if (told === undefined) throw new CommandError('The service did not answer what would happen.', 1);
  const became = told.outcomes.map(({ outcome, count }) => `${count} ${outcome}, `).join('');
  await output.list(reasonColumns, told.reasons, answer, '');
  await output.done(`${answer.total} match, ${told.tried} tried: ${became}${told.refused} would refuse.`, answer);
}
