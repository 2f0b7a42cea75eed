import type { Queryable, Rows } from '../../postgres/database.js';
import { subProjectIds } from '../../sub-projects/records/sub-project-queries.js';

/** A source of texts. */
export type Source = 'process' | 'file' | 'task' | 'comment';

/** A text of each of a source in a sub-project: a field of processes, or '' for the name of files or tasks and for comments. */
export interface SearchField {
  readonly subProjectId: string;
  readonly source: Source;
  readonly field: string;
}

export const allSubProjects = (db: Queryable): Promise<Rows<{ readonly id: string }>> =>
  db<{ readonly id: string }>`${subProjectIds} order by id`;

/**
 * From now on changes keep the words of exactly these texts.
 *
 * @returns those whose older texts are not there yet
 */
export async function noteSearchFields(
  session: Queryable,
  fields: readonly SearchField[],
): Promise<readonly SearchField[]> {
  const ids = fields.map(({ subProjectId }) => subProjectId);
  const sources = fields.map(({ source }) => source);
  const names = fields.map(({ field }) => field);
  await session`
    delete from search_fields f where not exists (
      select from unnest(${ids}::uuid[], ${sources}::text[], ${names}::text[]) as wanted (id, source, field)
      where wanted.id = f.sub_project_id and wanted.source = f.source and wanted.field = f.field)`;
  await session`
    insert into search_fields (sub_project_id, source, field)
    select * from unnest(${ids}::uuid[], ${sources}::text[], ${names}::text[]) on conflict do nothing`;
  return session<SearchField>`
    select sub_project_id as "subProjectId", source, field from search_fields where not ready order by 1, 2, 3`;
}

/** From the commit of this transaction on, changes keep the words of these texts as well. */
export async function addSearchFields(
  tx: Queryable,
  subProjectId: string,
  fields: readonly Omit<SearchField, 'subProjectId'>[],
): Promise<void> {
  await tx`
    insert into search_fields (sub_project_id, source, field)
    select ${subProjectId}::uuid, * from unnest(
      ${fields.map(({ source }) => source)}::text[], ${fields.map(({ field }) => field)}::text[])
    on conflict do nothing`;
}

/**
 * Adds the words of the texts after an id, of up to `batch` rows.
 *
 * @returns the last id; null when there are no more
 */
export async function fillTexts(
  db: Queryable,
  { subProjectId, source, field }: SearchField,
  after: string,
  batch: number,
): Promise<string | null> {
  const [row] = await db<{ last: string | null }>`
    select fill_search_texts(${subProjectId}::uuid, ${source}, ${field}, ${after}::uuid, ${batch}::integer) as last`;
  return row?.last ?? null;
}

export const markReady = (db: Queryable, { subProjectId, source, field }: SearchField): Promise<unknown> =>
  db`update search_fields set ready = true
     where sub_project_id = ${subProjectId} and source = ${source} and field = ${field}`;

/** Deletes words of fields that are no longer kept, up to `batch` of them; the number. */
export async function forgetTexts(db: Queryable, batch: number): Promise<number> {
  const { count } = await db`
    delete from search_texts t using (
      select s.sub_project_id, s.source, s.source_id, s.field from search_texts s
      where not exists (select from search_fields f
        where f.sub_project_id = s.sub_project_id and f.source = s.source and f.field = s.field)
      limit ${batch}
    ) gone
    where t.sub_project_id = gone.sub_project_id and t.source = gone.source and t.source_id = gone.source_id
      and t.field = gone.field`;
  return count;
}

/** Whether all these texts of a sub-project are ready. */
export async function areReady(
  db: Queryable,
  subProjectId: string,
  wanted: readonly Omit<SearchField, 'subProjectId'>[],
): Promise<boolean> {
  const rows = await db<{ source: Source; field: string }>`
    select source, field from search_fields where sub_project_id = ${subProjectId} and ready`;
  const ready = new Set(rows.map(({ source, field }) => `${source} ${field}`));
  return wanted.every(({ source, field }) => ready.has(`${source} ${field}`));
}
