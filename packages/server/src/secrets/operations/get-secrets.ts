import { operations } from '@millrace/contract';
import { enter } from '../../sub-projects/configuration/enter.js';
import type { UseCase } from '../../use-case/caller.js';
import { listSecrets } from '../records/secrets.js';
import { presentSecret } from '../store/present-secret.js';
import type { SecretDeps } from '../store/secret-deps.js';

/** Lists secrets, without their values. */
export const getSecrets =
  (deps: SecretDeps): UseCase<'getSecrets'> =>
  async (caller, query) => {
    const { subProject } = await enter(deps.subProjects, caller, query.subProjectId, operations.getSecrets);
    const rows = await listSecrets(deps.db, subProject.id);
    const known = new Set(rows.map(({ name }) => name));
    const used = new Set(subProject.secretUses.map(({ name }) => name));
    return {
      secrets: rows.map((row) => presentSecret(row, subProject)),
      missing: [...used].filter((name) => !known.has(name)).sort(),
    };
  };
