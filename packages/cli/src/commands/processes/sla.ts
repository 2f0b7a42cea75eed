import type { Command } from 'commander';
import { examples } from '../../help/examples.js';
import { openSession } from '../../session/session.js';
import type { Io } from '../../terminal/io.js';
import { shortTime } from '../../terminal/text.js';

/** `sla explain` */
export function addSla(program: Command, io: Io): void {
  const sla = program
    .command('sla')
    .helpGroup('Work:')
    .description('clocks of processes and tasks: how long they took, when they are due');

  sla
    .command('explain')
    .description('show the clocks of a process with everything that happened to them')
    .argument('<process>', 'process id')
    .addHelpText('after', examples('millrace sla explain 01980c51-…'))
    .action(async (processId: string, _options: object, command: Command) => {
      const { client, output, subProjectId } = await openSession(io, command);
      const answer = await client.explainSla({ subProjectId: await subProjectId(), processId });
      await output.list(
        [
          ['CLOCK', 'key'],
          ['STATE', 'state'],
          ['BUDGET', 'budget'],
          ['DUE', ({ dueTs }) => (dueTs === null ? '-' : shortTime(dueTs))],
          ['TASK', ({ taskId }) => taskId ?? ''],
        ],
        answer.clocks,
        answer,
        'The process has no clock. They are declared under "slas" in the document of the sub-project.',
      );
      for (const { name, text } of answer.clocks) {
        await output.section(
          [[name, ({ line }) => line]],
          text.map((line) => ({ line })),
        );
      }
    });
}
