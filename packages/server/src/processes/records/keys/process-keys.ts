import { type Fragment, isUniqueViolation, type Queryable, sql, type Transaction } from '../../../postgres/database.js';

/** A value that a process has in a field whose values are unique (D75). */
export interface ProcessKey {
  readonly field: string;
  readonly value: string;
}

/** The lock of the trigger `note_process_keys`: "PKEY" as PostgreSQL's integer. */
const LOCK = 1_347_115_353;

/** Those of the given keys that processes have, with the process of each; one statement, none without keys. */
export async function findTaken(
  db: Queryable,
  subProjectId: string,
  keys: readonly ProcessKey[],
): Promise<readonly (ProcessKey & { readonly processId: string })[]> {
  if (keys.length === 0) return [];
  return db<ProcessKey & { readonly processId: string }>`
    select k.field, k.value, k.process_id as "processId" from process_keys k
    join unnest(${keys.map(({ field }) => field)}::text[], ${keys.map(({ value }) => value)}::text[]) asked (field, value)
      on asked.field = k.field and asked.value = k.value
    where k.sub_project_id = ${subProjectId}`;
}

/** Whether a statement failed because another transaction took a value first, since {@link findTaken} looked. */
export const isTakenMeanwhile = (error: unknown): boolean => isUniqueViolation(error, 'process_keys_pkey');

/** A value that several processes have. */
export interface RepeatedValue extends ProcessKey {
  readonly count: number;
}

/**
 * Makes exactly the given fields of a sub-project unique. Nobody writes processes of it until the transaction ends.
 *
 * @returns values that several processes have, a few of each field that is new; if there are any, it must not commit
 */
export async function setUniqueFields(
  tx: Transaction,
  subProjectId: string,
  fields: readonly string[],
): Promise<readonly RepeatedValue[]> {
  const ofSubProject = sql`sub_project_id = ${subProjectId}`;
  const before = await tx<{ field: string }>`select field from process_unique_fields where ${ofSubProject}`;
  const known = new Set(before.map(({ field }) => field));
  const added = fields.filter((field) => !known.has(field));
  const dropped = [...known].filter((field) => !fields.includes(field));
  if (added.length === 0 && dropped.length === 0) return [];
  await tx`select pg_advisory_xact_lock(${LOCK}::integer, hashtext(${subProjectId}))`;
  await tx`delete from process_unique_fields where ${ofSubProject} and field = any(${dropped}::text[])`;
  await tx`delete from process_keys where ${ofSubProject} and field = any(${dropped}::text[])`;
  const repeated: RepeatedValue[] = [];
  for (const field of added) repeated.push(...(await findRepeated(tx, ofSubProject, field)));
  if (repeated.length > 0) return repeated;
  for (const field of added) {
    await tx`insert into process_unique_fields (sub_project_id, field) values (${subProjectId}, ${field})`;
    await tx`
      insert into process_keys (sub_project_id, field, value, process_id)
      select sub_project_id, ${field}, process_key(fields -> ${field}::text), id from processes
      where ${ofSubProject} and process_key(fields -> ${field}::text) is not null`;
  }
  return [];
}

const SHOWN = 5;

const findRepeated = (tx: Transaction, ofSubProject: Fragment, field: string) => tx<RepeatedValue>`
  select ${field}::text as field, process_key(fields -> ${field}::text) as value, count(*)::integer as count from processes
  where ${ofSubProject} and process_key(fields -> ${field}::text) is not null
  group by 2 having count(*) > 1 order by 3 desc, 2 limit ${SHOWN}`;
