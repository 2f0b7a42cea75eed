import type { Command } from 'commander';
import { examples } from '../../help/examples.js';
import { openSession } from '../../session/session.js';
import { findProcess } from '../../session/work-lookup.js';
import type { Io } from '../../terminal/io.js';

/** `file attach|detach|rename` */
export function addFileAttachment(file: Command, io: Io): void {
  const commands = [
    ['attach', 'attachFile', 'attach a file to a process'],
    ['detach', 'detachFile', 'take a file from a process, without deleting it'],
  ] as const;
  for (const [name, operation, description] of commands) {
    file
      .command(name)
      .description(description)
      .argument('<file>', 'file id')
      .argument('<process>', 'id or business key of the process')
      .addHelpText('after', examples(`millrace file ${name} 01980c60-… 01980c4e-…`))
      .action(async (fileId: string, process: string, _options: object, command: Command) => {
        const { client, output, subProjectId } = await openSession(io, command);
        const id = await subProjectId();
        const processId = await findProcess(client, id, process);
        const answer = await client[operation]({ subProjectId: id, fileId, processId });
        await output.done(answer.message, answer);
      });
  }

  file
    .command('rename')
    .description('give a file another name')
    .argument('<file>', 'file id')
    .argument('<name>', 'new name')
    .addHelpText('after', examples('millrace file rename 01980c60-… invoice-2026-17.pdf'))
    .action(async (fileId: string, fileName: string, _options: object, command: Command) => {
      const { client, output, subProjectId } = await openSession(io, command);
      const answer = await client.renameFile({ subProjectId: await subProjectId(), fileId, fileName });
      await output.done(answer.message, answer);
    });
}
