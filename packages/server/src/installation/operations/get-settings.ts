import { operations } from '@millrace/contract';
import { requireAdministrator } from '../../access/require-administrator.js';
import type { Config } from '../../kernel/config.js';
import type { UseCase } from '../../use-case/caller.js';

/** getSettings: what the server was started with, without secrets. @throws CatalogueError 1205 */
export const getSettings =
  ({ settings }: Pick<Config, 'settings'>): UseCase<'getSettings'> =>
  async (caller) => {
    requireAdministrator(caller.principal, operations.getSettings);
    return { settings: [...settings] };
  };
