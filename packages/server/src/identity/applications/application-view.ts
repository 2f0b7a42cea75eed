import type { Operations, ResponseOf } from '@millrace/contract';
import type { ApplicationRow } from '../records/applications/application-queries.js';

/** An application as the wire shows it: never with its secret or the hash of it. */
export const applicationView = (row: ApplicationRow): ResponseOf<Operations['updateApplication']>['application'] => ({
  applicationId: row.id,
  name: row.name,
  redirectUris: [...row.redirectUris],
  postLogoutRedirectUris: [...row.postLogoutRedirectUris],
  scopes: [...row.scopes],
  confidential: row.secretHash !== null,
  disabled: row.disabled,
  origin: row.origin,
  createdTs: row.createdTs.toISOString(),
});
