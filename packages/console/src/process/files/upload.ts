import { call } from '../../api/call.js';
import { send } from './send.js';

/** An upload that is under way, has failed, or is done. */
export interface Upload {
  readonly id: string;
  readonly file: File;
  /** 0 to 1. */
  readonly sent: number;
  readonly failure: unknown;
  /** The file whose newest version it becomes. */
  readonly replaces?: string | undefined;
  /** Id of what was uploaded, while it has not replaced the other file yet. */
  readonly uploaded?: string | undefined;
}

export interface UploadTarget {
  readonly subProjectId: string;
  readonly processId: string;
  readonly pluginName: string;
}

const DEFAULT_PLUGIN = 'knowledgeRepo';

/** The store that files of a sub-project go to. */
export const pluginOf = (plugins: readonly string[] | null): string => plugins?.[0] ?? DEFAULT_PLUGIN;

/** A file as the service is told of it before it is sent. */
export const reservationOf = ({ subProjectId, processId, pluginName }: UploadTarget, file: File) => ({
  subProjectId,
  processId,
  pluginName,
  fileName: file.name,
  mimeType: file.type === '' ? 'application/octet-stream' : file.type,
  size: String(file.size),
});

/** Uploads a file straight to the store and attaches it to the process: reserve, send, close. */
export async function uploadWhole(
  target: UploadTarget,
  file: File,
  onSent: (share: number) => void,
  signal: AbortSignal,
): Promise<string> {
  const { file: reserved, aws } = await call('createSignedStorage', reservationOf(target, file));
  const body = new FormData();
  for (const [name, value] of Object.entries(aws.fields as Readonly<Record<string, string>>)) body.append(name, value);
  body.append('file', file);
  const onLoaded = (bytes: number, total: number) => onSent(total === 0 ? 0 : bytes / total);
  await send({ method: 'POST', url: aws.url, body, onLoaded, signal });
  await call('closeSignedStorage', { subProjectId: target.subProjectId, fileId: reserved.id });
  return reserved.id;
}
