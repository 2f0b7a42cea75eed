import type { ScimFilter } from '../../identity/records/scim/compile-scim-filter.js';
import { requireName } from '../protocol/json-object.js';
import { parseScimFilter } from '../protocol/parse-scim-filter.js';
import { GROUP, USER } from '../protocol/schemas.js';
import { invalid } from '../protocol/scim-error.js';

/** Where an operation of a PATCH applies (RFC 7644, section 3.5.2). */
export interface PatchPath {
  /** URN of an extension, whose attributes are in an object of that name. */
  readonly extension: string | undefined;
  /** Undefined: the whole extension. */
  readonly attribute: string | undefined;
  readonly filter: ScimFilter | undefined;
  readonly subAttribute: string | undefined;
}

const LONGEST_PATH = 2000;
const NAME = '[A-Za-z$][\\w$-]*';
const PATH = new RegExp(`^(${NAME})(?:\\[([^]*)\\])?(?:\\.(${NAME}))?$`);
const CORE = [USER, GROUP];

/**
 * Reads `userName`, `name.givenName`, `emails[type eq "work"].value`, and each of them behind the URN of its schema.
 *
 * @throws ScimError 400 (invalidPath)
 */
export function parsePath(text: string): PatchPath {
  if (text.length > LONGEST_PATH) throw invalid('invalidPath', `A path has more than ${LONGEST_PATH} characters.`);
  const { extension, rest } = splitUrn(text.trim());
  if (rest === '') return { extension, attribute: undefined, filter: undefined, subAttribute: undefined };
  const [, attribute, filter, subAttribute] = PATH.exec(rest) ?? [];
  if (attribute === undefined) throw invalid('invalidPath', `The path "${text.slice(0, 200)}" cannot be read.`);
  return {
    extension,
    attribute: requireName(attribute),
    filter: filter === undefined ? undefined : parseScimFilter(filter),
    subAttribute: subAttribute === undefined ? undefined : requireName(subAttribute),
  };
}

/** The attributes of the core schemas are at the top, with or without the URN. */
function splitUrn(text: string): { readonly extension: string | undefined; readonly rest: string } {
  const lower = text.toLowerCase();
  if (!lower.startsWith('urn:')) return { extension: undefined, rest: text };
  const core = CORE.find((urn) => lower.startsWith(`${urn.toLowerCase()}:`));
  if (core !== undefined) return { extension: undefined, rest: text.slice(core.length + 1) };
  const [whole = text, attribute] = /^(urn:[\w.:-]+?:(?:User|Group))(?::(.*))?$/i.exec(text)?.slice(1) ?? [];
  if (attribute !== undefined || /:(?:User|Group)$/i.test(whole)) return { extension: whole, rest: attribute ?? '' };
  const end = text.search(/:[^:]*$/);
  return { extension: text.slice(0, end), rest: text.slice(end + 1) };
}
