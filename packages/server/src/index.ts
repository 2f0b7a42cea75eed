export { type Config, ConfigError, readConfig, type ServerRole } from './config.js';
export { type Seeded, seedDemo } from './demo/seed.js';
export { createLog } from './log.js';
export { type RunningServer, startServer } from './main.js';
export { migrate, planMigrations } from './postgres/migrate.js';
export { connect } from './postgres/pool.js';
export { operatorMessage } from './start-error.js';
