import type { Command } from 'commander';
import { type PagingOptions, pageOf, withPaging } from '../../arguments/paging.js';
import { examples } from '../../help/examples.js';
import { openSession } from '../../session/session.js';
import { findProcess } from '../../session/work-lookup.js';
import type { Io } from '../../terminal/io.js';
import { byteSize, shortTime } from '../../terminal/text.js';

/** `file attach|detach|rename|replace|versions` */
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
    .command('replace')
    .description('make an uploaded file the newest version of a file of a process')
    .argument('<file>', 'id of the newest version so far')
    .argument('<new file>', 'id of the file that replaces it')
    .argument('<process>', 'id or business key of the process')
    .addHelpText('after', examples('millrace file replace 01980c60-… 01980c61-… 01980c4e-…'))
    .action(async (fileId: string, newFileId: string, process: string, _options: object, command: Command) => {
      const { client, output, subProjectId } = await openSession(io, command);
      const id = await subProjectId();
      const processId = await findProcess(client, id, process);
      const answer = await client.replaceFile({ subProjectId: id, fileId, newFileId, processId });
      await output.done(answer.message, answer);
    });

  withPaging(file.command('versions'))
    .description('list the versions of a file of a process, newest first')
    .argument('<file>', 'id of any version')
    .argument('<process>', 'id or business key of the process')
    .addHelpText('after', examples('millrace file versions 01980c60-… 01980c4e-…'))
    .action(async (fileId: string, process: string, options: PagingOptions, command: Command) => {
      const { client, output, subProjectId } = await openSession(io, command);
      const id = await subProjectId();
      const processId = await findProcess(client, id, process);
      const answer = await client.getFileVersions({ ...pageOf(options), subProjectId: id, fileId, processId });
      await output.page(
        [
          ['VERSION', 'version', 'right'],
          ['ID', 'id'],
          ['SIZE', ({ size, quarantine }) => quarantine ?? byteSize(Number(size)), 'right'],
          ['CREATED', ({ createdTs }) => shortTime(createdTs)],
          ['NAME', 'fileName'],
        ],
        answer.versions,
        answer,
        'The file has no version.',
      );
    });

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
