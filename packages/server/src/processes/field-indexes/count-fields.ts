import { setTimeout as sleep } from 'node:timers/promises';
import { type Database, transaction } from '../../postgres/database.js';
import { findForgottenFields, findUncountedFields } from '../records/field-indexes/counted-fields.js';
import { buildField, forgetField } from '../records/totals/build.js';
import { foldOrBuild, tryLockTotals } from '../records/totals/maintenance.js';

/** Milliseconds between attempts while another session works on the totals of the sub-project. */
const BUSY_DELAY_MS = 50;

/** Counts the values of the fields that are not counted yet, each in one transaction; not those named in `except`. */
export async function countFields(
  db: Database,
  { signal, except }: { readonly signal: AbortSignal | undefined; readonly except: ReadonlySet<string> },
): Promise<void> {
  for (const { subProjectId, field } of await findUncountedFields(db)) {
    if (except.has(field)) continue;
    signal?.throwIfAborted();
    while (!(await countField(db, subProjectId, field))) await sleep(BUSY_DELAY_MS);
  }
}

/** False while another session works on the totals of the sub-project. */
const countField = (db: Database, subProjectId: string, field: string): Promise<boolean> =>
  transaction(
    db,
    async (tx) => {
      if (!(await tryLockTotals(tx, subProjectId))) return false;
      await foldOrBuild(tx, subProjectId);
      await buildField(tx, subProjectId, field);
      return true;
    },
    { isolation: 'repeatable read' },
  );

/** Forgets the counters of fields that are no longer counted. */
export async function forgetFields(db: Database): Promise<void> {
  for (const { subProjectId, field } of await findForgottenFields(db)) {
    await transaction(db, (tx) => forgetField(tx, subProjectId, field), { isolation: 'repeatable read' });
  }
}
