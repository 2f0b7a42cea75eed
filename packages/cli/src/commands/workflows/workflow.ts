import type { Command } from 'commander';
import { collect } from '../../arguments/paging.js';
import { writeTo } from '../../files/write-to.js';
import { examples } from '../../help/examples.js';
import { openSession } from '../../session/session.js';
import { findWorkflow } from '../../session/work-lookup.js';
import type { Io } from '../../terminal/io.js';
import { addWorkflowStatistics } from './workflow-statistics.js';

/** `workflow list|diagram|elements|visits` */
export function addWorkflow(program: Command, io: Io): void {
  const workflow = program.command('workflow').helpGroup('Work:').description('workflows that can be executed');

  workflow
    .command('list')
    .description('list the workflows of the sub-project')
    .option('--stage <key>', 'only workflows of this stage; may be given several times', collect)
    .addHelpText('after', examples('millrace workflow list', 'millrace workflow list --stage stage_init'))
    .action(async ({ stage }: { readonly stage?: readonly string[] }, command: Command) => {
      const { client, output, subProjectId } = await openSession(io, command);
      const answer = await client.getWorkflows({ subProjectId: await subProjectId(), stageKeys: stage?.join(',') });
      await output.list(
        [
          ['ID', 'id'],
          ['NAME', 'name'],
          ['DESCRIPTION', 'description'],
        ],
        answer.workflows,
        answer,
        'There are no workflows.',
      );
    });

  workflow
    .command('diagram')
    .description('print the BPMN of a workflow, or of the version of a run')
    .argument('<workflow>', 'id or name')
    .option('--run <id>', 'print the version of this run. Default: the version of new runs')
    .option('--of <version>', 'print this version')
    .option('-o, --output <file>', 'write to this file instead of standard output')
    .addHelpText(
      'after',
      examples(
        'millrace workflow diagram "Manager approval" -o approval.bpmn',
        'millrace workflow diagram 01980c4c-… --run 01980c50-…',
      ),
    )
    .action(
      async (
        wanted: string,
        options: { readonly run?: string; readonly of?: string; readonly output?: string },
        command: Command,
      ) => {
        const { client, output, subProjectId } = await openSession(io, command);
        const id = await subProjectId();
        const workflowId = await findWorkflow(client, id, wanted);
        const answer = await client.getWorkflowDiagram({
          subProjectId: id,
          workflowId,
          runId: options.run,
          version: options.of,
        });
        if (output.isJson) return output.json(answer);
        await writeTo(io, options.output, (write) => write(`${answer.bpmn.trimEnd()}\n`));
      },
    );

  addWorkflowStatistics(workflow, io);
}
