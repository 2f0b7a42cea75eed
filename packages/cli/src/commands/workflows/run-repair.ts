import { getStuckRuns, type ResponseOf } from '@millrace/client';
import type { Command } from 'commander';
import { examples } from '../../help/examples.js';
import { openSession } from '../../session/session.js';
import { CommandError, exitCodes } from '../../terminal/exit-codes.js';
import type { Io } from '../../terminal/io.js';
import { shortTime } from '../../terminal/text.js';
import { mappingOf } from './element-mapping.js';
import { addRunActivate } from './run-activate.js';
import { addMigrateAll } from './run-migrate-all.js';
import { addRunModify } from './run-modify.js';

/** `run check|queues|migrate|migrate-all|modify|activate`, for operators. Old names: `run stuck`, `run move`. */
export function addRunRepair(run: Command, io: Io): void {
  addCheck(run, io);
  addQueues(run, io);
  addMigrate(run, io);
  addMigrateAll(run, io);
  addRunModify(run, io);
  addRunActivate(run, io);
}

function addCheck(run: Command, io: Io): void {
  run
    .command('check')
    .alias('stuck')
    .description('check that every unfinished run can continue; exits with 7 and lists those that cannot')
    .addHelpText('after', examples('millrace run check'))
    .action(async (_options, command: Command) => {
      const { client, output, subProjectId } = await openSession(io, command);
      const runs: ResponseOf<'getStuckRuns'>['runs'][number][] = [];
      for await (const stuck of client.all(getStuckRuns, { subProjectId: await subProjectId() })) runs.push(stuck);
      await output.list(
        [
          ['ID', 'id'],
          ['STATE', 'state'],
          ['PROCESS', 'processId'],
          ['CREATED', ({ createdTs }) => shortTime(createdTs)],
        ],
        runs,
        { runs },
        'Every unfinished run can continue.',
      );
      if (runs.length > 0)
        throw new CommandError(
          'The runs listed above cannot continue. This is a defect in Millrace: please report it.',
          exitCodes.conflict,
        );
    });
}

function addQueues(run: Command, io: Io): void {
  run
    .command('queues')
    .description('show the open jobs by type: how many wait, since when, and who works on some')
    .addHelpText('after', examples('millrace run queues'))
    .action(async (_options, command: Command) => {
      const { client, output, subProjectId } = await openSession(io, command);
      const answer = await client.getQueues({ subProjectId: await subProjectId() });
      await output.list<ResponseOf<'getQueues'>['queues'][number]>(
        [
          ['TYPE', 'type'],
          ['LANE', 'lane'],
          ['WAITING', 'waiting', 'right'],
          ['OLDEST', ({ oldestDueTs }) => (oldestDueTs === null ? '' : shortTime(oldestDueTs))],
          ['IN WORK', 'inWork', 'right'],
          ['LATER', 'later', 'right'],
          ['WORKERS', ({ workers }) => workers.join(', ')],
        ],
        answer.queues,
        answer,
        'No job is open.',
      );
      const { due, overdue, scheduled } = answer.timers;
      if (!output.isJson) io.err(`timers: ${scheduled} scheduled, ${due} due, ${overdue} overdue\n`);
      if (!answer.complete && !output.isJson) io.err('there are more open jobs than were looked at\n');
    });
}

interface MigrateOptions {
  readonly toVersion?: string;
  readonly map?: readonly string[];
  readonly yes?: boolean;
}

function addMigrate(run: Command, io: Io): void {
  run
    .command('migrate')
    .description('move a run to another version of its workflow')
    .argument('<run>', 'run id')
    .argument('[mapping...]', 'changed element ids: old=new')
    .option('--to-version <number>', 'version to move to. Default: the current version')
    .option('-y, --yes', 'do not ask for confirmation')
    .addHelpText(
      'after',
      examples(
        'millrace run migrate 01980c50-…',
        'millrace run migrate 01980c50-… Task_Approve=Task_ApproveInvoice --to-version 3',
      ),
    )
    .action(async (runId: string, mapping: string[], options: MigrateOptions, command: Command) => {
      const { client, output, confirm, subProjectId } = await openSession(io, command);
      const id = await subProjectId();
      await confirm(
        `Migrate run ${runId} to ${options.toVersion ? `version ${options.toVersion}` : 'the current version'}?`,
        options.yes,
      );
      const answer = await client.migrateRun({
        subProjectId: id,
        runId,
        version: options.toVersion,
        ...(mapping.length === 0 ? {} : { mapping: mappingOf(mapping) }),
      });
      await output.done(`Run ${answer.runId.id} is ${answer.runId.state}`, answer);
    });
}
