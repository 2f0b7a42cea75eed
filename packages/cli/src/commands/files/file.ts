import type { Command } from 'commander';
import { type PagingOptions, pageOf, withPaging } from '../../arguments/paging.js';
import { localName, refuseExisting, save } from '../../files/save.js';
import { examples } from '../../help/examples.js';
import { openSession } from '../../session/session.js';
import { findProcess } from '../../session/work-lookup.js';
import { CommandError, exitCodes } from '../../terminal/exit-codes.js';
import type { Io } from '../../terminal/io.js';
import { progressBar } from '../../terminal/progress.js';
import { byteSize, shortTime } from '../../terminal/text.js';
import { addFileAttachment } from './file-attachment.js';
import { addFileQuarantine } from './file-quarantine.js';
import { addFileReconcile } from './file-reconcile.js';
import { addFilePurge, addFileUsage } from './file-space.js';
import { addFileUpload } from './file-upload.js';

/** `file upload|download|list|delete|recover|reconcile|usage|purge|scan|release|attach|detach|rename|replace|versions` */
export function addFile(program: Command, io: Io): void {
  const file = program.command('file').helpGroup('Work:').description('files of processes');
  addFileUpload(file, io);
  addDownload(file, io);
  addList(file, io);
  addDelete(file, io);
  addRecover(file, io);
  addFileReconcile(file, io);
  addFileUsage(file, io);
  addFilePurge(file, io);
  addFileQuarantine(file, io);
  addFileAttachment(file, io);
}

interface DownloadOptions {
  readonly process?: string;
  readonly output?: string;
  readonly force?: boolean;
}

function addDownload(file: Command, io: Io): void {
  file
    .command('download')
    .description('download a file')
    .argument('<file>', 'file id')
    .option('--process <id or key>', 'process of the file. Default: the process it is attached to')
    .option(
      '-o, --output <path>',
      'where to save it, "-" for standard output. Default: its name, in the current folder',
    )
    .option('--force', 'overwrite an existing file')
    .addHelpText(
      'after',
      examples(
        'millrace file download 01980c60-…',
        'millrace file download 01980c60-… -o invoice.pdf --force',
        'millrace file download 01980c60-… -o - | less',
      ),
    )
    .action(async (fileId: string, options: DownloadOptions, command: Command) => {
      const { client, output, subProjectId } = await openSession(io, command);
      const id = await subProjectId();
      const { files } = await client.listStorage({ subProjectId: id, filters: { id: fileId }, include: 'processIds' });
      const fileName = files[0]?.fileName ?? fileId;
      const processId = (await findProcess(client, id, options.process)) ?? files[0]?.processIds?.[0];
      if (processId === undefined) {
        throw files.length === 0
          ? new CommandError(`There is no file ${fileId}, or you may not see it.`, exitCodes.notFound)
          : new CommandError('The file is attached to no process. Name a process that you may see with --process.');
      }
      const path = options.output ?? localName(fileName);
      if (path !== '-') await refuseExisting(path, options.force);
      const bar = progressBar(io, fileName, 'bytes');
      try {
        const { body } = await client.downloadFile(
          { subProjectId: id, processId, fileId },
          { signal: io.interruption(), onProgress: ({ loaded, total }) => bar.update(loaded, total) },
        );
        if (path === '-') {
          for await (const chunk of body) await io.out(chunk);
          return;
        }
        await save(path, body);
      } finally {
        bar.clear();
      }
      await output.done(`Downloaded ${fileName} to ${path}`, { fileId, fileName, path });
    });
}

interface ListOptions extends PagingOptions {
  readonly process?: string;
  readonly stage?: string;
  readonly name?: string;
  readonly deleted?: boolean;
}

function addList(file: Command, io: Io): void {
  withPaging(file.command('list'))
    .description('list files, newest first')
    .option('--process <id or key>', 'only files attached to this process')
    .option('--stage <key>', 'only files attached to this stage')
    .option('--name <text>', 'only files whose name contains this')
    .option('--deleted', 'deleted files, which can be recovered until they are purged')
    .addHelpText('after', examples('millrace file list --process 01980c4e-…', 'millrace file list --deleted'))
    .action(async (options: ListOptions, command: Command) => {
      const session = await openSession(io, command);
      const subProjectId = await session.subProjectId();
      const processId = await findProcess(session.client, subProjectId, options.process);
      const answer = await session.client.listStorage({
        ...pageOf(options),
        subProjectId,
        filters: {
          ...(processId === undefined ? {} : { processId }),
          ...(options.stage === undefined ? {} : { stageKey: options.stage }),
          ...(options.name === undefined ? {} : { fileName: { contains: options.name } }),
          ...(options.deleted === true ? { deleted: true } : {}),
        },
        include: 'mimeType',
      });
      await session.output.page(
        [
          ['ID', 'id'],
          [
            'SIZE',
            ({ size, locked, quarantine }) => (locked ? 'uploading' : (quarantine ?? byteSize(Number(size)))),
            'right',
          ],
          ['TYPE', 'mimeType'],
          ['CREATED', ({ createdTs }) => shortTime(createdTs)],
          ['NAME', 'fileName'],
        ],
        answer.files,
        answer,
        'No file matches.',
      );
    });
}

function addDelete(file: Command, io: Io): void {
  file
    .command('delete')
    .description('delete files, all or none; they can be recovered until they are purged')
    .argument('<files...>', 'file ids')
    .option('-y, --yes', 'do not ask for confirmation')
    .addHelpText(
      'after',
      examples('millrace file delete 01980c60-…', 'millrace file delete 01980c60-… 01980c61-… --yes'),
    )
    .action(async (fileIds: string[], options: { readonly yes?: boolean }, command: Command) => {
      const { client, output, confirm, subProjectId } = await openSession(io, command);
      await confirm(`Delete ${counted(fileIds)}?`, options.yes);
      const answer = await client.deleteStorage({ subProjectId: await subProjectId(), fileIds });
      await output.done(`Deleted ${counted(fileIds)}`, answer);
    });
}

function addRecover(file: Command, io: Io): void {
  file
    .command('recover')
    .description('recover deleted files, all or none')
    .argument('<files...>', 'file ids')
    .addHelpText('after', examples('millrace file recover 01980c60-…'))
    .action(async (fileIds: string[], _options, command: Command) => {
      const { client, output, subProjectId } = await openSession(io, command);
      const answer = await client.deleteStorage({ subProjectId: await subProjectId(), fileIds, recover: true });
      await output.done(`Recovered ${counted(fileIds)}`, answer);
    });
}

const counted = (fileIds: readonly string[]): string =>
  fileIds.length === 1 ? `file ${fileIds[0]}` : `${fileIds.length} files`;
