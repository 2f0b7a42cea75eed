import type { RequestOf, ResponseOf } from '../operations/operations.js';
import { commands } from '../requests/commands.js';
import type { Connection, Send } from '../transport/call.js';
import { closingLimits } from './closing-limits.js';
import { formEnvelope } from './form-envelope.js';
import type { OnProgress } from './progress.js';
import { sendToStore, type TransferLimits } from './store-transfer.js';
import { Persistence } from './transfer.js';
import { isSliceable, type UploadSource } from './upload-source.js';

interface FormOptions extends TransferLimits {
  readonly retries: number | undefined;
  readonly onProgress: OnProgress | undefined;
}

/**
 * Uploads a file in the three steps of the interface (Upload flow). An unfinished upload needs no clean-up: the
 * service ends it after a day (D30: uploads end after 24 hours).
 */
export async function uploadByForm(
  connection: Connection,
  send: Send,
  source: UploadSource,
  input: RequestOf<'createSignedStorage'>,
  options: FormOptions,
): Promise<ResponseOf<'closeSignedStorage'>['file']> {
  const { signal, retries, timeoutMs, traceId } = options;
  const calls = { signal, retries, timeoutMs, traceId };
  const signed = await send(commands.createSignedStorage(input), calls);
  await transfer(connection, signed, source, input.mimeType, options);
  if (isSliceable(source)) await source.checkUnchanged();
  const close = commands.closeSignedStorage({ subProjectId: input.subProjectId, fileId: signed.file.id });
  return (await send(close, { ...calls, ...closingLimits(source.size, connection, timeoutMs) })).file;
}

async function transfer(
  connection: Connection,
  { aws, file }: ResponseOf<'createSignedStorage'>,
  source: UploadSource,
  mimeType: string,
  options: FormOptions,
): Promise<void> {
  const persistence = new Persistence(connection, options);
  const onLoaded = (loaded: number) => options.onProgress?.({ loaded, total: source.size });
  for (;;) {
    try {
      const envelope = formEnvelope(aws.fields, file.fileName, mimeType);
      return await sendToStore(connection, { method: 'POST', url: aws.url, envelope, source, onLoaded }, options);
    } catch (error) {
      if (!source.repeatable) throw error;
      await persistence.survive(error);
    }
  }
}
