import { unauthenticated } from '../../kernel/errors/access-errors.js';
import { CatalogueError } from '../../kernel/errors/catalogue-error.js';
import { errorIds } from '../../kernel/errors/error-ids.js';
import type { Database } from '../../postgres/database.js';
import { findUser } from '../records/user-queries.js';
import type { Tokens } from '../tokens/tokens.js';
import { personClaims } from './person-claims.js';

/**
 * The userinfo endpoint of OpenID Connect.
 *
 * @param authorization the header
 * @throws CatalogueError 1001; 1205 when the token has not the scope `openid`
 */
export const createUserinfo =
  ({ db, tokens }: { readonly db: Database; readonly tokens: Pick<Tokens, 'verify'> }) =>
  async (authorization: string | undefined): Promise<Readonly<Record<string, string>>> => {
    const [, token] = /^Bearer +(\S+) *$/i.exec(authorization ?? '') ?? [];
    if (token === undefined) throw unauthenticated('Send `Authorization: Bearer <access_token>`.');
    const { userId, scopes } = await tokens.verify(token);
    if (!scopes.includes('openid'))
      throw new CatalogueError(errorIds.mayNotRead, "The token's scope does not include openid.");
    const user = await findUser(db, userId);
    if (user === undefined) throw unauthenticated('The person of this access token is gone.');
    return { sub: userId, ...personClaims(user, scopes) };
  };
