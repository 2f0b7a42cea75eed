import type { Config } from '../kernel/config.js';
import type { UseCases } from '../use-case/caller.js';
import { getSettings } from './operations/get-settings.js';

/** The operations about the installation as a whole. */
export const installationUseCases = (config: Pick<Config, 'settings'>) =>
  ({ getSettings: getSettings(config) }) satisfies Partial<UseCases>;
