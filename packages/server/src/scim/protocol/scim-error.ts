/** Kinds of errors that clients act on (RFC 7644, table 9). */
export type ScimType =
  | 'invalidFilter'
  | 'tooMany'
  | 'uniqueness'
  | 'mutability'
  | 'invalidSyntax'
  | 'invalidPath'
  | 'noTarget'
  | 'invalidValue';

/** An error that a SCIM client is told. */
export class ScimError extends Error {
  override readonly name = 'ScimError';
  constructor(
    readonly status: number,
    detail: string,
    readonly scimType?: ScimType,
    /** Seconds, for 429. */
    readonly retryAfter?: number,
  ) {
    super(detail);
  }
}

/** 400: what was sent cannot be. */
export const invalid = (scimType: ScimType, detail: string): ScimError => new ScimError(400, detail, scimType);

/** 409: what must be unique is taken. */
export const taken = (detail: string): ScimError => new ScimError(409, detail, 'uniqueness');

/** 404 */
export const unknownResource = (kind: 'User' | 'Group', id: string): ScimError =>
  new ScimError(404, `There is no ${kind} "${id.slice(0, 100)}".`);

/** The error as RFC 7644, section 3.12 writes it. */
export const errorBody = ({ status, message, scimType }: ScimError) => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
  status: String(status),
  ...(scimType === undefined ? {} : { scimType }),
  detail: message,
});
