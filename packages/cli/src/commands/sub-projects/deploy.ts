import type { Command } from 'commander';
import { type Deployment, dryRun } from '../../configuration/dry-run.js';
import { readConfigurationFolder } from '../../configuration/read-folder.js';
import { examples } from '../../help/examples.js';
import { type GlobalOptions, openSession, type Session } from '../../session/session.js';
import { findSubProject } from '../../session/sub-project-choice.js';
import type { Io } from '../../terminal/io.js';
import { oneLine } from '../../terminal/text.js';

interface DeployOptions {
  readonly yes?: boolean;
  readonly dryRun?: boolean;
}

/** `deploy` */
export function addDeploy(program: Command, io: Io): void {
  program
    .command('deploy')
    .helpGroup('Configuration:')
    .description(
      'show the changes of a configuration, ask for confirmation and deploy it (administrator, or a role with design)',
    )
    .argument('[folder]', 'folder with sub-project.yaml (or .yml, .json) and its *.bpmn and *.dmn files', '.')
    .option('-y, --yes', 'do not ask for confirmation')
    .option('--dry-run', 'show the changes without deploying them')
    .addHelpText(
      'after',
      `
The configuration is deployed to the sub-project of --sub-project, otherwise to the one whose id is in the document.
Without either, a new sub-project is created. The environment and the profile are not used for this.
${examples('millrace deploy examples/invoice-approvals', 'millrace deploy . --dry-run', 'millrace deploy . --yes')}`,
    )
    .action(async (path: string, options: DeployOptions, command: Command) => {
      const session = await openSession(io, command);
      const folder = await readConfigurationFolder(path);
      const subProjectId = await targetOf(session, command);
      const planned = await dryRun(session, { folder, subProjectId });
      if (!planned.changed) {
        return session.output.done(`Nothing has changed: version ${planned.version} is already deployed`, planned);
      }
      if (options.dryRun === true) {
        await session.output.json(planned);
        return session.output.text(changesText(planned));
      }
      // The changes belong to the question, so they go to standard error too.
      if (!session.output.isJson) io.err(changesText(planned));
      await session.confirm(`Deploy version ${planned.version}?`, options.yes);
      const { document, files } = folder;
      const deployed = await session.client.deploySubProject({ subProjectId, document, files });
      await session.output.done(
        `Deployed version ${deployed.version} to sub-project ${deployed.subProjectId}`,
        deployed,
      );
    });
}

/** The sub-project of --sub-project, if it is given. */
export async function targetOf({ client }: Session, command: Command): Promise<string | undefined> {
  const { subProject } = command.optsWithGlobals<GlobalOptions>();
  return subProject === undefined ? undefined : findSubProject(client, subProject);
}

function changesText({ changes, version }: Deployment): string {
  const heading = version === '1' ? 'The first version:' : `Changes of version ${version}:`;
  return `${heading}\n${changes.map((change) => `  ${oneLine(change)}\n`).join('')}`;
}
