import type { Blame } from '../../kernel/errors/catalogue-error.js';
import { invalidValue } from '../../kernel/errors/request-errors.js';
import { jsonPointer } from '../../kernel/json-pointer.js';
import type { Transaction } from '../../postgres/database.js';
import type { SubProject } from '../../sub-projects/configuration/sub-project.js';
import { findTaken, isTakenMeanwhile, type ProcessKey } from '../records/keys/process-keys.js';

/** New values of a process, in the member of the request that holds the fields. */
export interface NewValues {
  readonly subProject: SubProject;
  readonly processId: string;
  readonly values: ReadonlyMap<string, unknown>;
  readonly parent: 'updates' | 'fields';
}

const TAKEN = 'another process of the sub-project has this value, and the field is unique (x-unique)';

/**
 * Finds values of unique fields (D75) that another process has: at most one statement, none when no unique field is set.
 * The message names no process, since the caller may not see it.
 */
export async function findTakenValues(
  tx: Transaction,
  { subProject, processId, values, parent }: NewValues,
): Promise<readonly Blame[]> {
  const taken = await findTaken(tx, subProject.id, keysOf(subProject, values));
  return taken
    .filter((key) => key.processId !== processId)
    .map(({ field }) => ({ pointer: jsonPointer(parent, field), detail: TAKEN }));
}

/**
 * Runs a write that {@link findTakenValues} let pass.
 *
 * @throws CatalogueError 1232 when another transaction took a value in between
 */
export async function unlessTakenMeanwhile<T>(
  { subProject, values, parent }: NewValues,
  write: () => Promise<T>,
): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (!isTakenMeanwhile(error)) throw error;
    // Of the fields of this request; none when one has become unique since the configuration was read.
    const fields = keysOf(subProject, values).map(({ field }) => field);
    throw invalidValue(
      `Another process has the same value of ${fields.length === 0 ? 'a unique field' : fields.join(' or ')}.`,
      fields.map((field) => ({ pointer: jsonPointer(parent, field), detail: TAKEN })),
    );
  }
}

const keysOf = ({ fields }: SubProject, values: ReadonlyMap<string, unknown>): readonly ProcessKey[] =>
  [...values].flatMap(([field, value]) =>
    fields.get(field)?.unique === true && typeof value === 'string' ? [{ field, value }] : [],
  );
