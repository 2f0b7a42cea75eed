import { isDeepStrictEqual } from 'node:util';
import {
  isObject,
  type JsonObject,
  keyOf,
  readAttribute,
  requireName,
  requireObject,
} from '../protocol/json-object.js';
import { invalid } from '../protocol/scim-error.js';
import { demanded, matches } from './matches.js';
import { type PatchPath, parsePath } from './path.js';

/** One operation of a PATCH. */
export interface PatchOperation {
  readonly op: 'add' | 'replace' | 'remove';
  readonly path: string | undefined;
  readonly value: unknown;
}

const MOST_OPERATIONS = 1000;

/**
 * The operations of a PATCH, in the shapes that Entra ID and Okta send: `op` and the names of members in any case.
 *
 * @throws ScimError 400
 */
export function readOperations(body: unknown): readonly PatchOperation[] {
  const operations = readAttribute(requireObject(body, 'The body'), 'Operations');
  if (!Array.isArray(operations) || operations.length === 0) {
    throw invalid('invalidSyntax', 'Operations must be a list of at least one operation.');
  }
  if (operations.length > MOST_OPERATIONS) {
    throw invalid('tooMany', `Send at most ${MOST_OPERATIONS} operations in a request.`);
  }
  return operations.map((given: unknown) => {
    const operation = requireObject(given, 'An operation');
    const op = String(readAttribute(operation, 'op')).toLowerCase();
    const path = readAttribute(operation, 'path');
    if (op !== 'add' && op !== 'replace' && op !== 'remove') {
      throw invalid('invalidSyntax', 'op must be add, replace or remove.');
    }
    if (path !== undefined && path !== null && typeof path !== 'string') {
      throw invalid('invalidPath', 'path must be text.');
    }
    return { op, path: path === null || path === '' ? undefined : path, value: readAttribute(operation, 'value') };
  });
}

/** The resource after the operations; the given one stays as it is. @throws ScimError 400 */
export function applyPatch(resource: JsonObject, operations: readonly PatchOperation[]): JsonObject {
  const changed = structuredClone(resource);
  for (const operation of operations) apply(changed, operation);
  return changed;
}

function apply(resource: JsonObject, { op, path, value }: PatchOperation): void {
  if (path !== undefined) {
    change(resource, op, parsePath(path), value);
    return;
  }
  if (op === 'remove') throw invalid('noTarget', 'remove needs a path.');
  // Names may be paths themselves: Entra sends `name.givenName` and names with the URN of their schema.
  for (const [name, one] of Object.entries(requireObject(value, 'The value of an operation without a path'))) {
    change(resource, op, parsePath(name), one);
  }
}

function change(resource: JsonObject, op: PatchOperation['op'], path: PatchPath, value: unknown): void {
  const { extension, attribute, filter, subAttribute } = path;
  const holder = extension === undefined ? resource : objectAt(resource, extension, op !== 'remove');
  if (holder === undefined) return;
  if (attribute === undefined) {
    if (op === 'remove') delete resource[keyOf(resource, extension ?? '')];
    else for (const [name, one] of Object.entries(requireObject(value, 'The value'))) set(holder, op, name, one);
    return;
  }
  if (filter !== undefined) {
    changeElements(holder, op, { ...path, attribute }, value);
    return;
  }
  if (subAttribute === undefined) {
    set(holder, op, attribute, value);
    return;
  }
  const parent = readAttribute(holder, attribute);
  if (Array.isArray(parent)) {
    for (const element of parent) if (isObject(element)) set(element, op, subAttribute, value);
    return;
  }
  const object = objectAt(holder, attribute, op !== 'remove');
  if (object !== undefined) set(object, op, subAttribute, value);
}

function changeElements(
  holder: JsonObject,
  op: PatchOperation['op'],
  { attribute, filter, subAttribute }: PatchPath & { readonly attribute: string },
  value: unknown,
): void {
  if (filter === undefined) return;
  const key = keyOf(holder, attribute);
  const before = Object.hasOwn(holder, key) ? holder[key] : undefined;
  const list: unknown[] = Array.isArray(before) ? before : before === undefined || before === null ? [] : [before];
  if (op === 'remove' && subAttribute === undefined) {
    holder[key] = list.filter((element) => !matches(element, filter));
    return;
  }
  const found = list.filter((element): element is JsonObject => isObject(element) && matches(element, filter));
  if (found.length === 0) {
    if (op === 'remove') return;
    const made = demanded(filter);
    list.push(made);
    found.push(made);
  }
  for (const element of found) {
    if (subAttribute !== undefined) set(element, op, subAttribute, value);
    else if (isObject(value)) for (const [name, one] of Object.entries(value)) set(element, op, name, one);
    else set(element, op, 'value', value);
  }
  holder[key] = list;
}

/** The object that an attribute holds; made where there is none if `make`. */
function objectAt(holder: JsonObject, name: string, make: boolean): JsonObject | undefined {
  const key = keyOf(holder, name);
  const there = Object.hasOwn(holder, key) ? holder[key] : undefined;
  if (isObject(there)) return there;
  if (!make) return undefined;
  const made: JsonObject = {};
  holder[requireName(key)] = made;
  return made;
}

function set(holder: JsonObject, op: PatchOperation['op'], name: string, value: unknown): void {
  const key = keyOf(holder, requireName(name));
  if (op === 'remove' || value === null) {
    delete holder[key];
    return;
  }
  const before = Object.hasOwn(holder, key) ? holder[key] : undefined;
  if (op === 'add' && Array.isArray(before)) {
    const more = (Array.isArray(value) ? value : [value]).filter(
      (one: unknown) => !before.some((known) => isDeepStrictEqual(known, one)),
    );
    holder[key] = [...before, ...more];
  } else if (isObject(before) && isObject(value)) {
    for (const [member, one] of Object.entries(value)) set(before, op, member, one);
  } else {
    holder[key] = value;
  }
}
