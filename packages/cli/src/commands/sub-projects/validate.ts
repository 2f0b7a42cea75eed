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
    .description('check a configuration and its BPMN files, and point at the lines that are wrong')
    .argument('[folder]', 'folder with sub-project.yaml (or .yml, .json) and its *.bpmn files', '.')
    .option('--remote', 'have the service check, by a dry run of the deployment that keeps nothing')
    .addHelpText(
      'after',
      `
Needs no service: the rules of the service are applied here. What only a service knows (its users, its storage plugins,
what is deployed already) is not checked, unless --remote asks one, which takes its administrator's credentials.
Ends with 0 when the configuration can be deployed, and with 6 when it cannot.
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
