import { join } from 'node:path';
import type { Config } from '../kernel/config.js';

/** Where the embedded PostgreSQL of an installation lives in its data directory. */
export const embeddedDirectory = (config: Pick<Config, 'dataDirectory'>): string =>
  join(config.dataDirectory, 'postgres');
