import type { Command } from 'commander';
import { examples } from '../examples.js';
import type { Io } from '../io.js';
import { collect } from '../paging.js';
import { openSession } from '../session.js';

/** `workflow list` */
export function addWorkflow(program: Command, io: Io): void {
  const workflow = program.command('workflow').helpGroup('Work:').description('workflows that can be executed');

  workflow
    .command('list')
    .description('list the workflows of the sub-project')
    .option('--stage <key>', 'only those of this stage; may be given several times', collect)
    .addHelpText('after', examples('millrace workflow list', 'millrace workflow list --stage stage_init'))
    .action(async ({ stage }: { readonly stage?: readonly string[] }, command: Command) => {
      const { client, output, subProjectId } = await openSession(io, command);
      const answer = await client.getWorkflows({ subProjectId: await subProjectId(), stageKeys: stage?.join(',') });
      await output.list(
        [
          { title: 'ID', value: ({ id }) => id },
          { title: 'NAME', value: ({ name }) => name },
          { title: 'DESCRIPTION', value: ({ description }) => description },
        ],
        answer.workflows,
        answer,
        'There are no workflows here.',
      );
    });
}
