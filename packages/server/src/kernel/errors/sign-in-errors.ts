import { CatalogueError } from './catalogue-error.js';
import { errorIds } from './error-ids.js';

/** 1020 (502): an identity provider does not answer, or not as OpenID Connect asks. @param detail names the provider */
export const identityProviderFailed = (detail: string, cause?: unknown): CatalogueError =>
  new CatalogueError(errorIds.identityProviderFailed, detail, { cause });

/** 1021 (403): single sign-on does not sign this person in. @param detail says why, and what to do */
export const singleSignOnRefused = (detail: string, cause?: unknown): CatalogueError =>
  new CatalogueError(errorIds.singleSignOnRefused, detail, { cause });
