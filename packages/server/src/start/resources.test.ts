import { expect, it } from 'vitest';
import { ConfigError } from '../kernel/config.js';
import { createLog } from '../kernel/create-log.js';
import { readConfig } from './read-config.js';
import { startResources } from './resources.js';

// Node's recursive mkdir never returns for a path like the second one.
it.each(['/dev/null/data', '/proc/millrace/data'])(
  '[D34] a data directory that cannot be made is told: %s',
  async (path) => {
    const config = readConfig({ MILLRACE_DATA_DIR: path });
    const started = startResources(config, createLog('silent'));
    await expect(started).rejects.toThrow(ConfigError);
    await expect(started).rejects.toThrow(/Set MILLRACE_DATA_DIR/);
  },
);
