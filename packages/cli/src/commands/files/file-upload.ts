import { open } from 'node:fs/promises';
import { basename } from 'node:path';
import { NotFoundError, type UploadedFile, UploadSourceError } from '@millrace/client';
import type { Command } from 'commander';
import { wholeNumber } from '../../arguments/paging.js';
import { mimeTypeOf } from '../../files/mime-type.js';
import { keptState } from '../../files/upload-states.js';
import { examples } from '../../help/examples.js';
import { openSession, type Session } from '../../session/session.js';
import { findProcess } from '../../session/work-lookup.js';
import { CommandError, exitCodes } from '../../terminal/exit-codes.js';
import type { Io } from '../../terminal/io.js';
import { progressBar } from '../../terminal/progress.js';
import { byteSize } from '../../terminal/text.js';

interface UploadOptions {
  readonly process?: string;
  readonly stage?: string;
  readonly field?: string;
  readonly name?: string;
  readonly type?: string;
  readonly plugin?: string;
  readonly resume?: boolean;
  readonly partsFrom?: number;
}

const MEBIBYTE = 1024 ** 2;

/** `file upload` */
export function addFileUpload(file: Command, io: Io): void {
  file
    .command('upload')
    .description('upload files directly to the object storage')
    .argument('<paths...>', 'files')
    .option('--process <id or key>', 'attach to this process')
    .option('--stage <key>', 'attach to this stage')
    .option('--field <name>', 'field of the process that the file is for: its limits apply')
    .option('--name <name>', 'name of the file in the service. Default: its local name')
    .option('--type <type>', 'MIME type. Default: derived from the file extension')
    .option('--plugin <name>', 'storage plugin to upload to. Default: knowledgeRepo')
    .option('--resume', 'continue an interrupted upload in parts, within 24 hours')
    .option('--parts-from <MiB>', 'size from which a file is uploaded in parts. Default: 64', wholeNumber(1, 4096))
    .addHelpText(
      'after',
      `
Large files are uploaded in parts, several at a time. To continue an interrupted upload, add --resume.
${examples(
  'millrace file upload invoice.pdf --process 01980c4e-…',
  'millrace file upload *.pdf',
  'millrace file upload scan.bin --name scan.tiff --type image/tiff',
  'millrace file upload film.mp4 --resume',
)}`,
    )
    .action(async (paths: string[], options: UploadOptions, command: Command) => {
      if (paths.length > 1 && options.name !== undefined)
        throw new CommandError('--name takes a single file. Upload the files one by one, or leave out --name.');
      const session = await openSession(io, command);
      const { output } = session;
      const id = await session.subProjectId();
      const uploaded: UploadedFile[] = [];
      for (const path of paths) {
        const file = await upload(session, id, path, options);
        uploaded.push(file);
        await output.text(`Uploaded ${file.fileName} (${byteSize(Number(file.size))}) as ${file.id}\n`);
      }
      await output.json({ files: uploaded });
    });
}

async function upload(
  { io, client, settings }: Session,
  subProjectId: string,
  path: string,
  options: UploadOptions,
): Promise<UploadedFile> {
  const fileName = options.name ?? basename(path);
  const kept = keptState(io, { url: settings.url, subProjectId, path, fileName });
  const resume = options.resume === true ? await kept.read() : undefined;
  if (options.resume === true && resume === undefined) {
    throw new CommandError(
      `There is no interrupted upload of ${path} to continue. Upload it without --resume.`,
      exitCodes.conflict,
    );
  }
  const file = await openFile(path);
  const bar = progressBar(io, fileName, 'bytes');
  let isKept = resume !== undefined;
  try {
    const answer = await client.uploadFile(
      {
        subProjectId,
        file,
        fileName,
        mimeType: options.type ?? mimeTypeOf(fileName),
        pluginName: options.plugin,
        processId: await findProcess(client, subProjectId, options.process),
        stageKey: options.stage,
        fieldName: options.field,
      },
      {
        signal: io.interruption(),
        resume,
        partsFrom: options.partsFrom === undefined ? undefined : options.partsFrom * MEBIBYTE,
        onProgress: ({ loaded, total }) => bar.update(loaded, total),
        async onState(state) {
          await kept.keep(state);
          isKept = true;
        },
      },
    );
    await kept.forget();
    return answer;
  } catch (error) {
    bar.clear();
    // The service no longer knows this upload, so its saved state is of no use.
    const isOver = error instanceof NotFoundError && error.id === 1704;
    if (isKept && isOver) await kept.forget();
    else if (isKept && !(error instanceof UploadSourceError)) {
      io.err('To continue, repeat the command with --resume within 24 hours.\n');
    }
    throw error;
  } finally {
    bar.clear();
    await file.close();
  }
}

/** A file handle: the file is read while it is sent, and read again when sending starts over. It is never held in memory. */
async function openFile(path: string) {
  try {
    const file = await open(path);
    if ((await file.stat()).isFile()) return file;
    await file.close();
    throw new Error('it is not a file');
  } catch (error) {
    throw new CommandError(`${path} cannot be read (${error instanceof Error ? error.message : String(error)}).`);
  }
}
