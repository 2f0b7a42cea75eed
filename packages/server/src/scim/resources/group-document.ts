import { LONGEST_GROUP_NAME } from '../../identity/groups/group-view.js';
import type { PatchOperation } from '../patch/apply-patch.js';
import { matches } from '../patch/matches.js';
import { parsePath } from '../patch/path.js';
import { isObject, type JsonObject, readAttribute, requireObject, textOf } from '../protocol/json-object.js';
import { invalid } from '../protocol/scim-error.js';

/** What a request makes of a group; what is absent stays. */
export interface WantedGroup {
  readonly name?: string;
  readonly externalId?: string | null;
  /** All people of the provider in it; else those to add and to remove. */
  readonly set?: readonly string[];
  readonly add?: readonly string[];
  readonly remove?: readonly string[];
}

/** People that one request may name. */
const MOST_MEMBERS = 20_000;

/** @throws ScimError 400 */
export function readGroup(sent: JsonObject): WantedGroup {
  const members = readAttribute(sent, 'members');
  return {
    ...named(sent),
    ...(members === undefined || members === null ? {} : { set: idsOf(members) }),
  };
}

function named(sent: JsonObject): Pick<WantedGroup, 'name' | 'externalId'> {
  const name = textOf(sent, 'displayName');
  const externalId = textOf(sent, 'externalId');
  if (name !== undefined && name.length > LONGEST_GROUP_NAME) {
    throw invalid('invalidValue', `displayName has more than ${LONGEST_GROUP_NAME} characters.`);
  }
  return { ...(name === undefined ? {} : { name }), ...(externalId === undefined ? {} : { externalId }) };
}

/** Ids of people: objects with a value, or the ids themselves. */
function idsOf(members: unknown): readonly string[] {
  const list: readonly unknown[] = Array.isArray(members) ? members : [members];
  if (list.length > MOST_MEMBERS) throw invalid('tooMany', `Send at most ${MOST_MEMBERS} members in a request.`);
  return [
    ...new Set(
      list.map((member) => {
        const id = isObject(member) ? readAttribute(member, 'value') : member;
        if (typeof id !== 'string' || id === '')
          throw invalid('invalidValue', 'Each member needs the id of a User as value.');
        return id.toLowerCase();
      }),
    ),
  ];
}

/**
 * The operations of a PATCH of a group, one after the other.
 *
 * @param there the people of the provider in it now
 * @throws ScimError 400
 */
export function patchGroup(operations: readonly PatchOperation[], there: readonly string[]): WantedGroup {
  const people = new Set(there);
  let attributes: Pick<WantedGroup, 'name' | 'externalId'> = {};
  for (const { op, path, value } of operations) {
    if (path !== undefined) {
      attributes = { ...attributes, ...changeOne(people, op, path, value) };
      continue;
    }
    if (op === 'remove') throw invalid('noTarget', 'remove needs a path.');
    for (const [name, one] of Object.entries(requireObject(value, 'The value of an operation without a path'))) {
      attributes = { ...attributes, ...changeOne(people, op, name, one) };
    }
  }
  const before = new Set(there);
  return {
    ...attributes,
    add: [...people].filter((id) => !before.has(id)),
    remove: there.filter((id) => !people.has(id)),
  };
}

function changeOne(
  people: Set<string>,
  op: PatchOperation['op'],
  text: string,
  value: unknown,
): Pick<WantedGroup, 'name' | 'externalId'> {
  const { attribute, filter } = parsePath(text);
  const name = attribute?.toLowerCase();
  if (name === 'members') {
    changePeople(people, op, filter === undefined ? undefined : (id) => matches({ value: id }, filter), value);
    return {};
  }
  if (name === 'displayname') {
    if (op === 'remove') throw invalid('mutability', 'A group must have a displayName.');
    return named({ displayName: value });
  }
  if (name === 'externalid') return op === 'remove' ? { externalId: null } : named({ externalId: value });
  // What is not kept of groups changes nothing, for example the id that Okta repeats.
  return {};
}

function changePeople(
  people: Set<string>,
  op: PatchOperation['op'],
  isMeant: ((id: string) => boolean) | undefined,
  value: unknown,
): void {
  const given = value === undefined || value === null ? undefined : idsOf(value);
  if (op === 'remove') {
    for (const id of [...people]) if (isMeant?.(id) ?? given?.includes(id) ?? true) people.delete(id);
    return;
  }
  if (isMeant !== undefined) throw invalid('invalidPath', 'A filter on members is for remove only.');
  if (op === 'replace') people.clear();
  for (const id of given ?? []) people.add(id);
}
