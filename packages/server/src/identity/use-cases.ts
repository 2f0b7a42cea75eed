import type { UseCases } from '../use-case/caller.js';
import type { IdentityDeps } from './directory/identity-deps.js';
import { createClient } from './operations/create-client.js';
import { createUser } from './operations/create-user.js';
import { getClients } from './operations/get-clients.js';
import { getUsers } from './operations/get-users.js';
import { revokeTokens } from './operations/revoke-tokens.js';
import { rotateClientSecret } from './operations/rotate-client-secret.js';
import { updateClient } from './operations/update-client.js';
import { updateUser } from './operations/update-user.js';

/** The operations on users and clients; all of them are the administrator's. */
export const identityUseCases = (deps: IdentityDeps) =>
  ({
    createUser: createUser(deps),
    getUsers: getUsers(deps),
    updateUser: updateUser(deps),
    createClient: createClient(deps),
    getClients: getClients(deps),
    updateClient: updateClient(deps),
    rotateClientSecret: rotateClientSecret(deps),
    revokeTokens: revokeTokens(deps),
  }) satisfies Partial<UseCases>;
