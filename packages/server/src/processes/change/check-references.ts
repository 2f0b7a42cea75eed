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
  if (users.size === 0) return [];
  const { subProject, stageKey } = given;
  const members = [...users.values()].filter((id) => assignableRole(subProject, id, stageKey) !== undefined);
  const enabled = members.length === 0 ? new Set<string>() : await ports.users.enabled(tx, members);
  return blame(given, users, (id) =>
    enabled.has(id)
      ? undefined
      : `must be the id of a user who may be assigned in the stage ${stageKey}; getUsersForProcess lists them`,
  );
}

async function attach(tx: Transaction, ports: Pick<ProcessPorts, 'attachFiles'>, given: ReferringValues) {
  const files = referencesOf(given, 'file');
  if (files.size === 0) return [];
  const named = [...files].map(([field, fileId]) => ({ field, fileId }));
  const { subProject, processId, by } = given;
  const unusable = new Set(await ports.attachFiles(tx, { subProject, processId, files: named, by }));
  return blame(given, files, (id) =>
    unusable.has(id) ? 'must be the id of a closed file of this sub-project; listStorage lists them' : undefined,
  );
}

/** Ids by field name. A field that may also hold something else refers to nothing unless its value is a string. */
function referencesOf(given: ReferringValues, kind: FieldDefinition['reference']): ReadonlyMap<string, string> {
  const references = new Map<string, string>();
  for (const [name, value] of given.values) {
    if (given.subProject.fields.get(name)?.reference === kind && typeof value === 'string') references.set(name, value);
  }
  return references;
}

function blame(
  given: ReferringValues,
  references: ReadonlyMap<string, string>,
  judge: (id: string) => string | undefined,
): readonly Blame[] {
  return [...references].flatMap(([name, id]) => {
    const detail = judge(id);
    return detail === undefined ? [] : [{ pointer: jsonPointer(given.parent, name), detail }];
  });
}
