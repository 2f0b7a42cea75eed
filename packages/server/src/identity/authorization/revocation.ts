import { CatalogueError } from '../../kernel/errors/catalogue-error.js';
import { type Database, transaction } from '../../postgres/database.js';
import { hashOfSecret } from '../applications/application-secrets.js';
import { deleteGrant } from '../records/applications/grant-queries.js';
import { lockRefreshToken } from '../records/applications/refresh-token-queries.js';
import { grantIdOf } from '../secrets/grant-client.js';
import type { Tokens } from '../tokens/tokens.js';
import { authenticateApplication } from './client-authentication.js';
import type { EndpointRequest } from './token-endpoint.js';
import { formMembers, requiredMember } from './token-request.js';

/**
 * RFC 7009: an application gives a token back. A refresh token and an access token both end the access they belong to, with
 * all its tokens. What is no token of the application is answered in the same way, and nothing ends.
 *
 * @throws CatalogueError 1002, 1200
 */
export const createRevocation =
  ({ db, tokens }: { readonly db: Database; readonly tokens: Pick<Tokens, 'verify'> }) =>
  async (request: EndpointRequest): Promise<void> => {
    const members = formMembers(request.body);
    const application = await authenticateApplication(db, members, request.authorization);
    const token = requiredMember(members, 'token');
    const grantId = token.startsWith('mrr_') ? undefined : await grantOfAccessToken(tokens, token);
    await transaction(db, async (tx) => {
      const ends = grantId ?? (await lockRefreshToken(tx, hashOfSecret(token)))?.id;
      if (ends !== undefined) await deleteGrant(tx, ends, application.id);
    });
  };

async function grantOfAccessToken(tokens: Pick<Tokens, 'verify'>, token: string): Promise<string | undefined> {
  try {
    const { clientId } = await tokens.verify(token);
    return clientId === undefined ? undefined : grantIdOf(clientId);
  } catch (error) {
    if (error instanceof CatalogueError) return undefined;
    throw error;
  }
}
