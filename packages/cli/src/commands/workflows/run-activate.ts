import type { Command } from 'commander';
import { wholeNumber } from '../../arguments/paging.js';
import { parseValues } from '../../arguments/values.js';
import { examples } from '../../help/examples.js';
import { openSession } from '../../session/session.js';
import type { Io } from '../../terminal/io.js';

interface ActivateOptions {
  readonly set?: readonly string[];
  readonly cancelRemaining?: boolean;
}

/** `run activate`: elements of an open ad-hoc sub-process. */
export function addRunActivate(run: Command, io: Io): void {
  run
    .command('activate')
    .description('activate elements of an ad-hoc sub-process that is open in a run')
    .argument('<run>', 'run id')
    .argument(
      '<key>',
      'the ad-hoc sub-process: its key, from run show under ACTIVE',
      wholeNumber(1, Number.MAX_SAFE_INTEGER),
    )
    .argument('<element...>', 'ids of the elements to activate')
    .option('--set <name=value...>', 'variables of each activation: name=text or name:=json')
    .option('--cancel-remaining', 'cancel what is active in the ad-hoc sub-process first')
    .addHelpText('after', examples('millrace run activate 01980c50-… 4 Task_AskSupplier --set question=When?'))
    .action(async (runId: string, key: number, elements: string[], options: ActivateOptions, command: Command) => {
      const { client, output, subProjectId } = await openSession(io, command);
      const variables = options.set === undefined ? {} : { variables: parseValues(options.set) };
      const answer = await client.activateElements({
        subProjectId: await subProjectId(),
        runId,
        key,
        elements: elements.map((elementId) => ({ elementId, ...variables })),
        ...(options.cancelRemaining === true ? { cancelRemaining: true } : {}),
      });
      await output.done(`Run ${answer.runId.id} is ${answer.runId.state}`, answer);
    });
}
