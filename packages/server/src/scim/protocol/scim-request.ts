import type { Actor } from '../../use-case/caller.js';
import type { JsonObject } from './json-object.js';
import { DEFAULT_LISTED, MOST_LISTED } from './schemas.js';
import { ScimError } from './scim-error.js';

/** A request whose token is valid. */
export interface ScimRequest {
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
  readonly ifMatch: string | undefined;
  /** The token that acts, for audit rows. */
  readonly actor: Actor;
}

/** An answer; without a body it is empty. */
export interface ScimAnswer {
  readonly status: number;
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
}

/** One value of a query parameter, in whatever case its name is. */
export function parameter({ query }: ScimRequest, name: string): string | undefined {
  const key = Object.keys(query).find((one) => one.toLowerCase() === name.toLowerCase());
  const value = key === undefined ? undefined : query[key];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Paging from 1 (RFC 7644, section 3.4.2.4): values that make no sense count as the nearest that do. */
export function pageOf(request: ScimRequest): { readonly startIndex: number; readonly count: number } {
  const number = (name: string, standard: number) => {
    const text = parameter(request, name);
    const value = text === undefined ? standard : Number.parseInt(text, 10);
    return Number.isNaN(value) ? standard : value;
  };
  return {
    startIndex: Math.min(Math.max(number('startIndex', 1), 1), 1_000_000_000),
    count: Math.min(Math.max(number('count', DEFAULT_LISTED), 0), MOST_LISTED),
  };
}

/** Whether an attribute is asked for, so that lists of many people need not be read for nothing. */
export function isAsked(request: ScimRequest, attribute: string): boolean {
  const names = (name: string) =>
    parameter(request, name)
      ?.toLowerCase()
      .split(',')
      .map((one) => one.trim());
  const wanted = attribute.toLowerCase();
  if (names('excludedAttributes')?.includes(wanted) === true) return false;
  return names('attributes')?.some((one) => one === wanted || one.startsWith(`${wanted}.`)) ?? true;
}

const ALWAYS = ['schemas', 'id', 'meta'];

/** The resource with the attributes that are asked for. */
export const project = (request: ScimRequest, resource: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(resource).filter(([name]) => ALWAYS.includes(name) || isAsked(request, name)));

/** @throws ScimError 412 when `If-Match` names another version */
export function requireVersion({ ifMatch }: ScimRequest, version: number | null): void {
  if (ifMatch === undefined || ifMatch === '*' || ifMatch === etagOf(version) || ifMatch === `"${version ?? 0}"`)
    return;
  throw new ScimError(412, 'The resource has been changed: read it again.');
}

export const etagOf = (version: number | null): string => `W/"${version ?? 0}"`;

/** An answer with one resource. */
export function answerWith(
  request: ScimRequest,
  status: number,
  resource: JsonObject,
  version: number | null,
): ScimAnswer {
  const { meta } = resource;
  const location = typeof meta === 'object' && meta !== null && 'location' in meta ? String(meta.location) : '';
  return { status, body: project(request, resource), headers: { etag: etagOf(version), location } };
}
