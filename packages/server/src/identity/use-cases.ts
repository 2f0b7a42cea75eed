import type { UseCases } from '../caller.js';
import { createClient } from './create-client.js';
import { createUser } from './create-user.js';
import { getClients } from './get-clients.js';
import { getUsers } from './get-users.js';
import type { IdentityDeps } from './identity-deps.js';
import { rotateClientSecret } from './rotate-client-secret.js';
import { updateClient } from './update-client.js';
import { updateUser } from './update-user.js';

/** The operations on users and clients; all of them are the administrator's. */
export const identityUseCases = (
  deps: IdentityDeps,
): Pick<
  UseCases,
  'createUser' | 'getUsers' | 'updateUser' | 'createClient' | 'getClients' | 'updateClient' | 'rotateClientSecret'
> => ({
  createUser: createUser(deps),
  getUsers: getUsers(deps),
  updateUser: updateUser(deps),
  createClient: createClient(deps),
  getClients: getClients(deps),
  updateClient: updateClient(deps),
  rotateClientSecret: rotateClientSecret(deps),
});
