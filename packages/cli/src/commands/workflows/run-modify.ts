import type { ModifyRunRequest, ModifyRunResponse } from '@millrace/client';
import type { Command } from 'commander';
import { wholeNumber } from '../../arguments/paging.js';
import { parseValues } from '../../arguments/values.js';
import { examples } from '../../help/examples.js';
import { openSession } from '../../session/session.js';
import { CommandError } from '../../terminal/exit-codes.js';
import type { Io } from '../../terminal/io.js';

interface ModifyOptions {
  readonly from?: string;
  readonly to?: string;
  readonly activate?: readonly string[];
  readonly terminate?: readonly string[];
  readonly move?: readonly string[];
  readonly inside?: number;
  readonly set?: readonly string[];
  readonly dryRun?: boolean;
  readonly yes?: boolean;
}

type Modification = Pick<ModifyRunRequest, 'activate' | 'terminate' | 'move'>;

/** `run modify`, and `run move`, its old form. */
export function addRunModify(run: Command, io: Io): void {
  run
    .command('modify')
    .description('activate elements of a run, terminate element instances and move them; shows first what would change')
    .argument('<run>', 'run id')
    .option('--activate <element...>', 'ids of elements to activate')
    .option('--terminate <instance...>', 'what to terminate: keys from run show under ACTIVE, or ids of elements')
    .option('--move <instance=element...>', 'what to terminate, and the id of the element to activate instead')
    .option('--from <instance>', 'with --to: the same as --move')
    .option('--to <element>', 'with --from: id of the element to activate')
    .option('--inside <key>', 'with --activate: instance in which the elements are activated', elementKey)
    .option('--set <name=value...>', 'variables to set first: name=text or name:=json')
    .option('--dry-run', 'show what would change, and change nothing')
    .option('-y, --yes', 'do not ask for confirmation')
    .addHelpText(
      'after',
      examples(
        'millrace run modify 01980c50-… --move 4=Task_Approve --dry-run',
        'millrace run modify 01980c50-… --activate Task_Check --set amount:=12.5 --terminate Task_Wait',
      ),
    )
    .action((runId: string, options: ModifyOptions, command: Command) =>
      modify(io, command, runId, modificationOf(options), options),
    );
  run
    .command('move', { hidden: true })
    .argument('<run>', 'run id')
    .argument('<key>', 'element instance to cancel', elementKey)
    .argument('<element>', 'id of the element to activate')
    .option('-y, --yes', 'do not ask for confirmation')
    .action((runId: string, key: number, toElementId: string, options: ModifyOptions, command: Command) =>
      modify(io, command, runId, { move: [{ key, toElementId }] }, options),
    );
}

const elementKey = wholeNumber(1, Number.MAX_SAFE_INTEGER);

async function modify(
  io: Io,
  command: Command,
  runId: string,
  modification: Modification,
  { dryRun, yes }: ModifyOptions,
): Promise<void> {
  const { client, output, confirm, subProjectId } = await openSession(io, command);
  const request = { subProjectId: await subProjectId(), runId, ...modification };
  if (dryRun === true || yes !== true) {
    const preview = await client.modifyRun({ ...request, dryRun: true });
    if (dryRun === true) {
      await output.text(linesOf(preview).join(''));
      await output.json(preview);
      return;
    }
    await io.err(linesOf(preview).join(''));
    await confirm(`Modify run ${runId}?`, yes);
  }
  const answer = await client.modifyRun(request);
  await output.done(`Run ${answer.runId.id} is ${answer.runId.state}`, answer);
}

/** @throws CommandError when nothing or half of a move is given */
function modificationOf(options: ModifyOptions): Modification {
  const { activate = [], terminate = [], move = [], from, to, inside, set } = options;
  if ((from === undefined) !== (to === undefined)) throw new CommandError('Give --from and --to together.');
  const moves = from === undefined ? move : [...move, `${from}=${to}`];
  if (activate.length + terminate.length + moves.length === 0) {
    throw new CommandError('Say what to change: --activate, --terminate or --move.');
  }
  if (activate.length === 0 && inside !== undefined) throw new CommandError('--inside needs --activate.');
  if (activate.length + moves.length === 0 && set !== undefined)
    throw new CommandError('--set needs --activate or --move.');
  const variables = set === undefined ? {} : { variableInstructions: [{ variables: parseValues(set) }] };
  return {
    activate: activate.map((elementId) => ({
      elementId,
      ...(inside === undefined ? {} : { ancestorKey: inside }),
      ...variables,
    })),
    terminate: terminate.map(instanceOf),
    move: moves.map((text) => ({ ...splitMove(text), ...variables })),
  };
}

/** Ids of elements never begin with a digit. */
const instanceOf = (text: string) => (/^\d+$/.test(text) ? { key: Number(text) } : { elementId: text });

function splitMove(text: string) {
  const [, from, toElementId] = /^([^=]+)=([^=]+)$/.exec(text) ?? [];
  if (from === undefined || toElementId === undefined)
    throw new CommandError(
      `"${text}" is not a move. Write the instance and the element to activate as instance=element.`,
    );
  return { ...instanceOf(from), toElementId };
}

function linesOf({ runId, changes }: ModifyRunResponse): readonly string[] {
  const { begun, ended, opened, closed } = changes;
  const parts: readonly (readonly [string, readonly string[]])[] = [
    ['ends', ended.map(({ elementId, key }) => `${elementId} (${key})`)],
    ['closes', closed.map(({ kind, elementId }) => `${kind} ${elementId}`)],
    ['begins', begun.map(({ elementId }) => elementId)],
    ['opens', opened.map(({ kind, elementId }) => `${kind} ${elementId}`)],
    ['state', [runId.state]],
  ];
  return parts.filter(([, names]) => names.length > 0).map(([what, names]) => `${what}: ${names.join(', ')}\n`);
}
