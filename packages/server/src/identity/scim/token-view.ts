import type { ScimTokenRow } from '../records/scim/scim-token-queries.js';

/** A token as the wire shows it: never with its secret. */
export const tokenView = ({ id, name, createdBy, createdTs, expiresTs, usedTs }: ScimTokenRow) => ({
  id,
  name,
  createdBy,
  createdTs: createdTs.toISOString(),
  expiresTs: expiresTs?.toISOString() ?? null,
  usedTs: usedTs?.toISOString() ?? null,
});

/** Tokens of an installation: one for each identity provider and one to change to. */
export const MOST_TOKENS = 20;
