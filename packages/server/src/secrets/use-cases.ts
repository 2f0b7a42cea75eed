import type { UseCases } from '../use-case/caller.js';
import { deleteSecret } from './operations/delete-secret.js';
import { getSecrets } from './operations/get-secrets.js';
import { setSecret } from './operations/set-secret.js';
import type { SecretDeps } from './store/secret-deps.js';

/** The operations on secrets. */
export const secretUseCases = (deps: SecretDeps) =>
  ({
    setSecret: setSecret(deps),
    deleteSecret: deleteSecret(deps),
    getSecrets: getSecrets(deps),
  }) satisfies Partial<UseCases>;
