import type { Command } from 'commander';
import { type FilterOptions, processFilters, withFilters } from '../../arguments/process-filter.js';
import { readValues } from '../../arguments/values.js';
import { examples } from '../../help/examples.js';
import { openSession, type Session } from '../../session/session.js';
import { findWorkflow, workflowStage } from '../../session/work-lookup.js';
import { CommandError } from '../../terminal/exit-codes.js';
import type { Io } from '../../terminal/io.js';
import { finished, reasonColumns, report } from './process-bulk-follow.js';

interface ExecuteOptions extends FilterOptions {
  readonly all?: boolean;
  readonly onStage?: string;
  readonly from?: string;
  readonly reason?: string;
  readonly detach?: boolean;
  readonly dryRun?: boolean;
  readonly yes?: boolean;
}

/** `process bulk-execute` */
export function addProcessBulkExecute(process: Command, io: Io): void {
  withFilters(process.command('bulk-execute'))
    .description('execute a workflow on all matching processes, in the background')
    .argument('<workflow>', 'id or name')
    .argument('[values...]', 'members of otherDetails: name=text or name:=json')
    .option('--all', 'all processes of the sub-project, instead of filters')
    .option('--on-stage <key>', 'stage where the workflow is configured. Default: the first one that has it')
    .option(
      '--from <file>',
      'JSON object of otherDetails, "-" for standard input; values on the command line take precedence',
    )
    .option('--reason <text>', 'saved in the audit log')
    .option('--dry-run', 'show what would become of runs on the newest 200 matches, and start none')
    .option('--detach', 'begin and do not wait for the end')
    .option('-y, --yes', 'do not ask for confirmation')
    .addHelpText(
      'after',
      `
One run is started on each process. A process on which no run can be started is reported, and the others get theirs; the
command then exits with 7. Ctrl+C asks whether to cancel. Runs that were started go on.
${examples(
  'millrace process bulk-execute "Manager approval" --state INIT --dry-run',
  "millrace process bulk-execute 'Auto-classify' --where 'amount>=1000' source=month-end --yes",
)}`,
    )
    .action(async (wanted: string, values: string[], options: ExecuteOptions, command: Command) => {
      const session = await openSession(io, command);
      const { client, output } = session;
      const otherDetails = await readValues(io, values, options.from);
      const subProjectId = await session.subProjectId();
      const { subProjectId_id: _, ...filters } = processFilters(subProjectId, options);
      if (Object.keys(filters).length === 0 && options.all !== true) {
        throw new CommandError(
          'No processes are selected. Add --where, --state or another filter, or --all for all processes.',
        );
      }
      const workflowId = await findWorkflow(client, subProjectId, wanted);
      const stageKey = options.onStage ?? (await workflowStage(client, subProjectId, workflowId));
      const request = { subProjectId, filters, workflowId, stageKey, otherDetails };
      if (options.dryRun === true) return showDryRun(session, request);
      const { meta } = await client.getProcess({
        page: 1,
        perPageCount: 1,
        filters: { ...filters, subProjectId_id: subProjectId },
      });
      await session.confirm(`Start a run on ${meta.totalCount} processes?`, options.yes);
      const begun = await client.bulkExecuteWorkflow({ ...request, reason: options.reason });
      if (options.detach === true) {
        return output.done(
          `Bulk execution ${begun.bulkId} on ${begun.total} processes has started. To see its progress: millrace process bulk-status ${begun.bulkId}`,
          begun,
        );
      }
      await report(session, await finished(session, { subProjectId, bulkId: begun.bulkId, kind: 'EXECUTE' }));
    });
}

async function showDryRun(
  { client, output }: Session,
  request: Omit<Parameters<Session['client']['bulkExecuteWorkflow']>[0], 'dryRun'>,
): Promise<void> {
  const answer = await client.bulkExecuteWorkflow({ ...request, dryRun: true });
  const { dryRun: told } = answer;
  if (told === undefined) throw new CommandError('The service did not answer what would happen.', 1);
  const became = told.outcomes.map(({ outcome, count }) => ` (${count} ${outcome})`).join('');
  await output.list(reasonColumns, told.reasons, answer, '');
  await output.done(
    `${answer.total} match, ${told.tried} tried: ${told.started} runs would start${became}, ${told.refused} would refuse.`,
    answer,
  );
}
