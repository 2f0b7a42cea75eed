import { type SliceableSource, UploadSourceError } from './upload-source.js';

/**
 * What another process, or the page after a reload, needs to continue an upload. It is JSON and is created once, before the
 * first byte is sent. The storage knows which parts have arrived.
 */
export interface UploadState {
  readonly version: 1;
  readonly subProjectId: string;
  readonly fileId: string;
  /** Bytes of the source. */
  readonly size: number;
  /** Milliseconds since the epoch; null when the source does not report it. */
  readonly lastModified: number | null;
}

export const uploadState = (subProjectId: string, fileId: string, source: SliceableSource): UploadState => ({
  version: 1,
  subProjectId,
  fileId,
  size: source.size,
  lastModified: source.lastModified ?? null,
});

/**
 * Checks that the state belongs to the source. A source without a modification time is compared by its size only.
 *
 * @throws TypeError when it is not an upload state, or belongs to another sub-project; UploadSourceError when the source has changed
 */
export function checkState(state: UploadState, subProjectId: string, source: SliceableSource): void {
  if (state.version !== 1 || typeof state.fileId !== 'string') throw new TypeError('resume is no state of an upload');
  if (state.subProjectId !== subProjectId) throw new TypeError('resume is the state of another sub-project');
  const { size, lastModified } = source;
  const known = state.lastModified ?? undefined;
  const modified = known !== undefined && lastModified !== undefined && known !== lastModified;
  if (state.size === size && !modified) return;
  throw new UploadSourceError('The file to upload is not the one that the upload began with: upload it anew');
}
