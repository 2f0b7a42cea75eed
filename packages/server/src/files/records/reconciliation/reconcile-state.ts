import type { UploadMarker } from '../../store/multipart-requests.js';
import type { KeyParts } from '../../store/object-key.js';

/** Findings of one kind that are kept; the rest are only counted. */
const MAX_KEPT = 1000;

/** What was found of one kind: how many, and the first thousand. Kept as JSON, so times are texts. */
export interface Findings<T> {
  count: number;
  readonly first: T[];
}

export function addFinding<T>(findings: Findings<T>, finding: T): void {
  findings.count += 1;
  if (findings.first.length < MAX_KEPT) findings.first.push(finding);
}

/** An object that no file names. */
export interface OrphanObject {
  readonly key: string;
  readonly size: number;
  readonly modifiedTs: string;
}

/** A closed file that cannot be downloaded as it was closed. */
export interface BrokenFile {
  readonly fileId: string;
  readonly subProjectId: string;
  readonly key: string;
}

/** A multipart upload under way that no file will complete. */
export interface StrayUpload {
  readonly key: string;
  readonly uploadId: string;
  /** Bytes of its parts. */
  readonly size: number;
  readonly createdTs: string;
}

/** What differs between one plugin's bucket and the files on it. */
export interface PluginReport {
  readonly plugin: string;
  /** Why the comparison ended early, if it did. */
  failure?: string;
  /** Objects listed under the plugin's prefix. */
  objects: number;
  /** Closed files compared, deleted ones that are not purged yet included. */
  records: number;
  /** Objects that are not of this installation: another kind of key, or a sub-project that is not here. Never touched. */
  foreign: number;
  readonly orphans: Findings<OrphanObject>;
  /** Orphans that were removed. */
  removed: number;
  /** Files whose object is gone. */
  readonly missing: Findings<BrokenFile>;
  /** Files whose object is another one than at close: its size or ETag differs. */
  readonly altered: Findings<BrokenFile>;
  /** Multipart uploads under way under the plugin's prefix, those of other installations included. */
  uploads: number;
  readonly strayUploads: Findings<StrayUpload>;
  /** Stray uploads that were aborted. */
  aborted: number;
}

/** Where the comparison of one plugin goes on. */
export type Position =
  /** With the next page of objects; `after` is the file up to which files were compared. */
  | { readonly phase: 'objects'; readonly next?: string; readonly after?: KeyParts }
  /** With the files that come after all listed objects. */
  | { readonly phase: 'files'; readonly after?: KeyParts }
  /** With the next page of multipart uploads. */
  | { readonly phase: 'uploads'; readonly next?: UploadMarker };

/** An object or upload that is to be removed, and is in the audit log as such. */
export interface Removal {
  readonly action: 'file.removeOrphan' | 'file.abortStrayUpload';
  readonly subProjectId: string;
  readonly fileId: string;
  readonly key: string;
  /** Of an orphan, in bytes. */
  readonly size?: number;
  /** Of an upload. */
  readonly uploadId?: string;
}

/** How far a comparison has come; kept as JSON between batches. A batch changes a copy of its own. */
export interface ReconcileState {
  /** The plugins that were begun. The last one is under way while there is a position. */
  readonly plugins: PluginReport[];
  position: Position | null;
  /** Decided by the last batch, and done by the next one. */
  removals: Removal[];
  /** Number of files on plugins that are not configured any more, by plugin. */
  unconfigured: Readonly<Record<string, number>>;
}

export const newState = (): ReconcileState => ({ plugins: [], position: null, removals: [], unconfigured: {} });

export const newReport = (plugin: string): PluginReport => ({
  plugin,
  objects: 0,
  records: 0,
  foreign: 0,
  orphans: { count: 0, first: [] },
  removed: 0,
  missing: { count: 0, first: [] },
  altered: { count: 0, first: [] },
  uploads: 0,
  strayUploads: { count: 0, first: [] },
  aborted: 0,
});
