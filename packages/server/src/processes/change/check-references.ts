import type { Blame } from '../../kernel/errors/catalogue-error.js';
import { jsonPointer } from '../../kernel/json-pointer.js';
import type { Transaction } from '../../postgres/database.js';
import type { SubProject } from '../../sub-projects/configuration/sub-project.js';
import type { FieldDefinition } from '../../sub-projects/fields/field-definition.js';
import type { Principal } from '../../use-case/caller.js';
import { assignableRole } from './assignable.js';
import type { ProcessPorts } from './process-ports.js';

/** New values of a process that may refer to users and files. */
export interface ReferringValues {
  readonly subProject: SubProject;
  readonly processId: string;
  /** The stage the process will be in. */
  readonly stageKey: string;
  /** By field name; each has passed its field's own check. */
  readonly values: ReadonlyMap<string, unknown>;
  /** Who sets them. */
  readonly by: Principal;
  /** Member of the request that holds the fields. */
  readonly parent: 'updates' | 'fields';
}

/**
 * Checks users against D19 and attaches files (D18): at most one statement for all users and one call for all files.
 *
 * @returns what is wrong; the files are attached only if nothing is and the transaction commits
 */
export async function checkReferences(
  tx: Transaction,
  ports: Pick<ProcessPorts, 'attachFiles' | 'users'>,
  given: ReferringValues,
): Promise<readonly Blame[]> {
  const wrongUsers = await checkUsers(tx, ports, given);
  if (wrongUsers.length > 0) return wrongUsers;
  return attach(tx, ports, given);
}

async function checkUsers(tx: Transaction, ports: Pick<ProcessPorts, 'users'>, given: ReferringValues) {
  const users = referencesOf(given, 'user');
  if (users.length === 0) return [];
  const { subProject, stageKey } = given;
  const members = users.map(({ id }) => id).filter((id) => assignableRole(subProject, id, stageKey) !== undefined);
  const enabled = members.length === 0 ? new Set<string>() : await ports.users.enabled(tx, members);
  return blame(given, users, ({ id }) =>
    enabled.has(id)
      ? undefined
      : `must be the id of a user who may be assigned in the stage ${stageKey}; getUsersForProcess lists them`,
  );
}

async function attach(tx: Transaction, ports: Pick<ProcessPorts, 'attachFiles'>, given: ReferringValues) {
  const references = referencesOf(given, 'file');
  if (references.length === 0) return [];
  const { subProject, processId, by } = given;
  const files = references.map(({ field, id }) => ({ field, fileId: id }));
  const refused = await ports.attachFiles(tx, { subProject, processId, files, by });
  const reasons = new Map(refused.map(({ field, fileId, reason = UNUSABLE_FILE }) => [`${field} ${fileId}`, reason]));
  return blame(given, references, ({ field, id }) => reasons.get(`${field} ${id}`));
}

const UNUSABLE_FILE = 'must be the id of a closed file of this sub-project; listStorage lists them';

/** An id in the value of a field. */
interface Reference {
  readonly field: string;
  readonly id: string;
  /** Its place in a list; undefined: it is the value. */
  readonly index: number | undefined;
}

/** A field that may also hold something else refers to nothing unless its value is a string, or a list with strings. */
function referencesOf(given: ReferringValues, kind: FieldDefinition['reference']): readonly Reference[] {
  return [...given.values].flatMap(([field, value]): readonly Reference[] => {
    if (given.subProject.fields.get(field)?.reference !== kind) return [];
    if (typeof value === 'string') return [{ field, id: value, index: undefined }];
    const items: readonly unknown[] = Array.isArray(value) ? value : [];
    return items.flatMap((id, index) => (typeof id === 'string' ? [{ field, id, index }] : []));
  });
}

function blame(
  given: ReferringValues,
  references: readonly Reference[],
  judge: (reference: Reference) => string | undefined,
): readonly Blame[] {
  return references.flatMap((reference) => {
    const detail = judge(reference);
    const { field, index } = reference;
    const path = index === undefined ? [given.parent, field] : [given.parent, field, index];
    return detail === undefined ? [] : [{ pointer: jsonPointer(...path), detail }];
  });
}
