import type { Command } from 'commander';
import { wholeNumber } from '../../arguments/paging.js';
import { examples } from '../../help/examples.js';
import { openSession } from '../../session/session.js';
import { CommandError, exitCodes } from '../../terminal/exit-codes.js';
import type { Io } from '../../terminal/io.js';
import { shortTime } from '../../terminal/text.js';

/** `run check|migrate|modify`, for operators. Old names: `run stuck`, `run move`. */
export function addRunRepair(run: Command, io: Io): void {
  addCheck(run, io);
  addMigrate(run, io);
  addModify(run, io);
  addMove(run, io);
}

function addCheck(run: Command, io: Io): void {
  run
    .command('check')
    .alias('stuck')
    .description('check that every unfinished run can continue; exits with 7 and lists those that cannot')
    .addHelpText('after', examples('millrace run check'))
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
        'Every unfinished run can continue.',
      );
      if (answer.runs.length > 0)
        throw new CommandError(
          'The runs listed above cannot continue. This is a defect in Millrace: please report it.',
          exitCodes.conflict,
        );
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
        ...(mapping.length === 0 ? {} : { mapping: Object.fromEntries(mapping.map(pair)) }),
      });
      await output.done(`Run ${answer.runId.id} is ${answer.runId.state}`, answer);
    });
}

function pair(text: string): readonly [from: string, to: string] {
  const [, from, to] = /^([^=]+)=([^=]+)$/.exec(text) ?? [];
  if (from === undefined || to === undefined)
    throw new CommandError(`"${text}" is not a mapping. Write the old and the new element id as old=new.`);
  return [from, to];
}

function addModify(run: Command, io: Io): void {
  run
    .command('modify')
    .description('cancel an element instance of a run and activate another element of the same scope instead')
    .argument('<run>', 'run id')
    .requiredOption('--from <key>', 'element instance to cancel: its key, from run show under ACTIVE', elementKey)
    .requiredOption('--to <element>', 'id of the element to activate')
    .option('-y, --yes', 'do not ask for confirmation')
    .addHelpText('after', examples('millrace run modify 01980c50-… --from 4 --to Task_Approve'))
    .action((runId: string, { from, to, yes }: ModifyOptions, command: Command) =>
      moveToken(io, command, { runId, key: from, toElementId: to }, yes),
    );
}

/** The old form of `run modify`. */
function addMove(run: Command, io: Io): void {
  run
    .command('move', { hidden: true })
    .argument('<run>', 'run id')
    .argument('<key>', 'element instance to cancel', elementKey)
    .argument('<element>', 'id of the element to activate')
    .option('-y, --yes', 'do not ask for confirmation')
    .action((runId: string, key: number, toElementId: string, { yes }: ConfirmOptions, command: Command) =>
      moveToken(io, command, { runId, key, toElementId }, yes),
    );
}

const elementKey = wholeNumber(1, Number.MAX_SAFE_INTEGER);

interface ConfirmOptions {
  readonly yes?: boolean;
}

interface ModifyOptions extends ConfirmOptions {
  readonly from: number;
  readonly to: string;
}

async function moveToken(
  io: Io,
  command: Command,
  move: { readonly runId: string; readonly key: number; readonly toElementId: string },
  yes: boolean | undefined,
): Promise<void> {
  const { client, output, confirm, subProjectId } = await openSession(io, command);
  const id = await subProjectId();
  await confirm(`Cancel element instance ${move.key} of run ${move.runId} and activate ${move.toElementId}?`, yes);
  const { runId } = await client.moveToken({ subProjectId: id, ...move });
  await output.done(`Run ${runId.id} is ${runId.state}`, { runId });
}
