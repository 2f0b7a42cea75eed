import type { Command } from 'commander';
import { wholeNumber } from '../../arguments/paging.js';
import { examples } from '../../help/examples.js';
import { openSession } from '../../session/session.js';
import { CommandError, exitCodes } from '../../terminal/exit-codes.js';
import type { Io } from '../../terminal/io.js';
import { shortTime } from '../../terminal/text.js';

/** `run stuck|migrate|move`, for operators */
export function addRunRepair(run: Command, io: Io): void {
  addStuck(run, io);
  addMigrate(run, io);
  addMove(run, io);
}

function addStuck(run: Command, io: Io): void {
  run
    .command('stuck')
    .description('list unfinished runs that nothing will ever wake; there should be none (7 when there are)')
    .addHelpText('after', examples('millrace run stuck'))
    .action(async (_options, command: Command) => {
      const { client, output, subProjectId } = await openSession(io, command);
      const answer = await client.getStuckRuns({ subProjectId: await subProjectId() });
      await output.list(
        [
          { title: 'ID', value: ({ id }) => id },
          { title: 'STATE', value: ({ state }) => state },
          { title: 'PROCESS', value: ({ processId }) => processId },
          { title: 'CREATED', value: ({ createdTs }) => shortTime(createdTs) },
        ],
        answer.runs,
        answer,
        'No run is stuck.',
      );
      if (answer.runs.length > 0) throw new CommandError('Runs are stuck.', exitCodes.conflict);
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
    .argument('[mapping...]', 'element ids that have changed: old=new')
    .option('--to-version <number>', 'default the current version')
    .option('-y, --yes', 'do not ask')
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
        ...(mapping.length === 0 ? {} : { mapping: Object.fromEntries(mapping.map(pair)) }),
      });
      await output.done(`Run ${answer.runId.id} is ${answer.runId.state}`, answer);
    });
}

function pair(text: string): readonly [from: string, to: string] {
  const [, from, to] = /^([^=]+)=([^=]+)$/.exec(text) ?? [];
  if (from === undefined || to === undefined) throw new CommandError(`"${text}" is not a mapping: write old=new.`);
  return [from, to];
}

function addMove(run: Command, io: Io): void {
  run
    .command('move')
    .description('cancel an element instance and activate another element of its scope in its place')
    .argument('<run>', 'run id')
    .argument('<key>', 'element instance, as run show prints it under ACTIVE', wholeNumber(1, Number.MAX_SAFE_INTEGER))
    .argument('<element>', 'id of the element to activate')
    .option('-y, --yes', 'do not ask')
    .addHelpText('after', examples('millrace run move 01980c50-… 4 Task_Approve'))
    .action(
      async (
        runId: string,
        key: number,
        toElementId: string,
        options: { readonly yes?: boolean },
        command: Command,
      ) => {
        const { client, output, confirm, subProjectId } = await openSession(io, command);
        const id = await subProjectId();
        await confirm(`Cancel ${key} of run ${runId} and activate ${toElementId}?`, options.yes);
        const answer = await client.moveToken({ subProjectId: id, runId, key, toElementId });
        await output.done(`Run ${answer.runId.id} is ${answer.runId.state}`, answer);
      },
    );
}
