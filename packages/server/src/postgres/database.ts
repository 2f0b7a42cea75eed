/**
 * The one entry to PostgreSQL for the features: the `sql` tag, the pool, transactions and the errors they raise. Nothing
 * outside this folder imports its parts, except the composition in `start/` (`npm run check`).
 */
export type { Connection } from './connection/connection.js';
export type { Database } from './connection/database.js';
export {
  DatabaseUnavailableError,
  isForeignKeyViolation,
  isPassing,
  isRetryable,
  isStalePlan,
  isUniqueViolation,
  sqlState,
  UnsupportedServerError,
} from './connection/errors.js';
export { ping } from './connection/ping.js';
export { connect, withLibpqSsl } from './connection/pool.js';
export { type Transaction, transaction } from './connection/transaction.js';
export { shareLimits } from './shares/share-limits.js';
export { hideParametersFromPlanner } from './sql/hide-parameters.js';
export { createQueryable, type Queryable, type Rows } from './sql/queryable.js';
export { compile, Fragment, sql } from './sql/sql.js';
