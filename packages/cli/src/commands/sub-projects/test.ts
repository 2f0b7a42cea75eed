import { type Command, InvalidArgumentError } from 'commander';
import { examples } from '../../help/examples.js';
import type { GlobalOptions } from '../../session/session.js';
import type { Io } from '../../terminal/io.js';
import { createOutput } from '../../terminal/output.js';

interface TestOptions {
  readonly only?: string;
  readonly coverage?: number;
  readonly junit?: string;
  readonly watch?: boolean;
}

/** `test` */
export function addTest(program: Command, io: Io): void {
  program
    .command('test')
    .helpGroup('Configuration:')
    .description('run the scenarios of the workflows of a folder, without a service')
    .argument('[folder]', 'folder with sub-project.yaml (or .yml, .json), its *.bpmn files and *.test.yaml files', '.')
    .option('--only <text>', 'run only scenarios whose name or file contains the text; thresholds are not checked')
    .option('--coverage <percent>', 'fail if less of the elements and flows of a diagram is passed', percent)
    .option('--junit <file>', 'also write the results as JUnit XML, for CI')
    .option('--watch', 'run again when a file of the folder changes, until Ctrl+C')
    .addHelpText(
      'after',
      `
Needs no service, database or network: time is simulated, and the results of jobs come from the scenarios. Exits with 0 when all
scenarios pass, with 10 when one fails or a diagram is covered less than asked for, and with 6 when a file is not valid.
docs/guide/testing.md explains the files of scenarios.
${examples('millrace test examples/invoice-approvals', 'millrace test . --only rejection --watch', 'millrace test . --coverage 80 --junit report.xml')}`,
    )
    .action(async (path: string, options: TestOptions, command: Command) => {
      const { testFolder, watchFolder } = await import('../../server/test-folder.js');
      const { json } = command.optsWithGlobals<GlobalOptions>();
      const output = createOutput(io, json === true);
      await (options.watch === true ? watchFolder(io, output, path, options) : testFolder(output, path, options));
    });
}

function percent(text: string): number {
  const number = Number(text);
  if (/^\d{1,3}$/.test(text) && number <= 100) return number;
  throw new InvalidArgumentError('It must be a whole number from 0 to 100.');
}
