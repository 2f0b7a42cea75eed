import type { ScimUserRow } from '../../identity/records/scim/scim-user-queries.js';
import {
  booleanOf,
  isObject,
  type JsonObject,
  keyOf,
  readAttribute,
  requireName,
  textOf,
} from '../protocol/json-object.js';
import { ENTERPRISE, USER } from '../protocol/schemas.js';
import { invalid } from '../protocol/scim-error.js';
import { etagOf } from '../protocol/scim-request.js';

/** What Millrace itself needs of a resource, and the resource as it is kept. */
export interface WantedUser {
  readonly externalId: string | null;
  readonly userName: string;
  readonly name: string;
  readonly email: string;
  /** Undefined: nothing was said, so it stays. */
  readonly active: boolean | undefined;
  readonly resource: JsonObject;
}

/** Bytes of a resource that is kept. */
const LARGEST_RESOURCE = 64 * 1024;
const LONGEST_NAME = 1024;
/** Not kept: what the server says itself, and secrets. */
const NOT_KEPT = new Set(['id', 'meta', 'schemas', 'groups', 'password']);
const CORE = ['userName', 'externalId', 'displayName', 'name', 'emails', 'active', 'title', 'phoneNumbers', 'locale'];

/**
 * Reads a resource of a person, in the shapes that Entra ID and Okta send.
 *
 * @throws ScimError 400
 */
export function readUser(sent: JsonObject): WantedUser {
  const resource: JsonObject = {};
  for (const [key, value] of Object.entries(sent)) {
    const name = [...CORE, ENTERPRISE].find((one) => one.toLowerCase() === key.toLowerCase()) ?? requireName(key);
    if (!NOT_KEPT.has(name.toLowerCase()) && value !== null && value !== undefined) resource[name] = value;
  }
  const userName = textOf(resource, 'userName');
  if (userName === undefined) throw invalid('invalidValue', 'userName is missing.');
  const active = readAttribute(resource, 'active');
  const wanted = {
    externalId: textOf(resource, 'externalId') ?? null,
    userName,
    name: nameOf(resource) ?? userName,
    email: emailOf(resource) ?? userName,
    active: active === undefined ? undefined : booleanOf(active, 'active'),
  };
  for (const text of [wanted.externalId ?? '', userName, wanted.name]) {
    if (text.length > LONGEST_NAME) throw invalid('invalidValue', `A name has more than ${LONGEST_NAME} characters.`);
  }
  resource.userName = userName;
  if (wanted.active !== undefined) resource.active = wanted.active;
  if (Buffer.byteLength(JSON.stringify(resource)) > LARGEST_RESOURCE) {
    throw invalid('tooMany', `A resource may have ${LARGEST_RESOURCE} bytes at most.`);
  }
  return { ...wanted, resource };
}

function nameOf(resource: JsonObject): string | undefined {
  const name = readAttribute(resource, 'name');
  const parts = isObject(name) ? name : {};
  const joined = [textOf(parts, 'givenName'), textOf(parts, 'familyName')].filter((part) => part !== undefined);
  return textOf(resource, 'displayName') ?? textOf(parts, 'formatted') ?? (joined.join(' ') || undefined);
}

/** The primary address, else that of work, else the first. */
function emailOf(resource: JsonObject): string | undefined {
  const emails = readAttribute(resource, 'emails');
  if (emails === undefined) return undefined;
  const list = (Array.isArray(emails) ? emails : [emails]).map((given: unknown): JsonObject => {
    if (typeof given === 'string') return { value: given };
    if (isObject(given)) return given;
    throw invalid('invalidValue', 'emails must be a list of objects with a value.');
  });
  const isPrimary = (email: JsonObject) => /^true$/i.test(String(readAttribute(email, 'primary')));
  const isWork = (email: JsonObject) => String(readAttribute(email, 'type')).toLowerCase() === 'work';
  const withValue = list.filter((email) => textOf(email, 'value') !== undefined);
  const chosen = withValue.find(isPrimary) ?? withValue.find(isWork) ?? withValue[0];
  return chosen === undefined ? undefined : textOf(chosen, 'value');
}

/** A person as they are, for a PATCH to change. */
export const documentOf = (user: ScimUserRow): JsonObject =>
  user.resource === null
    ? {
        userName: user.email,
        displayName: user.name,
        emails: [{ value: user.email, type: 'work', primary: true }],
        active: !user.disabled,
      }
    : { ...structuredClone(user.resource), active: !user.disabled };

/** A person as SCIM shows them. */
export function userResource(
  base: string,
  user: ScimUserRow,
  groups: readonly { readonly id: string; readonly name: string }[],
): JsonObject {
  const document = documentOf(user);
  const extensions = Object.keys(document).filter((name) => name.toLowerCase().startsWith('urn:'));
  if (isObject(document[keyOf(document, 'name')]) === false) document.name = { formatted: user.name };
  return {
    schemas: [USER, ...extensions],
    id: user.id,
    ...document,
    groups: groups.map(({ id, name }) => ({ value: id, display: name, $ref: `${base}/Groups/${id}` })),
    meta: {
      resourceType: 'User',
      created: user.createdTs.toISOString(),
      lastModified: (user.updatedTs ?? user.createdTs).toISOString(),
      version: etagOf(user.version),
      location: `${base}/Users/${user.id}`,
    },
  };
}
