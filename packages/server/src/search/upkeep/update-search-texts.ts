import type { Database, Queryable } from '../../postgres/database.js';
import { oldWritersGone } from '../../processes/records/field-indexes/counted-fields.js';
import type { SubProject } from '../../sub-projects/configuration/sub-project.js';
import { findSearchableFields } from '../../sub-projects/records/indexed-fields.js';
import {
  addSearchFields,
  allSubProjects,
  fillTexts,
  forgetTexts,
  markReady,
  noteSearchFields,
  type SearchField,
} from '../records/search-fields.js';
import { MOST_FIELDS } from '../scope/search-places.js';

/** Rows whose words are added or deleted in one transaction. The rows are locked against changes meanwhile. */
const BATCH = 200;
/** Sources with one text each. */
const wholeSources = ['file', 'task', 'comment'] as const;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/**
 * Keeps the words of exactly the texts that the current configurations want searched, and adds those of older texts. What was
 * interrupted begins again.
 *
 * @param session holds the lock of the job, so that it runs once at a time
 */
export async function updateSearchTexts(
  db: Database,
  session: Queryable,
  { signal }: { readonly signal: AbortSignal | undefined },
): Promise<void> {
  const missing = await noteSearchFields(session, await wantedFields(session));
  // Transactions that write processes without keeping the words of these fields are over before they are filled.
  if (missing.some(({ source }) => source === 'process')) await oldWritersGone(session);
  for (const field of missing) {
    await fill(db, field, signal);
    await markReady(db, field);
  }
  while ((await forgetTexts(db, 10 * BATCH)) > 0) signal?.throwIfAborted();
}

/**
 * A deployment: from its commit on, changes keep the words of the fields that are searched now, so that what is created next is
 * found. The job adds older texts, and takes away fields that are searched no more.
 */
export const noteDeployment = (tx: Queryable, { id, fields }: SubProject): Promise<void> =>
  addSearchFields(tx, id, [
    ...wholeSources.map((source) => ({ source, field: '' })),
    ...[...fields.values()]
      .filter(({ searchable }) => searchable)
      .slice(0, MOST_FIELDS)
      .map(({ name }) => ({ source: 'process' as const, field: name })),
  ]);

async function fill(db: Database, field: SearchField, signal: AbortSignal | undefined): Promise<void> {
  for (let after: string | null = FIRST_ID; after !== null; ) {
    signal?.throwIfAborted();
    after = await fillTexts(db, field, after, BATCH);
  }
}

/** The names of files and tasks, and comments, everywhere, and the first {@link MOST_FIELDS} searched fields of each sub-project. */
async function wantedFields(session: Queryable): Promise<readonly SearchField[]> {
  const wanted: SearchField[] = (await allSubProjects(session)).flatMap(({ id }) =>
    wholeSources.map((source) => ({ subProjectId: id, source, field: '' })),
  );
  const counts = new Map<string, number>();
  for (const { subProjectId, field } of await findSearchableFields(session)) {
    const count = counts.get(subProjectId) ?? 0;
    counts.set(subProjectId, count + 1);
    if (count < MOST_FIELDS) wanted.push({ subProjectId, source: 'process', field });
  }
  return wanted;
}
