import type { Command } from 'commander';
import { wholeNumber } from '../../arguments/paging.js';
import { examples } from '../../help/examples.js';
import { openSession } from '../../session/session.js';
import { findWorkflow } from '../../session/work-lookup.js';
import { CommandError } from '../../terminal/exit-codes.js';
import type { Io } from '../../terminal/io.js';
import { finished, report } from '../processes/process-bulk-follow.js';
import { mappingOf } from './element-mapping.js';

interface MigrateAllOptions {
  readonly fromVersion?: string;
  readonly toVersion?: string;
  readonly canary?: number;
  readonly perMinute?: number;
  readonly reason?: string;
  readonly detach?: boolean;
  readonly dryRun?: boolean;
  readonly yes?: boolean;
}

/** `run migrate-all` */
export function addMigrateAll(run: Command, io: Io): void {
  run
    .command('migrate-all')
    .description('move all unfinished runs of a workflow to another version, in the background')
    .argument('<workflow>', 'id or name')
    .argument('[mapping...]', 'changed element ids: old=new')
    .option('--from-version <number>', 'only runs that follow this version')
    .option('--to-version <number>', 'version to move to. Default: the current version')
    .option('--canary <number>', 'move so many first, and stop if one refuses', wholeNumber(1, 1000))
    .option('--per-minute <number>', 'the most that are moved in a minute', wholeNumber(1, 60_000))
    .option('--reason <text>', 'saved in the audit log')
    .option('--dry-run', 'show at which elements the runs are, and what keeps which of them from being moved')
    .option('--detach', 'begin and do not wait for the end')
    .option('-y, --yes', 'do not ask for confirmation')
    .addHelpText(
      'after',
      `
It shows the plan and asks. Runs that cannot be moved stay as they are and are reported; the command then exits with 7.
${examples(
  'millrace run migrate-all "Manager approval" --dry-run',
  'millrace run migrate-all "Manager approval" Task_Approve=Task_ApproveInvoice --from-version 2 --yes',
)}`,
    )
    .action(async (wanted: string, pairs: string[], options: MigrateAllOptions, command: Command) => {
      const session = await openSession(io, command);
      const { client, output } = session;
      const subProjectId = await session.subProjectId();
      const workflowId = await findWorkflow(client, subProjectId, wanted);
      const mapping = pairs.length === 0 ? {} : { mapping: mappingOf(pairs) };
      const what = {
        subProjectId,
        workflowId,
        version: options.fromVersion,
        toVersion: options.toVersion,
        ...mapping,
      };
      const plan = await client.planMigration(what);
      const summary = `${plan.possible} of ${plan.runs} runs can be moved to version ${plan.toVersion}.${plan.complete ? '' : ' There are more runs than were looked at.'}`;
      if (options.dryRun === true || !output.isJson) {
        await output.list(
          [
            ['RUNS', 'runs', 'right'],
            ['VERSION', 'version', 'right'],
            ['AT', ({ elements }) => elements.join(', ')],
            ['BECAUSE', ({ obstacles }) => obstacles.join('; ')],
          ],
          plan.states,
          plan,
          '',
        );
      }
      if (options.dryRun === true) return output.done(summary, plan);
      if (plan.possible === 0) throw new CommandError(summary, 7);
      await session.confirm(`${summary} Move them?`, options.yes);
      const begun = await client.bulkOperateRuns({
        ...what,
        action: 'MIGRATE',
        canary: options.canary === undefined ? undefined : { count: options.canary, mostFailedPercent: 0 },
        perMinute: options.perMinute,
        reason: options.reason,
      });
      if (options.detach === true) {
        return output.done(
          `Bulk migration ${begun.bulkId} of ${begun.total} runs has started. To see its progress: millrace process bulk-status ${begun.bulkId}`,
          begun,
        );
      }
      await report(session, await finished(session, { subProjectId, bulkId: begun.bulkId, kind: 'MIGRATE' }));
    });
}
