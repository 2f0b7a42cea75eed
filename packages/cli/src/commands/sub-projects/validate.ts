import type { Command } from 'commander';
import { dryRun } from '../../configuration/dry-run.js';
import { readConfigurationFolder } from '../../configuration/read-folder.js';
import { examples } from '../../help/examples.js';
import { type GlobalOptions, openSession } from '../../session/session.js';
import type { Io } from '../../terminal/io.js';
import { createOutput } from '../../terminal/output.js';
import { targetOf } from './deploy.js';

/** `validate` */
export function addValidate(program: Command, io: Io): void {
  program
    .command('validate')
    .helpGroup('Configuration:')
    .description('check a configuration with its files, run the tests of its decisions, and show the lines with errors')
    .argument('[folder]', 'folder with sub-project.yaml (or .yml, .json) and its *.bpmn and *.dmn files', '.')
    .option('--remote', 'let the service check the configuration, with a dry run of the deployment')
    .addHelpText(
      'after',
      `
Needs no service. Users, storage plugins and the deployed version are not checked; --remote checks them too and needs the
credentials of an administrator. Exits with 0 when the configuration is valid, and with 6 when it is not.
${examples('millrace validate examples/invoice-approvals', 'millrace validate . --json', 'millrace validate . --remote')}`,
    )
    .action(async (path: string, { remote }: { readonly remote?: boolean }, command: Command) => {
      if (remote !== true) {
        const { validateFolder } = await import('../../server/validate.js');
        const { json } = command.optsWithGlobals<GlobalOptions>();
        return validateFolder(io, createOutput(io, json === true), path);
      }
      const session = await openSession(io, command);
      const folder = await readConfigurationFolder(path);
      const answer = await dryRun(session, { folder, subProjectId: await targetOf(session, command) });
      const count = answer.workflows.length === 1 ? 'one workflow' : `${answer.workflows.length} workflows`;
      await session.output.done(`${folder.documentName} is valid, with ${count}`, {
        valid: true,
        errors: [],
        warnings: answer.warnings,
        ignored: answer.ignored,
      });
    });
}
