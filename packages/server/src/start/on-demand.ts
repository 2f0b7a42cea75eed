import type * as main from './main.js';

/**
 * `startServer`, whose modules load when it is called: the primary of `start --workers` and commands that only look at
 * an installation do not need them, and they are most of what a start loads.
 */
export const startServer: typeof main.startServer = async (config, options) =>
  (await import('./main.js')).startServer(config, options);
