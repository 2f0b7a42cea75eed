import type { Command } from 'commander';
import { examples } from '../../help/examples.js';
import type { GlobalOptions } from '../../session/session.js';
import type { Io } from '../../terminal/io.js';
import { createOutput } from '../../terminal/output.js';

/** `decision tck` */
export function addTck(decision: Command, io: Io): void {
  decision
    .command('tck')
    .description('run test cases of the DMN Technology Compatibility Kit; needs no service')
    .argument('<folder>', 'folder with DMN files and their test cases, such as a clone of its TestCases')
    .addHelpText(
      'after',
      `
Prints each result that differs from the expected one, and how many are as expected. Exits with 0 when all are, else with 10.
${examples('millrace decision tck tck/TestCases/compliance-level-2', 'millrace decision tck tck/TestCases --json')}`,
    )
    .action(async (folder: string, _options, command: Command) => {
      const { runTckFolder } = await import('../../server/run-tck.js');
      const { json } = command.optsWithGlobals<GlobalOptions>();
      await runTckFolder(createOutput(io, json === true), folder, new Date());
    });
}
