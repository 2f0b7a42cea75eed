import { type Blame, CatalogueError, type OauthError } from './catalogue-error.js';
import { errorIds } from './error-ids.js';

/** 1001 (401): there is no bearer token, or it does not hold any more. */
export const unauthenticated = (detail: string, cause?: unknown): CatalogueError =>
  new CatalogueError(errorIds.unauthenticated, detail, { cause });

/** 1003 (429): the caller, or its address, asked too often. @param retryAfter seconds */
export const rateLimited = (detail: string, retryAfter: number): CatalogueError =>
  new CatalogueError(errorIds.rateLimited, detail, { retryAfter });

/** 1015 (403): a page of another origin has made a browser send the request. */
export const crossSiteRequest = (detail: string): CatalogueError =>
  new CatalogueError(errorIds.crossSiteRequest, detail);

/** 1016 (401): what a person signs in with is wrong. It never says which part. @param detail for the person */
export const wrongSignIn = (detail: string): CatalogueError => new CatalogueError(errorIds.wrongSignIn, detail);

/** 1018 (403): the person of the session must prove again who they are. */
export const stepUpRequired = (detail: string): CatalogueError => new CatalogueError(errorIds.stepUpRequired, detail);
/** 1019 (410): a one-time link that is used, revoked, expired or unknown. @param detail which of them */
export const linkNotUsable = (detail: string): CatalogueError => new CatalogueError(errorIds.linkNotUsable, detail);

/** 1022 (409): the request is from somebody else than it expects. */
export const otherPerson = (detail: string): CatalogueError => new CatalogueError(errorIds.otherPerson, detail);

/** 1203 (403): the sub-project's configuration declares no roles. */
export const noRolesConfigured = (): CatalogueError =>
  new CatalogueError(errorIds.noRolesConfigured, 'The configuration of this sub-project declares no roles.');

/** 1205 (403): the caller may not read this. */
export const mayNotRead = (detail: string): CatalogueError => new CatalogueError(errorIds.mayNotRead, detail);

/** 1206 (403): the caller's roles do not allow creating this. */
export const mayNotCreate = (detail: string, errors: readonly Blame[] = []): CatalogueError =>
  new CatalogueError(errorIds.mayNotCreate, detail, errors.length > 0 ? { errors } : {});

/** 1207 (403): the caller's roles do not allow updating this. */
export const mayNotUpdate = (detail: string, errors: readonly Blame[]): CatalogueError =>
  new CatalogueError(errorIds.mayNotUpdate, detail, { errors });

/** 1209 (403): the caller's roles do not allow calling this. */
export const mayNotCall = (detail: string): CatalogueError => new CatalogueError(errorIds.mayNotCall, detail);

/** 1209 (409): the operation does not fit the state that its target is in (D8). */
export const wrongState = (detail: string): CatalogueError =>
  new CatalogueError(errorIds.mayNotCall, detail, { status: 409 });

/** 1210 (403): the target is on a process that the row filter of the caller's roles excludes. */
export const outsideRowFilter = (detail: string): CatalogueError =>
  new CatalogueError(errorIds.outsideRowFilter, detail);

/** 1002 (401): the credentials of a sign-in are wrong (RFC 6749, `invalid_client`). */
export const invalidClient = (): CatalogueError =>
  new CatalogueError(errorIds.invalidClient, 'client_id or client_secret is wrong, or the client is disabled.', {
    oauthError: 'invalid_client',
  });

/** 1200 (400): a sign-in request that cannot be understood or asks for too much, in the terms of RFC 6749, section 5.2. */
export const signInRefused = (detail: string, oauthError: OauthError, errors: readonly Blame[] = []): CatalogueError =>
  new CatalogueError(errorIds.invalidRequest, detail, { oauthError, ...(errors.length > 0 ? { errors } : {}) });
