import { operations } from '@millrace/contract';
import { requireAdministrator } from '../../../access/require-administrator.js';
import type { UseCase } from '../../../use-case/caller.js';
import type { IdentityDeps } from '../../directory/identity-deps.js';
import { listScimTokens } from '../../records/scim/scim-token-queries.js';
import { MOST_TOKENS, tokenView } from '../../scim/token-view.js';

/** Lists the tokens of identity providers. */
export const getScimTokens =
  ({ db }: Pick<IdentityDeps, 'db'>): UseCase<'getScimTokens'> =>
  async (caller, { name = '' }) => {
    requireAdministrator(caller.principal, operations.getScimTokens);
    const tokens = await listScimTokens(db, MOST_TOKENS);
    const wanted = name.toLowerCase();
    return { tokens: tokens.filter((token) => token.name.toLowerCase().includes(wanted)).map(tokenView) };
  };
