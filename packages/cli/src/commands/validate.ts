import type { Command } from 'commander';
import { dryRun } from '../configuration/dry-run.js';
import { readConfigurationFolder } from '../configuration/read-folder.js';
import { examples } from '../examples.js';
import type { Io } from '../io.js';
import { openSession } from '../session.js';
import { targetOf } from './deploy.js';

/** `validate` */
export function addValidate(program: Command, io: Io): void {
  program
    .command('validate')
    .helpGroup('Configuration:')
    .description('check a configuration and its BPMN files, and point at the lines that are wrong')
    .argument('[folder]', 'folder with sub-project.yaml (or .yml, .json) and its *.bpmn files', '.')
    .addHelpText(
      'after',
      `
The service checks, by a dry run of the deployment that keeps nothing: it alone knows its users, storage plugins and
what is deployed already. So the command needs a reachable service (the demo will do) and its administrator's
credentials; there is no offline check. Ends with 0 when the configuration can be deployed, and with 6 when it cannot.
${examples('millrace validate examples/invoice-approvals', 'millrace validate . --json')}`,
    )
    .action(async (path: string, _options, command: Command) => {
      const session = await openSession(io, command);
      const folder = await readConfigurationFolder(path);
      const answer = await dryRun(session, { folder, subProjectId: await targetOf(session, command) });
      const count = answer.workflows.length === 1 ? 'one workflow' : `${answer.workflows.length} workflows`;
      await session.output.done(`${folder.documentName} is valid, with ${count}`, {
        valid: true,
        warnings: answer.warnings,
        ignored: answer.ignored,
      });
    });
}
