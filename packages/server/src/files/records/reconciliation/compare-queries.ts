import { LAST_ID } from '../../../kernel/identifiers.js';
import { type Fragment, type Queryable, sql } from '../../../postgres/database.js';
import type { KeyParts } from '../../store/object-key.js';
import { fileKeys } from '../file-row.js';

/** A closed file, as far as reconcile compares it with the store. */
export interface RecordedFile {
  readonly id: string;
  readonly subProjectId: string;
  readonly objectKey: string;
  /** Bytes. */
  readonly size: number;
  readonly etag: string | null;
}

const LOWEST: KeyParts = {
  subProjectId: '00000000-0000-0000-0000-000000000000',
  fileId: '00000000-0000-0000-0000-000000000000',
};
const HIGHEST: KeyParts = {
  subProjectId: LAST_ID,
  fileId: LAST_ID,
};

/** A part of the files in the order of a listing: after one key, up to and with another, of one sub-project or all. */
export interface FileRange {
  readonly subProjectId: string | undefined;
  readonly after: KeyParts | undefined;
  readonly until: KeyParts | undefined;
}

const inSubProject = (id: string | undefined): Fragment => (id === undefined ? sql`true` : sql`sub_project_id = ${id}`);

/** Up to `limit` closed files of a plugin in a range. */
export async function closedFilesBetween(
  db: Queryable,
  plugin: string,
  { subProjectId, after, until }: FileRange,
  limit: number,
): Promise<readonly RecordedFile[]> {
  const low = after ?? LOWEST;
  const high = until ?? HIGHEST;
  return db<RecordedFile>`
    select id, sub_project_id as "subProjectId", object_key as "objectKey", size, etag
    from files
    where plugin = ${plugin} and closed_ts is not null and not purging and ${inSubProject(subProjectId)}
      and (sub_project_id, id) > (${low.subProjectId}::uuid, ${low.fileId}::uuid)
      and (sub_project_id, id) <= (${high.subProjectId}::uuid, ${high.fileId}::uuid)
    order by sub_project_id, id limit ${limit}`;
}

/** The primary keys that parsed object keys name, as a query. */
const keysOf = (files: readonly KeyParts[]): Fragment =>
  fileKeys(files.map(({ subProjectId, fileId }) => ({ subProjectId, id: fileId })));

/**
 * Of the given keys those that some file of the plugin accounts for. By primary key. While an upload is open, or its file
 * is not settled or being purged, whatever is under the file's keys is its own and goes with time.
 */
export async function namedKeys(
  db: Queryable,
  plugin: string,
  objects: readonly (KeyParts & { readonly key: string })[],
): Promise<ReadonlySet<string>> {
  const rows = await db<{ readonly id: string; readonly key: string; readonly settled: boolean }>`
    select id, object_key as key, settled and not purging as settled from files
    where (sub_project_id, id) in (${keysOf(objects)}) and plugin = ${plugin}`;
  const files = new Map(rows.map((row) => [row.id, row]));
  const named = objects.filter(({ key, fileId }) => {
    const file = files.get(fileId);
    return file !== undefined && (!file.settled || file.key === key);
  });
  return new Set(named.map(({ key }) => key));
}

/**
 * Files of the given uploads that are still open, not settled or being purged: maintenance will end their multipart
 * uploads. By primary key.
 */
export async function filesWithUploads(
  db: Queryable,
  plugin: string,
  uploads: readonly KeyParts[],
): Promise<ReadonlySet<string>> {
  const rows = await db<{ readonly id: string }>`
    select id from files where (sub_project_id, id) in (${keysOf(uploads)}) and plugin = ${plugin} and (not settled or purging)`;
  return new Set(rows.map((row) => row.id));
}

/** The plugins that files name, of one sub-project or all, with the number of files of each; counts them. */
export async function pluginsInUse(db: Queryable, subProjectId?: string): Promise<ReadonlyMap<string, number>> {
  const rows = await db<{ readonly plugin: string; readonly files: number }>`
    select plugin, count(*) as files from files where ${inSubProject(subProjectId)} group by plugin order by plugin`;
  return new Map(rows.map((row) => [row.plugin, row.files]));
}
