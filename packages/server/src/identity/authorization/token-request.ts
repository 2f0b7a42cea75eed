import { signInRefused } from '../../kernel/errors/access-errors.js';

/** A request to an endpoint of OAuth 2 as HTTP carries it, its form parsed. */
export interface TokenRequestSource {
  readonly body: unknown;
  readonly authorization: string | undefined;
  /** Of the sender, for limits. */
  readonly address: string;
  readonly traceId: string;
}

/** The members of a form, each at most once. */
export type FormMembers = Readonly<Record<string, string>>;

const LONGEST_MEMBER = 4096;

/**
 * The members of a form, without those that are empty (RFC 6749, section 3.2). `resource` may be repeated (RFC 8707).
 *
 * @throws CatalogueError 1200 with `invalid_request`
 */
export function formMembers(body: unknown): FormMembers {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw signInRefused('Send the members as application/x-www-form-urlencoded.', 'invalid_request');
  const members: Record<string, string> = Object.create(null);
  for (const [name, value] of Object.entries(body)) {
    if (name === 'resource' && Array.isArray(value)) continue;
    if (typeof value !== 'string') throw refused(name, 'is there more than once');
    if (value.length > LONGEST_MEMBER) throw refused(name, `is longer than ${LONGEST_MEMBER} characters`);
    if (value !== '') members[name] = value;
  }
  return members;
}

/** @throws CatalogueError 1200 with `invalid_request` */
export function requiredMember(members: FormMembers, name: string): string {
  const value = members[name];
  if (value === undefined) throw refused(name, 'is missing');
  return value;
}

const refused = (name: string, what: string) =>
  signInRefused(`${name} ${what}.`, 'invalid_request', [{ pointer: `/${name}`, detail: `The member ${what}.` }]);
